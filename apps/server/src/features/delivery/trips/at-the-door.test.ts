import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { libraries } from '#libraries.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const harness = useTestApp()
const picture = () =>
  libraries
    .sharp({ create: { width: 1600, height: 900, channels: 3, background: '#446644' } })
    .withExif({ IFD0: { Copyright: 'a place' } })
    .jpeg()
    .toBuffer()

const paidMinor = 10_000n

/** Creates a prepaid order that its rider has picked up and should leave at the door. */
async function carried(order: object = {}) {
  const store = await harness.build.store()
  const [rider, customer] = await Promise.all([harness.build.rider({ stores: [store] }), harness.build.customer()])
  const placed = await harness.build.order({
    user_id: customer.id,
    store_id: store.id,
    rider_id: rider.id,
    status: 4,
    payment_mode: 'WALLET',
    wallet_own_minor: paidMinor,
    delivery_instructions: ['leave_at_door'],
    ...order,
  })
  // Moves the payment of the order into the clearing account, where it is until the order is settled.
  await inTransaction(harness.db, (tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      source: { type: 'test', id: `paid:${placed.id}` },
      currency: 'INR',
      description: { key: 'walletDepositText' },
      postings: [
        { account: { kind: 'adjustments' }, amountMinor: -paidMinor },
        { account: { kind: 'order_clearing' }, amountMinor: paidMinor },
      ],
    }),
  )
  return { store, rider, customer, order: placed }
}

async function leave(token: string, orderId: number, bytes: Buffer | null) {
  const form = new FormData()
  form.append('order_id', String(orderId))
  if (bytes) form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'door.jpg')
  const encoded = new Response(form)
  const answer = await harness.app.inject({
    method: 'POST',
    url: '/public/api/delivery/leave-at-door',
    headers: { 'content-type': encoded.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const statusOf = async (id: number) =>
  (await harness.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const countPhotos = async () =>
  Number(
    (
      await harness.db
        .selectFrom('order_photos')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('an order left at the door', () => {
  it('is delivered with a picture in place of the PIN, once, and only the people of the order see the picture', async () => {
    const { rider, customer, order } = await carried()
    const bytes = await picture()
    const answers = await Promise.all([1, 2, 3].map(() => leave(rider.token, order.id, bytes)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { orderstatus_id: 5, has_delivery_photo: true } })
    const settled = await harness.db
      .selectFrom('transfers')
      .select('id')
      .where('kind', '=', 'order_settlement')
      .where('source_id', '=', String(order.id))
      .execute()
    expect(settled).toHaveLength(1)
    expect(await leave(rider.token, order.id, null)).toMatchObject({ status: 200, body: { orderstatus_id: 5 } })

    const seen = await harness.call('delivery-photo', { order_id: order.id }, { token: customer.token })
    const [head, data] = (seen.body as { photo: string }).photo.split(',')
    expect(head).toBe('data:image/webp;base64')
    const kept = await libraries.sharp(Buffer.from(data!, 'base64')).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 1280, height: 720 })
    expect(kept.exif).toBeUndefined()
    const stranger = await harness.build.customer()
    const foreign = await harness.call('delivery-photo', { order_id: order.id }, { token: stranger.token })
    expect({ status: foreign.status, code: codeOf(foreign) }).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  it('refuses each wrong request with its own error and changes nothing', async () => {
    const bytes = await picture()
    const before = await countPhotos()
    const [asked, cash, own] = await Promise.all([
      carried({ delivery_instructions: ['do_not_ring'] }),
      carried({ payment_mode: 'COD', wallet_own_minor: 0n }),
      carried(),
    ])
    const assigned = await carried({ status: 3 })
    const refusals = [
      [await leave(asked.rider.token, asked.order.id, bytes), 409, 'NOT_LEFT_AT_DOOR', asked.order.id, 4],
      [await leave(cash.rider.token, cash.order.id, bytes), 409, 'NOT_PREPAID', cash.order.id, 4],
      [await leave(asked.rider.token, own.order.id, bytes), 401, 'ORDER_NOT_YOURS', own.order.id, 4],
      [await leave(assigned.rider.token, assigned.order.id, bytes), 409, 'TRANSITION_REFUSED', assigned.order.id, 3],
      [await leave(own.rider.token, own.order.id, null), 400, 'INVALID_INPUT', own.order.id, 4],
      [
        await leave(own.rider.token, own.order.id, Buffer.from('<svg/>')),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        own.order.id,
        4,
      ],
      [
        await leave(own.rider.token, own.order.id, bytes.subarray(0, 400)),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        own.order.id,
        4,
      ],
      [
        await leave(own.rider.token, own.order.id, Buffer.alloc(9_000_000, 255)),
        413,
        'BODY_TOO_LARGE',
        own.order.id,
        4,
      ],
    ] as const
    for (const [answer, status, code, orderId, state] of refusals) {
      expect({ code: codeOf(answer), status: answer.status }).toEqual({ code, status })
      expect(await statusOf(orderId)).toBe(state)
    }
    expect(await countPhotos()).toBe(before)
  })
})
