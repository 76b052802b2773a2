import { en } from '@nukkad/contract/texts/en.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { postTransfer, walletBalances } from '#features/ledger/wallet/ledger.ts'
import { centre } from '#test/builders.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'

const test = useTestApp()
// Raises the limit of orders per minute, because one customer places many refused orders here; again.test.ts tests the
// limit.
beforeAll(async () => {
  await test.build.setting('limitOrdersPerCustomer', '1000')
  await test.services.settings.reload()
})

type Line = { id: number; quantity?: unknown; selectedaddons?: { addon_id: string | number }[] }

/** Builds a customer, an open store that takes small orders, and one item of ₹100. */
async function shop({ store: storeRow = {}, item: itemRow = {} }: { store?: object; item?: object } = {}) {
  const store = await test.build.store(storeRow)
  const item = await test.build.item({ store_id: store.id, ...itemRow })
  const customer = await test.build.customer()
  return { store, item, customer }
}

function orderOf(lines: Line[], extra: object = {}): Record<string, unknown> {
  return { order: lines.map((line) => ({ quantity: 1, ...line })), method: 'COD', delivery_type: 1, ...extra }
}

const place = (customer: { token: string }, lines: Line[], extra: object = {}, key?: string) =>
  test.call('place-order', orderOf(lines, extra), { token: customer.token, ...(key && { key }) })

function placed(answer: TestAnswer) {
  expect(answer.body).toMatchObject({ success: true })
  return (
    answer.body as { data: Record<string, unknown> & { id: number; unique_order_id: string; delivery_pin: string } }
  ).data
}

async function fund(userId: number, ownMinor: bigint, promotionMinor = 0n) {
  await inTransaction(test.db, (tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      source: { type: 'test', id: `${userId}:${ownMinor}:${promotionMinor}:${Math.random()}` },
      currency: 'INR',
      description: { key: 'walletDepositText' },
      postings: [
        { account: { kind: 'adjustments' }, amountMinor: -(ownMinor + promotionMinor) },
        { account: { kind: 'wallet_own', userId }, amountMinor: ownMinor },
        { account: { kind: 'wallet_promotion', userId }, amountMinor: promotionMinor },
      ],
    }),
  )
}

describe('delivery instructions', () => {
  it('delivery instructions are stored with the order, and suggested for the next order to the address', async () => {
    const { item, customer } = await shop()
    const wishes = { delivery_instructions: ['do_not_ring', 'leave_at_door'], delivery_note: ' Blue gate ' }
    const first = placed(await place(customer, [{ id: item.id }], wishes))
    const kept = { delivery_instructions: ['leave_at_door', 'do_not_ring'], delivery_note: 'Blue gate' }
    expect(first).toMatchObject(kept)
    expect(placed(await place(customer, [{ id: item.id }]))).toMatchObject(kept)
    const info = await test.call('update-user-info', { unique_order_id: null }, { token: customer.token })
    expect(info.body).toMatchObject({ data: { default_address: kept } })
    const none = { delivery_instructions: [], delivery_note: null }
    expect(placed(await place(customer, [{ id: item.id }], none))).toMatchObject(none)
    expect(placed(await place(customer, [{ id: item.id, quantity: 2 }]))).toMatchObject(none)
  })

  it('delivery instructions are refused if they are unknown, too long, or contradict each other', async () => {
    const { item, customer } = await shop()
    for (const wrong of [
      { delivery_instructions: ['sing'] },
      { delivery_instructions: ['leave_at_door', 'leave_with_guard'] },
      { delivery_instructions: 'leave_at_door' },
      { delivery_note: 'x'.repeat(201) },
      { delivery_note: 5 },
    ]) {
      const answer = await place(customer, [{ id: item.id }], wrong)
      expect({ wrong, status: answer.status, code: codeOf(answer) }).toEqual({
        wrong,
        status: 400,
        code: 'INVALID_INPUT',
      })
    }
  })
})

describe('place-order', () => {
  it('[P-56, GAP-08, GAP-14, F-10] places a cash order with its lines, number and PIN', async () => {
    const { store, item, customer } = await shop()
    const answer = await place(customer, [{ id: item.id, quantity: 2 }])
    const order = placed(answer)
    expect(order).toMatchObject({
      orderstatus_id: 1,
      restaurant_id: store.id,
      sub_total: 200,
      total: 200,
      payable: 200,
      wallet_amount: 0,
      payment_mode: 'COD',
      address: '4B, 12 Lake Road',
      delivery_type: 1,
    })
    expect(order.unique_order_id).toMatch(/^OD-\d{2}-\d{2}-[A-Z0-9]{4}-[A-Z0-9]{8}$/)
    expect(order.delivery_pin).toMatch(/^[1-9]{5}$/)
    expect(order.orderitems).toMatchObject([
      { name: 'Masala Dosa', quantity: 2, price: '100.00', order_item_addons: [] },
    ])
    const events = await test.db
      .selectFrom('order_events')
      .select(['from_status', 'to_status', 'actor'])
      .where('order_id', '=', order.id)
      .execute()
    expect(events).toEqual([{ from_status: null, to_status: 1, actor: 'customer' }])
  })

  it('[GAP-08] an auto-accepting store starts with an accepted order', async () => {
    const { item, customer } = await shop({ store: { auto_acceptable: true } })
    expect(placed(await place(customer, [{ id: item.id }])).orderstatus_id).toBe(2)
  })

  it('[GAP-08, L-02] an order that is accepted automatically notifies its customer; one that waits for its store does not', async () => {
    const [accepted, waiting] = [await shop({ store: { auto_acceptable: true } }), await shop()]
    const { unique_order_id } = placed(await place(accepted.customer, [{ id: accepted.item.id }]))
    const notified = await test.call('get-user-notifications', {}, accepted.customer)
    expect(notified.body.map((row) => [row.is_read, JSON.parse(row.data)])).toEqual([
      [
        0,
        expect.objectContaining({
          title: en.runningOrderPreparingTitle,
          message: `${accepted.store.name} is preparing your order ${unique_order_id.slice(-8)}`,
          kind: 'order',
          click_action: `/running-order/${unique_order_id}`,
          unique_order_id,
        }),
      ],
    ])
    placed(await place(waiting.customer, [{ id: waiting.item.id }]))
    expect((await test.call('get-user-notifications', {}, waiting.customer)).body).toEqual([])
  })

  it('[GAP-11, INT-07] computes the worked example of docs/reference/wire.md', async () => {
    await Promise.all([test.build.setting('taxApplicable', 'true'), test.build.setting('taxPercentage', '5')])
    await expect.poll(() => test.services.settings.get('taxPercentage')).toBe('5')
    const { item, customer } = await shop({
      store: {
        store_charge_minor: 1500n,
        delivery_charge_type: 'DYNAMIC',
        base_delivery_charge_minor: 3000n,
        base_delivery_distance_km: 5,
        extra_delivery_charge_minor: 1000n,
        extra_delivery_distance_km: 1,
        // The store is 6.2 km north of the customer.
        latitude: centre.latitude + 6.2 / 111.1949,
      },
      item: { price_minor: 12_000n, addon_pricing: 'add' },
    })
    const { addons } = await test.build.addons({ item, options: [{ name: 'Long', price_minor: 3000n }] })
    const coupon = await test.build.coupon({
      discount_type: 'PERCENTAGE',
      discount_minor: null,
      discount_basis_points: 1000,
      max_discount_minor: 2500n,
    })
    await fund(customer.id, 10_000n)
    const order = placed(
      await place(customer, [{ id: item.id, quantity: 2, selectedaddons: [{ addon_id: String(addons[0]!.id) }] }], {
        coupon: { code: coupon.code },
        tipAmount: 20,
        partial_wallet: true,
      }),
    )
    expect(order).toMatchObject({
      sub_total: 300,
      coupon_amount: 25,
      delivery_charge: '42.00',
      restaurant_charge: 15,
      tax_amount: 16.6,
      tip_amount: 20,
      total: 368.6,
      wallet_amount: 100,
      payable: 268.6,
    })
    const pickup = placed(
      await place(customer, [{ id: item.id, quantity: 2, selectedaddons: [{ addon_id: String(addons[0]!.id) }] }], {
        coupon: { code: coupon.code },
        tipAmount: 20,
        delivery_type: 2,
      }),
    )
    expect(pickup).toMatchObject({ total: 304.5, delivery_charge: '0.00', tip_amount: null })
    await Promise.all([test.build.setting('taxApplicable', 'false')])
    await expect.poll(() => test.services.settings.isOn('taxApplicable')).toBe(false)
  })

  it('[INT-07] add-ons replace the price, unless the item adds them', async () => {
    const { item, customer } = await shop({ item: { addon_pricing: null } })
    // Both categories require a choice. Add-ons of an optional category would count as extras (addon-reading.test.ts).
    const [one, other] = [
      await test.build.addons({ item, type: 'SINGLE', options: [{ name: 'A', price_minor: 2000n }] }),
      await test.build.addons({ item, type: 'SINGLE', options: [{ name: 'B', price_minor: 3000n }] }),
    ]
    const addons = [...one.addons, ...other.addons]
    const chosen = { selectedaddons: addons.map((addon) => ({ addon_id: addon.id })) }
    expect(placed(await place(customer, [{ id: item.id, quantity: 2, ...chosen }])).sub_total).toBe(100)
    await test.db.updateTable('items').set({ addon_pricing: 'add' }).where('id', '=', item.id).execute()
    expect(
      placed(await place(customer, [{ id: item.id, quantity: 2, ...chosen }], { order_comment: 'again' })).sub_total,
    ).toBe(300)
  })

  it('[T-12, GAP-10] ignores prices, names and totals of the client', async () => {
    const { item, customer } = await shop()
    const answer = await test.call(
      'place-order',
      {
        ...orderOf([]),
        order: [{ id: item.id, quantity: 1, price: '0.01', name: 'Gold bar', selectedaddons: [] }],
        total: { totalPrice: 1 },
        dis: 0,
        wallet_balance: 9,
      } as never,
      { token: customer.token },
    )
    expect(placed(answer)).toMatchObject({ total: 100, orderitems: [{ name: 'Masala Dosa', price: '100.00' }] })
  })

  it('[GAP-10] a quoted total that differs by one paisa places nothing and answers the new quote', async () => {
    const { item, customer } = await shop()
    const before = await test.build.counts()
    const answer = await place(customer, [{ id: item.id }], { quoted_total: '99.99' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: false, error: { code: 'PRICE_CHANGED' }, quote: { total: '100.00' } })
    expect(await test.build.counts()).toEqual(before)
    expect(placed(await place(customer, [{ id: item.id }], { quoted_total: '100.00' })).total).toBe(100)
  })

  it('[GAP-12] refuses quantities that are not whole numbers from 1 to 99, and tips below zero', async () => {
    const { item, customer } = await shop()
    const before = await test.build.counts()
    for (const quantity of [-1, 0, 1.5, 100, '2', null, true, [1]]) {
      const answer = await place(customer, [{ id: item.id, quantity }])
      expect(answer).toMatchObject({ status: 200, body: { success: false, error: { code: 'QUANTITY_INVALID' } } })
    }
    for (const tipAmount of [-5, '1e3', '0.001', 'ten'])
      expect(codeOf(await place(customer, [{ id: item.id }], { tipAmount }))).toBe('TIP_INVALID')
    expect(await test.build.counts()).toEqual(before)
  })

  it('[GAP-13, D-29, Q-14] refuses items that cannot be sold, with the reason, and changes nothing', async () => {
    const { store, item, customer } = await shop({ store: { minimum_order_minor: 15_000n, delivery_type: 1 } })
    const other = await shop()
    const asleep = await test.build.item({ store_id: store.id, is_active: false })
    const picky = await test.build.item({ store_id: store.id, price_minor: 50_000n })
    const { addons } = await test.build.addons({
      item: picky,
      type: 'SINGLE',
      options: [
        { name: 'Small', price_minor: 100n },
        { name: 'Large', price_minor: 200n },
      ],
    })
    const before = await test.build.counts()
    const refused = async (lines: Line[], extra: object, code: string, who = customer) => {
      const answer = await place(who, lines, extra)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ success: false, message: expect.any(String), error: { code } })
    }
    await refused([], {}, 'CART_EMPTY')
    await refused(
      Array.from({ length: 51 }, () => ({ id: item.id })),
      {},
      'CART_TOO_LARGE',
    )
    await refused([{ id: 2_000_000 }], {}, 'ITEM_UNAVAILABLE')
    await refused([{ id: asleep.id }], {}, 'ITEM_UNAVAILABLE')
    await refused([{ id: item.id }, { id: other.item.id }], {}, 'MIXED_STORES')
    await refused([{ id: item.id }], {}, 'MINIMUM_NOT_MET')
    await refused([{ id: picky.id }], {}, 'ADDON_INVALID')
    await refused(
      [{ id: picky.id, selectedaddons: addons.map((addon) => ({ addon_id: addon.id })) }],
      {},
      'ADDON_INVALID',
    )
    await refused([{ id: item.id, quantity: 2, selectedaddons: [{ addon_id: addons[0]!.id }] }], {}, 'ADDON_INVALID')
    await refused([{ id: item.id, quantity: 2 }], { delivery_type: 2 }, 'ORDER_TYPE_UNSUPPORTED')
    await refused([{ id: item.id, quantity: 2 }], { method: 'STRIPE', payment_token: 'paid' }, 'METHOD_NOT_AVAILABLE')
    await refused([{ id: item.id, quantity: 2 }], { method: 'WALLET' }, 'WALLET_TOO_LOW')
    await refused([{ id: item.id, quantity: 2 }], { cash_change_amount: '199' }, 'CASH_CHANGE_INVALID')
    await refused([{ id: item.id, quantity: 2 }], { coupon: { code: 'NOSUCH' } }, 'COUPON_INVALID')
    await refused(
      [{ id: item.id, quantity: 2 }],
      { schedule_date: { day: 'Monday', date: '2030-01-07' }, schedule_slot: { open: '10:00 AM', close: '10:30 AM' } },
      'SLOT_INVALID',
    )
    const homeless = await test.build.customer({ address: null })
    await refused([{ id: item.id, quantity: 2 }], {}, 'ADDRESS_MISSING', homeless)
    const far = await test.build.customer({ address: { latitude: 13.2 } })
    await refused([{ id: item.id, quantity: 2 }], {}, 'ADDRESS_NOT_SERVED', far)
    await test.db.updateTable('stores').set({ is_active: false }).where('id', '=', store.id).execute()
    await refused([{ id: item.id, quantity: 2 }], {}, 'STORE_CLOSED')
    const after = await test.build.counts()
    expect({ ...after, users: 0, sessions: 0, addresses: 0 }).toEqual({
      ...before,
      users: 0,
      sessions: 0,
      addresses: 0,
    })
  })

  it('[INT-06] a store of type 4 delivers and offers no pickup', async () => {
    const { item, customer } = await shop({ store: { delivery_type: 4, kind: 'salon' } })
    expect(codeOf(await place(customer, [{ id: item.id }], { delivery_type: 2 }))).toBe('ORDER_TYPE_UNSUPPORTED')
    expect(placed(await place(customer, [{ id: item.id }])).delivery_type).toBe(1)
  })

  it('[GAP-13] a store that follows its hours is closed outside them by the time of the server', async () => {
    const { store, item, customer } = await shop({ store: { is_schedulable: true } })
    expect(codeOf(await place(customer, [{ id: item.id }]))).toBe('STORE_CLOSED')
    await test.db
      .insertInto('store_hours')
      .values(
        [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
          store_id: store.id,
          weekday,
          opens_at: '00:00',
          closes_at: '24:00',
        })),
      )
      .execute()
    placed(await place(customer, [{ id: item.id }]))
  })

  it('[GAP-82] pays from promotion credit first and records both parts separately', async () => {
    const { item, customer } = await shop()
    await fund(customer.id, 8000n, 3000n)
    const order = placed(await place(customer, [{ id: item.id }], { method: 'WALLET' }))
    expect(order).toMatchObject({ wallet_amount: 100, payable: 0, payment_mode: 'WALLET' })
    expect(await walletBalances(test.db, customer.id)).toEqual({ ownMinor: 1000n, promotionMinor: 0n })
  })

  it('[H-18, T-02, T-04, T-11] requires a customer: guests and banned customers get 401, riders 403', async () => {
    const { item } = await shop()
    const guest = await test.call('place-order', orderOf([{ id: item.id }]) as never)
    expect(guest).toMatchObject({ status: 401, body: { message: 'Token not provided' } })
    const rider = await test.build.rider()
    expect((await place(rider, [{ id: item.id }])).status).toBe(403)
    const banned = await test.build.customer({ is_active: false })
    expect(await place(banned, [{ id: item.id }])).toMatchObject({
      status: 401,
      body: { error: { code: 'ACCOUNT_BANNED' } },
    })
  })
})

describe('idempotency of place-order', () => {
  const key = () => `key-${crypto.randomUUID()}`

  it('[GAP-10] 50 parallel identical orders with one key are one order', async () => {
    const { item, customer } = await shop()
    const same = key()
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(customer, [{ id: item.id }], {}, same)))
    const numbers = new Set(
      answers.filter((answer) => codeOf(answer) === undefined).map((answer) => placed(answer).unique_order_id),
    )
    expect(numbers.size).toBe(1)
    for (const answer of answers)
      expect([undefined, 'IDEMPOTENCY_IN_PROGRESS', 'TEMPORARILY_AWAY']).toContain(codeOf(answer))
    const { count } = await test.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('user_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
    const again = await place(customer, [{ id: item.id }], {}, same)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(numbers).toContain(placed(again).unique_order_id)
  })

  it('the same key with another body is refused; a double tap without a key places one order', async () => {
    const { item, customer } = await shop()
    const same = key()
    placed(await place(customer, [{ id: item.id }], {}, same))
    expect(await place(customer, [{ id: item.id, quantity: 2 }], {}, same)).toMatchObject({
      status: 422,
      body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    })
    const [first, second] = [
      await place(customer, [{ id: item.id, quantity: 3 }]),
      await place(customer, [{ id: item.id, quantity: 3 }]),
    ]
    expect(placed(first).unique_order_id).toBe(placed(second).unique_order_id)
    expect((await place(customer, [{ id: item.id }], {}, 'short')).status).toBe(400)
  })

  it('a refused order stores nothing under its key: a retry runs again', async () => {
    const { store, item, customer } = await shop({ store: { is_active: false } })
    const same = key()
    expect(codeOf(await place(customer, [{ id: item.id }], {}, same))).toBe('STORE_CLOSED')
    await test.db.updateTable('stores').set({ is_active: true }).where('id', '=', store.id).execute()
    placed(await place(customer, [{ id: item.id }], {}, same))
  })
})

describe('races of place-order', () => {
  const tries = 24

  it('[I-11] parallel wallet orders never overspend', async () => {
    const { item, customer } = await shop()
    await test.build.setting('limitOrdersPerCustomer', '1000')
    await expect.poll(() => test.services.settings.number('limitOrdersPerCustomer')).toBe(1000)
    await fund(customer.id, 35_000n)
    const answers = await Promise.all(
      Array.from({ length: tries }, (_, index) =>
        place(customer, [{ id: item.id }], { method: 'WALLET' }, `wallet-race-${index}-0000000`),
      ),
    )
    const paid = answers.filter((answer) => codeOf(answer) === undefined)
    expect(paid).toHaveLength(3)
    for (const answer of answers) expect([undefined, 'WALLET_TOO_LOW', 'TEMPORARILY_AWAY']).toContain(codeOf(answer))
    expect(await walletBalances(test.db, customer.id)).toEqual({ ownMinor: 5000n, promotionMinor: 0n })
  })

  it('[GAP-28] the last units in stock are sold once', async () => {
    const { item } = await shop({ item: { stock: 5 } })
    const customers = await Promise.all(Array.from({ length: 12 }, () => test.build.customer()))
    const answers = await Promise.all(customers.map((customer) => place(customer, [{ id: item.id }])))
    expect(answers.filter((answer) => codeOf(answer) === undefined)).toHaveLength(5)
    const left = await test.db.selectFrom('items').select('stock').where('id', '=', item.id).executeTakeFirstOrThrow()
    expect(left.stock).toBe(0)
  })

  it('[GAP-26] the last use of a coupon is used once', async () => {
    const { item } = await shop()
    const coupon = await test.build.coupon({ max_count: 3 })
    const customers = await Promise.all(Array.from({ length: 12 }, () => test.build.customer()))
    const answers = await Promise.all(
      customers.map((customer) => place(customer, [{ id: item.id }], { coupon: { code: coupon.code } })),
    )
    expect(answers.filter((answer) => codeOf(answer) === undefined)).toHaveLength(3)
    const used = await test.db
      .selectFrom('coupons')
      .select('used_count')
      .where('id', '=', coupon.id)
      .executeTakeFirstOrThrow()
    expect(used.used_count).toBe(3)
  })
})

describe('quote', () => {
  it('[GAP-81, GAP-11] answers the lines of the future order, also to guests, and changes nothing', async () => {
    const { item, customer } = await shop({ store: { store_charge_minor: 500n, delivery_charge_minor: 2500n } })
    const before = await test.build.counts()
    const guest = await test.call('quote', {
      ...orderOf([{ id: item.id }]),
      location: { lat: '12.9352', lng: '77.6245' },
    } as never)
    expect(guest).toMatchObject({
      status: 200,
      body: { total: '130.00', payable: '130.00', wallet_amount: '0.00', distance: 0, delivery_minutes: 40 },
    })
    const own = await test.call('quote', orderOf([{ id: item.id }]) as never, { token: customer.token })
    expect(own.body.lines.map((line) => line.key)).toContain('storeCharge')
    expect(await test.build.counts()).toEqual(before)
    const order = placed(await place(customer, [{ id: item.id }], { quoted_total: own.body.total }))
    expect(order.total).toBe(130)
  })

  it('[GAP-26] counts wrong codes, so that quotes cannot avoid the limit of apply-coupon', async () => {
    const { item, customer } = await shop()
    const coupon = await test.build.coupon()
    const ask = (code: string) =>
      test.call('quote', orderOf([{ id: item.id }], { coupon: { code } }) as never, { token: customer.token })
    for (let count = 0; count < 15; count++) expect((await ask(coupon.code)).body).toMatchObject({ total: '50.00' })
    for (let count = 0; count < 10; count++) expect(codeOf(await ask(`GUESS${count}`))).toBe('COUPON_INVALID')
    expect(await ask('GUESS11')).toMatchObject({ status: 429 })
    expect((await place(customer, [{ id: item.id }], { coupon: { code: coupon.code } })).status).toBe(429)
  })
})
