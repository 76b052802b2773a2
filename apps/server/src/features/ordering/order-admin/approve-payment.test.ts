import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { jobs as orderJobs } from '#features/ordering/orders/jobs.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'

const test = useTestApp()
const till = useTill(test)
const dashboard = createDashboard(test)
let farah: Awaited<ReturnType<typeof dashboard.clerk>>
beforeAll(async () => {
  // Raises the daily limit of a member of staff, because this file does not test that limit.
  await dashboard.set({ staffDailyAmount: '100000000' })
  farah = await dashboard.clerk('order_actions', 'order_view')
})

const approve = (order: { id: number }, more: object = {}) =>
  dashboard.ask('dashboard/orders/approve-payment', { order_id: order.id, reason: 'seen at the bank', ...more }, farah)
const act = (action: string, args: object) => till.simulator.act('razorpay', action, { ...args })
const notify = () => act('deliver', { to: `${till.url}/public/api/payment/razorpay/webhook`, kind: 'payment.captured' })
const refundsOf = (orderId: number) =>
  test.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_row_id')
    .select(['refunds.amount_minor', 'refunds.status'])
    .where('payments.order_id', '=', orderId)
    .execute()
const paymentsOf = (id: number) => test.db.selectFrom('payments').select(['use']).where('order_id', '=', id).execute()

describe('a payment that staff approve', () => {
  it('[U-19] [GAP-07] continues the order, with the reason and the evidence; the ledger is correct', async () => {
    const order = await till.order()
    const answer = await approve(order, { reference: 'UTR 5512' })
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: 'placed' } })
    expect(await till.statusOf(order.id)).toBe(1)
    const { body } = await test.call('dashboard/orders/show', { order_id: order.id }, { token: farah.token })
    expect(body.order).toMatchObject({
      transaction_id: 'UTR 5512',
      events: [{ to: 'awaiting_payment' }, { kind: 'payment_approved', by: 'staff', reason: 'seen at the bank' }],
      money: { online: body.order.payable },
    })
    expect((await dashboard.audit(farah.id)).at(-1)).toMatchObject({
      action: 'payment.approved',
      before: { status: 'awaiting_payment' },
      after: { status: 'placed', reference: 'UTR 5512' },
      reason: 'seen at the bank',
    })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] makes the order accepted at a store that accepts automatically, and only while payment is awaited', async () => {
    const order = await till.order({ storeRow: { auto_acceptable: true } })
    expect((await approve(order)).body.status).toBe('accepted')
    const again = await approve(order)
    expect([again.status, codeOf(again)]).toEqual([409, 'TRANSITION_REFUSED'])
    expect(codeOf(await approve({ id: 2_000_000_000 }))).toBe('NOT_FOUND')
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] if the provider reports it afterwards, it is the same money, and nothing is refunded', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await approve(order)
    await act('pay', { order: providerRef })
    await notify()
    await till.runDue()
    expect(await paymentsOf(order.id)).toEqual([{ use: 'order' }])
    expect(await refundsOf(order.id)).toEqual([])
    expect(await till.statusOf(order.id)).toBe(1)
    expect(await checkLedger(test.db)).toEqual([])
  })

  const cancel = (order: { id: number; userId: number }) =>
    inTransaction(test.db, (tx) =>
      cancelOrder(tx, test.services.settings, { orderId: order.id, actor: 'customer', actorId: order.userId }),
    )
  const dueBack = async (id: number) =>
    (await test.db.selectFrom('orders').select('refund_due_minor').where('id', '=', id).executeTakeFirstOrThrow())
      .refund_due_minor

  it('[U-19] if cancelled later, it is owed to its payer until it is confirmed, and is not wallet money', async () => {
    const order = await till.order()
    await approve(order)
    await cancel(order)
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(0n)
    expect(await dueBack(order.id)).toBe(order.payableMinor)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] if cancelled and then confirmed by its provider, it is refunded to its source, once', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await approve(order)
    await cancel(order)
    await act('pay', { order: providerRef })
    for (let times = 0; times < 3; times++) await notify()
    await till.runDue()
    expect(await paymentsOf(order.id)).toEqual([{ use: 'order' }])
    expect(await refundsOf(order.id)).toEqual([{ amount_minor: order.payableMinor, status: 'done' }])
    expect(await dueBack(order.id)).toBe(0n)
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(0n)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] if cancelled, it is added to the wallet after another person has seen it on a bank statement', async () => {
    const order = await till.order()
    await approve(order)
    await cancel(order)
    const gopal = await dashboard.clerk('order_actions')
    const meera = await dashboard.clerk('order_actions')
    const input = { order_id: order.id, to: 'wallet', reason: 'statement of 22 November, line 4' }
    const asked = await dashboard.ask('dashboard/refunds/propose', input, gopal)
    expect(asked.body).toMatchObject({ data: { state: 'waiting', needs_approval: true } })
    const book = (clerk: { token: string }) =>
      dashboard.ask('dashboard/refunds/approve', { id: asked.body.data.id }, clerk)
    // Neither the requester of the refund nor the member of staff who reported the payment may approve the refund.
    for (const clerk of [gopal, farah]) expect(codeOf(await book(clerk))).toBe('SECOND_PERSON_NEEDED')
    expect((await book(meera)).body).toMatchObject({ data: { state: 'booked' } })
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(order.payableMinor)
    expect(await dueBack(order.id)).toBe(0n)
    expect(codeOf(await dashboard.ask('dashboard/refunds/propose', input, gopal))).toBe('REFUND_IMPOSSIBLE')
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] is not refunded by people who approved it, but can be by those whose request for it was refused', async () => {
    const order = await till.order()
    const [gopal, meera, nila] = [
      await dashboard.clerk('order_actions'),
      await dashboard.clerk('order_actions'),
      await dashboard.clerk('order_actions'),
    ]
    await dashboard.set({ walletAdjustmentApprovalAmount: '0' })
    const report = (clerk: { token: string }) =>
      dashboard.ask('dashboard/orders/approve-payment', { order_id: order.id, reason: 'seen at the bank' }, clerk)
    const waiting = () =>
      test.db
        .selectFrom('money_proposals')
        .select('id')
        .where('order_id', '=', order.id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
    const decide = async (name: 'approve' | 'refuse', clerk: { token: string }) =>
      (await dashboard.ask(`dashboard/payment-approvals/${name}`, { ...(await waiting()), reason: 'not ours' }, clerk))
        .status
    await report(nila)
    expect(await decide('refuse', gopal)).toBe(200)
    await report(farah)
    expect(await decide('approve', gopal)).toBe(200)
    await cancel(order)
    const give = async (amount: string, clerk: { token: string }) => {
      const input = { order_id: order.id, to: 'wallet', amount, reason: 'statement of 22 November' }
      const { body } = await dashboard.ask('dashboard/refunds/propose', input, meera)
      return dashboard.ask('dashboard/refunds/approve', { id: body.data.id }, clerk)
    }
    expect(codeOf(await give('1.00', gopal))).toBe('SECOND_PERSON_NEEDED')
    // The person who approved one part of a refund may also approve its next part.
    for (const amount of ['1.00', '2.00']) expect((await give(amount, nila)).status).toBe(200)
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(300n)
    await dashboard.set({ walletAdjustmentApprovalAmount: '5000' })
  })

  it('[U-19] if the order is delivered, staff cannot refund it until it is confirmed', async () => {
    const order = await till.order()
    await approve(order)
    await test.db.updateTable('orders').set({ status: 5 }).where('id', '=', order.id).execute()
    const asked = await dashboard.ask(
      'dashboard/refunds/propose',
      { order_id: order.id, to: 'wallet', amount: '1', reason: 'cold' },
      farah,
    )
    expect(codeOf(asked)).toBe('REFUND_TOO_HIGH')
    await test.db.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute()
  })

  it('[U-19] if approved while the provider reports the payment, it is paid once and nothing is refunded', async () => {
    for (let round = 0; round < 3; round++) {
      const order = await till.order()
      const { providerRef } = await till.start(order)
      await act('pay', { order: providerRef })
      await Promise.all([approve(order), notify()])
      await till.runDue()
      expect(await till.statusOf(order.id)).toBe(1)
      expect(await paymentsOf(order.id)).toEqual([{ use: 'order' }])
      expect(await refundsOf(order.id)).toEqual([])
    }
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[U-19] if approved while the scheduler lets the order expire, one of the two happens', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await till.order()
      await test.db
        .updateTable('orders')
        .set({ placed_at: new Date(Date.now() - 3_600_000) })
        .where('id', '=', order.id)
        .execute()
      const [answer] = await Promise.all([approve(order), orderJobs.tasks['expire-unpaid-orders']!({}, test.services)])
      expect([answer.status, await till.statusOf(order.id)]).toEqual(answer.status === 200 ? [200, 1] : [409, 9])
    }
    expect(await checkLedger(test.db)).toEqual([])
  })
})

describe('an order that was paid online and is cancelled by staff', () => {
  it('[U-19] if half is refunded into the wallet, only the rest can be refunded to the provider', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    await act('pay', { order: providerRef })
    await notify()
    const cancelled = await dashboard.ask(
      'dashboard/orders/cancel',
      { order_id: order.id, refund: 'half', reason: 'kitchen had begun' },
      farah,
    )
    expect(cancelled.status).toBe(200)
    const half = order.payableMinor / 2n
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(half)
    const propose = (amount: string) =>
      dashboard.ask(
        'dashboard/refunds/propose',
        { order_id: order.id, to: 'provider', amount, reason: 'asked for' },
        farah,
      )
    const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
    expect(codeOf(await propose(text(half + 1n)))).toBe('REFUND_TOO_HIGH')
    expect((await propose(text(half))).status).toBe(200)
    expect((await walletBalances(test.db, order.userId)).ownMinor).toBe(0n)
    expect(await checkLedger(test.db)).toEqual([])
  })
})
