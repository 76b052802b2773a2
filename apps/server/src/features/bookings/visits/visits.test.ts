import { randomUUID } from 'node:crypto'
import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createCard, useTill } from '#test/payments.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { fundWallet } from '#test/wallet.ts'
import { expireUnpaidOrders } from '../../ordering/orders/scheduler.ts'
import { jobs } from './jobs.ts'
import { payKeptShares } from './kept-share.ts'

const test = useTestApp()
useTill(test)
const card = createCard(test)
const { salon, tooLong } = createSalons(test)

type Person = { id: number; token: string }
const soon = startIn(2)
/** Number of rounds of each race. `npm run prove` sets `PROOF_RUNS`, which raises it. */
const ROUNDS = process.env.PROOF_RUNS ? 100 : 2
const deposit = {
  deposit_kind: 'percent',
  deposit_value: 25n,
  free_cancel_hours: 24,
  late_cancel_percent: 50,
  no_show_percent: 100,
}

const hold = (customer: Person, of: TestSalon, input: object = {}) =>
  test.call(
    'hold-visit',
    { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: soon, ...input },
    { token: customer.token, key: randomUUID() },
  )
const order = (customer: Person, number: string, input: object = {}) =>
  test.call(
    'place-order',
    { order: [], delivery_type: 4, unique_visit_id: number, method: 'COD', ...input },
    { token: customer.token },
  )
const visitOf = async (customer: Person, number: string) =>
  (await test.call('visit', { unique_visit_id: number }, { token: customer.token })).body.visit
const reception = (of: TestSalon, call: string, number: string, input: object = {}) =>
  test.call(
    `dashboard/bookings/${call}` as 'dashboard/bookings/arrive',
    { store_id: of.store.id, unique_visit_id: number, ...input },
    { token: of.owner.token },
  )
const claimsOf = async (number: string) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from visit_claims c join visits v on v.id = c.visit_id
      where v.unique_visit_id = ${number}`.execute(test.db)
  ).rows[0]!.count
const sound = async () => expect(await checkLedger(test.db)).toEqual([])

/**
 * Gives the haircut two options, one of which must be chosen. The first option adds the given minutes. Returns the id
 * of the first option.
 */
async function lengthenCut({ cut }: TestSalon, minutes: number): Promise<number> {
  const item = await test.db.selectFrom('items').selectAll().where('id', '=', cut).executeTakeFirstOrThrow()
  const { addons } = await test.build.addons({
    item,
    type: 'SINGLE',
    options: [
      { name: 'Long', price_minor: 0n },
      { name: 'Short', price_minor: 0n },
    ],
  })
  await test.db.insertInto('addon_minutes').values({ addon_id: addons[0]!.id, minutes }).execute()
  return addons[0]!.id
}

/** Books a visit; a deposit is paid from the wallet. */
async function book(of: TestSalon, input: object = {}, method = 'WALLET') {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: 100_000n })
  const { body } = await hold(customer, of, input)
  const number = body.visit.unique_visit_id
  const placed = await order(customer, number, { method })
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  return { customer, number, order: placed.body.data }
}

describe('a customer', () => {
  let of: TestSalon
  beforeAll(async () => {
    of = await salon()
  })

  it('sees services, people and free times', async () => {
    const { body } = await test.call('salon-services', { store_id: of.store.id })
    expect(body.services.map(({ name, minutes, price_from }) => [name, minutes, price_from])).toEqual([
      ['Haircut', 30, '400.00'],
      ['Colour', 85, '1000.00'],
    ])
    expect(body.stylists).toMatchObject([{ name: 'Nila 1', next_free: expect.any(String) }, { name: 'Nila 2' }])
    const times = await test.call('free-times', {
      store_id: of.store.id,
      services: [{ item_id: of.cut }, { item_id: of.colour, stylist_id: of.stylists[1] }],
      from: soon.slice(0, 10),
      days: 2,
    })
    expect(times.body.days).toHaveLength(2)
    expect(times.body.days[0]!.starts.length).toBeGreaterThan(10)
    expect(times.body.days[0]!.starts[0]!.stylists[1]).toBe(of.stylists[1])
  })

  it('[V-02] sees a next free start of each person, which is also the first free time for the same request', async () => {
    const own = await salon({ storeRow: { is_schedulable: false } })
    // With the default option, the haircut takes longer than the colour, except for the person who is slow at
    // colouring.
    const option = await lengthenCut(own, 90)
    await test.db
      .updateTable('stylist_services')
      .set({ minutes: 200 })
      .where('stylist_id', '=', own.stylists[1]!)
      .where('item_id', '=', own.colour)
      .execute()
    const firstOf = async (item: number, stylist: number) => {
      const today = wallClock(new Date(), 'Asia/Kolkata').date
      const services = [{ item_id: item, stylist_id: stylist, addons: item === own.cut ? [option] : [] }]
      const { body } = await test.call('free-times', { store_id: own.store.id, services, from: today, days: 7 })
      return body.days.flatMap(({ starts }) => starts)[0]!.starts_at
    }
    const { body } = await test.call('salon-services', { store_id: own.store.id })
    expect(body.stylists.map(({ next_service }) => next_service)).toEqual([own.colour, own.cut])
    for (const { id, next_free, next_service } of body.stylists)
      expect(next_free).toBe(await firstOf(next_service!, id))
  })

  it('[V-02] sees no start in a salon that is closed until further notice, and none before the end of a pause', async () => {
    const closed = await salon({ storeRow: { is_active: false, is_schedulable: false } })
    const end = new Date(Date.now() + 26 * 60 * 60_000)
    const paused = await salon({ storeRow: { is_active: false, paused_until: end } })
    const timesOf = async (of: TestSalon) => {
      const today = wallClock(new Date(), 'Asia/Kolkata').date
      const asked = { store_id: of.store.id, services: [{ item_id: of.cut }], from: today, days: 3 }
      const { body } = await test.call('free-times', asked)
      const next = (await test.call('salon-services', { store_id: of.store.id })).body.stylists.map(
        (one) => one.next_free,
      )
      return { starts: body.days.flatMap(({ starts }) => starts.map(({ starts_at }) => starts_at)), next }
    }
    expect(await timesOf(closed)).toEqual({ starts: [], next: [null, null] })
    const { starts, next } = await timesOf(paused)
    expect(Date.parse(starts[0]!)).toBeGreaterThanOrEqual(end.getTime())
    expect(next).toEqual([starts[0], starts[0]])
  })

  it('[V-18] sees which dates have no opening hours', async () => {
    const own = await salon({ storeRow: { is_schedulable: true } })
    const today = wallClock(new Date(), 'Asia/Kolkata').date
    const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
    await test.db
      .insertInto('store_hours')
      .values({ store_id: own.store.id, weekday: (weekday + 2) % 7, opens_at: '09:00', closes_at: '18:00' })
      .execute()
    const asked = { store_id: own.store.id, services: [{ item_id: own.cut }], from: today, days: 7 }
    const { body } = await test.call('free-times', asked)
    expect(body.days.map(({ is_open }) => is_open)).toEqual([false, false, true, false, false, false, false])
  })

  it('sees on the store page, in lists and in search results whether a salon takes visits', async () => {
    const point = { latitude: '12.9352', longitude: '77.6245' }
    const of = await salon({
      storeRow: { name: 'Zarina Parlour', delivery_type: 4, latitude: 12.9352, longitude: 77.6245 },
    })
    const plain = await test.build.store({ kind: 'salon', latitude: 12.9352, longitude: 77.6245 })
    const seen = async () => {
      const listed = (await test.call('get-favorite-stores', point, { token: fan.token })).body
      const found = (await test.call('search-restaurants', { ...point, q: 'Zarina' })).body.restaurants
      const info = (await test.call('get-restaurant-info', {}, { path: `/${of.store.slug}` })).body
      return [info, ...listed.filter(({ id }) => id === of.store.id), ...found].map((one) => one.takes_visits)
    }
    const fan = await test.build.customer()
    await test.db.insertInto('favourites').values({ user_id: fan.id, store_id: of.store.id }).execute()
    expect(await seen()).toEqual([true, true, true])
    await test.db.updateTable('items').set({ is_active: false }).where('store_id', '=', of.store.id).execute()
    expect((await seen()).slice(0, 2)).toEqual([false, false])
    const other = await test.call('get-restaurant-info', {}, { path: `/${plain.slug}` })
    expect(other.body.takes_visits).toBe(false)
  })

  it('[V-13] holds a time, pays nothing if there is no deposit, and books the visit and goods in one order', async () => {
    const customer = await test.build.customer()
    const { body: held } = await hold(customer, of, { starts_at: startIn(2, 720) })
    expect(held.visit).toMatchObject({ status: 'held', price: '400.00', terms: { deposit: '0.00' } })
    const number = held.visit.unique_visit_id
    const cart = { order: [{ id: of.shampoo, quantity: 2 }], delivery_type: 4 as const, unique_visit_id: number }
    const { body: quote } = await test.call('quote', cart, { token: customer.token })
    expect(quote).toMatchObject({ total: '900.00', payable: '0.00', at_store: '900.00' })
    const placed = await order(customer, number, { order: cart.order })
    expect(placed.body).toMatchObject({
      success: true,
      data: { delivery_type: 4, orderstatus_id: 10, total: 900, payable: 0, at_store: 900 },
    })
    expect(await visitOf(customer, number)).toMatchObject({ status: 'booked', can_move: true, can_cancel: true })
    const { body } = await test.call('my-visits', {}, { token: customer.token })
    expect(body.visits.map(({ unique_visit_id }) => unique_visit_id)).toEqual([number])
    await sound()
  })

  it('gets the same details when holding a time as when reading the visit later', async () => {
    const customer = await test.build.customer()
    const services = [{ item_id: of.cut, stylist_id: of.stylists[0] }, { item_id: of.cut }]
    const { body } = await hold(customer, of, { services, starts_at: startIn(3) })
    expect(await visitOf(customer, body.visit.unique_visit_id)).toEqual(body.visit)
  })

  it('[V-12] has one open hold, and can release and replace it', async () => {
    const customer = await test.build.customer()
    const { body } = await hold(customer, of, { starts_at: startIn(3) })
    expect(codeOf(await hold(customer, of, { starts_at: startIn(3, 705) }))).toBe('HOLD_OPEN')
    const replaced = await hold(customer, of, { starts_at: startIn(3, 720), replaces: true })
    expect(replaced.body.success).toBe(true)
    const number = replaced.body.visit.unique_visit_id
    expect(codeOf(await test.call('release-hold', { unique_visit_id: body.visit.unique_visit_id }, customer))).toBe(
      'VISIT_UNKNOWN',
    )
    expect((await test.call('release-hold', { unique_visit_id: number }, customer)).body).toEqual({ success: true })
    expect(codeOf(await test.call('release-hold', { unique_visit_id: number }, customer))).toBe('VISIT_UNKNOWN')
  })

  it('[V-08] moves a visit and its claims within the free hours, and not later', async () => {
    const { customer, number } = await book(of, { starts_at: startIn(4) }, 'COD')
    const to = startIn(4, 800)
    const times = await test.call('free-times', { unique_visit_id: number, from: to.slice(0, 10), days: 1 }, customer)
    expect(times.body.days[0]!.starts.map(({ starts_at }) => starts_at)).toContain(startIn(4))
    const { body } = await test.call('move-visit', { unique_visit_id: number, starts_at: startIn(4, 795) }, customer)
    expect(body.visit).toMatchObject({ status: 'booked', starts_at: startIn(4, 795), sequence: 1 })
    expect(await claimsOf(number)).toBe(3)
    const late = await book(of, { starts_at: nextQuarter(40) }, 'COD')
    const answer = await test.call('move-visit', { unique_visit_id: late.number, starts_at: to }, late.customer)
    expect(codeOf(answer)).toBe('MOVE_TOO_LATE')
    expect(codeOf(await test.call('move-visit', { unique_visit_id: number, starts_at: to }, late.customer))).toBe(
      'VISIT_UNKNOWN',
    )
    expect(
      codeOf(await test.call('move-visit', { unique_visit_id: number, starts_at: startIn(4, 801) }, customer)),
    ).toBe('SLOT_INVALID')
  })
})

/** Returns a start on the grid that is at least this many minutes from now. */
function nextQuarter(minutes: number): string {
  const quarter = 15 * 60_000
  return new Date(Math.ceil((Date.now() + minutes * 60_000) / quarter) * quarter).toISOString()
}

describe('refused, and nothing changes', () => {
  let of: TestSalon
  let other: TestSalon
  beforeAll(async () => {
    of = await salon({ stylists: 1 })
    other = await salon({ stylists: 1 })
  })
  it.each<[string, () => object, string]>([
    ['a start in the past', () => ({ starts_at: startIn(-1) }), 'SLOT_INVALID'],
    ['a start off the grid', () => ({ starts_at: startIn(2, 601) }), 'SLOT_INVALID'],
    ['a start beyond the horizon', () => ({ starts_at: startIn(200) }), 'SLOT_INVALID'],
    ['a start without a zone', () => ({ starts_at: '2026-12-01T10:00:00' }), 'INVALID_INPUT'],
    ['six services', () => ({ services: Array(6).fill({ item_id: of.cut }) }), 'TOO_MANY_SERVICES'],
    [
      'a person of another salon',
      () => ({ services: [{ item_id: of.cut, stylist_id: other.stylists[0] }] }),
      'STYLIST_CANNOT',
    ],
    ['a product', () => ({ services: [{ item_id: of.shampoo }] }), 'ITEM_UNAVAILABLE'],
    ['a service of another salon', () => ({ services: [{ item_id: other.cut }] }), 'ITEM_UNAVAILABLE'],
    ['an unknown add-on', () => ({ services: [{ item_id: of.cut, addons: [2_000_000_000] }] }), 'ADDON_INVALID'],
    ['no service', () => ({ services: [] }), 'INVALID_INPUT'],
    ['an unknown salon', () => ({ store_id: 2_000_000_000 }), 'STORE_UNKNOWN'],
  ])('[V-06] %s', async (_what, input, code) => {
    const customer = await test.build.customer()
    expect(codeOf(await hold(customer, of, input()))).toBe(code)
    expect((await test.call('my-visits', {}, customer)).body.visits).toEqual([])
  })

  it('[V-06] a taken time, which is answered with the next three starts', async () => {
    const [first, second] = [await test.build.customer(), await test.build.customer()]
    const at = startIn(5)
    expect((await hold(first, of, { starts_at: at })).status).toBe(200)
    const answer = await hold(second, of, { starts_at: at })
    expect([answer.status, codeOf(answer)]).toEqual([409, 'SLOT_TAKEN'])
    expect(answer.body).toMatchObject({ next_starts: [startIn(5, 630), startIn(5, 660), startIn(5, 675)] })
  })

  it('[V-06] orders for a hold that has ended, is already booked, or belongs to another customer', async () => {
    const [customer, stranger] = [await test.build.customer(), await test.build.customer()]
    const { body } = await hold(customer, of, { starts_at: startIn(6) })
    const number = body.visit.unique_visit_id
    expect(codeOf(await order(stranger, number))).toBe('VISIT_UNKNOWN')
    expect(codeOf(await test.call('visit', { unique_visit_id: number }, stranger))).toBe('VISIT_UNKNOWN')
    expect(codeOf(await order(customer, number, { quoted_deposit: '1' }))).toBe('DEPOSIT_CHANGED')
    await test.db
      .updateTable('visits')
      .set({ held_until: new Date(Date.now() - 1000) })
      .where('unique_visit_id', '=', number)
      .execute()
    expect(codeOf(await order(customer, number))).toBe('HOLD_EXPIRED')
    // The next request finds the expired hold and takes its time.
    const { body: taken } = await hold(stranger, of, { starts_at: startIn(6) })
    await order(stranger, taken.visit.unique_visit_id)
    expect(codeOf(await order(stranger, taken.visit.unique_visit_id, { order_comment: 'again' }))).toBe('VISIT_CLOSED')
  })

  it('[V-06] cancelling a visit twice, or after its start', async () => {
    const { customer, number } = await book(of, { starts_at: startIn(7) }, 'COD')
    expect(
      (await test.call('cancel-visit', { unique_visit_id: number }, { ...customer, key: 'cancel-visit-first-1' })).body,
    ).toMatchObject({ kept: '0.00' })
    expect(
      codeOf(
        await test.call('cancel-visit', { unique_visit_id: number }, { ...customer, key: 'cancel-visit-again-1' }),
      ),
    ).toBe('VISIT_CLOSED')
    expect(codeOf(await test.call('cancel-visit', { unique_visit_id: 'V-NONE' }, customer))).toBe('VISIT_UNKNOWN')
    expect(await claimsOf(number)).toBe(0)
  })
})

describe('refusals of single calls', () => {
  let of: TestSalon
  let lasting: { services: object[] }
  beforeAll(async () => {
    of = await salon({ stylists: 1 })
    lasting = await tooLong(of)
  })
  const times = (input: object, who?: Person) =>
    test.call(
      'free-times',
      { store_id: of.store.id, services: [{ item_id: of.cut }], from: soon.slice(0, 10), ...input },
      who,
    )

  it.each<[string, () => object, string]>([
    ['an unknown salon', () => ({ store_id: 2_000_000_000 }), 'STORE_UNKNOWN'],
    ['a product', () => ({ services: [{ item_id: of.shampoo }] }), 'ITEM_UNAVAILABLE'],
    ['an unknown add-on', () => ({ services: [{ item_id: of.cut, addons: [2_000_000_000] }] }), 'ADDON_INVALID'],
    ['an unknown person', () => ({ services: [{ item_id: of.cut, stylist_id: 2_000_000_000 }] }), 'STYLIST_CANNOT'],
    ['six services', () => ({ services: Array(6).fill({ item_id: of.cut }) }), 'TOO_MANY_SERVICES'],
    ['a service of more than a day', () => lasting, 'SERVICE_TOO_LONG'],
    ['a visit and services', () => ({ unique_visit_id: 'V-NONE' }), 'INVALID_INPUT'],
    ['fifteen days', () => ({ days: 15 }), 'INVALID_INPUT'],
  ])('[V-06] free times of %s', async (_what, input, code) => {
    expect(codeOf(await times(input()))).toBe(code)
  })

  it('[V-06] visits that are over, already paid or unknown', async () => {
    const customer = await test.build.customer()
    expect(codeOf(await hold(customer, of, lasting))).toBe('SERVICE_TOO_LONG')
    expect(codeOf(await test.call('salon-services', { store_id: 2_000_000_000 }))).toBe('STORE_UNKNOWN')
    const about = (number: string) => ({ store_id: undefined, services: undefined, unique_visit_id: number })
    expect(codeOf(await times(about('V-NONE'), customer))).toBe('VISIT_UNKNOWN')
    const visit = await book(of, { starts_at: startIn(8) }, 'COD')
    const other = await book(of, { starts_at: startIn(8, 780) }, 'COD')
    const taken = await test.call(
      'move-visit',
      { unique_visit_id: visit.number, starts_at: startIn(8, 780) },
      visit.customer,
    )
    expect(codeOf(taken)).toBe('SLOT_TAKEN')
    expect(taken.body).toMatchObject({ next_starts: [startIn(8, 810), expect.any(String), expect.any(String)] })
    expect(codeOf(await test.call('release-hold', { unique_visit_id: other.number }, other.customer))).toBe(
      'VISIT_CLOSED',
    )
    await test.call('cancel-visit', { unique_visit_id: other.number }, other.customer)
    expect(codeOf(await times(about(other.number), other.customer))).toBe('VISIT_CLOSED')
    const again = { unique_visit_id: other.number, starts_at: startIn(8) }
    expect(codeOf(await test.call('move-visit', again, other.customer))).toBe('VISIT_CLOSED')
  })

  it('[V-06] quotes of visits that have no hold', async () => {
    const customer = await test.build.customer()
    const quote = (number: string) =>
      test.call('quote', { order: [], delivery_type: 4, unique_visit_id: number }, customer)
    expect(codeOf(await quote('V-NONE'))).toBe('VISIT_UNKNOWN')
    const { body } = await hold(customer, of, { starts_at: startIn(9) })
    const number = body.visit.unique_visit_id
    await test.db
      .updateTable('visits')
      .set({ held_until: new Date(Date.now() - 1000) })
      .where('unique_visit_id', '=', number)
      .execute()
    expect(codeOf(await quote(number))).toBe('HOLD_EXPIRED')
    await test.db
      .updateTable('visits')
      .set({ held_until: new Date(Date.now() + 60_000) })
      .where('unique_visit_id', '=', number)
      .execute()
    await order(customer, number)
    expect(codeOf(await quote(number))).toBe('VISIT_CLOSED')
  })
})

describe('money', () => {
  let of: TestSalon
  beforeAll(async () => {
    of = await salon({ stylists: 3, chairs: 3, cut: deposit })
  })

  it('[V-07] [V-13] a deposit is paid when booking: not in cash, and from the wallet only up to its limit', async () => {
    const { customer, number } = await book(of, { starts_at: startIn(2, 0) })
    expect(await walletBalances(test.db, customer.id)).toMatchObject({ ownMinor: 90_000n })
    expect((await visitOf(customer, number)).terms).toMatchObject({ deposit: '100.00' })
    const poor = await test.build.customer()
    const { body } = await hold(poor, of, { starts_at: startIn(2, 60) })
    expect(codeOf(await order(poor, body.visit.unique_visit_id))).toBe('METHOD_NOT_AVAILABLE')
    await sound()
  })

  it('[V-07] [V-13] an online deposit books the visit when it is paid, and an unpaid one frees its time', async () => {
    const customer = await test.build.customer()
    const { body } = await hold(customer, of, { starts_at: startIn(2, 120) })
    const number = body.visit.unique_visit_id
    const placed = await order(customer, number, { method: 'RAZORPAY' })
    if (!placed.body.success) throw new Error('not placed')
    const { id } = placed.body.data
    expect(placed.body.data).toMatchObject({ orderstatus_id: 8, payable: 100, at_store: 300 })
    expect(await visitOf(customer, number)).toMatchObject({ status: 'held', held_until: null })
    await card.pay({ userId: customer.id, orderId: id, amountMinor: 10_000n })
    expect(await visitOf(customer, number)).toMatchObject({ status: 'booked' })

    const late = await test.build.customer()
    const { body: second } = await hold(late, of, { starts_at: startIn(2, 180) })
    const waiting = await order(late, second.visit.unique_visit_id, { method: 'RAZORPAY' })
    if (!waiting.body.success) throw new Error('not placed')
    await test.db
      .updateTable('orders')
      .set({ placed_at: new Date(Date.now() - 10 * 3_600_000) })
      .where('id', '=', waiting.body.data.id)
      .execute()
    await expireUnpaidOrders(test.services)
    expect(await visitOf(late, second.visit.unique_visit_id)).toMatchObject({ status: 'cancelled' })
    expect(await claimsOf(second.visit.unique_visit_id)).toBe(0)
    await sound()
  })

  it('[V-08] [V-13] cancelling in the free hours returns everything; later the salon keeps the accepted half', async () => {
    const free = await book(of, { starts_at: startIn(3, 0) })
    const { body } = await test.call('cancel-visit', { unique_visit_id: free.number }, free.customer)
    expect(body).toMatchObject({ refunded: '100.00', kept: '0.00' })
    expect(await walletBalances(test.db, free.customer.id)).toMatchObject({ ownMinor: 100_000n })

    const late = await book(of, { starts_at: nextQuarter(100) })
    // A later change of the service's terms does not affect a booked visit.
    await test.db.updateTable('services').set({ late_cancel_percent: 100 }).where('item_id', '=', of.cut).execute()
    const answer = await test.call('cancel-order', { order_id: late.order.id }, late.customer)
    expect(answer.body).toMatchObject({ success: true })
    expect(await walletBalances(test.db, late.customer.id)).toMatchObject({ ownMinor: 95_000n })
    expect((await visitOf(late.customer, late.number)).kept).toMatchObject({ amount: '50.00', state: 'waiting' })
    await sound()
    await payKeptShares(test.services)
    expect((await visitOf(late.customer, late.number)).kept).toMatchObject({ state: 'waiting' })
    await pass(late.order.id)
    await payKeptShares(test.services)
    expect((await visitOf(late.customer, late.number)).kept).toMatchObject({ state: 'paid' })
    expect(await storeBalance(of)).toBe(5_000n)
    await sound()
  })

  it('[V-09] [V-13] a finished visit settles the cash that the salon took at its counter', async () => {
    const { number, customer } = await book(of, { starts_at: startIn(4, 0) })
    const before = await storeBalance(of)
    expect(codeOf(await reception(of, 'finish', number))).toBe('VISIT_CLOSED')
    expect((await reception(of, 'arrive', number)).body.visit.status).toBe('arrived')
    expect((await reception(of, 'arrive', number)).body.visit.status).toBe('arrived')
    expect((await reception(of, 'finish', number)).body.visit.status).toBe('done')
    expect((await reception(of, 'finish', number)).body.visit.status).toBe('done')
    expect(await visitOf(customer, number)).toMatchObject({ status: 'done', can_cancel: false })
    // The salon gets the price of 400.00 less commission, less the 300.00 that the customer paid at the salon.
    const { commission_basis_points } = await test.db
      .selectFrom('stores')
      .select('commission_basis_points')
      .where('id', '=', of.store.id)
      .executeTakeFirstOrThrow()
    const commission = (40_000n * BigInt(commission_basis_points)) / 10_000n
    expect((await storeBalance(of)) - before).toBe(10_000n - commission)
    await sound()
  })

  it('[V-08] [V-13] after the grace time a no-show can be recorded; the store keeps its share, and the customer can object', async () => {
    const { number, customer, order: placed } = await book(of, { starts_at: startIn(5, 0) })
    expect(codeOf(await reception(of, 'no-show', number))).toBe('NO_SHOW_TOO_EARLY')
    await begin(number)
    expect((await reception(of, 'no-show', number)).body.visit).toMatchObject({
      status: 'no_show',
      kept: { state: 'waiting' },
    })
    expect(codeOf(await reception(of, 'no-show', number))).toBe('VISIT_CLOSED')
    expect(await walletBalances(test.db, customer.id)).toMatchObject({ ownMinor: 90_000n })
    expect(await claimsOf(number)).toBe(0)
    const objection = await test.call(
      'open-case',
      { order_id: placed.id, problem: 'no_show', words: 'I was there' },
      customer,
    )
    expect(objection.body).toMatchObject({ success: true, case: { problem: 'no_show', state: 'open' } })
    await pass(placed.id)
    await payKeptShares(test.services)
    expect((await visitOf(customer, number)).kept).toMatchObject({ state: 'waiting' })
    await sound()
    expect((await reception(of, 'waive-share', number)).body.visit.status).toBe('no_show')
    expect(codeOf(await reception(of, 'waive-share', number))).toBe('VISIT_CLOSED')
    expect(await walletBalances(test.db, customer.id)).toMatchObject({ ownMinor: 100_000n })
    expect((await test.call('get-cases', {}, customer)).body.cases).toMatchObject([
      { problem: 'no_show', state: 'settled' },
    ])
    const again = await test.call('open-case', { order_id: placed.id, problem: 'no_show' }, customer)
    expect(codeOf(again)).toBe('CASE_NOT_MISSED')
    await sound()
  })

  it('[V-08] [V-13] a customer can object to a no-show that keeps only promotion credit, within the same time', async () => {
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { promotionMinor: 50_000n })
    const { body } = await hold(customer, of, { starts_at: startIn(6, 0) })
    const number = body.visit.unique_visit_id
    const placed = await order(customer, number, { method: 'WALLET' })
    if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
    const { id } = placed.body.data
    const object = () => test.call('open-case', { order_id: id, problem: 'no_show', words: 'I came' }, customer)
    expect(codeOf(await object())).toBe('CASE_NOT_MISSED')
    await begin(number)
    const missed = await reception(of, 'no-show', number)
    expect(missed.body.visit).toMatchObject({ status: 'no_show', kept: null })
    expect(await walletBalances(test.db, customer.id)).toMatchObject({ promotionMinor: 40_000n })
    const { kept } = await visitOf(customer, number)
    expect(kept).toMatchObject({ amount: '100.00', state: 'waiting' })
    expect(Date.parse(kept!.pays_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    // The salon has no share that it could give back, because only promotion credit was kept: it belongs to the
    // platform, so staff decide about it.
    expect(codeOf(await reception(of, 'waive-share', number))).toBe('VISIT_CLOSED')
    await sql`update visits set ended_at = ended_at - interval '24 hours' where unique_visit_id = ${number}`.execute(
      test.db,
    )
    expect((await visitOf(customer, number)).kept).toMatchObject({ state: 'paid' })
    expect(codeOf(await object())).toBe('CASE_NOT_MISSED')
    await sql`update visits set ended_at = ended_at + interval '1 hour' where unique_visit_id = ${number}`.execute(
      test.db,
    )
    expect((await object()).body).toMatchObject({ success: true, case: { problem: 'no_show', state: 'open' } })
    await sound()
  })

  it('[V-08] if the salon cancels, all money is returned, also in the last hour', async () => {
    const { number, customer } = await book(of, { starts_at: nextQuarter(200) })
    expect((await reception(of, 'cancel', number, { reason: 'ill' })).body.visit.status).toBe('cancelled')
    expect(await walletBalances(test.db, customer.id)).toMatchObject({ ownMinor: 100_000n })
    await sound()
  })
})

/** Ends the objection time of an order's kept share. */
async function pass(orderId: number): Promise<void> {
  await test.db
    .updateTable('visit_kept')
    .set({ pays_at: new Date(Date.now() - 1000) })
    .where('order_id', '=', orderId)
    .execute()
}

/** Changes a booked visit so that it began an hour ago. */
async function begin(number: string): Promise<void> {
  await sql`update visits set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour'
    where unique_visit_id = ${number}`.execute(test.db)
}

async function storeBalance(of: TestSalon): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(p.amount_minor), 0)::bigint as balance from ledger_accounts a join postings p on p.account_id = a.id
     where a.kind = 'store_payable' and a.store_id = ${of.store.id}`.execute(test.db)
  return rows[0]!.balance
}

describe('races', () => {
  const hands = (resourceKind: string | null) => ({ minutes: 30, needsStylist: true, resourceKind })
  const rest = (resourceKind: string) => ({ ...hands(resourceKind), needsStylist: false })

  it.each([
    { claims: 1, segments: [hands(null)] },
    { claims: 3, segments: [hands('chair'), rest('chair'), hands('chair')] },
    { claims: 5, segments: [hands('chair'), rest('basin'), hands('basin'), rest('chair')] },
  ])(
    '[V-12] of 200 parallel requests for one time with $claims claims, exactly one gets it, and no answer is above 499',
    async ({ claims, segments }) => {
      const of = await salon({ stylists: 1, chairs: 1 })
      await test.db
        .updateTable('services')
        .set({ segments: JSON.stringify(segments) })
        .where('item_id', '=', of.colour)
        .execute()
      await test.db.insertInto('resources').values({ store_id: of.store.id, kind: 'basin', name: 'Basin' }).execute()
      const customers = await Promise.all(Array.from({ length: 200 }, () => test.build.customer()))
      for (let round = 0; round < ROUNDS; round++) {
        await sql`delete from limit_counters`.execute(test.db)
        const answers = await Promise.all(
          customers.map((customer) => hold(customer, of, { services: [{ item_id: of.colour }] })),
        )
        expect(answers.filter(({ status }) => status >= 500)).toEqual([])
        expect(answers.filter((answer) => codeOf(answer) === 'SLOT_TAKEN')).toHaveLength(199)
        const [winner] = answers.filter(({ body }) => body.success)
        const number = winner!.body.visit.unique_visit_id
        // The visit of a customer has one claim more than its people and resources need: the claim on the customer.
        expect(await claimsOf(number)).toBe(claims + 1)
        const holder = customers[answers.indexOf(winner!)]!
        expect((await test.call('release-hold', { unique_visit_id: number }, holder)).body).toEqual({ success: true })
      }
    },
    3_600_000,
  )

  it('[V-12] the database refuses a second claim of a person at the same time', async () => {
    const of = await salon({ stylists: 1 })
    const customer = await test.build.customer()
    const { body } = await hold(customer, of, { starts_at: startIn(2) })
    const claim = test.db
      .insertInto('visit_claims')
      .columns(['visit_id', 'thing', 'thing_id', 'during'])
      .expression((eb) =>
        eb
          .selectFrom('visit_claims as c')
          .innerJoin('visits as v', 'v.id', 'c.visit_id')
          .select(['c.visit_id', 'c.thing', 'c.thing_id', 'c.during'])
          .where('v.unique_visit_id', '=', body.visit.unique_visit_id)
          .where('c.thing', '=', 'stylist'),
      )
    await expect(claim.execute()).rejects.toMatchObject({ constraint: 'visit_claims__once' })
  })

  it('[V-12] the job deletes holds that have ended', async () => {
    const of = await salon({ stylists: 1 })
    const customer = await test.build.customer()
    const { body } = await hold(customer, of, {})
    const number = body.visit.unique_visit_id
    await test.db
      .updateTable('visits')
      .set({ held_until: new Date(Date.now() - 1000) })
      .where('unique_visit_id', '=', number)
      .execute()
    await jobs.tasks['delete-ended-holds']!({}, test.services)
    expect(await claimsOf(number)).toBe(0)
  })
})
