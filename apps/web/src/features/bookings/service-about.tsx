import { t, tn } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import type { Salon, SalonService } from '#lib/visits.ts'
import { Face } from './face.tsx'

/** Shows who does a service, the part of the price that is paid ahead, and until when cancelling is free. */
export function ServiceAbout({ service, salon }: { service: SalonService; salon: Salon }) {
  const able = salon.stylists.filter(({ id }) => service.stylists.some((one) => one.id === id))
  return (
    <>
      {able.length > 0 ? (
        <section>
          <h3 className="text-heading">{t('bookPeople')}</h3>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
            {able.map(({ id, name, image }) => (
              <li key={id} className="flex items-center gap-2">
                <Face name={name} image={image} isSmall />
                <span dir="auto">{name}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3 className="text-heading">{t('visitTermsTitle')}</h3>
        <ul className="num mt-1 grid gap-1 text-ink-2">
          <li>{depositText(service, salon.currency)}</li>
          {service.free_cancel_hours > 0 ? <li>{tn('serviceFree', service.free_cancel_hours)}</li> : null}
        </ul>
      </section>
    </>
  )
}

function depositText({ deposit_kind: kind, deposit_value: value }: SalonService, currency: string): string {
  if (kind === 'none' || Number(value) === 0) return t('visitTermsNone')
  return t('visitTermsDeposit', { amount: kind === 'percent' ? `${value}%` : wirePrice(value, currency) })
}
