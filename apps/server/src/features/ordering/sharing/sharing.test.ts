import { describe, expect, it } from 'vitest'
import { jobs } from '#delete-old-rows.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const share = (uniqueOrderId: string, { token }: { token: string }) =>
  test.call('share-order', { unique_order_id: uniqueOrderId }, { token })
const stop = (uniqueOrderId: string, { token }: { token: string }) =>
  test.call('stop-sharing-order', { unique_order_id: uniqueOrderId }, { token })
const look = (shareToken: string) => test.call('get-shared-order', { share_token: shareToken })

async function sharedOrder(more: Partial<Parameters<typeof test.build.order>[0]> = {}) {
  const store = await test.build.store()
  const customer = await test.build.customer({ name: 'Asha Rao' })
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, ...more })
  const { body } = await share(order.unique_order_id, customer)
  return { store, customer, order, shareToken: body.share_token }
}

const setOrder = (id: number, values: object) =>
  test.db.updateTable('orders').set(values).where('id', '=', id).execute()

describe('a shared order', () => {
  it('shows the store, the state and the time, and nothing of the customer, the address or the price', async () => {
    const { store, order, shareToken } = await sharedOrder({ promised_at: new Date(Date.now() + 30 * 60_000) })
    expect(shareToken).toMatch(/^[\w-]{32}$/)
    const { status, body } = await look(shareToken)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      orderstatus_id: 1,
      delivery_type: 1,
      store: {
        id: store.id,
        name: store.name,
        image: expect.any(String),
        latitude: expect.any(String),
        longitude: expect.any(String),
      },
      arrives_at: expect.stringMatching(/Z$/),
      late_minutes: 0,
      is_overdue: false,
      rider: null,
    })
    const said = JSON.stringify(body)
    const { address } = await test.db
      .selectFrom('orders')
      .select('address')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    for (const secret of ['Asha', order.unique_order_id, address]) expect(said).not.toContain(secret)
  })

  it("shows the rider's first name and rounded position only while they carry the order", async () => {
    const { store, order, shareToken } = await sharedOrder()
    const rider = await test.build.rider({ stores: [store] })
    const position = { latitude: 12.934567, longitude: 77.624567, heading: null }
    await setOrder(order.id, { status: 3, rider_id: rider.id })
    await test.db
      .insertInto('rider_positions')
      .values({ order_id: order.id, rider_id: rider.id, ...position })
      .execute()
    expect((await look(shareToken)).body.rider).toBeNull()
    await setOrder(order.id, { status: 4 })
    expect((await look(shareToken)).body.rider).toEqual({
      name: 'Ravi',
      latitude: 12.935,
      longitude: 77.625,
      positioned_at: expect.stringMatching(/Z$/),
    })
    await setOrder(order.id, { status: 5, delivered_at: new Date() })
    expect((await look(shareToken)).body).toMatchObject({ orderstatus_id: 5, rider: null })
  })

  it('has one link, which ten parallel calls return; the database does not hold its token', async () => {
    const { customer, order, shareToken } = await sharedOrder()
    const answers = await Promise.all(Array.from({ length: 10 }, () => share(order.unique_order_id, customer)))
    expect(new Set(answers.map(({ body }) => body.share_token))).toEqual(new Set([shareToken]))
    const rows = await test.db.selectFrom('order_shares').selectAll().where('order_id', '=', order.id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(shareToken)
    const fresh = await test.build.order({ user_id: customer.id, store_id: order.store_id })
    const first = await Promise.all(Array.from({ length: 10 }, () => share(fresh.unique_order_id, customer)))
    expect(new Set(first.map(({ body }) => body.share_token)).size).toBe(1)
  })
})

describe('a link that has ended', () => {
  it('gets the same answer as a guessed one, without a name or a location', async () => {
    const stopped = await sharedOrder()
    expect((await stop(stopped.order.unique_order_id, stopped.customer)).body).toEqual({ success: true })
    const cancelled = await sharedOrder()
    await setOrder(cancelled.order.id, { status: 6 })
    const delivered = await sharedOrder()
    await setOrder(delivered.order.id, { status: 5, delivered_at: new Date(Date.now() - 11 * 60_000) })
    const guessed = await look('A'.repeat(32))
    expect(guessed.status).toBe(404)
    expect(codeOf(guessed)).toBe('NOT_FOUND')
    const same = { ...guessed.body, error: { code: 'NOT_FOUND', request_id: expect.any(String) } }
    for (const token of [stopped.shareToken, cancelled.shareToken, delivered.shareToken, '', "'"]) {
      const { status, body } = await look(token)
      expect(status).toBe(404)
      expect(body).toEqual(same)
    }
  })

  it('is replaced by a link with another token when the customer shares again', async () => {
    const { customer, order, shareToken } = await sharedOrder()
    await stop(order.unique_order_id, customer)
    const again = (await share(order.unique_order_id, customer)).body.share_token
    expect(again).not.toBe(shareToken)
    expect((await look(shareToken)).status).toBe(404)
    expect((await look(again)).status).toBe(200)
  })

  it('shows a delivered order for ten minutes, and is then deleted', async () => {
    const [fresh, old] = [await sharedOrder(), await sharedOrder()]
    await setOrder(fresh.order.id, { status: 5, delivered_at: new Date(Date.now() - 9 * 60_000) })
    await setOrder(old.order.id, { status: 5, delivered_at: new Date(Date.now() - 11 * 60_000) })
    expect((await look(fresh.shareToken)).status).toBe(200)
    await jobs.tasks!['forget-what-is-over']!({}, test.services)
    const ids = [fresh.order.id, old.order.id]
    const left = await test.db.selectFrom('order_shares').select('order_id').where('order_id', 'in', ids).execute()
    expect(left).toEqual([{ order_id: fresh.order.id }])
  })
})

describe('share-order', () => {
  it("refuses another customer's order, an unknown one and one that is over", async () => {
    const { order, customer, shareToken } = await sharedOrder()
    const stranger = await test.build.customer()
    for (const call of [share, stop]) {
      expect(codeOf(await call(order.unique_order_id, stranger))).toBe('NOT_FOUND')
      expect(codeOf(await call('OD-0', customer))).toBe('NOT_FOUND')
    }
    expect((await look(shareToken)).status).toBe(200)
    await setOrder(order.id, { status: 5, delivered_at: new Date() })
    const over = await share(order.unique_order_id, customer)
    expect([over.status, codeOf(over)]).toEqual([409, 'ORDER_OVER'])
  })

  it('limits how often a client asks for shared orders', async () => {
    const { shareToken } = await sharedOrder()
    const ask = () => test.call('get-shared-order', { share_token: shareToken }, { ip: '10.9.8.7' })
    for (let times = 1; times <= 60; times++) expect((await ask()).status).toBe(200)
    expect(codeOf(await ask())).toBe('TOO_MANY_REQUESTS')
    expect((await look(shareToken)).status).toBe(200)
  })
})
