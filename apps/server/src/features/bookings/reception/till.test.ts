import type { WireInput } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { totalDays } from '#features/insight/reports/total-days.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { createStaff } from '#test/staff.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const dashboard = createDashboard(test)

let of: TestSalon
let other: TestSalon
beforeAll(async () => {
  of = await salon()
  other = await salon()
  await rate(of.stylists[0]!, 4_000)
})

async function rate(stylistId: number, commission_basis_points: number): Promise<void> {
  await test.db.updateTable('stylists').set({ commission_basis_points }).where('id', '=', stylistId).execute()
}

type FinishInput = Partial<Omit<WireInput<'dashboard/bookings/finish'>, 'token' | 'user_id'>>
let keys = 0
/** Finishes a visit. Each call has a new idempotency key, as each press of the dashboard's button has. */
const finish = (number: string, input: FinishInput = {}, key = `finish-key-${String(++keys).padStart(8, '0')}`) =>
  test.call(
    'dashboard/bookings/finish',
    { store_id: of.store.id, unique_visit_id: number, ...input },
    { token: of.owner.token, key },
  )
const till = (number: string, input: object = {}, who: { token: string } = of.owner) =>
  test.call('dashboard/bookings/till', { store_id: of.store.id, unique_visit_id: number, ...input }, who)
const earningsOf = (of: TestSalon, who: { token: string } = of.owner) =>
  test.call('dashboard/bookings/earnings', { store_id: of.store.id }, who)
/** Returns the actions of the audit log that concern a visit, in their order. */
const auditOf = async (number: string) => {
  const entries = test.db.selectFrom('audit_entries').select('action').where('object_id', '=', number)
  return (await entries.orderBy('id').execute()).map(({ action }) => action)
}
const sound = async () => expect(await checkLedger(test.db)).toEqual([])

let minute = 0
type Booking = { services?: object[]; goods?: { id: number; quantity: number }[]; coupon?: string; method?: string }

/** Books a visit whose customer has arrived. */
async function arrived({ services, goods = [], coupon, method = 'COD' }: Booking = {}, at: TestSalon = of) {
  const customer = await test.build.customer({ name: 'Asha Menon' })
  await fundWallet(test.db, customer.id, { ownMinor: 500_000n })
  const wishes = services ?? [{ item_id: at.cut, stylist_id: at.stylists[0] }]
  minute += 180
  const held = await test.call(
    'hold-visit',
    { store_id: at.store.id, services: wishes, starts_at: startIn(2, minute) } as never,
    customer,
  )
  const number = held.body.visit.unique_visit_id
  const placed = await test.call(
    'place-order',
    {
      order: goods,
      delivery_type: 4,
      unique_visit_id: number,
      method,
      ...(coupon && { coupon: { code: coupon } }),
    } as never,
    customer,
  )
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  await test.call('dashboard/bookings/arrive', { store_id: at.store.id, unique_visit_id: number }, at.owner)
  return { customer, number, order: placed.body.data }
}

async function guest(services: object[] = [{ item_id: of.cut, stylist_id: of.stylists[0] }]): Promise<string> {
  minute += 180
  const { body } = await test.call(
    'dashboard/bookings/walk-in',
    { store_id: of.store.id, services, starts_at: startIn(2, minute), guest_name: 'Tara', is_there: true } as never,
    of.owner,
  )
  return body.visit.unique_visit_id
}

const rowsOf = async (number: string) =>
  (
    await sql<{ stylist_id: number; base: number; rate: number; commission: number; tip: number; refunded: number }>`
      select e.stylist_id, e.base_minor::int as base, e.basis_points as rate, e.commission_minor::int as commission,
             e.tip_minor::int as tip, e.refunded_minor::int as refunded
        from visit_earnings e join visits v on v.id = e.visit_id where v.unique_visit_id = ${number}
       order by e.id`.execute(test.db)
  ).rows
const balanceOf = async (kind: string, storeId: number) =>
  (
    await sql<{ balance: bigint }>`
      select coalesce(sum(p.amount_minor), 0)::bigint as balance
        from ledger_accounts a join postings p on p.account_id = a.id
       where a.kind = ${kind} and a.store_id = ${storeId}`.execute(test.db)
  ).rows[0]!.balance
const stockOf = async (id: number) =>
  (await test.db.selectFrom('items').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const counted = (stock: number, at: TestSalon = of) =>
  test.build.item({ store_id: at.store.id, name: 'Hair oil', price_minor: 12_050n, stock })

describe('what stylists earn', () => {
  it('[V-20] earnings are booked at the end of a visit: rates and personal rates of prices after discounts, and the whole tip', async () => {
    await test.db
      .updateTable('stylist_services')
      .set({ commission_basis_points: 1_250 })
      .where('stylist_id', '=', of.stylists[0]!)
      .where('item_id', '=', of.colour)
      .execute()
    const coupon = await test.build.coupon({ discount_type: 'AMOUNT', discount_minor: 14_000n })
    const { number } = await arrived({
      services: [
        { item_id: of.cut, stylist_id: of.stylists[0] },
        { item_id: of.colour, stylist_id: of.stylists[0] },
        { item_id: of.cut, stylist_id: of.stylists[1] },
      ],
      coupon: coupon.code,
    })
    const payable = await balanceOf('store_payable', of.store.id)
    const before = await balanceOf('stylist_earnings', of.store.id)
    const { body } = await finish(number, { tip: '90.00' })
    expect(body.visit).toMatchObject({ status: 'done', tip: '90.00' })
    // The coupon of 140.00 is divided among the three services as 31.11, 77.78 and 31.11. The tip is divided in
    // proportion to the discounted prices.
    expect(await rowsOf(number)).toEqual([
      { stylist_id: of.stylists[0], base: 36_889, rate: 4_000, commission: 14_755, tip: 2_000, refunded: 0 },
      { stylist_id: of.stylists[0], base: 92_222, rate: 1_250, commission: 11_527, tip: 5_000, refunded: 0 },
      { stylist_id: of.stylists[1], base: 36_889, rate: 0, commission: 0, tip: 2_000, refunded: 0 },
    ])
    expect((await balanceOf('stylist_earnings', of.store.id)) - before).toBe(14_755n + 11_527n + 9_000n)
    expect(await balanceOf('stylist_costs', of.store.id)).toBe(-(await balanceOf('stylist_earnings', of.store.id)))
    // The customer paid the salon directly, so the salon owes the platform only its commission.
    const commission = await test.db
      .selectFrom('orders')
      .innerJoin('visits', 'visits.order_id', 'orders.id')
      .select('store_commission_minor')
      .where('unique_visit_id', '=', number)
      .executeTakeFirstOrThrow()
    expect((await balanceOf('store_payable', of.store.id)) - payable).toBe(-commission.store_commission_minor)
    await sound()
  })

  it('[V-20] earnings are booked also for a guest without an order, with a tip for one of two people', async () => {
    const number = await guest([
      { item_id: of.cut, stylist_id: of.stylists[0] },
      { item_id: of.cut, stylist_id: of.stylists[1] },
    ])
    expect((await till(number)).body).toMatchObject({ total: '800.00', paid: '0.00', at_store: '800.00' })
    expect((await finish(number, { tip: '50.00', tip_stylist_id: of.stylists[1]! })).status).toBe(200)
    expect(await rowsOf(number)).toMatchObject([
      { commission: 16_000, tip: 0 },
      { commission: 0, tip: 5_000 },
    ])
    await sound()
  })

  it('[V-20] earnings are booked once, even if several requests finish the visit in parallel', async () => {
    const item = await counted(50)
    const { number, order } = await arrived()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => finish(number, { goods: [{ item_id: item.id, quantity: 2 }], tip: '10.00' })),
    )
    const closed = Array.from({ length: 11 }, () => 'VISIT_CLOSED')
    expect(answers.map((answer) => codeOf(answer) ?? 'done').toSorted()).toEqual([...closed, 'done'])
    expect(await rowsOf(number)).toMatchObject([{ commission: 16_000, tip: 1_000 }])
    expect(await stockOf(item.id)).toBe(48)
    const lines = test.db.selectFrom('order_lines').select('quantity').where('order_id', '=', order.id)
    expect(await lines.execute()).toHaveLength(2)
    await sound()
  })

  it('[V-20] earnings are the same when an end is repeated with its key, and unchanged by an end without goods and tip', async () => {
    const { number } = await arrived()
    const again = { store_id: of.store.id, unique_visit_id: number }
    expect((await test.call('dashboard/bookings/arrive', again, of.owner)).body.visit.status).toBe('arrived')
    const ends = [await finish(number, { tip: '10.00' }, 'one-key-of-the-till')]
    ends.push(await finish(number, { tip: '10.00' }, 'one-key-of-the-till'))
    expect(ends.map(({ body }) => body.visit.tip)).toEqual(['10.00', '10.00'])
    expect((await finish(number)).body.visit).toMatchObject({ status: 'done', tip: '10.00' })
    expect(codeOf(await finish(number, { tip: '10.00' }))).toBe('VISIT_CLOSED')
    expect(await rowsOf(number)).toHaveLength(1)
    expect(await auditOf(number)).toEqual(['visit.arrived', 'visit.finished'])
  })

  it('[V-20] earnings are reduced by the share of each refund, but keep the tip', async () => {
    await dashboard.set({ staffDailyAmount: '100000000', walletAdjustmentApprovalAmount: '100000' })
    const clerk = await dashboard.clerk('order_actions')
    const own = await salon({ cut: { deposit_kind: 'percent', deposit_value: 100n } })
    await rate(own.stylists[0]!, 3_333)
    const { number, order } = await arrived({ method: 'WALLET' }, own)
    const ask = { store_id: own.store.id, unique_visit_id: number, tip: '20.00' }
    await test.call('dashboard/bookings/finish', ask, own.owner)
    const refund = async (amount: string) => {
      const input = { order_id: order.id, amount, to: 'wallet', reason: 'too short' }
      const { body } = await dashboard.ask('dashboard/refunds/propose', input, clerk)
      expect(body).toMatchObject({ data: { state: 'booked' } })
    }
    await refund('100.00')
    await sound()
    await refund('0.01')
    await refund('299.99')
    expect(await rowsOf(number)).toMatchObject([
      { base: 40_000, commission: 13_332, tip: 2_000, refunded: 0 },
      { base: -10_000, commission: -3_333, tip: 0, refunded: 10_000 },
      { base: -1, commission: 0, tip: 0, refunded: 10_001 },
      { base: -29_999, commission: -9_999, tip: 0, refunded: 40_000 },
    ])
    expect(await balanceOf('stylist_earnings', own.store.id)).toBe(2_000n)
    expect((await earningsOf(own)).body.stylists[0]).toMatchObject({
      services: 1,
      sales: '0.00',
      commission: '133.32',
      tips: '20.00',
      taken_back: '133.32',
      total: '20.00',
    })
    await sound()
  })

  it('[V-20] the database refuses an end without earnings, a changed row, and earnings paid by the platform', async () => {
    const number = await guest()
    const done = test.db.updateTable('visits').set({ status: 'done', ended_at: new Date() })
    await expect(done.where('unique_visit_id', '=', number).execute()).rejects.toThrow('stylists earned')
    await finish(number)
    const rows = test.db.updateTable('visit_earnings').set({ commission_minor: 0n })
    await expect(rows.execute()).rejects.toThrow(/permission denied|append-only/)
    const mixed = inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        kind: 'visit_earnings',
        source: { type: 'visit', id: 'none' },
        currency: 'INR',
        description: { key: 'visitEarnings' },
        postings: [
          { account: { kind: 'stylist_earnings', storeId: of.store.id, stylistId: of.stylists[0]! }, amountMinor: 5n },
          { account: { kind: 'store_payable', storeId: of.store.id }, amountMinor: -5n },
        ],
      }),
    )
    await expect(mixed).rejects.toThrow('mixes money of a salon')
  })
})

describe('goods at the till', () => {
  it('[V-21] become lines of the order at the current menu price, paid at the salon, in bill, invoice and totals', async () => {
    const item = await counted(3)
    const { number, order, customer } = await arrived()
    await sql`update orders set placed_at = now() - interval '3 days' where id = ${order.id}`.execute(test.db)
    await totalDays({ db: test.db, config: test.services.config })
    await test.db.updateTable('items').set({ price_minor: 15_000n }).where('id', '=', item.id).execute()
    const shown = await till(number, { search: 'hair O' })
    expect(shown.body).toMatchObject({
      lines: [{ name: 'Haircut', quantity: 1, price: '400.00' }],
      total: '400.00',
      paid: '0.00',
      at_store: '400.00',
      stylists: [{ id: of.stylists[0] }],
    })
    expect(shown.body.goods.find(({ item_id }) => item_id === item.id)).toMatchObject({ price: '150.00', stock: 3 })
    const goods = [{ item_id: item.id, quantity: 2 }]
    expect(codeOf(await finish(number, { goods, quoted_at_store: '641.00' }))).toBe('PRICE_CHANGED')
    const { body } = await finish(number, { goods, quoted_at_store: '700.00', tip: '5.00' })
    expect(body.visit).toMatchObject({ order: { total: '700.00', paid: '0.00', at_store: '700.00' }, tip: '5.00' })
    expect(await stockOf(item.id)).toBe(1)
    const { body: own } = await test.call('get-orders', {}, customer)
    expect(own.data[0]).toMatchObject({ sub_total: 700, total: 700, at_store: 700, orderitems: [{}, { quantity: 2 }] })
    const invoice = await test.call('get-invoice', { order_id: order.id }, customer)
    expect(JSON.stringify(invoice.body)).toContain('700.00')
    await sound()
  }, 300_000)

  it('[V-21] have the chosen add-ons, priced like those of orders', async () => {
    const item = await counted(9)
    const sizes = await test.build.addons({
      item,
      name: 'Size',
      type: 'SINGLE',
      options: [
        { name: 'Small', price_minor: 10_000n },
        { name: 'Large', price_minor: 20_000n },
      ],
    })
    const extras = await test.build.addons({
      item,
      name: 'Extras',
      options: [
        { name: 'Gift box', price_minor: 1_500n },
        { name: 'Card', price_minor: 500n },
      ],
      addon_limit: 1,
    })
    await test.db.updateTable('items').set({ addon_pricing: 'replace' }).where('id', '=', item.id).execute()
    const { number, customer } = await arrived()
    const { body: shown } = await till(number, { search: 'hair O' })
    expect(shown.goods.find(({ item_id }) => item_id === item.id)).toMatchObject({
      addon_pricing: 'replace',
      addon_categories: [
        { id: sizes.id, name: 'Size', type: 'SINGLE', addons: [{ price: '100.00' }, { name: 'Large' }] },
        { id: extras.id, type: 'MULTI', addon_limit: 1, addons: [{ name: 'Gift box', price: '15.00' }, {}] },
      ],
    })
    const [small, large] = sizes.addons.map(({ id }) => id)
    const [box, card] = extras.addons.map(({ id }) => id)
    const of = (...addons: (number | undefined)[]) => ({ item_id: item.id, quantity: 2, addons: addons as number[] })
    for (const wrong of [of(), of(small, large), of(small, box, card), of(small, small), of(small, 2_000_000_000)])
      expect(codeOf(await finish(number, { goods: [wrong] }))).toBe('ADDON_INVALID')
    // The amount due is 400.00 for the haircut, plus 2 × (200.00 + 15.00) and 2 × 100.00 for the goods.
    const goods = [of(large, box), of(small)]
    const { body } = await finish(number, { goods, quoted_at_store: '1030.00' })
    expect(body.visit).toMatchObject({ order: { total: '1030.00', at_store: '1030.00' } })
    expect(await stockOf(item.id)).toBe(5)
    const { body: own } = await test.call('get-orders', {}, customer)
    expect(own.data[0]!.orderitems).toMatchObject([
      { order_item_addons: [] },
      { quantity: 2, order_item_addons: [{ addon_name: 'Large' }, { addon_name: 'Gift box' }] },
      { quantity: 2, order_item_addons: [{ addon_name: 'Small' }] },
    ])
    await sound()
  })

  it('[V-21] two visits that want the last unit: one gets it, and the other stays as it was', async () => {
    const item = await counted(1)
    const visits = [await arrived(), await arrived()]
    const goods = [{ item_id: item.id, quantity: 1 }]
    const answers = await Promise.all(visits.map(({ number }) => finish(number, { goods, tip: '1.00' })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    const lost = answers.findIndex(({ body }) => !body.success)
    expect(codeOf(answers[lost]!)).toBe('ITEM_UNAVAILABLE')
    expect(await stockOf(item.id)).toBe(0)
    expect(await rowsOf(visits[lost]!.number)).toEqual([])
    expect((await till(visits[lost]!.number)).body).toMatchObject({ total: '400.00', lines: [{ name: 'Haircut' }] })
    await sound()
  })

  it.each<[string, () => Promise<FinishInput> | FinishInput, string]>([
    ['a service', () => ({ goods: [{ item_id: of.cut, quantity: 1 }] }), 'ITEM_UNAVAILABLE'],
    ['an item of another store', () => ({ goods: [{ item_id: other.shampoo, quantity: 1 }] }), 'ITEM_UNAVAILABLE'],
    ['an unknown item', () => ({ goods: [{ item_id: 2_000_000_000, quantity: 1 }] }), 'ITEM_UNAVAILABLE'],
    [
      'more than there are',
      async () => ({ goods: [{ item_id: (await counted(2)).id, quantity: 3 }] }),
      'ITEM_UNAVAILABLE',
    ],
    [
      'an item without its choice',
      async () => {
        const item = await test.build.item({ store_id: of.store.id, name: 'Set', price_minor: 1_000n })
        const options = [{ name: 'Small', price_minor: 0n }]
        await test.build.addons({ item, name: 'Size', type: 'SINGLE', options })
        return { goods: [{ item_id: item.id, quantity: 1 }] }
      },
      'ADDON_INVALID',
    ],
    [
      'an amount above the highest order',
      async () => {
        const item = await test.build.item({ store_id: of.store.id, name: 'Chair', price_minor: 9_999_999n })
        return { goods: [{ item_id: item.id, quantity: 99 }] }
      },
      'ORDER_AMOUNT_OUT_OF_RANGE',
    ],
    ['a negative tip', () => ({ tip: '-1.00' }), 'TIP_INVALID'],
    ['a tip that is no amount', () => ({ tip: '1e3' }), 'TIP_INVALID'],
    ['a tip for someone else', () => ({ tip: '1.00', tip_stylist_id: of.stylists[1]! }), 'STYLIST_CANNOT'],
  ])('[V-20] [V-21] %s is refused and changes nothing', async (_what, input, code) => {
    const { number } = await arrived()
    const before = (await till(number)).body
    expect(codeOf(await finish(number, await input()))).toBe(code)
    const { goods: _goods, ...after } = (await till(number)).body
    expect(before).toMatchObject(after)
    expect(await rowsOf(number)).toEqual([])
  })

  it('[V-21] goods for a guest without an account are rows of the visit, with prices and stock as for orders', async () => {
    const item = await counted(3)
    const options = [{ name: 'Gift box', price_minor: 1_500n }]
    const { addons } = await test.build.addons({ item, options })
    const payable = await balanceOf('store_payable', of.store.id)
    const number = await guest()
    const goods = [{ item_id: item.id, quantity: 2, addons: [addons[0]!.id] }]
    // The customer owes 400.00 for the haircut, and 2 × (120.50 + 15.00) for the goods.
    expect(codeOf(await finish(number, { goods, quoted_at_store: '670.00' }))).toBe('PRICE_CHANGED')
    expect(codeOf(await finish(number, { goods: [{ item_id: item.id, quantity: 4 }] }))).toBe('ITEM_UNAVAILABLE')
    expect(codeOf(await finish(number, { goods: [{ item_id: of.cut, quantity: 1 }] }))).toBe('ITEM_UNAVAILABLE')
    const chair = await test.build.item({ store_id: of.store.id, name: 'Chair', price_minor: 9_999_999n })
    const many = [{ item_id: chair.id, quantity: 99 }]
    expect(codeOf(await finish(number, { goods: many }))).toBe('ORDER_AMOUNT_OUT_OF_RANGE')
    expect(await stockOf(item.id)).toBe(3)
    const { body } = await finish(number, { goods, quoted_at_store: '671.00', tip: '10.00' })
    expect(body.visit).toMatchObject({
      status: 'done',
      order: null,
      tip: '10.00',
      goods: [{ name: 'Hair oil', quantity: 2, price: '271.00', addons: ['Gift box'] }],
    })
    expect(await stockOf(item.id)).toBe(1)
    // The stylist earns commission on the service only, and no money of the platform moves.
    expect(await rowsOf(number)).toMatchObject([{ base: 40_000, commission: 16_000, tip: 1_000 }])
    expect(await balanceOf('store_payable', of.store.id)).toBe(payable)
    expect(codeOf(await finish(number, { goods }))).toBe('VISIT_CLOSED')
    await expect(test.db.deleteFrom('visit_goods').execute()).rejects.toThrow(/permission denied|append-only/)
    await sound()
  })

  it('[V-21] two guests who want the last unit: one gets it', async () => {
    const item = await counted(1)
    const numbers = [await guest(), await guest()]
    const goods = [{ item_id: item.id, quantity: 1 }]
    const answers = await Promise.all(numbers.map((number) => finish(number, { goods })))
    expect(answers.map((answer) => codeOf(answer) ?? 'done').toSorted()).toEqual(['ITEM_UNAVAILABLE', 'done'])
    expect(await stockOf(item.id)).toBe(0)
  })

  it('[V-21] cannot be added to a finished visit', async () => {
    const goods = [{ item_id: of.shampoo, quantity: 1 }]
    const { number: booked } = await arrived()
    await finish(booked)
    expect(codeOf(await finish(booked, { goods }))).toBe('VISIT_CLOSED')
    expect(codeOf(await till(booked))).toBe('VISIT_CLOSED')
    expect(codeOf(await till('V-NONE'))).toBe('VISIT_UNKNOWN')
    expect(codeOf(await till(booked, { store_id: other.store.id }))).toBe('ORDER_NOT_YOURS')
  })
})

describe('who sees earnings and sets rates', () => {
  it('[V-20] owners and staff see everyone; a manager, a cashier and the kitchen only themselves', async () => {
    const own = await salon()
    const people = {
      manager: await test.build.employee({ store: own.store, role: 'manager' }),
      kitchen: await test.build.employee({ store: own.store, role: 'kitchen' }),
      cashier: await test.build.employee({ store: own.store, role: 'cashier' }),
    }
    await test.db
      .updateTable('stylists')
      .set({ user_id: people.kitchen.id })
      .where('id', '=', own.stylists[0]!)
      .execute()
    const seen = async (who: { token: string }) => (await earningsOf(own, who)).body
    expect(await seen(own.owner)).toMatchObject({ sees_all: true, stylists: [{}, {}] })
    expect(await seen(people.kitchen)).toMatchObject({ sees_all: false, stylists: [{ id: own.stylists[0] }] })
    expect((await seen(people.kitchen)).stylists).toHaveLength(1)
    for (const who of [people.manager, people.cashier])
      expect(await seen(who)).toMatchObject({ sees_all: false, stylists: [] })
    expect(codeOf(await earningsOf(own, other.owner))).toBe('ORDER_NOT_YOURS')
    const staff = createStaff(test)
    const cookie = await staff.cookieWith('reports_view', 'order_actions')
    const all = await staff.ask('dashboard/bookings/earnings', { store_id: own.store.id }, { cookie })
    expect(all.body).toMatchObject({ sees_all: true, stylists: [{}, {}] })
    for (const call of ['earnings', 'till'] as const) {
      const missing = { store_id: 2_000_000_000, unique_visit_id: 'V-NONE' }
      expect(codeOf(await staff.ask(`dashboard/bookings/${call}`, missing, { cookie }))).toBe('NOT_FOUND')
    }
    const { number } = await arrived({}, own)
    for (const call of ['till', 'finish'] as const) {
      const input = { store_id: own.store.id, unique_visit_id: number }
      expect((await test.call(`dashboard/bookings/${call}`, input as never, people.kitchen)).status).toBe(403)
    }
    const mine = { store_id: own.store.id, unique_visit_id: number }
    expect((await test.call('dashboard/bookings/finish', mine, people.cashier)).body.visit.status).toBe('done')
  })

  it('[V-20] the period of earnings has valid dates in order, and is at most two years long', async () => {
    const asked = async (dates: { from?: string; to?: string }) => {
      const { status, body } = await test.call(
        'dashboard/bookings/earnings',
        { store_id: of.store.id, ...dates },
        of.owner,
      )
      return status === 200 ? [body.from, body.to] : status
    }
    for (const dates of [
      { from: '0000-01-01' },
      { to: '0000-01-01' },
      { from: '2026-02-30' },
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2024-01-01', to: '2026-01-01' },
      { from: '2001-01-01' },
      { from: '2099-01-01' },
    ])
      expect([dates, await asked(dates)]).toEqual([dates, 400])
    expect(await asked({ from: '2024-01-01', to: '2025-12-31' })).toEqual(['2024-01-01', '2025-12-31'])
    expect(await asked({ to: '2025-11-15' })).toEqual(['2025-11-01', '2025-11-15'])
  })

  it('[V-20] only an owner sees and changes rates; a manager leaves them as they are', async () => {
    const own = await salon()
    const manager = await test.build.employee({ store: own.store, role: 'manager' })
    const person = { store_id: own.store.id, id: own.stylists[0]!, name: 'Nila', hours: {}, exceptions: [] }
    const save = (input: object, who: { token: string }) =>
      test.call('dashboard/bookings/stylists/save', { ...person, ...input } as never, who)
    const rated = { commission: '40.5', services: [{ item_id: own.cut, commission: '12.25' }, { item_id: own.colour }] }
    expect((await save(rated, own.owner)).body.stylist).toMatchObject({
      commission: '40.50',
      services: [
        { item_id: own.cut, commission: '12.25' },
        { item_id: own.colour, commission: null },
      ],
    })
    const services = [{ item_id: own.cut }, { item_id: own.colour }]
    expect((await save({ services }, manager)).body.stylist).toMatchObject({
      commission: null,
      services: [{ commission: null }, { commission: null }],
    })
    for (const change of [
      { services, commission: '99' },
      { services: [{ item_id: own.cut, commission: '99' }] },
      { services: [{ item_id: own.cut, commission: null }] },
      { services: [{ item_id: own.colour }] },
    ])
      expect(codeOf(await save(change, manager))).toBe('PERMISSION_MISSING')
    const setup = await test.call('dashboard/bookings/salon', { store_id: own.store.id }, own.owner)
    expect(setup.body.stylists[0]).toMatchObject({ commission: '40.50', services: [{ commission: '12.25' }, {}] })
    for (const commission of ['100.01', '-1', '1.234', ''])
      expect(codeOf(await save({ services, commission }, own.owner))).toBe('INVALID_INPUT')
    const service = { store_id: own.store.id, item_id: own.cut }
    expect(codeOf(await test.call('dashboard/bookings/services/delete', service, manager))).toBe('PERMISSION_MISSING')
    // A manager may drop a service that has no commission rate of its own, and a service whose item is deleted.
    expect((await save({ services: [{ item_id: own.cut }] }, manager)).status).toBe(200)
    await test.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', own.cut).execute()
    expect((await save({ services: [] }, manager)).status).toBe(200)
  })

  it('[V-20] a manager cannot link a person to another account, so that earnings stay private', async () => {
    const own = await salon()
    const manager = await test.build.employee({ store: own.store, role: 'manager' })
    const person = { store_id: own.store.id, id: own.stylists[0]!, name: 'Nila', hours: {}, exceptions: [] }
    const save = (input: object, who: { token: string }) =>
      test.call('dashboard/bookings/stylists/save', { ...person, services: [], ...input } as never, who)
    expect(codeOf(await save({ account_id: manager.id }, manager))).toBe('PERMISSION_MISSING')
    expect((await save({ account_id: own.owner.id }, own.owner)).status).toBe(200)
    expect(codeOf(await save({ account_id: null }, manager))).toBe('PERMISSION_MISSING')
    for (const input of [{}, { account_id: own.owner.id }])
      expect((await save(input, manager)).body.stylist).toMatchObject({ user_id: own.owner.id })
    expect((await save({ id: undefined, account_id: manager.id }, manager)).body.stylist.user_id).toBe(manager.id)
  })
})

describe('the ledger check', () => {
  // This test is the last in the file, because the differences that it makes in the ledger stay.
  it('[V-20] reports an extra row, a part taken back without a refund, and costs of another salon', async () => {
    const own = await salon()
    const { number } = await arrived({}, own)
    const mine = { store_id: own.store.id, unique_visit_id: number }
    await test.call('dashboard/bookings/finish', mine, own.owner)
    const { id } = await test.db
      .selectFrom('visits')
      .select('id')
      .where('unique_visit_id', '=', number)
      .executeTakeFirstOrThrow()
    await sound()
    const [stylist] = own.stylists
    const row = { visit_id: id, store_id: own.store.id, stylist_id: stylist!, currency: 'INR', basis_points: 5_000 }
    await test.db
      .insertInto('visit_earnings')
      .values([
        { ...row, position: 9, base_minor: 100n, commission_minor: 50n, tip_minor: 5n },
        { ...row, position: 0, base_minor: -10n, commission_minor: -5n, tip_minor: 0n, refunded_minor: 10n },
      ])
      .execute()
    await inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        kind: 'visit_earnings',
        source: { type: 'visit', id: 'none' },
        currency: 'INR',
        description: { key: 'visitEarnings' },
        postings: [
          { account: { kind: 'stylist_earnings', storeId: own.store.id, stylistId: stylist! }, amountMinor: 7n },
          { account: { kind: 'stylist_costs', storeId: other.store.id }, amountMinor: -7n },
        ],
      }),
    )
    const found = (await checkLedger(test.db)).toSorted((a, b) =>
      `${a.check}${a.found}` < `${b.check}${b.found}` ? -1 : 1,
    )
    expect(found).toEqual([
      { check: 'stylistCosts', subject: `stylists of store ${other.store.id} in INR`, expected: 0n, found: -7n },
      { check: 'stylistCosts', subject: `stylists of store ${own.store.id} in INR`, expected: 0n, found: 7n },
      { check: 'stylistEarnings', subject: `earnings of stylist ${stylist} in INR`, expected: 50n, found: 7n },
      { check: 'visitEarnings', subject: `visit ${id}`, expected: 1n, found: 7n },
      { check: 'visitEarningsTakenBack', subject: `service 0 of visit ${id}`, expected: 0n, found: 5n },
    ])
  })
})
