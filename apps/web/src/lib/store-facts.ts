import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryCharge } from '@nukkad/rules/delivery-charge.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { OpeningWindow, Weekday } from '@nukkad/rules/opening-hours.ts'
import { isSettingOn, t } from './catalogue.ts'
import { clockTime } from './clock.ts'
import { wholePrice } from './price-format.ts'
import { minorOf } from './prices.ts'
import { chargeText, closedText, forTwoText } from './store-summary.ts'

type Store = Output<'get-restaurant-info'>
export type Week = Partial<Record<Weekday, readonly OpeningWindow[]>>

/** Returns a text that says until when an open store is open, or when a closed store opens. */
export function openText(store: Store): string {
  const closed = closedText(store)
  if (closed !== null) return closed
  if (store.closes_at) return t('storeClosesAt', { time: clockTime(store.closes_at) })
  return t(store.is_schedulable === 1 && store.schedule_data ? 'storeOpenAllDay' : 'filterOpen')
}

/**
 * Returns a store's terms as short texts: its price for two, its minimum order and its delivery. For a salon that takes
 * visits, no delivery is named.
 * @param distanceKm undefined if it is not known; the charge is then that for the shortest distance
 */
export function termsOf(store: Store, distanceKm: number | undefined): string[] {
  const { currency, min_order_price: least, kind } = store
  return [
    ...forTwoText(store),
    ...(minorOf(least, currency) > 0n
      ? [t(kind === 'salon' ? 'storeMinimumBooking' : 'storeMinimumOrder', { amount: wholePrice(least, currency) })]
      : []),
    ...(store.takes_visits ? [] : [deliveryText(store, distanceKm)]),
  ]
}

function deliveryText(store: Store, distanceKm: number | undefined): string {
  if (store.delivery_type === 2) return t(store.kind === 'salon' ? 'storeVisitSalon' : 'storeCardPickupOnly')
  return chargeText({ ...store, delivery_charge: wireMoney(chargeOf(store, distanceKm), store.currency) })
}

function chargeOf(store: Store, distanceKm: number | undefined): bigint {
  const { currency } = store
  return deliveryCharge({
    terms:
      store.delivery_charge_type === 'FIXED'
        ? { kind: 'FIXED', chargeMinor: minorOf(store.delivery_charges, currency) }
        : {
            kind: 'DYNAMIC',
            baseMinor: minorOf(store.base_delivery_charge, currency),
            baseDistanceKm: store.base_delivery_distance,
            extraMinor: minorOf(store.extra_delivery_charge, currency),
            extraDistanceKm: store.extra_delivery_distance,
          },
    distanceKm: distanceKm ?? 0,
    currency,
    roundUp: isSettingOn('enDelChrRnd'),
  })
}

/** Returns the opening hours by weekday, or undefined for a store without any. */
export function weekOf({ schedule_data: text }: Pick<Store, 'schedule_data'>): Week | undefined {
  // The JSON needs no check of its form, because the server writes it from its own table of opening hours.
  return text ? (JSON.parse(text) as Week) : undefined
}

export function licenceText(certificate: string): string {
  return t(isFoodLicence(certificate) ? 'storeFssaiFact' : 'storeCertificateFact', { certificate })
}

/** Returns whether a licence number has the form of a food licence: 14 digits. */
function isFoodLicence(certificate: string): boolean {
  return /^\d{14}$/.test(certificate)
}
