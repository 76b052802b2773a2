import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fingerprint } from '#test/fingerprint.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'
import { fundWallet } from '#test/wallet.ts'

/**
 * Makes every call that moves an order of goods with the order of a visit; each call must be refused and change
 * nothing.
 */
const test = useTestApp()
const { salon } = createSalons(test)
const staff = createStaff(test)

type Made = { customer: { id: number; token: string }; order: { id: number; unique_order_id: string }; number: string }
const states = ['booked', 'arrived', 'done'] as const
let of: TestSalon
let rider: { id: number; token: string }
let cookie: string
const visits = new Map<(typeof states)[number], Made>()
let minute = 0

beforeAll(async () => {
  of = await salon({
    cut: { deposit_kind: 'percent', deposit_value: 25n, free_cancel_hours: 1, late_cancel_percent: 50 },
  })
  rider = await test.build.rider({ stores: [of.store] })
  cookie = await staff.cookieWith('order_actions', 'order_view')
  for (const state of states) visits.set(state, await visitIn(state))
})

async function visitIn(state: (typeof states)[number]): Promise<Made> {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: 500_000n })
  minute += 60
  const services = [{ item_id: of.cut, stylist_id: of.stylists[0] }]
  const hold = { store_id: of.store.id, services, starts_at: startIn(2, minute) }
  const number = (await test.call('hold-visit', hold as never, customer)).body.visit.unique_visit_id
  const order = { order: [], delivery_type: 4, unique_visit_id: number, method: 'WALLET' }
  const placed = await test.call('place-order', order as never, customer)
  if (!placed.body.success) throw new Error('not placed')
  const about = { store_id: of.store.id, unique_visit_id: number }
  if (state !== 'booked') await test.call('dashboard/bookings/arrive', about, of.owner)
  if (state === 'done') await test.call('dashboard/bookings/finish', about, of.owner)
  return { customer, order: placed.body.data, number }
}

describe.each(states)('the order of a visit that is %s', (state) => {
  it.each<CallName>([
    'store-owner/accept-order',
    'store-owner/confirm-scheduled-order',
    'store-owner/mark-selfpickup-order-ready',
    'store-owner/mark-selfpickup-order-completed',
  ])('[V-13] is not moved by %s', async (name) => {
    const { order } = visits.get(state)!
    const before = await fingerprint(test.db)
    const input = { order_id: order.id, store_id: of.store.id }
    expect(codeOf(await test.call(name, input as never, of.owner))).toBe('ORDER_OF_VISIT')
    expect(await fingerprint(test.db)).toBe(before)
  })

  it.each<[CallName, object, string]>([
    ['dashboard/orders/offer-again', {}, 'ORDER_OF_VISIT'],
    ['dashboard/orders/assign-rider', { rider_id: 0 }, 'TRANSITION_REFUSED'],
    ['dashboard/orders/close-delivery', { reason: 'Handed over' }, 'TRANSITION_REFUSED'],
  ])('[V-13] is not moved by staff with %s', async (name, more, code) => {
    const { order } = visits.get(state)!
    const before = await fingerprint(test.db)
    const input = { order_id: order.id, ...more, ...('rider_id' in more && { rider_id: rider.id }) }
    expect(codeOf(await staff.ask(name as never, input as never, { cookie }))).toBe(code)
    expect(await fingerprint(test.db)).toBe(before)
  })

  it.each<[CallName, object]>([
    ['delivery/accept-to-deliver', {}],
    ['delivery/pickedup-order', {}],
    ['delivery/deliver-order', { delivery_pin: '12345' }],
    ['delivery/report-trouble', { trouble: 'returned' }],
  ])('[V-13] is not moved by a rider with %s', async (name, more) => {
    const { order } = visits.get(state)!
    const before = await fingerprint(test.db)
    const answer = await test.call(name, { order_id: order.id, ...more } as never, rider)
    expect(answer.status).toBeLessThan(500)
    expect(codeOf(answer)).toBe('ORDER_NOT_YOURS')
    expect(await fingerprint(test.db)).toBe(before)
  })
})

it('[V-13] the store can cancel the order of a visit only before the customer has arrived', async () => {
  const before = await fingerprint(test.db)
  for (const state of ['arrived', 'done'] as const) {
    const input = { order_id: visits.get(state)!.order.id, store_id: of.store.id }
    expect(codeOf(await test.call('store-owner/cancel-order', input as never, of.owner))).toBe('TRANSITION_REFUSED')
  }
  expect(await fingerprint(test.db)).toBe(before)
})

it('[V-13] after the start, a customer cannot cancel the visit or its order, so the no-show share applies', async () => {
  const { customer, order, number } = await visitIn('booked')
  await sql`update visits set starts_at = now() - interval '1 minute' where unique_visit_id = ${number}`.execute(
    test.db,
  )
  const before = await fingerprint(test.db)
  expect(codeOf(await test.call('cancel-visit', { unique_visit_id: number }, customer))).toBe('VISIT_CLOSED')
  expect(codeOf(await test.call('cancel-order', { order_id: order.id }, customer))).toBe('ORDER_NOT_CANCELLABLE')
  expect(await fingerprint(test.db)).toBe(before)
  await sql`update visits set starts_at = now() - interval '1 hour' where unique_visit_id = ${number}`.execute(test.db)
  const missed = { store_id: of.store.id, unique_visit_id: number }
  // The deposit is a quarter of 400.00. The salon keeps the whole deposit after a no-show, and half of it after a late
  // cancellation.
  expect((await test.call('dashboard/bookings/no-show', missed, of.owner)).body.visit).toMatchObject({
    status: 'no_show',
    kept: { amount: '100.00', state: 'waiting' },
  })
})

it('[V-13] shortly before the start, a customer can still cancel the order of a visit', async () => {
  const { customer, order, number } = await visitIn('booked')
  await sql`update visits set starts_at = now() + interval '2 hours' where unique_visit_id = ${number}`.execute(test.db)
  expect((await test.call('cancel-order', { order_id: order.id }, customer)).body.success).toBe(true)
})
