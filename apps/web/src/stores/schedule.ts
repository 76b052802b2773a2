import { create } from 'zustand'
import { readSchedule, type Schedule } from '#lib/slots.ts'
import { readKey, removeKey, writeKey } from '#lib/storage.ts'

/** When the cart is wanted; null: as soon as possible. */
export const useSchedule = create<{ chosen: Schedule | null }>(() => ({
  chosen: readSchedule(readKey('orderDate'), readKey('orderSlot')),
}))

/** Kept as the wire contract §6.1 names it. Another time is another order, with a key of its own. */
export function chooseSchedule(chosen: Schedule | null): void {
  if (chosen) {
    writeKey('orderDate', JSON.stringify(chosen.date))
    writeKey('orderSlot', JSON.stringify(chosen.slot))
  } else {
    removeKey('orderDate')
    removeKey('orderSlot')
  }
  removeKey('checkoutKey')
  useSchedule.setState({ chosen })
}
