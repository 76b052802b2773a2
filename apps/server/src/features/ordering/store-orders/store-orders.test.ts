import { describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const harness = useTestApp()
const call: typeof harness.call = (...args) => harness.call(...args)

/** Builds a store with its owner and a customer who orders there. */
async function storeWithOwner(row: object = {}) {
  const store = await harness.build.store(row)
  const [owner, customer] = await Promise.all([harness.build.owner({ stores: [store] }), harness.build.customer()])
  const make = (row: Record<string, unknown> = {}) =>
    harness.build.order({ user_id: customer.id, store_id: store.id, ...row })
  return { store, owner, customer, make, token: owner.token }
}

async function events(orderId: number) {
  const rows = await harness.db
    .selectFrom('order_events')
    .select(['from_status', 'to_status', 'actor'])
    .where('order_id', '=', orderId)
    .execute()
  return rows
}

describe('store-owner/confirm-scheduled-order', () => {
  test('[GAP-06] [GAP-07] a scheduled order is confirmed once, however many requests are sent in parallel', async () => {
    const { store, make, token } = await storeWithOwner()
    const order = await make({ status: 10 })
    const sent = { store_id: store.id, order_id: order.id }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('store-owner/confirm-scheduled-order', sent, { token })),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: 11 } })
    expect(answers.filter(({ body }) => body.already_action)).toHaveLength(7)
    expect(await events(order.id)).toEqual([{ from_status: 10, to_status: 11, actor: 'store' }])
  })

  test.each([6, 8, 9])('[GAP-07] an order in status %i is refused', async (status) => {
    const { store, make, token } = await storeWithOwner()
    const order = await make({ status })
    const sent = { store_id: store.id, order_id: order.id }
    const answer = await call('store-owner/confirm-scheduled-order', sent, { token })
    expect(answer).toMatchObject({ status: 409, body: { orderstatus_id: status } })
    expect(await events(order.id)).toEqual([])
  })

  test.each([1, 2, 4, 5])('[GAP-07] an order in status %i stays, with already_action', async (status) => {
    const { store, make, token } = await storeWithOwner()
    const rider = status === 4 ? await harness.build.rider() : undefined
    const order = await make({ status, ...(rider && { rider_id: rider.id }) })
    const sent = { store_id: store.id, order_id: order.id }
    const answer = await call('store-owner/confirm-scheduled-order', sent, { token })
    expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: status, already_action: true } })
    expect(await events(order.id)).toEqual([])
  })

  test('[GAP-07] the customer cancels and the store confirms in parallel: one of them happens', async () => {
    const { store, make, token, customer } = await storeWithOwner()
    for (let round = 0; round < 5; round++) {
      const order = await make({ status: 10 })
      await Promise.all([
        call('store-owner/confirm-scheduled-order', { store_id: store.id, order_id: order.id }, { token }),
        call('cancel-order', { order_id: order.id }, { token: customer.token }),
      ])
      expect(await events(order.id)).toHaveLength(1)
    }
  })
})

describe('one order', () => {
  test('[GAP-75] the store sees customer and rider, but not PIN and wallet', async () => {
    const { store, make, token, customer } = await storeWithOwner()
    const rider = await harness.build.rider({ stores: [store] })
    const order = await make({ status: 3, rider_id: rider.id })
    const sent = { store_id: store.id, order_id: order.id }
    const { status, body } = await call('store-owner/get-single-order', sent, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: order.id,
      restaurant: { id: store.id, name: store.name },
      user: { id: customer.id, name: customer.name, email: customer.email, phone: customer.phone },
      accept_delivery: { user: { id: rider.id, name: rider.name, phone: rider.phone } },
    })
    for (const hidden of ['delivery_pin', 'wallet_amount', 'transaction_id']) expect(body).not.toHaveProperty(hidden)
    const untaken = await make({ status: 2 })
    const other = await call('store-owner/get-single-order', { ...sent, order_id: untaken.id }, { token })
    expect(other.body.accept_delivery).toBeNull()
  })

  test('[GAP-75] if customers are hidden, the store sees a name and no contact', async () => {
    const { store, make, token, customer } = await storeWithOwner()
    const order = await make()
    await hideCustomers('true')
    const one = await call('store-owner/get-single-order', { store_id: store.id, order_id: order.id }, { token })
    const found = await call('store-owner/search-orders', { store_id: store.id, q: 'Asha' }, { token })
    await hideCustomers('false')
    expect(one.body.user).toEqual({ id: customer.id, name: customer.name, email: null, phone: null })
    expect(JSON.stringify(one.body)).not.toContain('12 Lake Road')
    expect(found.body).toEqual([])
  })

  test('[GAP-75] [INT-06] a store that goes to its customers sees address and phone, from acceptance until an hour after', async () => {
    const salon = await storeWithOwner({ delivery_type: 4 })
    const kitchen = await storeWithOwner({ delivery_type: 3 })
    const hour = 3_600_000
    const { id: rider_id } = await harness.build.rider()
    const ago = (duration: number) => ({ status: 5, rider_id, delivered_at: new Date(Date.now() - duration) })
    await hideCustomers('true')
    const seen = async ({ store, make, token }: typeof salon, row: Record<string, unknown>) => {
      const { id } = await make(row)
      const { body } = await call('store-owner/get-single-order', { store_id: store.id, order_id: id }, { token })
      expect(body.user.email).toBeNull()
      const isAddress = body.address.includes('12 Lake Road') && body.location.includes('12 Lake Road')
      expect(isAddress).toBe(body.user.phone !== null)
      return isAddress
    }
    const outcomes: [Record<string, unknown>, boolean][] = [
      [{ status: 2 }, true],
      [{ status: 3, rider_id }, true],
      [{ status: 4, rider_id }, true],
      ...[1, 6, 10, 11].map((status): [{ status: number }, boolean] => [{ status }, false]),
      [ago(hour / 2), true],
      [ago(2 * hour), false],
    ]
    for (const [row, isShown] of outcomes) {
      expect([row, await seen(salon, row)]).toEqual([row, isShown])
      expect([row, await seen(kitchen, row)]).toEqual([row, false])
    }
    await hideCustomers('false')
  })

  async function hideCustomers(value: string) {
    await harness.build.setting('hideCustomerDetailsFromStoreOwner', value)
    await harness.services.settings.reload()
  }
})

describe('past orders and search', () => {
  test('[GAP-75] delivered and cancelled orders are listed twenty a page, newest first', async () => {
    const { store, make, token } = await storeWithOwner()
    const ids: number[] = []
    for (let n = 0; n < 21; n++) ids.unshift((await make({ status: n % 2 ? 5 : 6 })).id)
    for (const status of [1, 2, 8, 9, 10]) await make({ status })
    const first = await call('store-owner/get-past-orders', { store_id: store.id }, { token })
    expect(first.body).toMatchObject({ current_page: 1, per_page: 20, total: 21, last_page: 2 })
    expect(first.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 20))
    expect(first.body.next_page_url).toBe('https://shop.test/public/api/store-owner/get-past-orders?page=2')
    const second = await call('store-owner/get-past-orders', { store_id: store.id }, { token, path: '?page=2' })
    expect(second.body.data.map(({ id }) => id)).toEqual(ids.slice(20))
  })

  test('[GAP-75] finds by number, name and phone only in the own store; pattern characters count as text', async () => {
    const { store, make, token, customer } = await storeWithOwner()
    const [first, second] = [await make({ status: 5 }), await make()]
    await make({ status: 8 })
    await harness.build.order({ user_id: customer.id, store_id: (await harness.build.store()).id })
    const find = async (q: string) =>
      (await call('store-owner/search-orders', { store_id: store.id, q }, { token })).body.map(({ id }) => id)
    expect(await find(first.unique_order_id.slice(-8).toLowerCase())).toEqual([first.id])
    expect(await find('asha menon')).toEqual([second.id, first.id])
    expect(await find(customer.phone!.slice(-6))).toEqual([second.id, first.id])
    for (const q of ['%%%', '___', 'A%a', '\\\\\\']) expect(await find(q)).toEqual([])
  })

  test('[GAP-75] the reasons to reject an order are in the language of the caller, by POST and GET', async () => {
    const { token } = await storeWithOwner()
    const reasons = await call('store-owner/get-cancel-reasons-for-restaurant', {}, { token })
    expect(reasons.body).toHaveLength(5)
    expect(reasons.body[0]).toEqual({ id: 1, cancel_reason: 'Something in the order is sold out' })
    const got = await call('store-owner/get-cancel-reasons-for-restaurant', {}, { token, method: 'GET' })
    expect(got.body).toEqual(reasons.body)
    expect(codeOf(await call('store-owner/get-cancel-reasons-for-restaurant', {}, { method: 'GET' }))).toBe(
      'SESSION_MISSING',
    )
  })
})
