import { expect, test } from 'vitest'
import { ownerOf } from '#test/people.ts'
import { type Member, may } from './session.ts'

const member = (role: string, ...permissions: string[]) => ({ role, permissions, stores: [] }) as unknown as Member

test('[T-06] staff may do what their permissions say', () => {
  expect(may(member('staff', 'order_view'), { permission: 'order_view' })).toBe(true)
  expect(may(member('staff', 'order_view'), { permission: 'order_actions' })).toBe(false)
  expect(may(member('staff'), {})).toBe(true)
})

test('[T-06] store owners may do what belongs to owners, and nothing that belongs only to the shop', () => {
  expect(may(member('store_owner'), { permission: 'order_view', owners: true })).toBe(true)
  expect(may(member('store_owner'), { permission: 'order_view' })).toBe(false)
  expect(may(member('store_owner'), {})).toBe(false)
})

test('[T-06] the one permission that the shop gives to owners counts', () => {
  expect(may(member('store_owner', 'login_as_customer'), { permission: 'login_as_customer' })).toBe(true)
})

test('[T-06] pages that owners share are not open to staff without the permission', () => {
  expect(may(member('staff'), { permission: 'order_view', owners: true })).toBe(false)
})

test('[T-06] a permission in one store does not apply in another', () => {
  const member = { ...ownerOf('Sagar Tiffins', 'Corner Tea') }
  member.stores = member.stores.map((store, index) => ({ ...store, role: index === 0 ? 'owner' : 'kitchen' }))
  const access = { permission: 'stores_edit', owners: true } as const
  expect(member.stores.map(({ id }) => may(member, { ...access, storeId: id }))).toEqual([true, false])
})

test('[V-64] pages of salons are open only in salons, and to staff by their permission', () => {
  const access = { permission: 'order_view', owners: true, onlySalons: true } as const
  const [tea, salon] = ['Corner Tea', 'Glow'].map((name) => ownerOf(name)) as [Member, Member]
  salon.stores = salon.stores.map((store) => ({ ...store, is_salon: true }))
  expect([tea, salon, { ...salon, stores: [] }].map((one) => may(one, access))).toEqual([false, true, false])
  expect(may(member('staff', 'order_view'), access)).toBe(true)
})
