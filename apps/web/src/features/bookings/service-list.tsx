import { Button } from '@nukkad/ui/components/button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { Clock } from 'lucide-react'
import { useId } from 'react'
import { plainText } from '#features/shell/rich-text.tsx'
import { isolated, t } from '#lib/catalogue.ts'
import type { Item } from '#lib/menu-item.ts'
import { wirePrice } from '#lib/prices.ts'
import type { Salon, SalonService } from '#lib/visits.ts'

type ServiceListProps = {
  salon: Salon
  items: readonly Item[]
  /** The id of the person whose services are listed; null for the services of all people. */
  stylistId: number | null
  onAdd: (service: SalonService) => void
  /** Whether a row of chips with links to the categories is shown above the list. */
  hasChips?: boolean
}

/** Lists the services of a salon by category, with description, length, price and rating. */
export function ServiceList({ salon, items, stylistId, onAdd, hasChips }: ServiceListProps) {
  const id = useId()
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const shown = salon.services.filter(
    ({ item_id, stylists }) =>
      itemOf.get(item_id)?.is_active === 1 && (stylistId === null || stylists.some((one) => one.id === stylistId)),
  )
  const categories = [...new Set(shown.map(({ category }) => category))]
  return (
    <>
      {hasChips && categories.length > 1 ? <CategoryChips categories={categories} id={id} /> : null}
      {categories.map((category, index) => (
        <section key={category} id={`${id}-${index}`} className="mt-4 scroll-mt-14 first:mt-1">
          <h3 className="title text-section">{category}</h3>
          <ul className="divide-y divide-line">
            {shown
              .filter((service) => service.category === category)
              .map((service) => (
                <li key={service.item_id} className="flex min-h-15 flex-wrap items-center gap-3 py-2">
                  <span className="min-w-0 flex-[1_1_5em]">
                    <span className="block text-heading">{service.name}</span>
                    <Description html={itemOf.get(service.item_id)?.desc} />
                    <ServiceFacts service={service} currency={salon.currency} stylistId={stylistId} />
                  </span>
                  <Button
                    size="small"
                    variant="tint"
                    aria-label={`${t('itemAddButton')}: ${service.name}`}
                    onClick={() => onAdd(service)}
                  >
                    {t('itemAddButton')}
                  </Button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Shows a sticky row of the categories. Pressing a category scrolls to it. */
function CategoryChips({ categories, id }: { categories: string[]; id: string }) {
  const show = (index: number) => document.getElementById(`${id}-${index}`)?.scrollIntoView({ behavior: 'smooth' })
  return (
    <nav aria-label={t('a11yMenuGroups')} className="stays rail sticky z-5 -mx-4 gap-2 bg-bg py-2">
      {categories.map((category, index) => (
        <Chip key={category} onClick={() => show(index)}>
          {category}
        </Chip>
      ))}
    </nav>
  )
}

function Description({ html }: { html: string | null | undefined }) {
  const text = plainText(html ?? '')
  return text ? (
    <span dir="auto" className="block text-small text-ink-2">
      {text}
    </span>
  ) : null
}

type ServiceFactsProps = { service: SalonService; currency: string; stylistId?: number | null }

/** Shows how long a service takes and its price, which may differ between people. */
function ServiceFacts({ service, currency, stylistId = null }: ServiceFactsProps) {
  const own = service.stylists.find(({ id }) => id === stylistId)
  const price = wirePrice(own?.price ?? service.price_from, currency)
  const isFrom = !own && service.price_from !== service.price_to
  return (
    <span className="num flex flex-wrap items-center gap-x-1.5 text-small text-ink-2">
      <Clock aria-hidden="true" className="size-3.5" />
      {t('commonMinutes', { count: own?.minutes ?? service.minutes })} ·{' '}
      {isFrom ? t('bookFrom', { price }) : isolated(price)}
    </span>
  )
}
