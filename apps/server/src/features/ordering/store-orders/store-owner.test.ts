import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { useTestApp } from '#test/harness.ts'

const harness = useTestApp()
const call: typeof harness.call = (...args) => harness.call(...args)

let passwordHash = ''
beforeAll(async () => {
  passwordHash = await slowHash('a long owner password')
})

/** Builds a store with its owner and one order. */
async function storeWithOrder(row: Record<string, unknown> = {}) {
  const store = await harness.build.store()
  const [owner, customer] = await Promise.all([harness.build.owner({ stores: [store] }), harness.build.customer()])
  const order = await harness.build.order({ user_id: customer.id, store_id: store.id, ...row })
  return { store, owner, customer, order, input: { store_id: store.id, order_id: order.id, q: 'OD-' } }
}

async function orderRow(id: number) {
  return harness.db
    .selectFrom('orders')
    .select(['status', 'prep_minutes', 'promised_at', 'cancel_reason', 'delivered_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function events(orderId: number) {
  return harness.db
    .selectFrom('order_events')
    .select(['from_status', 'to_status', 'actor', 'actor_id', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

const acts = [
  'store-owner/get-single-order',
  'store-owner/confirm-scheduled-order',
  'store-owner/accept-order',
  'store-owner/cancel-order',
  'store-owner/mark-selfpickup-order-ready',
  'store-owner/mark-selfpickup-order-completed',
] as const
const lists = ['store-owner/get-orders', 'store-owner/get-past-orders', 'store-owner/search-orders'] as const
const ofOwners = ['store-owner/logout', ...lists, ...acts] as const

describe('access to calls of store owners', () => {
  test.each(ofOwners)('[GAP-75] %s refuses guests and every other audience', async (name) => {
    const { input, order } = await storeWithOrder()
    const guest = await call(name, input)
    expect(guest).toMatchObject({ status: 401, body: { message: 'Token not provided' } })
    for (const { token } of [await harness.build.customer(), await harness.build.rider()]) {
      const answer = await call(name, input, { token })
      expect(answer).toMatchObject({ status: 401, body: { success: false, error: { code: 'WRONG_AUDIENCE' } } })
    }
    expect((await orderRow(order.id)).status).toBe(1)
  })

  test.each([...lists, ...acts] as const)(
    '[GAP-75] %s answers the same for another owner’s store and an unknown one, and changes nothing',
    async (name) => {
      const { input, order } = await storeWithOrder()
      const stranger = await harness.build.owner({ stores: [await harness.build.store()] })
      const answers = [
        await call(name, input, { token: stranger.token }),
        await call(name, { ...input, store_id: 2_000_000_000 }, { token: stranger.token }),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(401)
        expect(body).toEqual({
          success: false,
          message: 'Unauthorized',
          error: { code: 'ORDER_NOT_YOURS', request_id: expect.any(String) },
        })
      }
      expect((await orderRow(order.id)).status).toBe(1)
      expect(await events(order.id)).toEqual([])
    },
  )

  test.each(acts)('[GAP-75] %s does not find an order of another store, or an unknown one', async (name) => {
    const { owner, store } = await storeWithOrder()
    const elsewhere = await storeWithOrder()
    for (const order_id of [elsewhere.order.id, 2_000_000_000]) {
      const answer = await call(name, { store_id: store.id, order_id }, { token: owner.token })
      expect(answer).toMatchObject({ status: 404, body: { success: false, error: { code: 'NOT_FOUND' } } })
    }
    expect((await orderRow(elsewhere.order.id)).status).toBe(1)
  })

  test.each([
    ['store-owner/get-orders', {}],
    ['store-owner/get-orders', { store_id: 'all' }],
    ['store-owner/get-past-orders', { page: 0 }],
    ['store-owner/search-orders', { q: 'OD' }],
    ['store-owner/get-single-order', { order_id: 'OD-1' }],
    ['store-owner/confirm-scheduled-order', { order_id: -1 }],
    ['store-owner/accept-order', { order_id: {} }],
    ['store-owner/accept-order', { order_prep_time: 0 }],
    ['store-owner/accept-order', { order_prep_time: 241 }],
    ['store-owner/accept-order', { order_prep_time: '12.5' }],
    ['store-owner/cancel-order', { cancel_reason: 'x'.repeat(301) }],
    ['store-owner/mark-selfpickup-order-ready', { order_id: null }],
  ] as const)('[GAP-75] %s refuses %j and changes nothing', async (name, bad) => {
    const { owner, input } = await storeWithOrder()
    const before = await harness.build.counts()
    const sent = Object.keys(bad).length === 0 ? {} : { ...input, ...bad }
    const answer = await call(name, sent as never, { token: owner.token })
    expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: 'INVALID_INPUT' } } })
    expect(await harness.build.counts()).toEqual(before)
  })
})

describe('store-owner/login', () => {
  test('[GAP-75] answers the owner with their stores and a token of their own audience', async () => {
    const { owner, store } = await storeWithOrder()
    const second = await harness.build.store({ is_accepted: false })
    await harness.db
      .insertInto('store_members')
      .values({ store_id: second.id, user_id: owner.id, role: 'owner' })
      .execute()
    await harness.build.store()
    await harness.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', owner.id).execute()
    const answer = await call('store-owner/login', { email: owner.email!, password: 'a long owner password' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        id: owner.id,
        auth_token: expect.stringMatching(/^[\w-]{43}$/),
        name: 'Meena Rao',
        email: owner.email,
        phone: owner.phone,
      },
    })
    const { data } = answer.body as { data: { auth_token: string; stores: { id: number; slug: string }[] } }
    expect(data.stores.map(({ id }) => id)).toEqual([store.id, second.id])
    expect(data.stores[0]).toMatchObject({ slug: store.slug, restaurant_charges: '0.00', is_active: 1 })

    const token = data.auth_token
    expect((await call('store-owner/get-orders', { store_id: store.id }, { token })).status).toBe(200)
    expect((await call('store-owner/logout', {}, { token })).body).toEqual({ success: true })
    expect((await call('store-owner/get-orders', { store_id: store.id }, { token })).status).toBe(401)
  })

  test('[GAP-75] customers, riders, banned owners and wrong passwords get the same answer', async () => {
    const owner = await harness.build.user({ password_hash: passwordHash }, 'store_owner')
    const banned = await harness.build.user({ password_hash: passwordHash, is_active: false }, 'store_owner')
    const customer = await harness.build.user({ password_hash: passwordHash })
    const rider = await harness.build.rider({ user: { password_hash: passwordHash } })
    const before = await harness.build.counts()
    const tries = [
      ...[banned, customer, rider].map(({ email }) => ({ email: email!, password: 'a long owner password' })),
      { email: owner.email!, password: 'another password' },
      { password: 'a long owner password' },
    ]
    const answers = await Promise.all(tries.map((input) => call('store-owner/login', input)))
    for (const { body } of answers) expect(body).toMatchObject({ success: false, data: 'DONOTMATCH' })
    expect(await harness.build.counts()).toEqual(before)
  })
})

describe('store-owner/get-orders', () => {
  test('[GAP-75] groups open orders by their next step, with the customer, without PIN and wallet', async () => {
    const { store, owner, customer, order } = await storeWithOrder({ wallet_own_minor: 1000n })
    const row = { user_id: customer.id, store_id: store.id }
    const rider = await harness.build.rider({ stores: [store] })
    const make = async (status: number, delivery_type: 1 | 2 = 1) => {
      const rider_id = status === 3 || status === 4 ? rider.id : null
      return (await harness.build.order({ ...row, status, delivery_type, rider_id })).id
    }
    const scheduled = await make(10)
    const preparing = [await make(2), await make(3), await make(11)]
    const pickup = [await make(2, 2), await make(7, 2), await make(11, 2)]
    const ongoing = await make(4)
    for (const status of [5, 6, 8, 9]) await make(status)
    await harness.build.order({ user_id: customer.id, store_id: (await harness.build.store()).id })

    const { status, body } = await call('store-owner/get-orders', { store_id: store.id }, { token: owner.token })
    expect(status).toBe(200)
    const ids = Object.fromEntries(Object.entries(body).map(([group, orders]) => [group, orders.map(({ id }) => id)]))
    expect(ids).toEqual({
      new_orders: [order.id, scheduled],
      preparing_orders: preparing,
      selfpickup_orders: pickup,
      ongoing_orders: [ongoing],
    })
    expect(body.new_orders[0]).toMatchObject({
      id: order.id,
      orderstatus_id: 1,
      payable: 90,
      orderitems_count: 1,
      orderitems: [{ name: 'Masala Dosa', quantity: 1 }],
      restaurant: { id: store.id },
      user: { id: customer.id, name: 'Asha Menon', phone: customer.phone },
    })
    for (const hidden of ['delivery_pin', 'wallet_amount', 'transaction_id', 'rating'])
      expect(body.new_orders[0]).not.toHaveProperty(hidden)
    expect(JSON.stringify(body)).not.toContain(order.delivery_pin)
  })
})

test('[GAP-75] open orders are listed however many orders a store has delivered', async () => {
  const { store, owner, customer, order } = await storeWithOrder({})
  const delivered = { user_id: customer.id, store_id: store.id, status: 5 }
  const { id: older } = await harness.build.order(delivered)
  await harness.db.updateTable('orders').set({ status: 5 }).where('id', '=', order.id).execute()
  for (let count = 2; count < 200; count++) await harness.build.order(delivered)
  const { id: open } = await harness.build.order({ ...delivered, status: 1 })
  const { body } = await call('store-owner/get-orders', { store_id: store.id }, { token: owner.token })
  expect(body.new_orders.map(({ id }) => id)).toEqual([open])
  expect(open).toBeGreaterThan(older)
})

describe('store-owner/accept-order', () => {
  test('[GAP-07] a placed order becomes accepted and its customer is notified', async () => {
    const { owner, customer, order, input } = await storeWithOrder()
    const answer = await call('store-owner/accept-order', input, { token: owner.token })
    expect(answer).toMatchObject({ status: 200, body: { id: order.id, orderstatus_id: 2, prep_time: null } })
    expect(answer.body).not.toHaveProperty('already_action')
    expect(await events(order.id)).toEqual([
      { from_status: 1, to_status: 2, actor: 'store', actor_id: owner.id, reason: null },
    ])
    const notified = await harness.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', customer.id)
      .execute()
    expect(notified).toHaveLength(1)
  })

  test.each([
    [1, 3, 25, 30],
    [2, null, 25, 25],
  ] as const)(
    '[GAP-70] an order of type %i at %s km with %i minutes of preparation is promised in %i minutes',
    async (delivery_type, distance_km, minutes, promised) => {
      const { owner, order, input } = await storeWithOrder({ delivery_type, distance_km })
      const answer = await call(
        'store-owner/accept-order',
        { ...input, order_prep_time: String(minutes) },
        { token: owner.token },
      )
      expect(answer.body).toMatchObject({ prep_time: minutes })
      const { promised_at } = await orderRow(order.id)
      expect((promised_at!.getTime() - Date.now()) / 60_000).toBeCloseTo(promised, 0)
      expect(answer.body.promised_at).toBe(promised_at!.toISOString())
    },
  )

  test.each([
    ['a delivery by a quicker store', { delivery_type: 1, distance_km: 0.5 }, 41, 20, 41],
    ['a delivery by a slower store', { delivery_type: 1, distance_km: 3 }, 41, 60, 65],
    ['an order to collect now', { delivery_type: 2 }, 40, 20, 20],
    ['an order to collect later', { delivery_type: 2, scheduled_for: new Date() }, 90, 20, 90],
  ] as const)(
    'the promised time of %s is no earlier than before, unless the customer collects the order',
    async (_what, row, before, minutes, after) => {
      const inMinutes = (count: number) => new Date(Date.now() + count * 60_000)
      const { owner, order, input } = await storeWithOrder({ ...row, promised_at: inMinutes(before) })
      await call('store-owner/accept-order', { ...input, order_prep_time: minutes }, { token: owner.token })
      const { promised_at } = await orderRow(order.id)
      expect((promised_at!.getTime() - Date.now()) / 60_000).toBeCloseTo(after, 0)
    },
  )

  test.each([6, 8, 9])(
    '[GAP-07] an order in status %i is refused, so that no app treats it as accepted',
    async (status) => {
      const { owner, order, input } = await storeWithOrder({ status })
      const answer = await call('store-owner/accept-order', { ...input, order_prep_time: 20 }, { token: owner.token })
      expect(answer).toMatchObject({ status: 409, body: { success: false, orderstatus_id: status } })
      expect(answer.body).toMatchObject({ error: { code: 'TRANSITION_REFUSED' } })
      expect(await orderRow(order.id)).toMatchObject({ status, promised_at: null })
      expect(await events(order.id)).toEqual([])
    },
  )

  test.each([2, 5, 10, 11])('[GAP-07] an order in status %i stays, with already_action', async (status) => {
    const { owner, order, input } = await storeWithOrder({ status, prep_minutes: 10 })
    const answer = await call('store-owner/accept-order', { ...input, order_prep_time: 20 }, { token: owner.token })
    expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: status, already_action: true } })
    expect(await orderRow(order.id)).toMatchObject({ status, prep_minutes: 10, promised_at: null })
    expect(await events(order.id)).toEqual([])
  })

  test('[GAP-07] of accepting, rejecting and cancelling in parallel, only one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, customer, order, input } = await storeWithOrder({ payment_mode: 'WALLET' })
      await Promise.all([
        call('store-owner/accept-order', input, { token: owner.token }),
        call('store-owner/cancel-order', input, { token: owner.token }),
        call('store-owner/accept-order', input, { token: owner.token }),
        call('cancel-order', { order_id: order.id }, { token: customer.token }),
      ])
      expect(await events(order.id)).toHaveLength(1)
      expect([2, 6]).toContain((await orderRow(order.id)).status)
    }
  })
})

describe('store-owner/cancel-order', () => {
  test('[GAP-16] money from the wallet is returned once, however often the call is sent', async () => {
    const { owner, customer, order, input } = await storeWithOrder({
      wallet_own_minor: 4000n,
      wallet_promotion_minor: 1000n,
    })
    await fundClearing(5000n)
    const sent = { ...input, cancel_reason: 'Out of batter' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        call('store-owner/cancel-order', sent, { token: owner.token, key: `reject-order-number-${index}` }),
      ),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: 6, cancel_reason: 'Out of batter' } })
    expect(await orderRow(order.id)).toMatchObject({ status: 6, cancel_reason: 'Out of batter' })
    expect(await events(order.id)).toEqual([
      { from_status: 1, to_status: 6, actor: 'store', actor_id: owner.id, reason: 'Out of batter' },
    ])
    const balances = await harness.db
      .selectFrom('ledger_accounts')
      .select(['kind', 'balance_minor'])
      .where('user_id', '=', customer.id)
      .orderBy('kind')
      .execute()
    expect(balances).toEqual([
      { kind: 'wallet_own', balance_minor: 4000n },
      { kind: 'wallet_promotion', balance_minor: 1000n },
    ])
  })

  test('[GAP-16] a repeated request is answered with the stored answer', async () => {
    const { owner, input } = await storeWithOrder()
    const options = { token: owner.token, key: 'reject-this-order-please' }
    const first = await call('store-owner/cancel-order', input, options)
    const second = await call('store-owner/cancel-order', input, options)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    const other = await call('store-owner/cancel-order', { ...input, cancel_reason: 'Other' }, options)
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } })
  })

  test('[GAP-07] a scheduled order can be rejected; an accepted or finished one stays', async () => {
    const scheduled = await storeWithOrder({ status: 10 })
    const done = await call('store-owner/cancel-order', scheduled.input, { token: scheduled.owner.token })
    expect(done.body).toMatchObject({ orderstatus_id: 6 })
    for (const status of [2, 5, 7, 8, 9, 11]) {
      const { owner, order, input } = await storeWithOrder({ status })
      const answer = await call('store-owner/cancel-order', input, { token: owner.token })
      expect(answer).toMatchObject({
        status: 409,
        body: { success: false, error: { code: 'TRANSITION_REFUSED' }, orderstatus_id: status },
      })
      expect((await orderRow(order.id)).status).toBe(status)
    }
  })
})

describe('self-pickup', () => {
  test('[GAP-07] an accepted order becomes ready, then collected and settled; repeated calls change nothing', async () => {
    const { owner, order, input } = await storeWithOrder({ status: 2, delivery_type: 2 })
    const token = owner.token
    const tooEarly = await call('store-owner/mark-selfpickup-order-completed', input, { token })
    expect(tooEarly).toMatchObject({ status: 409, body: { error: { code: 'TRANSITION_REFUSED' }, orderstatus_id: 2 } })

    const ready = await call('store-owner/mark-selfpickup-order-ready', input, { token })
    expect(ready).toMatchObject({ status: 200, body: { orderstatus_id: 7 } })
    expect((await call('store-owner/mark-selfpickup-order-ready', input, { token })).body).toEqual(ready.body)

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('store-owner/mark-selfpickup-order-completed', input, { token })),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: 5 } })
    expect(await orderRow(order.id)).toMatchObject({ status: 5, delivered_at: expect.any(Date) })
    expect((await events(order.id)).map(({ to_status }) => to_status)).toEqual([7, 5])
    const settled = await harness.db
      .selectFrom('transfers')
      .select('id')
      .where('kind', '=', 'order_settlement')
      .where('source_id', '=', String(order.id))
      .execute()
    expect(settled).toHaveLength(1)
  })

  test('[GAP-07] a store cannot mark a delivery as ready or collected', async () => {
    const { owner, order, input } = await storeWithOrder({ status: 2, delivery_type: 1 })
    for (const name of [
      'store-owner/mark-selfpickup-order-ready',
      'store-owner/mark-selfpickup-order-completed',
    ] as const) {
      const answer = await call(name, input, { token: owner.token })
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'TRANSITION_REFUSED' } } })
    }
    expect((await orderRow(order.id)).status).toBe(2)
  })
})

/** Moves money into clearing, as a wallet payment would. */
async function fundClearing(amountMinor: bigint) {
  await inTransaction(harness.db, (tx) =>
    postTransfer(tx, {
      kind: 'test_clearing',
      source: { type: 'test', id: crypto.randomUUID() },
      currency: 'INR',
      description: { key: 'walletTransactionCommission' },
      postings: [
        { account: { kind: 'order_clearing' }, amountMinor },
        { account: { kind: 'adjustments' }, amountMinor: -amountMinor },
      ],
    }),
  )
}
