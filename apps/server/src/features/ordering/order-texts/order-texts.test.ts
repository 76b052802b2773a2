import { expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { MessageProviderError } from '#outside/message-provider.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { jobs } from './jobs.ts'
import { sendOrderText, textOrderEvent } from './text-order.ts'

const test = useTestApp()
const set = (values: Record<string, string>) => createPeople(test).set(values)
const work = () => runJobs(test, jobs)

/** Returns the text messages that this person's phone received. */
async function notified({ id }: { id: number }): Promise<string[]> {
  const { phone } = await test.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()
  const rows = await test.db.selectFrom('local_outbox').select('text').where('recipient', '=', phone!).execute()
  return rows.map((row) => row.text)
}

async function shop() {
  const store = await test.build.store()
  const [owner, rider, customer] = [
    await test.build.owner({ stores: [store] }),
    await test.build.rider({ stores: [store] }),
    await test.build.customer(),
  ]
  const resting = await test.build.rider({ stores: [store], is_on_duty: false })
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, status: 8 })
  const move = (from: 'awaiting_payment' | 'placed', to: 'placed' | 'accepted') =>
    inTransaction(test.db, (tx) =>
      moveOrder(tx, { orderId: order.id, from, to, actor: from === 'placed' ? 'store' : 'provider', kind: 'test' }),
    )
  return { owner, rider, resting, order, move }
}

it('[U-02] no text message is sent, and no job waits, in a shop that has not switched them on', async () => {
  await set({ smsRestaurantNotify: 'false', smsDeliveryNotify: 'false' })
  const { owner, move } = await shop()
  await move('awaiting_payment', 'placed')
  expect((await listJobs(test)).filter(({ name }) => name === 'text-order-event')).toEqual([])
  expect(await notified(owner)).toEqual([])
})

it('[U-02] an owner whose phone is a fixed line gets no text message, and no job waits for one', async () => {
  await set({ smsRestaurantNotify: 'true' })
  const { owner, move } = await shop()
  await test.db.updateTable('users').set({ phone: '+918041239999' }).where('id', '=', owner.id).execute()
  await move('awaiting_payment', 'placed')
  await work()
  expect(await notified(owner)).toEqual([])
  expect(await listJobs(test)).toEqual([])
})

it('[U-02] the owner gets a text message with number and total, riders on duty after acceptance; each once', async () => {
  await set({
    smsRestaurantNotify: 'true',
    smsDeliveryNotify: 'true',
    smsRestOrderValue: 'true',
    defaultSmsRestaurantMsg: 'New order',
    defaultSmsDeliveryMsg: 'To be fetched:',
  })
  const { owner, rider, resting, order, move } = await shop()
  await move('awaiting_payment', 'placed')
  await work()
  const { unique_order_id: number, total_minor: total } = await test.db
    .selectFrom('orders')
    .select(['unique_order_id', 'total_minor'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(await notified(owner)).toEqual([`New order ${number} ₹${(Number(total) / 100).toFixed(2)}`])
  expect(await notified(rider)).toEqual([])
  await move('placed', 'accepted')
  await work()
  expect(await notified(rider)).toEqual([`To be fetched: ${number}`])
  expect(await notified(owner)).toHaveLength(1)
  expect(await notified(resting)).toEqual([])
  const events = await test.db.selectFrom('order_events').select('id').where('order_id', '=', order.id).execute()
  for (const { id } of events) await textOrderEvent(test.services, id)
  await work()
  expect([(await notified(owner)).length, (await notified(rider)).length]).toEqual([1, 1])
})

it('[U-02] a text message that the provider refused is sent again; an old one and a banned owner’s are not', async () => {
  await set({ smsRestaurantNotify: 'true' })
  const { owner, order, move } = await shop()
  const { sms } = test.services.outside
  const away = async () => {
    throw new MessageProviderError('away')
  }
  test.services.outside.sms = { send: away, check: away }
  await move('awaiting_payment', 'placed')
  await work()
  test.services.outside.sms = sms
  expect(await notified(owner)).toEqual([])
  expect(await listJobs(test)).toContainEqual(expect.objectContaining({ name: 'send-order-text', lastError: 'away' }))
  const { id: eventId } = await test.db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', order.id)
    .where('to_status', '=', 1)
    .executeTakeFirstOrThrow()
  const again = () => sendOrderText(test.services, { eventId, userId: owner.id })
  const age = (created_at: Date) =>
    test.db.updateTable('order_texts').set({ created_at }).where('event_id', '=', eventId).execute()
  await test.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute()
  await again()
  await test.db.updateTable('users').set({ is_active: true }).where('id', '=', owner.id).execute()
  await age(new Date(Date.now() - 31 * 60_000))
  await again()
  expect(await notified(owner)).toEqual([])
  await age(new Date())
  await again()
  expect(await notified(owner)).toHaveLength(1)
})
