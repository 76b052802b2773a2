import { create } from 'zustand'
import { readSchedule, type Schedule } from '#lib/slots.ts'
import { mirror, onCustomerLeft, onOtherTab, readKey } from '#lib/storage.ts'

const date = mirror('orderDate')
const slot = mirror('orderSlot')
const present = () => ({ chosen: readSchedule(readKey('orderDate'), readKey('orderSlot')) })

/** The schedule that the person chose for the cart, or null for an order as soon as possible. */
export const useSchedule = create<{ chosen: Schedule | null }>(present)

onOtherTab(() => {
  if ([date.hasChanged(), slot.hasChanged()].includes(true)) useSchedule.setState(present())
})
onCustomerLeft(() => useSchedule.setState({ chosen: null }))

/** Stores the schedule under the keys of docs/reference/wire.md#local-storage. */
export function chooseSchedule(chosen: Schedule | null): void {
  date.write(chosen ? JSON.stringify(chosen.date) : undefined)
  slot.write(chosen ? JSON.stringify(chosen.slot) : undefined)
  useSchedule.setState({ chosen })
}
