import { randomUUID } from 'node:crypto'
import { en } from '@nukkad/contract/texts/en.ts'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { redeemCoupon } from '#features/ordering/coupons/redeem-coupon.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { cancelOrder } from './cancel-order.ts'
import { moveOrder } from './move-order.ts'

const test = useTestApp()

const statusOf = async (id: number) =>
  (await test.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

async function placed(columns: { status?: number; payment_mode?: string } = {}) {
  const customer = await test.build.customer()
  const store = await test.build.store()
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, ...columns })
  return { customer, store, order }
}

/**
 * Builds a placed order that took a use of a coupon, units from the stock, and own money and promotion credit from a
 * wallet.
 */
async function laden() {
  const customer = await test.build.customer()
  const store = await test.build.store()
  const item = await test.build.item({ store_id: store.id, stock: 3 })
  const coupon = await test.build.coupon({ user_type: 'ONCE' })
  await fundWallet(test.db, customer.id, { ownMinor: 4_000n, promotionMinor: 6_000n })
  const order = await test.build.order({
    user_id: customer.id,
    store_id: store.id,
    coupon_id: coupon.id,
    coupon_name: coupon.code,
    lines: [{ item_id: item.id, name: item.name, quantity: 2, unit_price_minor: 10_000n } as never],
    wallet_own_minor: 3_000n,
    wallet_promotion_minor: 6_000n,
  })
  await payOrder(test.db, order, { ownMinor: 3_000n, promotionMinor: 6_000n })
  await inTransaction(test.db, (tx) =>
    redeemCoupon(tx, { couponId: coupon.id, userId: customer.id, orderId: order.id }),
  )
  return { customer, store, item, coupon, order }
}

async function takenBy({ customer, item, coupon }: Awaited<ReturnType<typeof laden>>) {
  const [{ stock }, { used_count }, wallet] = await Promise.all([
    test.db.selectFrom('items').select('stock').where('id', '=', item.id).executeTakeFirstOrThrow(),
    test.db.selectFrom('coupons').select('used_count').where('id', '=', coupon.id).executeTakeFirstOrThrow(),
    walletBalances(test.db, customer.id),
  ])
  return { stock, used_count, ...wallet }
}

const untouched = { stock: 3, used_count: 1, ownMinor: 1_000n, promotionMinor: 0n }
const givenBack = { stock: 5, used_count: 0, ownMinor: 4_000n, promotionMinor: 6_000n }

describe('get-orders', () => {
  it('[P-57] [GAP-15] answers ten orders a page, newest first, and the number of the next page', async () => {
    const customer = await test.build.customer()
    const { order: foreign } = await placed()
    const store = await test.build.store()
    const made: number[] = []
    for (let count = 0; count < 11; count++)
      made.unshift((await test.build.order({ user_id: customer.id, store_id: store.id })).id)
    const first = await test.call('get-orders', { user_id: foreign.user_id }, customer)
    expect(first.status).toBe(200)
    const { data, ...page } = first.body
    expect(data.map(({ id }) => id)).toEqual(made.slice(0, 10))
    const path = 'https://shop.test/public/api/get-orders'
    expect(page).toEqual({
      current_page: 1,
      first_page_url: `${path}?page=1`,
      from: 1,
      last_page: 2,
      last_page_url: `${path}?page=2`,
      next_page_url: `${path}?page=2`,
      path,
      per_page: 10,
      prev_page_url: null,
      to: 10,
      total: 11,
    })
    const second = await test.call('get-orders', {}, { ...customer, path: new URL(page.next_page_url!).search })
    expect(second.body.data.map(({ id }) => id)).toEqual(made.slice(10))
    expect(second.body).toMatchObject({ current_page: 2, from: 11, to: 11, next_page_url: null })
    const beyond = await test.call('get-orders', { page: 3 }, customer)
    expect(beyond.body).toMatchObject({ data: [], total: 11, from: null, to: null, next_page_url: null })
  })

  it('[P-57] answers a whole order: lines, add-ons, store, rating', async () => {
    const { customer, store, order } = await placed()
    const line = await test.db
      .updateTable('order_lines')
      .set({ quantity: 1 })
      .where('order_id', '=', order.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('order_line_addons')
      .values({
        order_line_id: line.id,
        store_id: store.id,
        addon_category_name: 'Extras',
        name: 'Ghee',
        price_minor: 1_550n,
      })
      .execute()
    const { body } = await test.call('get-orders', {}, customer)
    expect(body.data[0]).toMatchObject({
      id: order.id,
      unique_order_id: order.unique_order_id,
      orderstatus_id: 1,
      total: 100,
      payable: 100,
      delivery_charge: '0.00',
      delivery_pin: order.delivery_pin,
      is_scheduled: 0,
      rating: null,
      is_ratable: false,
      orderitems: [
        {
          id: line.id,
          order_id: order.id,
          name: 'Masala Dosa',
          quantity: 1,
          price: '100.00',
          order_item_addons: [
            { orderitem_id: line.id, addon_category_name: 'Extras', addon_name: 'Ghee', addon_price: '15.50' },
          ],
        },
      ],
      restaurant: { id: store.id, name: store.name, slug: store.slug },
    })
  })

  it('[GAP-15] refuses invalid pages', async () => {
    const customer = await test.build.customer()
    for (const page of [0, -1, 'x', 1.5, 10_000_000])
      expect((await test.call('get-orders', { page: page as never }, customer)).status).toBe(400)
  })
})

describe('cancel-order', () => {
  it('[P-58] [GAP-16] cancels a placed and a scheduled order; if nothing was paid, nothing is refunded', async () => {
    for (const status of [1, 10]) {
      const { customer, order } = await placed({ status })
      const { status: code, body } = await test.call(
        'cancel-order',
        { order_id: String(order.id), cancel_reason: 'Changed my mind' },
        customer,
      )
      expect(code).toBe(200)
      expect(body).toEqual({ success: true, refund: false })
      const row = await test.db
        .selectFrom('orders')
        .select(['status', 'cancel_reason'])
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ status: 6, cancel_reason: 'Changed my mind' })
      const events = await test.db
        .selectFrom('order_events')
        .select(['kind', 'from_status', 'to_status', 'actor', 'actor_id', 'reason'])
        .where('order_id', '=', order.id)
        .execute()
      expect(events).toEqual([
        {
          kind: 'order_canceled',
          from_status: status,
          to_status: 6,
          actor: 'customer',
          actor_id: customer.id,
          reason: 'Changed my mind',
        },
      ])
    }
  })

  it('[P-58] [GAP-16] [GAP-82] returns coupon, units, own money and promotion credit', async () => {
    const scene = await laden()
    expect(await takenBy(scene)).toEqual(untouched)
    const { body } = await test.call('cancel-order', { order_id: scene.order.id }, scene.customer)
    expect(body).toEqual({ success: true, refund: true })
    expect(await takenBy(scene)).toEqual(givenBack)
  })

  it('[P-58] [GAP-16] leaves an order in every other state as it is', async () => {
    for (const status of [2, 5, 7, 8, 9, 11]) {
      const { customer, order } = await placed({ status })
      const before = await test.build.counts()
      const answer = await test.call('cancel-order', { order_id: order.id }, customer)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ success: false, refund: false, error: { code: 'ORDER_NOT_CANCELLABLE' } })
      expect(await statusOf(order.id)).toBe(status)
      expect(await test.build.counts()).toEqual(before)
    }
  })

  it('[P-58] [T-08] [T-02] another customer’s order answers like an unknown one, and a customer session is required', async () => {
    const { order } = await placed()
    const stranger = await test.build.customer()
    for (const order_id of [order.id, 2_000_000_000]) {
      const answer = await test.call('cancel-order', { order_id, user_id: order.user_id }, stranger)
      expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
      expect(answer.body).toMatchObject({ success: false, refund: false, message: en.error_NOT_FOUND })
    }
    expect(await statusOf(order.id)).toBe(1)
    for (const name of ['get-orders', 'cancel-order', 'reorder', 'check-running-order'] as const) {
      const guest = await test.call(name, { order_id: order.id })
      expect(guest.status).toBe(401)
      expect(guest.body).toMatchObject({ message: 'Token not provided' })
      const owner = await test.build.owner()
      expect(codeOf(await test.call(name, { order_id: order.id }, owner))).toBe('WRONG_AUDIENCE')
    }
    for (const order_id of [undefined, 0, 'x', [1], 2 ** 31])
      expect((await test.call('cancel-order', { order_id: order_id as never }, stranger)).status).toBe(400)
    expect((await test.call('cancel-order', { order_id: 1, cancel_reason: 'a'.repeat(700) }, stranger)).status).toBe(
      400,
    )
  })

  it('[P-58] [GAP-16] reports that an order was already cancelled, and refunds nothing again', async () => {
    const scene = await laden()
    await test.call('cancel-order', { order_id: scene.order.id }, { ...scene.customer, key: randomUUID() })
    const again = await test.call(
      'cancel-order',
      { order_id: scene.order.id },
      { ...scene.customer, key: randomUUID() },
    )
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({
      success: false,
      refund: false,
      message: en.error_ORDER_ALREADY_CANCELLED,
      error: { code: 'ORDER_ALREADY_CANCELLED' },
    })
    expect(await takenBy(scene)).toEqual(givenBack)
  })

  it('[GAP-16] answers a repeated request with the stored answer', async () => {
    const scene = await laden()
    const options = { ...scene.customer, key: randomUUID() }
    const first = await test.call('cancel-order', { order_id: scene.order.id }, options)
    const second = await test.call('cancel-order', { order_id: scene.order.id }, options)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await takenBy(scene)).toEqual(givenBack)
  })

  it('[GAP-16] refunds once for 20 parallel requests', async () => {
    const scene = await laden()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        test.call('cancel-order', { order_id: scene.order.id }, { ...scene.customer, key: randomUUID() }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(await takenBy(scene)).toEqual(givenBack)
    // Orders that the test builder creates as delivered have no order settlement, so the check of settlements is left
    // out; all other checks must pass.
    expect((await checkLedger(test.db)).filter(({ check }) => check !== 'settlements')).toEqual([])
  })

  it('[GAP-07] lets either the store accept or the customer cancel, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const scene = await laden()
      const [cancelled, accepted] = await Promise.all([
        test.call('cancel-order', { order_id: scene.order.id }, scene.customer),
        inTransaction(test.db, (tx) =>
          moveOrder(tx, {
            orderId: scene.order.id,
            from: 'placed',
            to: 'accepted',
            actor: 'store',
            kind: 'order_accepted_store',
          }),
        ),
      ])
      expect(cancelled.body.success).toBe(accepted === undefined)
      expect(await statusOf(scene.order.id)).toBe(accepted ? 2 : 6)
      expect(await takenBy(scene)).toEqual(accepted ? untouched : givenBack)
    }
  })

  it('[GAP-82] notifies the customer when the store rejects the order, and refunds everything', async () => {
    const scene = await laden()
    const owner = await test.build.owner({ stores: [scene.store] })
    const cancelled = await inTransaction(test.db, (tx) =>
      cancelOrder(tx, test.services.settings, {
        orderId: scene.order.id,
        actor: 'store',
        actorId: owner.id,
        where: { store_id: scene.store.id },
      }),
    )
    expect(cancelled?.isRefunded).toBe(true)
    expect(await takenBy(scene)).toEqual(givenBack)
    const { body } = await test.call('get-user-notifications', {}, scene.customer)
    expect(JSON.parse(body[0]!.data)).toMatchObject({ unique_order_id: scene.order.unique_order_id })
  })
})

describe('check-running-order', () => {
  it('[P-35] [GAP-09] is bare true in the states 1, 2, 3, 4 and 7 only', async () => {
    const rider = await test.build.rider()
    const store = await test.build.store()
    for (let status = 1; status <= 11; status++) {
      const customer = await test.build.customer()
      const running = async () => (await test.call('check-running-order', {}, customer)).body
      expect(await running()).toBe(false)
      await test.build.order({ user_id: customer.id, store_id: store.id, status, rider_id: rider.id })
      expect(await running()).toBe([1, 2, 3, 4, 7].includes(status))
    }
  })
})

describe('reorder', () => {
  async function past() {
    const customer = await test.build.customer()
    const store = await test.build.store()
    const dosa = await test.build.item({ store_id: store.id })
    const idli = await test.build.item({ store_id: store.id, name: 'Idli', stock: 4 })
    const sizes = await test.build.addons({
      item: dosa,
      type: 'SINGLE',
      name: 'Size',
      options: [
        { name: 'Small', price_minor: 0n },
        { name: 'Large', price_minor: 4_000n },
      ],
    })
    const order = await test.build.order({
      user_id: customer.id,
      store_id: store.id,
      status: 5,
      lines: [
        { item_id: dosa.id, name: 'Old name', quantity: 2, unit_price_minor: 9_000n },
        { item_id: idli.id, name: 'Idli', quantity: 3, unit_price_minor: 9_000n },
      ] as never,
    })
    const large = sizes.addons[1]!
    await test.db
      .insertInto('order_line_addons')
      .columns(['order_line_id', 'store_id', 'addon_id', 'addon_category_name', 'name', 'price_minor'])
      .expression((eb) =>
        eb
          .selectFrom('order_lines')
          .select((line) => [
            'id',
            'store_id',
            line.val(large.id).as('addon_id'),
            line.val('Size').as('category'),
            line.val('Large').as('name'),
            line.val(3_500n).as('price_minor'),
          ])
          .where('order_id', '=', order.id)
          .where('item_id', '=', dosa.id),
      )
      .execute()
    const again = async () => (await test.call('reorder', { order_id: order.id }, customer)).body
    return { customer, store, dosa, idli, large, order, again }
  }

  it('[GAP-81] answers the lines as cart lines, with current names and prices', async () => {
    const { store, dosa, idli, large, again } = await past()
    expect(await again()).toEqual({
      restaurant_id: store.id,
      slug: store.slug,
      items: [
        {
          id: dosa.id,
          quantity: 2,
          selectedaddons: [
            { addon_category_name: 'Size', addon_id: String(large.id), addon_name: 'Large', price: '40.00' },
          ],
        },
        { id: idli.id, quantity: 3, selectedaddons: [] },
      ],
    })
  })

  it('[GAP-81] leaves out lines that are no longer sold in the same form', async () => {
    const ids = async (change: (scene: Awaited<ReturnType<typeof past>>) => Promise<unknown>) => {
      const scene = await past()
      await change(scene)
      const { items } = await scene.again()
      return items.map(({ id }) => (id === scene.dosa.id ? 'dosa' : 'idli'))
    }
    const { db } = test
    expect(
      await ids(async ({ large }) =>
        db.updateTable('addons').set({ is_active: false }).where('id', '=', large.id).execute(),
      ),
    ).toEqual(['idli'])
    expect(
      await ids(async ({ dosa }) =>
        db.updateTable('items').set({ is_active: false }).where('id', '=', dosa.id).execute(),
      ),
    ).toEqual(['idli'])
    expect(
      await ids(async ({ idli }) => db.updateTable('items').set({ stock: 2 }).where('id', '=', idli.id).execute()),
    ).toEqual(['dosa'])
    expect(
      await ids(async ({ idli }) =>
        db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', idli.id).execute(),
      ),
    ).toEqual(['dosa'])
    expect(
      await ids(async ({ store }) =>
        db.updateTable('item_categories').set({ is_enabled: false }).where('store_id', '=', store.id).execute(),
      ),
    ).toEqual([])
  })

  it('[T-08] [GAP-81] finds only the customer’s own orders', async () => {
    const { order } = await past()
    const stranger = await test.build.customer()
    for (const order_id of [order.id, 2_000_000_000]) {
      const answer = await test.call('reorder', { order_id }, stranger)
      expect(answer.status).toBe(404)
      expect(codeOf(answer)).toBe('NOT_FOUND')
    }
  })
})
