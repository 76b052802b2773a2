import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const dashboard = createDashboard(test)
const UNKNOWN = 2_000_000_000

let clerk: { id: number; token: string }
beforeAll(async () => {
  clerk = await dashboard.clerk('order_view', 'order_actions')
})

async function place(status: number) {
  const [store, rider, customer] = [await test.build.store(), await test.build.rider(), await test.build.customer()]
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, status })
  return { store, rider, order }
}

describe('an order that is offered again', () => {
  it('must exist and wait for a rider', async () => {
    const offer = (order_id: number) => dashboard.ask('dashboard/orders/offer-again', { order_id }, clerk)
    const unknown = await offer(UNKNOWN)
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'NOT_FOUND'])
    for (const status of [1, 5, 6]) {
      const { order } = await place(status)
      const answer = await offer(order.id)
      expect([answer.status, codeOf(answer)]).toEqual([409, 'TRANSITION_REFUSED'])
      expect(answer.body).toMatchObject({ orderstatus_id: status })
      const events = await test.db.selectFrom('order_events').select('kind').where('order_id', '=', order.id).execute()
      expect(events.map(({ kind }) => kind)).not.toContain('offered_again')
    }
  })
})

describe('the picture of an order at the door', () => {
  it('is shown to staff and to the owner of its store, and to no other owner', async () => {
    const [{ store, rider, order }, without] = [await place(5), await place(5)]
    const photo = { order_id: order.id, rider_id: rider.id, picture: Buffer.from('a picture') }
    await test.db.insertInto('order_photos').values(photo).execute()
    const [owner, other] = [await test.build.owner({ stores: [store] }), await test.build.owner()]
    const read = (order_id: number, reader = clerk) => dashboard.ask('dashboard/orders/photo', { order_id }, reader)
    for (const reader of [clerk, owner])
      expect((await read(order.id, reader)).body).toMatchObject({
        success: true,
        photo: `data:image/webp;base64,${photo.picture.toString('base64')}`,
      })
    for (const answer of [await read(order.id, other), await read(without.order.id), await read(UNKNOWN)])
      expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  })
})
