import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bookPath } from '#lib/book-path.ts'
import { t } from '#lib/catalogue.ts'
import type { BookedService } from '#lib/menu-item.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { dayText, type Salon, type SalonService, timeText, whenText } from '#lib/visits.ts'
import { Face } from './face.tsx'
import { ServiceAbout } from './service-about.tsx'

type SalonPeopleProps = {
  store: { id: number; slug: string }
  /** Gets the services of the salon, so that the menu shows all other items as products. */
  onServices: (services: ReadonlyMap<number, BookedService>) => void
}

/** Shows the people of a salon with their next free times, and reports which items of its menu can be booked. */
export default function SalonPeople({ store: { id, slug }, onServices }: SalonPeopleProps) {
  const { data: salon, isError } = useQuery(ask('salon-services', { store_id: id }))
  useEffect(() => {
    if (salon) onServices(new Map(salon.services.map((service) => [service.item_id, bookedAs(service, salon, slug)])))
  }, [salon, slug, onServices])
  if (!salon && !isError) return <div className="h-52" />
  return salon && salon.services.length > 0 ? <People salon={salon} slug={slug} /> : null
}

function bookedAs(service: SalonService, salon: Salon, slug: string): BookedService {
  const { item_id, minutes, price_from, price_to } = service
  const path = bookPath(slug, [{ itemId: item_id, stylistId: null, isBeside: false }])
  const about = <ServiceAbout service={service} salon={salon} />
  if (price_from === price_to) return { path, minutes, about }
  return { path, minutes, about, price: t('bookFrom', { price: wirePrice(price_from, salon.currency) }) }
}

function People({ salon, slug }: { salon: Salon; slug: string }) {
  const { stylists, time_zone } = salon
  const [soonest] = stylists
    .filter(({ next_free }) => next_free !== null)
    .toSorted((a, b) => String(a.next_free).localeCompare(String(b.next_free)))
  // The earliest free start of a person was calculated for one service, so the link selects this service too.
  const service = salon.services.find(({ item_id }) => item_id === soonest?.next_service)
  return (
    <section aria-label={t('bookPeople')} className="mt-4">
      <div className="mx-4 flex flex-wrap items-center gap-3 rounded-card bg-tint p-3.5 text-on-tint">
        <p className="num min-w-0 flex-[1_1_5em] font-650">
          {soonest?.next_free ? (
            <a
              href={bookPath(
                slug,
                service ? [{ itemId: service.item_id, stylistId: soonest.id, isBeside: false }] : [],
              )}
            >
              {service ? <span className="block text-small font-normal">{service.name}</span> : null}
              {t('bookWith', { when: whenText(soonest.next_free, time_zone), name: soonest.name })}
            </a>
          ) : (
            t('bookFull')
          )}
        </p>
        <Button size="small" href={bookPath(slug, [])}>
          {t('bookTitle')}
        </Button>
      </div>
      <ul className="mt-3 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
        {stylists.map(({ id, name, image, next_free }) => (
          <li key={id} className="person">
            <a href={`${bookPath(slug, [])}?with=${id}`} className="press flex flex-col items-center">
              <Face name={name} image={image} />
              <span dir="auto" className="mt-1.5 block max-w-full truncate text-label">
                {name}
              </span>
              <span className="num block text-small text-ink-2">
                {next_free ? (
                  <>
                    {dayText(wallClock(new Date(next_free), time_zone).date, time_zone)}
                    <br />
                    {timeText(next_free, time_zone)}
                  </>
                ) : (
                  t('bookFull')
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
