import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { expireUnpaidOrders } from '#features/ordering/orders/scheduler.ts'
import { recordRefund } from '#features/payments/refunds/refunds.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'

const test = useTestApp()
const till = useTill(test)
const dashboard = createDashboard(test)
const LIST = 'dashboard/payment-issues'
const HANDLE = 'dashboard/payment-issues/handle'
type Clerk = Awaited<ReturnType<typeof dashboard.clerk>>
let farah: Clerk
let gopal: Clerk
beforeAll(async () => {
  farah = await dashboard.clerk('order_view', 'order_actions')
  gopal = await dashboard.clerk('order_actions')
})

const act = <Result = unknown>(action: string, args: object = {}) =>
  till.simulator.act('razorpay', action, { ...args }) as Promise<Result>
const notify = (args: object = {}) =>
  act<number[]>('deliver', { to: `${till.url}/public/api/payment/razorpay/webhook`, ...args })

async function issues(input: object = {}) {
  const { body } = await dashboard.ask(LIST, input, farah)
  return body.data
}

async function waiting(kind: string): Promise<number> {
  const text = await (await fetch(`${till.url}/metrics`)).text()
  return Number(text.match(new RegExp(`^nukkad_waiting_for_person\\{what="${kind}"\\} (\\d+)$`, 'm'))![1])
}

/**
 * Pays an amount that differs from the amount due. The server learns of the payment when the payer returns, not from a
 * webhook event.
 */
async function mismatchSeen() {
  const order = await till.order({ method: 'KHALTI', storeRow: { currency: 'NPR' } })
  const { reference, providerRef } = await till.start(order, 'KHALTI')
  await till.simulator.act('khalti', 'pay', { checkout: providerRef, amount: 1_500 })
  await fetch(`${till.url}/public/api/payment/khalti/return?a=${reference}`, { redirect: 'manual' })
  return order
}

/** Makes a pending refund of a payment that arrived after the order's time to pay. */
async function refundOnItsWay() {
  const order = await till.order()
  const { providerRef } = await till.start(order)
  const placed_at = new Date(Date.now() - 3_600_000)
  await test.db.updateTable('orders').set({ placed_at }).where('id', '=', order.id).execute()
  await expireUnpaidOrders(test.services)
  await act('pay', { order: providerRef })
  await notify({ kind: 'payment.captured' })
  await act('refundsStay', { stay: true })
  await till.runDue()
  await act('refundsStay', { stay: false })
  return test.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_row_id')
    .select(['refunds.id', 'payment_row_id', 'provider_refund_id'])
    .orderBy('refunds.id', 'desc')
    .executeTakeFirstOrThrow()
}

describe('the list of payment issues', () => {
  it('has a payment of another amount that a query found, with the facts that a refund needs', async () => {
    const before = await waiting('mismatch')
    const order = await mismatchSeen()
    expect(await waiting('mismatch')).toBe(before + 1)
    const [issue] = await issues({ kind: 'mismatch' })
    expect(issue).toMatchObject({
      kind: 'mismatch',
      provider: 'khalti',
      reason: 'amount or currency differ',
      amount: '15.00',
      currency: 'NPR',
      order_id: order.id,
      unique_order_id: order.number,
      customer: { id: order.userId },
      handled_at: null,
      handled_by: null,
      note: null,
    })
    const given = await dashboard.ask(
      'dashboard/refunds/propose',
      { payment_id: issue!.payment_id!, to: 'provider', reason: 'another sum' },
      farah,
    )
    expect(given.status).toBe(200)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('has that payment once when a webhook event reports it, and a separate entry for an event that matches nothing', async () => {
    const order = await till.order()
    const { providerRef } = await till.start(order)
    const { payment } = await act<{ payment: string }>('pay', { order: providerRef })
    const webhookEvents = await waiting('notice')
    await notify({ kind: 'payment.captured', change: { payment: { entity: { amount: 100 } } } })
    expect((await issues()).filter(({ order_id }) => order_id === order.id)).toMatchObject([{ kind: 'mismatch' }])
    expect(await waiting('notice')).toBe(webhookEvents)
    await act('dispute', { payment })
    const change = {
      dispute: { entity: { id: 'disp_elsewhere', payment_id: 'pay_elsewhere' } },
      payment: { entity: { id: 'pay_elsewhere' } },
    }
    expect(await notify({ kind: 'payment.dispute.created', change })).toEqual([200])
    expect(await waiting('notice')).toBe(webhookEvents + 1)
    expect((await issues({ kind: 'notice' }))[0]).toMatchObject({
      provider: 'razorpay',
      provider_ref: expect.stringContaining('evt_'),
      payment_id: null,
      customer: null,
      reason: 'payment.dispute.created: a dispute over no payment of ours',
    })
  })

  it('has a refund that failed, and a separate entry if it was made after all', async () => {
    const refund = await refundOnItsWay()
    await act('refund-outcome', { refund: refund.provider_refund_id, status: 'failed' })
    await notify({ kind: 'refund.failed' })
    const of = async (kind: string) =>
      (await issues({ kind })).filter(({ payment_id }) => payment_id === Number(refund.payment_row_id))
    expect(await of('refund_failed')).toMatchObject([{ provider_ref: refund.provider_refund_id, currency: 'INR' }])
    await act('refund-outcome', { refund: refund.provider_refund_id, status: 'processed' })
    await notify({ kind: 'refund.processed' })
    expect(await of('refund_after_all')).toMatchObject([{ reason: 'it is booked now' }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('books every change of a refund that its provider reports as failed and as done several times', async () => {
    const { id, provider_refund_id: refundId } = await refundOnItsWay()
    for (const status of ['done', 'failed', 'done', 'failed', 'done'] as const) {
      await inTransaction(test.db, (tx) => recordRefund(tx, test.services, id, { status, refundId }))
      expect(await till.lastRefund()).toMatchObject({ status })
      expect(await checkLedger(test.db)).toEqual([])
    }
  })

  it('has one entry, for any number of events, for a refund made after its money was refunded in another way', async () => {
    const refund = await refundOnItsWay()
    await act('refund-outcome', { refund: refund.provider_refund_id, status: 'failed' })
    await notify({ kind: 'refund.failed' })
    const proposed = { payment_id: Number(refund.payment_row_id), to: 'wallet', reason: 'the bank is closed' }
    expect((await dashboard.ask('dashboard/refunds/propose', proposed, farah)).status).toBe(200)
    for (let times = 0; times < 2; times++) {
      await act('refund-outcome', { refund: refund.provider_refund_id, status: 'processed' })
      expect(await notify({ kind: 'refund.processed' })).toEqual([200])
    }
    const of = (await issues({ kind: 'refund_after_all' })).filter(
      ({ payment_id }) => payment_id === proposed.payment_id,
    )
    expect(of).toMatchObject([{ reason: expect.stringContaining('given twice') }])
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('has a refund whose state is unknown after the last query', async () => {
    const refund = await refundOnItsWay()
    await test.db.updateTable('refunds').set({ tries: 239 }).where('id', '=', refund.id).execute()
    await till.hurry()
    await till.runDue()
    const found = await issues({ kind: 'refund_unknown' })
    expect(found.map(({ payment_id }) => payment_id)).toContain(Number(refund.payment_row_id))
  })

  it('has a payment whose state is unknown after a day', async () => {
    const order = await till.order()
    const { reference } = await till.start(order)
    await test.db
      .updateTable('payment_attempts')
      .set({ times_asked: 30_000 })
      .where('reference', '=', reference)
      .execute()
    await till.hurry()
    await till.runDue()
    const found = (await issues({ kind: 'payment_unknown' })).filter(({ order_id }) => order_id === order.id)
    expect(found).toMatchObject([{ payment_id: null, unique_order_id: order.number }])
  })
})

describe('handling an issue', () => {
  it('closes it with a note, once, and leaves a trace; repeating it changes nothing', async () => {
    await mismatchSeen()
    const [issue] = await issues({ kind: 'mismatch' })
    const before = await waiting('mismatch')
    const { body } = await dashboard.ask(HANDLE, { id: issue!.id, note: 'given back by hand' }, gopal)
    expect(body.data).toMatchObject({ id: issue!.id, handled_by: { id: gopal.id }, note: 'given back by hand' })
    expect(await waiting('mismatch')).toBe(before - 1)
    expect((await issues({ kind: 'mismatch' })).map(({ id }) => id)).not.toContain(issue!.id)
    expect((await issues({ state: 'handled' })).map(({ id }) => id)).toContain(issue!.id)
    const again = await dashboard.ask(HANDLE, { id: issue!.id, note: 'twice' }, gopal)
    expect(again.body.data.note).toBe('given back by hand')
    expect((await dashboard.audit(gopal.id)).filter(({ object_id }) => object_id === String(issue!.id))).toMatchObject([
      { action: 'payment_issue.handled', reason: 'given back by hand', after: { state: 'handled' } },
    ])
  })

  it('of several parallel calls one closes it, and the others are refused', async () => {
    await mismatchSeen()
    const [issue] = await issues({ kind: 'mismatch' })
    const clerks = await Promise.all(Array.from({ length: 6 }, () => dashboard.clerk('order_actions')))
    const answers = await Promise.all(
      clerks.map((clerk) => dashboard.ask(HANDLE, { id: issue!.id, note: 'mine' }, clerk)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) expect(codeOf(answer)).toBe('ALREADY_DECIDED')
  })

  it('requires a note, an existing issue, and the permission to act', async () => {
    expect(codeOf(await dashboard.ask(HANDLE, { id: 2_000_000_000, note: 'what' }, gopal))).toBe('NOT_FOUND')
    expect(codeOf(await dashboard.ask(HANDLE, { id: 1 }, gopal))).toBe('INVALID_INPUT')
    const viewer = await dashboard.clerk('order_view')
    expect(codeOf(await dashboard.ask(HANDLE, { id: 1, note: 'me' }, viewer))).toBe('PERMISSION_MISSING')
  })
})
