import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const harness = useTestApp()
const { member, signIn, ask } = createStaff(harness)
type Kind = 'customer_unreachable' | 'returned' | 'store_closed' | 'rider_stopped'

/** Creates a trip: an order of a store with two riders on duty, of whom the first carries the order. */
async function trip(status: 3 | 4) {
  const store = await harness.build.store()
  const [rider, other, customer] = await Promise.all([
    harness.build.rider({ stores: [store] }),
    harness.build.rider({ stores: [store] }),
    harness.build.customer(),
  ])
  const order = await harness.build.order({ user_id: customer.id, store_id: store.id, rider_id: rider.id, status })
  return { rider, other, customer, order }
}

const report = (token: string, order_id: number, trouble: Kind) =>
  harness.call('delivery/report-trouble', { order_id, trouble }, { token })
const rowOf = (id: number) =>
  harness.db
    .selectFrom('orders')
    .select(['status', 'rider_id', 'trouble'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const kindsOf = async (id: number) =>
  (await harness.db.selectFrom('order_events').select('kind').where('order_id', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const offersOf = async (token: string) => {
  const { body } = await harness.call('delivery/get-delivery-orders', {}, { token })
  return (body as { new_orders: { id: number }[] }).new_orders.map(({ id }) => id)
}

describe('trouble on a trip', () => {
  it('a closed store ends the rider’s job; staff must offer the order again', async () => {
    const { rider, other, order } = await trip(3)
    expect(await report(rider.token, order.id, 'store_closed')).toMatchObject({
      status: 200,
      body: { success: true, wait_seconds: null },
    })
    expect(await rowOf(order.id)).toEqual({ status: 2, rider_id: null, trouble: 'store_closed' })
    expect(await offersOf(other.token)).toEqual([])
    const taken = await harness.call('delivery/accept-to-deliver', { order_id: order.id }, { token: other.token })
    expect(codeOf(taken)).toBe('ORDER_NOT_YOURS')

    const { cookie } = await signIn(await member('order_view', 'order_actions'))
    for (let turn = 0; turn < 2; turn++) {
      const again = await ask('dashboard/orders/offer-again', { order_id: order.id }, { cookie })
      expect(again).toMatchObject({ status: 200, body: { success: true } })
    }
    expect(await offersOf(other.token)).toEqual([order.id])
    expect(await kindsOf(order.id)).toEqual(['trip_store_closed', 'offered_again'])
  })

  it('an accident offers the order to the other riders only, and raises one alarm', async () => {
    const { rider, other, order } = await trip(4)
    const answers = await Promise.all([1, 2, 3].map(() => report(rider.token, order.id, 'rider_stopped')))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    for (const answer of refused) expect(['ORDER_NOT_YOURS', 'TRANSITION_REFUSED']).toContain(codeOf(answer))
    expect(await offersOf(rider.token)).toEqual([])
    expect(await offersOf(other.token)).toEqual([order.id])
    const own = await harness.call('delivery/accept-to-deliver', { order_id: order.id }, { token: rider.token })
    expect(codeOf(own)).toBe('ORDER_NOT_YOURS')
    const taken = await harness.call('delivery/accept-to-deliver', { order_id: order.id }, { token: other.token })
    expect(taken).toMatchObject({ status: 200, body: { orderstatus_id: 3, trouble: 'rider_stopped' } })
    const raised = await harness.db
      .selectFrom('alarms')
      .select('subject')
      .where('code', '=', 'rider_stopped')
      .where('subject', '=', order.unique_order_id)
      .execute()
    expect(raised).toHaveLength(1)
    expect(await kindsOf(order.id)).toEqual(['trip_rider_stopped', 'delivery_accepted'])
  })

  it('the customer is notified once when unreachable, and the order goes back only after the waiting time', async () => {
    const { rider, customer, order } = await trip(4)
    expect((await report(rider.token, order.id, 'customer_unreachable')).body).toMatchObject({ wait_seconds: 300 })
    const second = await report(rider.token, order.id, 'customer_unreachable')
    expect((second.body as { wait_seconds: number }).wait_seconds).toBeLessThanOrEqual(300)
    const early = await report(rider.token, order.id, 'returned')
    expect({ status: early.status, code: codeOf(early) }).toEqual({ status: 409, code: 'WAIT_NOT_OVER' })
    expect(await rowOf(order.id)).toMatchObject({ status: 4, rider_id: rider.id })
    const news = await harness.db.selectFrom('notifications').select('id').where('user_id', '=', customer.id).execute()
    expect(news).toHaveLength(1)

    await harness.db
      .updateTable('orders')
      .set({ trouble_at: sql<Date>`now() - interval '5 minutes'` })
      .where('id', '=', order.id)
      .execute()
    expect((await report(rider.token, order.id, 'returned')).body).toMatchObject({ wait_seconds: null })
    expect(await rowOf(order.id)).toEqual({ status: 2, rider_id: null, trouble: 'returned' })
    expect(await kindsOf(order.id)).toEqual(['trip_customer_unreachable', 'trip_returned'])
  })

  it('refuses a report that does not match the state, and changes nothing', async () => {
    const [assigned, carried] = await Promise.all([trip(3), trip(4)])
    const cases = [
      [await report(assigned.rider.token, assigned.order.id, 'customer_unreachable'), 409, 'TRANSITION_REFUSED'],
      [await report(assigned.rider.token, assigned.order.id, 'returned'), 409, 'TRANSITION_REFUSED'],
      [await report(carried.rider.token, carried.order.id, 'store_closed'), 409, 'TRANSITION_REFUSED'],
      [await report(carried.rider.token, carried.order.id, 'returned'), 409, 'WAIT_NOT_OVER'],
      [await report(carried.other.token, carried.order.id, 'rider_stopped'), 401, 'ORDER_NOT_YOURS'],
      [await report(carried.rider.token, carried.order.id, 'hungry' as Kind), 400, 'INVALID_INPUT'],
    ] as const
    for (const [answer, status, code] of cases)
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code })
    expect(await rowOf(assigned.order.id)).toEqual({ status: 3, rider_id: assigned.rider.id, trouble: null })
    expect(await rowOf(carried.order.id)).toEqual({ status: 4, rider_id: carried.rider.id, trouble: null })
  })
})
