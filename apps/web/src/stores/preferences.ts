import { type GoodsType, salonOrderType, standardOrderType } from '@nukkad/rules/order-type.ts'
import { create } from 'zustand'
import { type ClientKey, readKey, writeKey } from '#lib/storage.ts'

type Preferences = {
  /** The person's preferred order type in all stores (S-13). */
  preferred: GoodsType
  /** The order type that applies to the current store (S-14). */
  selected: GoodsType
}

export const usePreferences = create<Preferences>(() => ({
  preferred: read('userPreferredSelection'),
  selected: read('userSelected'),
}))

/** Sets the preferred and the current order type to the one that the person chose (INT-27). */
export function choose(orderType: GoodsType): void {
  writeKey('userPreferredSelection', orderType)
  select(orderType)
  usePreferences.setState({ preferred: orderType })
}

export function select(orderType: GoodsType): void {
  writeKey('userSelected', orderType)
  usePreferences.setState({ selected: orderType })
}

/**
 * Sets the current order type from the preference and a store's delivery types, by the standard rule of the store page,
 * cart and checkout (E-26, E-27, INT-05).
 */
export function applyPreference(deliveryType: number): void {
  const orderType = standardOrderType(usePreferences.getState().preferred, deliveryType)
  if (orderType) select(orderType)
}

/**
 * Sets the current order type from the preference and the delivery types of the warehouse on a salon's home (E-28,
 * E-29, E-30).
 */
export function applySalonPreference(deliveryType: number): void {
  const orderType = salonOrderType(usePreferences.getState().preferred, deliveryType)
  if (orderType) select(orderType)
}

function read(key: ClientKey & ('userPreferredSelection' | 'userSelected')): GoodsType {
  return readKey(key) === 'SELFPICKUP' ? 'SELFPICKUP' : 'DELIVERY'
}
