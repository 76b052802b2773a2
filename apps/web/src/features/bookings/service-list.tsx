import { Button } from '@nukkad/ui/components/button.tsx'
import { Clock } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import type { Item } from '#lib/menu-item.ts'
import { wirePrice } from '#lib/prices.ts'
import type { Salon, SalonService } from '#lib/visits.ts'

type ServiceListProps = {
  salon: Salon
  items: readonly Item[]
  /** Only services of this person; null for all. */
  stylistId: number | null
  onAdd: (service: SalonService) => void
}

/** Lists the services of a salon by category, with length and price. */
export function ServiceList({ salon, items, stylistId, onAdd }: ServiceListProps) {
  const shown = salon.services.filter(
    ({ item_id, stylists }) =>
      items.some(({ id, is_active }) => id === item_id && is_active === 1) &&
      (stylistId === null || stylists.some(({ id }) => id === stylistId)),
  )
  const categories = [...new Set(shown.map(({ category }) => category))]
  return categories.map((category) => (
    <section key={category} className="mt-4 first:mt-1">
      <h3 className="text-heading">{category}</h3>
      <ul className="divide-y divide-line">
        {shown
          .filter((service) => service.category === category)
          .map((service) => (
            <li key={service.item_id} className="flex min-h-15 flex-wrap items-center gap-3 py-2">
              <span className="min-w-0 flex-[1_1_5em]">
                <span className="block font-medium">{service.name}</span>
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
  ))
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
      {t('commonMinutes', { count: own?.minutes ?? service.minutes })} · {isFrom ? t('bookFrom', { price }) : price}
    </span>
  )
}
