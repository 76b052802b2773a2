import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract, type Output } from '@nukkad/contract/contract.ts'
import { expect, it } from 'vitest'
import { codeOf, type TestAnswer, useTestApp } from './harness.ts'
import { photo, uploadPicture } from './pictures.ts'
import { createDeliveries } from './referrals.ts'
import { createSalons, startIn } from './salon.ts'
import { createStaff } from './staff.ts'
import { fundWallet } from './wallet.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const { admin, signIn, ask } = createStaff(test)
const deliveries = createDeliveries(test)

type Sent<Name extends CallName> = Promise<TestAnswer<Output<Name>>>
/**
 * A call without an idempotency key, which a test repeats: `act` makes the call, always with the same contents, and
 * `undo` makes its stored answer untrue.
 */
type Repeated<Name extends CallName> = {
  act: () => Sent<Name>
  undo: (answer: Output<Name>) => Promise<unknown>
  /** The error code with which the server refuses the call after `undo`; without a code the call succeeds again. */
  refusal?: string
}
type Cases = { [Name in CallName]?: () => Promise<Repeated<Name>> }

const staff = async () => ({ cookie: (await signIn(await admin())).cookie })

async function upload(use: string, { cookie }: { cookie: string }): Promise<string> {
  return (await uploadPicture(test, { use, cookie, picture: await photo() })).body.path
}

/** Returns a salon, and a function that makes a call as its owner. */
async function openSalon() {
  const of = await salon()
  const own = <Name extends CallName>(name: Name, input: object) =>
    test.call(name, { store_id: of.store.id, ...input } as never, { token: of.owner.token })
  return { of, own }
}

/** Opens a case of an order whose refund needs an approver, and returns it with two members of staff. */
async function openedCase() {
  const customer = await test.build.customer()
  const order = await deliveries.deliver(customer, 600_000n)
  const line = test.db.selectFrom('order_lines').select('id').where('order_id', '=', order.id)
  const items = [{ id: (await line.executeTakeFirstOrThrow()).id, quantity: 1 }]
  const { body } = await test.call('open-case', { order_id: order.id, problem: 'wrong', items }, customer)
  if (!body.success) throw new Error(JSON.stringify(body))
  return { by: await staff(), second: await staff(), id: body.case.id }
}

async function bookedVisit(of: Awaited<ReturnType<typeof salon>>, startsAt: string) {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: 100_000n })
  const services = [{ item_id: of.cut, stylist_id: of.stylists[0]! }]
  const held = await test.call('hold-visit', { store_id: of.store.id, services, starts_at: startsAt }, customer)
  const { unique_visit_id } = held.body.visit
  const order = { order: [], delivery_type: 4 as const, unique_visit_id, method: 'WALLET' as const }
  expect(codeOf(await test.call('place-order', order, customer))).toBeUndefined()
  return { customer, number: unique_visit_id }
}

const cases: Cases = {
  'hold-visit': async () => {
    const of = await salon()
    const customer = await test.build.customer()
    const input = { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startIn(3, 600) }
    return {
      act: () => test.call('hold-visit', input, customer),
      undo: ({ visit }) => test.call('release-hold', { unique_visit_id: visit.unique_visit_id }, customer),
    }
  },
  'move-visit': async () => {
    const { of, own } = await openSalon()
    const { customer, number } = await bookedVisit(of, startIn(4, 600))
    return {
      act: () => test.call('move-visit', { unique_visit_id: number, starts_at: startIn(4, 690) }, customer),
      undo: () => own('dashboard/bookings/move', { unique_visit_id: number, starts_at: startIn(4, 810) }),
    }
  },
  'dashboard/bookings/move': async () => {
    const { of, own } = await openSalon()
    const { customer, number } = await bookedVisit(of, startIn(4, 600))
    return {
      act: () => own('dashboard/bookings/move', { unique_visit_id: number, starts_at: startIn(4, 690) }),
      undo: () => test.call('move-visit', { unique_visit_id: number, starts_at: startIn(4, 810) }, customer),
    }
  },
  'dashboard/bookings/walk-in': async () => {
    const { of, own } = await openSalon()
    const input = { guest_name: 'Meera', services: [{ item_id: of.cut }], starts_at: startIn(2, 600) }
    return {
      act: () => own('dashboard/bookings/walk-in', input),
      undo: ({ visit: { unique_visit_id } }) => own('dashboard/bookings/cancel', { unique_visit_id, reason: 'Ill' }),
    }
  },
  'join-wait-list': async () => {
    const { of, own } = await openSalon()
    const customer = await test.build.customer()
    const starts_at = startIn(3, 0)
    for (const stylist_id of of.stylists)
      await own('dashboard/bookings/absences/save', { stylist_id, starts_at, ends_at: startIn(4, 0), reason: '' })
    const input = { store_id: of.store.id, services: [{ item_id: of.cut }], dates: [startIn(3, 720).slice(0, 10)] }
    return {
      act: () => test.call('join-wait-list', input, customer),
      undo: ({ entry }) => test.call('leave-wait-list', { unique_wait_id: entry.unique_wait_id }, customer),
    }
  },
  'dashboard/bookings/stylists/save': async () => {
    const { own } = await openSalon()
    const input = { name: 'Tara', position: 9, is_active: 1, hours: { monday: [] }, services: [] }
    return {
      act: () => own('dashboard/bookings/stylists/save', input),
      undo: ({ stylist: { id } }) => own('dashboard/bookings/stylists/delete', { id }),
    }
  },
  'dashboard/bookings/absences/save': async () => {
    const { of, own } = await openSalon()
    const input = { stylist_id: of.stylists[0]!, starts_at: startIn(2, 600), ends_at: startIn(2, 700), reason: '' }
    return {
      act: () => own('dashboard/bookings/absences/save', input),
      undo: ({ absence: { id } }) => own('dashboard/bookings/absences/delete', { id }),
    }
  },
  'dashboard/bookings/resources/save': async () => {
    const { own } = await openSalon()
    const input = { kind: 'chair', name: 'By the window', position: 9, is_active: 1 }
    return {
      act: () => own('dashboard/bookings/resources/save', input),
      undo: ({ resource: { id } }) => own('dashboard/bookings/resources/delete', { id }),
    }
  },
  'dashboard/bookings/services/save': async () => {
    const { of, own } = await openSalon()
    const terms = {
      deposit_kind: 'none',
      deposit_value: '',
      free_cancel_hours: 24,
      late_cancel_percent: 50,
      no_show_percent: 100,
    }
    const segments = [{ minutes: 45, needs_stylist: true, resource_kind: null }]
    const input = { item_id: of.shampoo, segments, buffer_minutes: 0, addons: [], ...terms }
    return {
      act: () => own('dashboard/bookings/services/save', input),
      undo: () => own('dashboard/bookings/services/delete', { item_id: of.shampoo }),
    }
  },
  'dashboard/notes/add': async () => {
    const by = await staff()
    return {
      act: () => ask('dashboard/notes/add', { text: 'Call the printer' }, by),
      undo: ({ notes }) => ask('dashboard/notes/delete', { id: notes[0]!.id }, by),
    }
  },
  'store-owner/employees/invite': async () => {
    const { own } = await openSalon()
    return {
      act: () => own('store-owner/employees/invite', { role: 'kitchen', email: 'divya@example.test' }),
      undo: ({ id }) => own('store-owner/employees/withdraw-invitation', { invitation_id: id }),
    }
  },
  'dashboard/coupons/save': async () => {
    const by = await staff()
    const input = {
      name: 'Festival',
      code: 'REPEATED',
      user_type: 'ALL',
      discount_type: 'AMOUNT',
      discount: '10.00',
      store_ids: [],
      is_active: 1,
    }
    return {
      act: () => ask('dashboard/coupons/save', input, by),
      undo: ({ coupon: { id } }) => ask('dashboard/coupons/delete', { id }, by),
    }
  },
  'dashboard/sliders/save': async () => {
    const by = await staff()
    return {
      act: () => ask('dashboard/sliders/save', { name: 'Repeated', position_id: 0, is_active: 1 }, by),
      undo: ({ slider: { id } }) => ask('dashboard/sliders/delete', { id }, by),
    }
  },
  'dashboard/slides/save': async () => {
    const by = await staff()
    const { slider } = (await ask('dashboard/sliders/save', { name: 'Slides', position_id: 0, is_active: 1 }, by)).body
    const input = { slider_id: slider.id, name: 'Repeated', image: await upload('slide', by), is_active: 1 }
    return {
      act: () => ask('dashboard/slides/save', input, by),
      undo: ({ slider: { slides } }) => ask('dashboard/slides/delete', { id: slides[0]!.id }, by),
      // The server refuses the repeated call, because the picture was deleted with the slide.
      refusal: 'INVALID_INPUT',
    }
  },
  'dashboard/category-tiles/save': async () => {
    const by = await staff()
    const { id } = await test.db
      .insertInto('store_categories')
      .values({ name: 'Repeated' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const input = { name: 'Repeated', image: await upload('tile', by), category_ids: [id], is_active: 1 }
    return {
      act: () => ask('dashboard/category-tiles/save', input, by),
      undo: ({ tiles }) =>
        ask('dashboard/category-tiles/delete', { id: tiles.find(({ name }) => name === 'Repeated')!.id }, by),
      refusal: 'INVALID_INPUT',
    }
  },
  'dashboard/delivery-collections/collect': async () => {
    const by = await staff()
    const { order, rider } = await deliveries.carried(await test.build.customer(), 900_000n)
    await deliveries.handOver({ order, rider })
    const { rider_id } = await test.db
      .selectFrom('orders')
      .select('rider_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    const other = await staff()
    return {
      act: () => ask('dashboard/delivery-collections/collect', { rider_id, amount: '9000', note: 'All of it' }, by),
      undo: ({ data: { id } }) => ask('dashboard/delivery-collections/refuse', { id, reason: 'Counted again' }, other),
    }
  },
  'dashboard/pages/save': async () => {
    const by = await staff()
    return {
      act: () => ask('dashboard/pages/save', { name: 'Repeated', slug: 'repeated', body: '<p>Again</p>' }, by),
      undo: ({ page: { slug } }) => ask('dashboard/pages/delete', { slug }, by),
    }
  },
  'dashboard/popular-locations/save': async () => {
    const by = await staff()
    const input = { name: 'Repeated', latitude: 12.9, longitude: 77.6, is_active: 1 }
    await ask('dashboard/popular-locations/save', { ...input, name: 'The first' }, by)
    return {
      act: () => ask('dashboard/popular-locations/save', input, by),
      undo: ({ locations }) =>
        ask('dashboard/popular-locations/delete', { id: locations.find(({ name }) => name === 'Repeated')!.id }, by),
    }
  },
  'dashboard/cases/credit': async () => {
    const { by, second, id } = await openedCase()
    const input = { id, amount: '6000', pocket: 'own', reason: 'Cold', answer: 'Sorry' }
    return {
      act: () => ask('dashboard/cases/credit', input, by),
      undo: ({ case: settled }) =>
        ask('dashboard/wallet-adjustments/refuse', { id: settled.approval_id, reason: 'Too much' }, second),
    }
  },
  'dashboard/cases/refund': async () => {
    const { by, second, id } = await openedCase()
    return {
      act: () => ask('dashboard/cases/refund', { id, to: 'wallet', reason: 'Cold', answer: 'Sorry' }, by),
      undo: ({ case: settled }) =>
        ask('dashboard/refunds/refuse', { id: settled.approval_id, reason: 'Too much' }, second),
    }
  },
  'dashboard/send-push-notification': async () => {
    const by = await staff()
    const { id } = await test.build.customer()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    return {
      act: () => ask('dashboard/send-push-notification', { title: 'Sale', message: 'From ten', to: [id], at }, by),
      undo: ({ broadcast_id }) => ask('dashboard/broadcasts/cancel', { id: broadcast_id }, by),
    }
  },
}

/** Calls that no other call undoes, and calls whose own tests cover a repetition. */
const lasting: readonly CallName[] = [
  'place-order',
  'payment/start',
  'wallet-top-up',
  'open-case',
  'cancel-order',
  'cancel-visit',
  'store-owner/cancel-order',
  'dashboard/orders/cancel',
  'dashboard/bookings/finish',
  'dashboard/cases/refuse',
  'dashboard/commission-approvals/approve',
  'dashboard/commission-approvals/refuse',
  'dashboard/delivery-collections/approve',
  'dashboard/delivery-collections/refuse',
  'dashboard/export',
  'dashboard/export-plans/run',
  'dashboard/payment-approvals/approve',
  'dashboard/payment-approvals/confirm',
  'dashboard/payment-approvals/refuse',
  'dashboard/payment-issues/handle',
  'dashboard/people/create',
  'dashboard/refunds/approve',
  'dashboard/refunds/propose',
  'dashboard/refunds/refuse',
  'dashboard/store-payouts/pay',
  'dashboard/store-payouts/reject',
  'dashboard/store-settlements/approve',
  'dashboard/store-settlements/record',
  'dashboard/store-settlements/refuse',
  'dashboard/stores/create',
  'dashboard/stores/duplicate',
  'dashboard/wallet-adjustments/approve',
  'dashboard/wallet-adjustments/propose',
  'dashboard/wallet-adjustments/refuse',
]

it('[GAP-16] each idempotent call is in one of these lists', () => {
  const isIdempotent = (name: CallName) => (contract[name] as CallShape).idempotent
  const idempotent = (Object.keys(contract) as CallName[]).filter(isIdempotent)
  expect([...Object.keys(cases), ...lasting].toSorted()).toEqual(idempotent.toSorted())
})

it('[GAP-16] without a key, a repeated call is not made again because of a change to another row', async () => {
  const by = await staff()
  const add = (name: string) =>
    ask('dashboard/popular-locations/save', { name, latitude: 12.9, longitude: 77.6, is_active: 1 }, by)
  const note = (text: string) => ask('dashboard/notes/add', { text }, by)
  await add('Mine')
  await note('Mine')
  await add('Another')
  await note('Another')
  const again = await add('Mine')
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.locations.filter(({ name }) => name === 'Mine')).toHaveLength(1)
  expect((await note('Mine')).body.notes.map(({ text }) => text)).toEqual(['Another', 'Mine'])
})

it.each(Object.entries(cases))(
  '[GAP-16] without a key, a repeated %s gets its stored answer only while that is still true',
  async (_name, open) => {
    const { act, undo, refusal } = (await open()) as Repeated<CallName>
    const first = await act()
    expect(codeOf(first), JSON.stringify(first.body)).toBeUndefined()
    const twice = await act()
    expect(twice.headers['idempotent-replayed']).toBe('true')
    expect(twice.body).toEqual(first.body)
    const undone = (await undo(first.body)) as TestAnswer
    expect(codeOf(undone), JSON.stringify(undone.body)).toBeUndefined()
    const again = await act()
    expect(codeOf(again), JSON.stringify(again.body)).toBe(refusal)
    expect(again.headers['idempotent-replayed']).toBeUndefined()
  },
)
