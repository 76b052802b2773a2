import { contract } from '@nukkad/contract/contract.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { createStaff } from '#test/staff.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const till = useTill(test)
const dashboard = createDashboard(test)
const staff = createStaff(test)
beforeEach(() => dashboard.set({ staffDailyAmount: '10000', walletAdjustmentApprovalAmount: '5000' }))

type Clerk = { id: number; token: string }
const credit = (clerk: Clerk, customer: { id: number }, amount: string) =>
  dashboard.ask(
    'dashboard/wallet-adjustments/propose',
    { customer_id: customer.id, direction: 'credit', amount, reason: 'late' },
    clerk,
  )
const approve = (clerk: { token: string }, order: { id: number }) =>
  dashboard.ask('dashboard/orders/approve-payment', { order_id: order.id, reason: 'seen at the bank' }, clerk)
const decide = (what: 'approve' | 'refuse', id: number, clerk: { token: string }) =>
  dashboard.ask(
    `dashboard/payment-approvals/${what}`,
    { id, ...(what === 'refuse' && { reason: 'no such payment' }) },
    clerk,
  )
const requestOf = (orderId: number) =>
  test.db
    .selectFrom('money_proposals')
    .select(['id', 'state', 'needs_approval', 'proposed_by', 'decided_by'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'payment')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
/**
 * Lists the differences of the ledger check. Differences of settlements are left out, because the builder inserts
 * delivered orders without settling them.
 */
const problems = async () => (await checkLedger(test.db)).filter(({ check }) => check !== 'settlements')
const isBooked = (answer: { body: unknown }) =>
  (answer.body as { data?: { state: string }; state?: string }).data?.state === 'booked' ||
  (answer.body as { state?: string }).state === 'booked'

describe('the daily limit of one member of staff without an approver', () => {
  it('is one amount over all wallets, also for parallel corrections', async () => {
    const clerk = await dashboard.clerk('all_users_wallet')
    const customers = await Promise.all(Array.from({ length: 4 }, () => test.build.customer()))
    const answers = await Promise.all(customers.map((customer) => credit(clerk, customer, '5000')))
    expect(answers.filter(isBooked)).toHaveLength(2)
    const other = await dashboard.clerk('all_users_wallet')
    expect(isBooked(await credit(other, await test.build.customer(), '5000'))).toBe(true)
    expect(await problems()).toEqual([])
  })

  it('counts wallets, refunds and reported payments together', async () => {
    const clerk = await dashboard.clerk('all_users_wallet', 'order_actions')
    expect(isBooked(await credit(clerk, await test.build.customer(), '4900'))).toBe(true)
    expect(isBooked(await credit(clerk, await test.build.customer(), '4800'))).toBe(true)
    // The clerk has 300 of the day's 10,000 left. This order takes 250.
    const order = await till.order()
    expect((await approve(clerk, order)).body).toMatchObject({ status: 'placed', state: 'booked' })
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 10_000n })
    const store = await test.build.store()
    const delivered = await test.build.order({
      user_id: customer.id,
      store_id: store.id,
      status: 5,
      delivery_type: 2,
      payment_mode: 'WALLET',
      wallet_own_minor: 10_000n,
    })
    const refund = (amount: string) =>
      dashboard.ask(
        'dashboard/refunds/propose',
        { order_id: delivered.id, amount, to: 'wallet', reason: 'cold' },
        clerk,
      )
    expect(isBooked(await refund('50'))).toBe(true)
    expect(isBooked(await refund('0.01'))).toBe(false)
    expect((await approve(clerk, await till.order())).body).toMatchObject({ state: 'waiting' })
  })

  it('does not count amounts that an approver booked or that were refused', async () => {
    const [clerk, approver] = [await dashboard.clerk('all_users_wallet'), await dashboard.clerk('all_users_wallet')]
    const asked = await credit(clerk, await test.build.customer(), '9000')
    const { id } = asked.body.data
    expect((await dashboard.ask('dashboard/wallet-adjustments/approve', { id }, approver)).status).toBe(200)
    expect(isBooked(await credit(clerk, await test.build.customer(), '5000'))).toBe(true)
  })
})

describe('a payment that staff report as received', () => {
  it('is not reported or approved by people of its store, or by the person who placed the order', async () => {
    const [ofStore, placer, clerk] = [
      await dashboard.clerk('order_actions'),
      await dashboard.clerk('order_actions'),
      await dashboard.clerk('order_actions'),
    ]
    await dashboard.set({ walletAdjustmentApprovalAmount: '0' })
    const order = await till.order()
    const { store_id } = await test.db
      .updateTable('orders')
      .set({ acting_staff_id: placer.id })
      .where('id', '=', order.id)
      .returning('store_id')
      .executeTakeFirstOrThrow()
    await test.db.insertInto('store_members').values({ store_id, user_id: ofStore.id, role: 'owner' }).execute()
    for (const one of [ofStore, placer]) expect(codeOf(await approve(one, order))).toBe('SECOND_PERSON_NEEDED')
    expect((await approve(clerk, order)).body).toMatchObject({ state: 'waiting' })
    const { id } = await requestOf(order.id)
    for (const one of [ofStore, placer]) expect(codeOf(await decide('approve', id, one))).toBe('SECOND_PERSON_NEEDED')
    expect(await till.statusOf(order.id)).toBe(8)
    expect(await problems()).toEqual([])
  })

  it('above the daily limit of a customer it waits, however many members of staff report', async () => {
    const order = await till.order({ quantity: 15 })
    const customer = { id: order.userId, token: order.token }
    const [one, two] = [await dashboard.clerk('order_actions'), await dashboard.clerk('order_actions')]
    expect((await approve(one, order)).body).toMatchObject({ status: 'placed', state: 'booked' })
    const { store_id } = await test.db
      .selectFrom('orders')
      .select('store_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    const item = await test.build.item({ store_id, price_minor: 150_000n })
    const placed = await test.call(
      'place-order',
      { order: [{ id: item.id, quantity: 1 }], method: 'RAZORPAY', delivery_type: 1 },
      { token: customer.token },
    )
    const second = (placed.body as unknown as { data: { id: number } }).data
    expect((await approve(two, second)).body).toMatchObject({ status: 'awaiting_payment', state: 'waiting' })
    expect(await till.statusOf(second.id)).toBe(8)
    // A repeated report, also by another clerk, returns the same request.
    const again = await Promise.all([approve(one, second), approve(two, second), approve(two, second)])
    for (const { body } of again) expect(body).toMatchObject({ state: 'waiting' })
    const { id } = await requestOf(second.id)
    expect(codeOf(await decide('approve', id, two))).toBe('SECOND_PERSON_NEEDED')
    const approvers = [one, await dashboard.clerk('order_actions'), await dashboard.clerk('order_actions')]
    const answers = await Promise.all(approvers.map((clerk) => decide('approve', id, clerk)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await till.statusOf(second.id)).toBe(1)
    expect(await problems()).toEqual([])
  })

  it('creates no wallet money: if it is reported for a friend and cancelled, the wallet stays empty', async () => {
    const order = await till.order({ quantity: 99 })
    const clerk = await dashboard.clerk('order_view', 'order_actions')
    expect((await approve(clerk, order)).body).toMatchObject({ state: 'waiting' })
    expect(await till.statusOf(order.id)).toBe(8)
    const { id } = await requestOf(order.id)
    await decide('approve', id, await dashboard.clerk('order_actions'))
    await inTransaction(test.db, (tx) =>
      cancelOrder(tx, test.services.settings, { orderId: order.id, actor: 'customer', actorId: order.userId }),
    )
    expect(await dashboard.wallet(order.userId)).toEqual({ own: 0n, promotion: 0n })
    expect(await problems()).toEqual([])
  })

  it('if refused or withdrawn, it moves nothing and may be reported again', async () => {
    const order = await till.order({ quantity: 30 })
    const clerk = await dashboard.clerk('order_actions')
    await approve(clerk, order)
    const { id } = await requestOf(order.id)
    expect((await decide('refuse', id, clerk)).body).toMatchObject({ data: { state: 'refused' } })
    expect(await till.statusOf(order.id)).toBe(8)
    expect((await approve(clerk, order)).body).toMatchObject({ state: 'waiting' })
  })

  it('is not accepted for a customer whom the clerk created, or who shares details with the clerk', async () => {
    const clerk = await dashboard.clerk('order_actions', 'all_users_wallet')
    const ties: ((userId: number) => Promise<unknown>)[] = [
      (id) => test.db.updateTable('users').set({ created_by_staff_id: clerk.id }).where('id', '=', id).execute(),
      async (id) => {
        const { email } = await test.db
          .selectFrom('users')
          .select('email')
          .where('id', '=', clerk.id)
          .executeTakeFirstOrThrow()
        await test.db
          .updateTable('users')
          .set({ email: email!.replace('@', '+friend@') })
          .where('id', '=', id)
          .execute()
      },
      (id) =>
        test.db
          .insertInto('known_devices')
          .values([clerk.id, id].map((user_id) => ({ user_id, device_hash: Buffer.alloc(32, id % 250) })))
          .execute(),
      (id) =>
        test.db
          .insertInto('known_clients')
          .values([clerk.id, id].map((user_id) => ({ user_id, client: `device:till-${id}` })))
          .execute(),
      (id) =>
        test.db
          .insertInto('addresses')
          .values([clerk.id, id].map((user_id) => ({ user_id, address: 'Hill View', latitude: 12.8, longitude: 77.1 })))
          .execute(),
    ]
    for (const tie of ties) {
      const order = await till.order()
      await tie(order.userId)
      expect(codeOf(await approve(clerk, order))).toBe('SECOND_PERSON_NEEDED')
      expect(await till.statusOf(order.id)).toBe(8)
      expect(codeOf(await credit(clerk, { id: order.userId }, '1'))).toBe('SECOND_PERSON_NEEDED')
    }
    // Staff also cannot approve a payment that another clerk reported for a customer who is connected to them.
    const order = await till.order({ quantity: 30 })
    await approve(await dashboard.clerk('order_actions'), order)
    await ties[0]!(order.userId)
    expect(codeOf(await decide('approve', (await requestOf(order.id)).id, clerk))).toBe('SECOND_PERSON_NEEDED')
  })

  it('cannot be reported by a program', async () => {
    const admin = await staff.admin()
    const cookie = (await staff.signIn(admin)).cookie
    const made = await staff.ask(
      'dashboard/api-keys/create',
      {
        name: 'Till',
        permissions: [
          ...(['order_view', 'order_actions', 'store_payouts_manage', 'delivery_collection_manage'] as const),
        ],
      },
      { cookie },
    )
    const { key } = made.body as { key: string }
    const order = await till.order()
    const answer = await test.call(
      'dashboard/orders/approve-payment',
      { order_id: order.id, reason: 'seen at the bank' },
      { token: key },
    )
    expect([answer.status, codeOf(answer)]).toEqual([403, 'PERMISSION_MISSING'])
    expect(await till.statusOf(order.id)).toBe(8)
    // An API key can make no other decision about money either.
    const folders =
      /^dashboard\/(wallet-adjustments|refunds|[a-z]+-approvals|store-settlements|delivery-collections)\/./
    const names = Object.keys(contract).filter((name) => folders.test(name))
    expect(names.length).toBeGreaterThan(15)
    for (const name of names) {
      const refused = await test.call(name as 'dashboard/refunds/approve', { id: 1 }, { token: key })
      expect([refused.status, codeOf(refused)], name).toEqual([403, 'PERMISSION_MISSING'])
    }
  })
})
