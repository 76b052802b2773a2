import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'
import { lockCashOfRider } from './queries.ts'

const harness = useTestApp()
const deliveries = createDeliveries(harness)
const call: typeof harness.call = (...args) => harness.call(...args)
const COLLECT = 'dashboard/delivery-collections/collect'

async function clerk() {
  const { id } = await harness.build.user({ name: 'Farah Khan' }, 'staff')
  for (const permission of ['delivery_collection_manage', 'delivery_collection_logs_view'])
    await harness.db.insertInto('staff_permissions').values({ user_id: id, permission }).execute()
  return { id, token: await harness.build.token(id, 'staff') }
}

/** Creates a rider who has taken this amount of cash from customers. */
async function riderWithCash(amountMinor = 50_000n) {
  const { order, rider } = await deliveries.carried(await harness.build.customer(), amountMinor)
  await deliveries.handOver({ order, rider })
  const { rider_id: id } = await harness.db
    .selectFrom('orders')
    .select('rider_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { id: id!, token: rider.token }
}

const heldBy = async (rider: { token: string }) =>
  (await call('delivery/update-user-info', {}, { token: rider.token })).body.data.deliveryCollection

test('a rider’s earnings do not count as cash in hand', async () => {
  const { id } = await harness.build.rider()
  await inTransaction(harness.db, (tx) =>
    postTransfer(tx, {
      kind: 'order_settlement',
      source: { type: 'order', id: 900_001 },
      currency: 'INR',
      description: { key: 'deliveryCommissionMessage', params: { order: 'OD-1' } },
      postings: [
        { account: { kind: 'rider_earnings', userId: id }, amountMinor: 7_000n },
        { account: { kind: 'order_clearing' }, amountMinor: -7_000n },
      ],
    }),
  )
  const held = await inTransaction(harness.db, (tx) => lockCashOfRider(tx, { riderId: id, currency: 'INR' }))
  expect(held).toBe(0n)
})

test('a rider hands in a part of the cash and then the rest, and the cash in hand decreases', async () => {
  const [staff, rider] = [await clerk(), await riderWithCash()]
  const { body: held } = await call('dashboard/delivery-collections', {}, staff)
  expect(held.data).toContainEqual({ rider: { id: rider.id, name: 'Ravi Kumar' }, held: '500.00', currency: 'INR' })
  const first = await call(COLLECT, { rider_id: rider.id, amount: '200.50', note: 'first bag' }, staff)
  expect(first.body).toMatchObject({
    success: true,
    held: '299.50',
    data: {
      amount: '200.50',
      currency: 'INR',
      note: 'first bag',
      state: 'booked',
      needs_approval: false,
      proposed_by: { id: staff.id },
      rider: { id: rider.id },
      decided_by: null,
    },
  })
  expect(Number(await heldBy(rider))).toBe(299.5)
  await harness.db.updateTable('riders').set({ cash_limit_minor: 80_000n }).where('user_id', '=', rider.id).execute()
  const { body: account } = await call('delivery/update-user-info', {}, { token: rider.token })
  expect(account.data).toMatchObject({ cashCollected: 500, cashHandedIn: 200.5, cashLimit: 800 })
  const rest = await call(COLLECT, { rider_id: rider.id }, staff)
  expect(rest.body).toMatchObject({ held: '0.00', data: { amount: '299.50', note: null } })
  expect(Number(await heldBy(rider))).toBe(0)
  const { body: own } = await call('delivery/update-user-info', {}, { token: rider.token })
  expect(own.data).toMatchObject({ cashCollected: 500, cashHandedIn: 500, deliveryCollection: 0 })
  const { body: logs } = await call('dashboard/delivery-collection-logs', { rider_id: rider.id }, staff)
  expect(logs.data.map(({ amount }) => amount)).toEqual(['299.50', '200.50'])
  const audit = await harness.db
    .selectFrom('audit_entries')
    .select(['action', 'acting_for_id', 'before', 'after', 'reason'])
    .where('actor_id', '=', staff.id)
    .orderBy('id')
    .execute()
  expect(audit[0]).toEqual({
    action: 'cash_collection.booked',
    acting_for_id: rider.id,
    before: { held: '500.00' },
    after: { held: '299.50', amount: '200.50' },
    reason: 'first bag',
  })
  expect((await checkLedger(harness.db)).filter(({ subject }) => !/^(order|clearing) /.test(subject))).toEqual([])
})

test('no more cash is collected than the rider holds', async () => {
  const [staff, rider] = [await clerk(), await riderWithCash()]
  const over = await call(COLLECT, { rider_id: rider.id, amount: '500.01' }, staff)
  expect([over.status, codeOf(over)]).toEqual([422, 'COLLECTION_TOO_HIGH'])
  expect(over.body).toMatchObject({ message: expect.stringContaining('500.00') })
  expect(codeOf(await call(COLLECT, { rider_id: rider.id, currency: 'PHP' }, staff))).toBe('COLLECTION_TOO_HIGH')
  for (const amount of ['0', '-1', 'x', '1.001'])
    expect(codeOf(await call(COLLECT, { rider_id: rider.id, amount }, staff))).toBe('AMOUNT_INVALID')
  expect(Number(await heldBy(rider))).toBe(500)
})

test('ten parallel requests for the whole amount collect it once', async () => {
  const rider = await riderWithCash()
  const staff = await Promise.all(Array.from({ length: 10 }, clerk))
  const answers = await Promise.all(staff.map((one) => call(COLLECT, { rider_id: rider.id }, one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(codeOf(answer)).toBe('COLLECTION_TOO_HIGH')
  expect(Number(await heldBy(rider))).toBe(0)
})

test('a double tap collects once', async () => {
  const [staff, rider] = [await clerk(), await riderWithCash()]
  for (let tap = 0; tap < 2; tap++) await call(COLLECT, { rider_id: rider.id, amount: '100' }, staff)
  expect(Number(await heldBy(rider))).toBe(400)
})

test('staff who created the rider’s account, or share its mailbox, cannot collect its cash', async () => {
  const [maker, friend, rider] = [await clerk(), await clerk(), await riderWithCash()]
  await harness.db.updateTable('users').set({ created_by_staff_id: maker.id }).where('id', '=', rider.id).execute()
  await harness.db.updateTable('users').set({ email: 'ravi@gmail.com' }).where('id', '=', rider.id).execute()
  await harness.db.updateTable('users').set({ email: 'r.avi+work@gmail.com' }).where('id', '=', friend.id).execute()
  for (const one of [maker, friend])
    expect(codeOf(await call(COLLECT, { rider_id: rider.id }, one))).toBe('SECOND_PERSON_NEEDED')
  expect(Number(await heldBy(rider))).toBe(500)
})

test('a person who is not a rider holds no cash, and no rider collects their own cash', async () => {
  const [staff, rider] = [await clerk(), await riderWithCash()]
  const customer = await harness.build.customer()
  for (const rider_id of [customer.id, 2_000_000_000])
    expect(codeOf(await call(COLLECT, { rider_id }, staff))).toBe('NOT_FOUND')
  await harness.db.insertInto('user_roles').values({ user_id: rider.id, role: 'admin' }).execute()
  const self = { token: await harness.build.token(rider.id, 'staff') }
  expect(codeOf(await call(COLLECT, { rider_id: rider.id }, self))).toBe('SECOND_PERSON_NEEDED')
})
