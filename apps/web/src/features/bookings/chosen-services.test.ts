import { expect, test } from 'vitest'
import type { Item } from '#lib/menu-item.ts'
import type { Salon } from '#lib/visits.ts'
import { chosenServices, minutesOf, priceOf, wishesOf } from './chosen-services.ts'

const service = {
  item_id: 12,
  name: 'Haircut',
  image: null,
  category: 'Hair',
  price_from: '400.00',
  price_to: '500.00',
  minutes: 30,
  deposit_kind: 'none' as const,
  deposit_value: '0',
  free_cancel_hours: 24,
  late_cancel_percent: 50,
  no_show_percent: 100,
  stylists: [
    { id: 1, price: '400.00', minutes: 30 },
    { id: 2, price: '500.00', minutes: 40 },
  ],
  addons: [{ id: 71, minutes: 15 }],
}
// The functions under test read only these fields of a salon and an item.
const salon = { services: [service] } as unknown as Salon
const addonsOf = (...ids: number[]) => ids.map((id) => ({ id, name: `Extra ${id}`, price: '50.00' }))
const item = {
  id: 12,
  is_active: 1,
  price: '450.00',
  currency: 'INR',
  addon_pricing: 'add',
  addon_categories: [
    { name: 'Length', type: 'SINGLE', addons: addonsOf(70, 71) },
    { name: 'Extras', type: 'MULTI', addons: addonsOf(72) },
  ],
} as unknown as Item

const cut = { itemId: 12, stylistId: null, isBeside: true }

test('[V-40] unknown services are left out, the first one waits for none, and single choices have their first', () => {
  const chosen = chosenServices([{ ...cut, itemId: 99 }, cut, { ...cut, stylistId: 9 }], salon, [item])
  expect(wishesOf(chosen)).toEqual([
    { item_id: 12, stylist_id: null, addons: [70], mode: 'after' },
    { item_id: 12, stylist_id: null, addons: [70], mode: 'beside' },
  ])
  expect(chosenServices([cut], salon, [{ ...item, is_active: 0 }])).toEqual([])
  expect(chosenServices(Array(6).fill(cut), salon, [item])).toHaveLength(5)
})

test('[V-40] price and length are those of the person, with add-ons', () => {
  const [anyone] = chosenServices([{ ...cut, addons: [71, 72] }], salon, [item])
  expect(priceOf(anyone!, null, 'add')).toEqual({ minor: 50_000n, isFrom: true })
  expect(priceOf(anyone!, 2, 'add')).toEqual({ minor: 60_000n, isFrom: false })
  expect(minutesOf(anyone!)).toBe(45)
  expect(minutesOf({ ...anyone!, stylistId: 2 })).toBe(55)
})
