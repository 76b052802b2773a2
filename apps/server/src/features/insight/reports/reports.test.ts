import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { periodBefore } from './routes.ts'

const test = useTestApp()
const { admin, member, signIn, ask } = createStaff(test)

/** Returns the moment at which it is this date and time in India. */
const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00+05:30`)
const march = { from: '2026-03-01', to: '2026-03-31' }

async function shop() {
  const [store, other] = [await test.build.store({ pincode: '560034' }), await test.build.store({ name: 'Far Away' })]
  const [asha, ravi] = [await test.build.customer(), await test.build.customer()]
  const order = (row: object) =>
    test.build.order({ user_id: asha.id, store_id: store.id, status: 5, placed_at: at('2026-03-10'), ...row })
  return { store, other, asha, ravi, order }
}

let cookie = ''
beforeAll(async () => {
  ;({ cookie } = await signIn(await admin()))
})
const sales = async (about: object, as = cookie) =>
  (await ask('dashboard/reports/sales', { ...march, ...about }, { cookie: as })).body

describe('the sales of a period', () => {
  it('[U-19] cover days in the time zone of the shop, less refunds, next to the previous period', async () => {
    const { store, asha, ravi, order } = await shop()
    await order({ placed_at: at('2026-03-10', '23:30') })
    await order({ placed_at: at('2026-03-31', '23:59'), refunded_own_minor: 0n })
    await order({ status: 6, placed_at: at('2026-03-12') })
    await order({ status: 8, placed_at: at('2026-03-12'), payment_mode: 'RAZORPAY' })
    await order({
      user_id: ravi.id,
      placed_at: at('2026-02-20'),
      lines: [{ name: 'Vada', quantity: 3, unit_price_minor: 5001n }],
    })
    await order({ user_id: asha.id, placed_at: at('2026-04-01', '00:00') })
    const report = await sales({ store_id: store.id })
    expect(report).toMatchObject({
      currency: 'INR',
      currencies: ['INR'],
      now: { sales: '200.00', orders: 3, average: '100.00', cancelled: 1, new_customers: 1 },
      before: { sales: '150.03', orders: 1, average: '150.03', cancelled: 0, new_customers: 1 },
      stores: [{ id: store.id, orders: 3, sales: '200.00' }],
      items: [{ name: 'Masala Dosa', quantity: 2, sales: '200.00' }],
    })
    expect(report.days).toHaveLength(31)
    expect(report.days.filter(({ orders }) => orders > 0)).toEqual([
      { day: '2026-03-10', sales: '100.00', orders: 1, cancelled: 0 },
      { day: '2026-03-12', sales: '0.00', orders: 1, cancelled: 1 },
      { day: '2026-03-31', sales: '100.00', orders: 1, cancelled: 0 },
    ])
    expect(report.hours.filter(({ orders }) => orders > 0)).toEqual([
      { hour: 12, orders: 1 },
      { hour: 23, orders: 2 },
    ])
    const days = await ask(
      'dashboard/table',
      { table: 'sales_by_day', filters: { store: String(store.id), day: '2026-03-01..2026-03-31' } },
      { cookie },
    )
    expect(days.body.rows.map((row) => [row.day, row.orders, row.sales])).toEqual([
      ['2026-03-31', 1, '100.00'],
      ['2026-03-12', 1, '0.00'],
      ['2026-03-10', 1, '100.00'],
    ])
    const items = await ask(
      'dashboard/table',
      { table: 'items_sold', filters: { store: String(store.id) }, q: 'vada' },
      { cookie },
    )
    expect(items.body.rows).toMatchObject([{ day: '2026-02-20', item: 'Vada', quantity: 3, sales: '150.03' }])
  })

  it('[U-19] the sales are in one currency', async () => {
    const { store, order } = await shop()
    await order({})
    await order({ currency: 'KWD', lines: [{ name: 'Tea', quantity: 1, unit_price_minor: 1250n }] })
    await order({})
    expect(await sales({ store_id: store.id })).toMatchObject({ currencies: ['INR', 'KWD'], now: { sales: '200.00' } })
    expect(await sales({ store_id: store.id, currency: 'KWD' })).toMatchObject({ now: { sales: '1.250', orders: 1 } })
  })

  it('[U-19] can be filtered by pincode and around a popular location', async () => {
    const { order, other } = await shop()
    await order({ placed_at: at('2025-03-10') })
    await order({ store_id: other.id, placed_at: at('2025-03-10'), latitude: 28.61, longitude: 77.2 })
    const { id } = await test.db
      .insertInto('popular_locations')
      .values({ name: 'Delhi', latitude: 28.62, longitude: 77.21 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const year = { from: '2025-01-01', to: '2025-12-31' }
    expect((await sales(year)).now.orders).toBe(2)
    expect((await sales({ ...year, pincode: '560034' })).now.orders).toBe(1)
    expect((await sales({ ...year, location_id: id })).stores).toMatchObject([{ id: other.id }])
  })

  it('[GAP-75] need the permission for reports; owners see only those of their own stores', async () => {
    const { store, other, order } = await shop()
    await order({})
    await order({ store_id: other.id })
    const clerk = await signIn(await member('order_view'))
    for (const call of ['dashboard/reports/sales', 'dashboard/reports/service', 'dashboard/reports/customers'] as const)
      expect(codeOf(await ask(call, march, clerk))).toBe('PERMISSION_MISSING')
    const owner = await test.build.owner({ stores: [store] })
    const { body } = await test.call('dashboard/reports/sales', march, { token: owner.token })
    expect(body.stores).toMatchObject([{ id: store.id }])
    const foreign = await test.call('dashboard/reports/sales', { ...march, store_id: other.id }, { token: owner.token })
    expect(foreign.body.now).toMatchObject({ orders: 0, sales: '0.00', average: null })
    const customers = await test.call('dashboard/reports/customers', march, { token: owner.token })
    expect(customers.body.referrals).toBeNull()
    const rows = await test.call('dashboard/table', { table: 'sales_by_day' }, { token: owner.token })
    expect(rows.body.rows.map((row) => row.store)).toEqual(['Corner Kitchen'])
  })

  it('refuse invalid days, and periods that are reversed or too long', async () => {
    for (const wrong of [
      { from: '2026-02-30' },
      { from: '0000-01-01', to: '0000-01-02' },
      { from: '2026-04-01' },
      { from: '2020-01-01' },
      { to: 'today' },
    ])
      expect((await ask('dashboard/reports/sales', { ...march, ...wrong }, { cookie })).status).toBe(400)
  })

  it.each([
    ['2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
    ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
  ])('%s to %s is compared with %s to %s', (from, to, before, until) => {
    expect(periodBefore({ from, to })).toEqual({ from: before, to: until })
  })
})

describe('the delivery times of a period', () => {
  it('[U-19] compares promised and real minutes, and shows how long each rider took', async () => {
    const { store, order, asha } = await shop()
    const rider = await test.build.rider({ stores: [store] })
    for (const lateBy of [-15, 0, 25]) {
      const { id } = await order({
        rider_id: rider.id,
        promised_at: at('2026-03-10', '12:30'),
        delivered_at: new Date(at('2026-03-10', '12:30').getTime() + lateBy * 60_000),
      })
      const event = { order_id: id, store_id: store.id, user_id: asha.id, kind: 'x', actor: 'rider' }
      await test.db
        .insertInto('order_events')
        .values([
          { ...event, from_status: 2, to_status: 3, at: at('2026-03-10', '12:01') },
          { ...event, from_status: 3, to_status: 4, at: at('2026-03-10', '12:09') },
        ])
        .execute()
    }
    const { body } = await ask('dashboard/reports/service', { ...march, store_id: store.id }, { cookie })
    expect(body.promise).toMatchObject({ delivered: 3, promised: 30, real: 30, on_time: 66.7 })
    expect(body.promise.late.map(({ orders }) => orders)).toEqual([1, 0, 1, 0, 1, 0])
    expect(body.promise.late[0]).toMatchObject({ from: null, to: -10 })
    expect(body.riders).toEqual([{ id: rider.id, name: 'Ravi Kumar', delivered: 3, to_pickup: 8, to_door: 21 }])
    const trips = await ask('dashboard/table', { table: 'trips', filters: { rider: String(rider.id) } }, { cookie })
    expect(trips.body.rows.map(({ to_pickup, promised, real }) => [to_pickup, promised, real])).toEqual([
      [8, 30, 55],
      [8, 30, 30],
      [8, 30, 15],
    ])
  })
})

describe('the customers of a shop', () => {
  it('[U-19] customers are grouped by the month of their first order, with the number who came back', async () => {
    const { store, asha, ravi, order } = await shop()
    for (const day of ['2026-01-31', '2026-02-02', '2026-03-05']) await order({ placed_at: at(day, '23:30') })
    await order({ user_id: ravi.id, placed_at: at('2026-01-05') })
    await order({ user_id: ravi.id, status: 6, placed_at: at('2026-02-05') })
    expect(asha.id).not.toBe(ravi.id)
    const { body } = await ask('dashboard/reports/customers', { ...march, store_id: store.id }, { cookie })
    expect(body.cohorts).toHaveLength(6)
    expect(body.cohorts.find(({ month }) => month === '2026-01')).toEqual({
      month: '2026-01',
      customers: 2,
      came: [2, 1, 1],
    })
    expect(body.cohorts[0]).toEqual({ month: '2026-03', customers: 0, came: [0] })
  })

  it('[U-06] who were referred are counted with their sales and their cost', async () => {
    const { store, asha, order } = await shop()
    const friend = await test.build.customer({ referred_by: asha.id, created_at: at('2024-03-05') })
    await order({ user_id: friend.id, placed_at: at('2024-03-06') })
    const year = { from: '2024-01-01', to: '2024-12-31', store_id: store.id }
    const { body } = await ask('dashboard/reports/customers', year, { cookie })
    expect(body.referrals).toEqual({
      signups: 1,
      referred_signups: 1,
      orders: 1,
      sales: '100.00',
      rewards: '0.00',
      commissions: '0.00',
    })
  })
})

describe('a report of a year', () => {
  it("[U-19] equals the sum of its orders, with days and hours in the shop's time", async () => {
    const { store, asha, ravi } = await shop()
    const begin = Date.parse('2025-03-01T00:00:00+05:30')
    const year = { from: '2025-03-01', to: '2026-02-28', store_id: store.id }
    const placed: { local: string; status: number; price: bigint }[] = []
    for (let no = 0; no < 120; no++) {
      // Places one order every 146 hours over two years, so that the orders cover each quarter of an hour, each status
      // and both customers.
      const placedAt = new Date(begin + (no * 145.83 - 8760) * 3_600_000)
      const status = [1, 5, 5, 6, 8, 9, 2][no % 7]!
      const customer = no % 5 < 3 ? asha : ravi
      const price = 1000n + BigInt(no)
      await test.build.order({
        user_id: customer.id,
        store_id: store.id,
        status,
        placed_at: placedAt,
        ...([8, 9].includes(status) && { payment_mode: 'RAZORPAY' }),
        lines: [{ name: 'Vada', quantity: 1, unit_price_minor: price }],
      })
      placed.push({ local: new Date(placedAt.getTime() + 5.5 * 3_600_000).toISOString(), status, price })
    }
    const counted = placed.filter(({ status }) => status !== 8 && status !== 9)
    const stated = (orders: typeof placed) => {
      const kept = orders.filter(({ status }) => status !== 6)
      const sold = kept.reduce((sum, { price }) => sum + price, 0n)
      return { orders: orders.length, cancelled: orders.length - kept.length, sales: Number(sold) / 100 }
    }
    const read = ({ orders, cancelled, sales }: { orders: number; cancelled: number; sales: string }) => ({
      orders,
      cancelled,
      sales: Number(sales),
    })
    const report = await sales(year)
    const of = counted.filter(({ local }) => local >= '2025-03-01' && local < '2026-03-01')
    expect(of.length).toBeGreaterThan(30)
    expect(read(report.now)).toEqual(stated(of))
    expect(read(report.before)).toEqual(stated(counted.filter(({ local }) => local < '2025-03-01')))
    for (const day of report.days)
      expect(read(day)).toEqual(stated(of.filter(({ local }) => local.startsWith(day.day))))
    for (const { hour, orders } of report.hours)
      expect(orders).toBe(of.filter(({ local }) => Number(local.slice(11, 13)) === hour).length)
    expect(report.now.new_customers + report.before.new_customers).toBe(2)
    expect(read({ ...report.stores[0]!, cancelled: stated(of).cancelled })).toEqual(stated(of))
  })
})

describe('taxes and charges', () => {
  it('[U-19] [GAP-75] taxes and charges are summed by the day of delivery, store and rate, from delivered orders; owners see their own', async () => {
    const { store, other, order } = await shop()
    const of = { tip_minor: 500n, store_charge_minor: 1000n, delivery_charge_minor: 3000n, coupon_minor: 2000n }
    const taxed = { ...of, tax_basis_points: 500, tax_minor: 450n, total_minor: 12_950n, payable_minor: 12_950n }
    await order({ ...taxed, delivered_at: at('2026-03-11', '00:30') })
    await order({ ...taxed, delivered_at: at('2026-03-11', '23:50'), refunded_own_minor: 250n })
    await order({ delivered_at: at('2026-03-11') })
    await order({ ...taxed, status: 6 })
    await order({ ...taxed, store_id: other.id, delivered_at: at('2026-03-11') })
    const owner = await test.build.owner({ stores: [store] })
    const query = { table: 'taxes', filters: { day: '2026-03-11..2026-03-11' } } as const
    const { rows } = (await test.call('dashboard/table', query, { token: owner.token })).body
    const sums = { items: '200.00', discount: '40.00', charges: '80.00', tax: '9.00', tips: '10.00', total: '259.00' }
    expect(rows.toSorted((a, b) => Number(b.rate) - Number(a.rate))).toMatchObject([
      { day: '2026-03-11', store: store.name, rate: 5, orders: 2, ...sums, refunded: '2.50', currency: 'INR' },
      { rate: 0, orders: 1, tax: '0.00', items: '100.00' },
    ])
    const all = await ask('dashboard/table', query, { cookie })
    expect(all.body.rows.map((row) => row.store)).toContain('Far Away')
  })
})

describe('home', () => {
  it("[U-01] [U-02] shows today's sales next to the daily goal, if one is set", async () => {
    const { order } = await shop()
    const today = async () => (await ask('dashboard/home', {}, { cookie })).body.today
    const save = async (value: string) => {
      const { edition } = (await ask('dashboard/settings', {}, { cookie })).body
      return ask('dashboard/settings/save', { edition, values: { adminDailyTargetRevenue: value } }, { cookie })
    }
    expect(await today()).toBeNull()
    expect((await save('25000')).status).toBe(200)
    const before = Number((await today())!.sold)
    await order({ placed_at: new Date() })
    expect(await today()).toEqual({ sold: (before + 100).toFixed(2), target: '25000.00', currency: 'INR' })
    const owner = await test.build.owner({ stores: [await test.build.store()] })
    expect((await test.call('dashboard/home', {}, { token: owner.token })).body.today).toBeNull()
    await save('')
    expect(await today()).toBeNull()
  })

  it('[U-01] shows seven days, open orders and the missing steps of a new shop, each with its permission', async () => {
    const { store, order } = await shop()
    await order({ status: 1, placed_at: new Date() })
    await order({ status: 2, placed_at: new Date() })
    await order({ status: orderStatusIds.scheduled, placed_at: new Date() })
    await order({ status: orderStatusIds.schedule_confirmed, placed_at: new Date() })
    const { body } = await ask('dashboard/home', {}, { cookie })
    expect(body.sales?.days).toHaveLength(7)
    expect(body.checklist).toMatchObject({ store: true })
    expect(body.open_orders).toMatchObject({ new: expect.any(Number) as number })
    const owner = await test.build.owner({ stores: [store] })
    const own = await test.call('dashboard/home', {}, { token: owner.token })
    expect(own.body).toMatchObject({ open_orders: { all: 4, new: 2 }, sales: { now: { orders: 4 } }, checklist: null })
    const second = await test.build.store()
    await order({ store_id: second.id, status: 1, placed_at: new Date() })
    const both = await test.build.owner({ stores: [store, second] })
    const homeOf = async (store_id: number) =>
      (await test.call('dashboard/home', { store_id }, { token: both.token })).body.open_orders?.all
    expect([await homeOf(store.id), await homeOf(second.id)]).toEqual([4, 1])
    expect(await homeOf((await test.build.store()).id)).toBe(0)
    const clerk = await signIn(await member('coupons_manage'))
    expect((await ask('dashboard/home', {}, clerk)).body).toEqual({
      success: true,
      sales: null,
      today: null,
      open_orders: null,
      alarms: [],
      checklist: null,
    })
  })
})
