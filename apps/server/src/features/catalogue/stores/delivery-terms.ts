import type { DeliveryChargeTerms } from '@nukkad/rules/delivery-charge.ts'
import type { StoreRow } from './columns.ts'

type Charges = Pick<StoreRow, 'delivery_charge_type' | 'base_delivery_distance_km' | 'extra_delivery_distance_km'> &
  Record<'delivery_charge_minor' | 'base_delivery_charge_minor' | 'extra_delivery_charge_minor', bigint | number>

/** Returns how a store charges for delivery, in the form of the rules. */
export function deliveryTerms(store: Charges): DeliveryChargeTerms {
  if (store.delivery_charge_type === 'FIXED') return { kind: 'FIXED', chargeMinor: BigInt(store.delivery_charge_minor) }
  return {
    kind: 'DYNAMIC',
    baseMinor: BigInt(store.base_delivery_charge_minor),
    baseDistanceKm: store.base_delivery_distance_km,
    extraMinor: BigInt(store.extra_delivery_charge_minor),
    extraDistanceKm: store.extra_delivery_distance_km,
  }
}
