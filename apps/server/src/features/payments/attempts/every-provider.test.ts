import { describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { expireUnpaidOrders } from '#features/ordering/orders/scheduler.ts'
import { useTestApp } from '#test/harness.ts'
import { simulatedProviders, useTill } from '#test/payments.ts'

const test = useTestApp()
const till = useTill(test)
/** The requirement ids of each provider; providers that the specification does not name have none. */
const ids: Partial<Record<string, string>> = {
  razorpay: '[F-03] [P-60] [GAP-34]',
  paytm: '[F-04] [P-61] [GAP-35]',
  stripe: '[F-05] [P-62] [GAP-36]',
  paymongo: '[F-06] [P-63] [GAP-37]',
  'mercado-pago': '[F-07] [P-64] [GAP-38]',
  khalti: '[F-08] [P-65] [GAP-39]',
}

describe.each(simulatedProviders)('$name', ({ name, method, currency, target, events }) => {
  const notifies = events !== 'none'
  const act = (action: string, reference: string, more: object = {}) =>
    till.simulator.act(name, action, { [target]: reference, ...more })
  const order = () => till.order({ method, storeRow: { currency } })
  const start = async (unpaid: Awaited<ReturnType<typeof order>>) => {
    const { body } = await test.call('payment/start', { order_id: unpaid.id, gateway: method }, { token: unpaid.token })
    return (body as { reference: string }).reference
  }
  const comeBack = (reference: string, query = '') =>
    fetch(`${till.url}/public/api/payment/${name}/return?a=${reference}${query}`, { redirect: 'manual' })
  const notify = (more: object = {}) =>
    till.simulator.act(name, 'deliver', { to: `${till.url}/public/api/payment/${name}/webhook`, ...more }) as Promise<
      number[]
    >
  const useOf = async (reference: string) =>
    (
      await test.db
        .selectFrom('payments')
        .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
        .select('use')
        .where('reference', '=', reference)
        .execute()
    ).map(({ use }) => use)

  it(`${ids[name] ?? ''} [GAP-79] is paid once, by return, webhook event and query in any order`, async () => {
    const steps = {
      back: (reference: string) => comeBack(reference),
      webhookEvent: () => (notifies ? notify({ times: 2 }) : Promise.resolve()),
      question: () => till.hurry().then(till.runDue),
    }
    const orders = [
      ['back', 'webhookEvent', 'question'],
      ['webhookEvent', 'back', 'question'],
      ['question', 'webhookEvent', 'back'],
    ] as const
    for (const sequence of orders) {
      const unpaid = await order()
      expect(unpaid.body).toMatchObject({ orderstatus_id: 8, payment_mode: method })
      const reference = await start(unpaid)
      await act('pay', reference)
      // Only a provider that gets the URL for webhook events with each attempt has sent its events by now; at all other
      // providers, the order is still unpaid.
      if (events !== 'each-payment') expect(await till.statusOf(unpaid.id)).toBe(8)
      for (const step of sequence) await steps[step](reference)
      expect(await till.statusOf(unpaid.id)).toBe(1)
      expect(await useOf(reference)).toEqual(['order'])
    }
    expect(await checkLedger(test.db)).toEqual([])
  })

  it(`${ids[name] ?? ''} a return that claims success pays nothing`, async () => {
    const unpaid = await order()
    const reference = await start(unpaid)
    const claims =
      '&status=Completed&collection_status=approved&STATUS=TXN_SUCCESS&redirect_status=succeeded&payment_id=1'
    expect((await comeBack(reference, claims)).status).toBe(303)
    expect(await till.statusOf(unpaid.id)).toBe(8)
    expect(await useOf(reference)).toEqual([])
  })

  if (notifies)
    it(`${ids[name] ?? ''} a forged webhook event is refused and changes nothing`, async () => {
      const unpaid = await order()
      const reference = await start(unpaid)
      await act('pay', reference)
      const before = await test.build.counts()
      for (const as of ['forged', 'unsigned']) expect(await notify({ as })).toEqual([401])
      expect(await test.build.counts()).toEqual(before)
      if (events !== 'each-payment') expect(await till.statusOf(unpaid.id)).toBe(8)
    })

  it('money that comes too late is refunded, and the ledger check agrees', async () => {
    const unpaid = await order()
    const reference = await start(unpaid)
    await test.db
      .updateTable('orders')
      .set({ placed_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', unpaid.id)
      .execute()
    await expireUnpaidOrders(test.services)
    await act('pay', reference)
    await comeBack(reference)
    // A refund may need several queries to the provider, so the test repeats them until the refund is done.
    for (let turn = 0; turn < 3; turn++) await till.hurry().then(till.runDue)
    expect(await till.statusOf(unpaid.id)).toBe(9)
    expect(await useOf(reference)).toEqual(['surplus'])
    const refund = await till.lastRefund()
    expect(refund).toEqual({ status: 'done', reason: 'late' })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-16] a paid order that is cancelled is refunded once: into the wallet in rupees, otherwise to its payer', async () => {
    const unpaid = await order()
    const reference = await start(unpaid)
    await act('pay', reference)
    await comeBack(reference)
    for (let time = 0; time < 2; time++) {
      const { body } = await test.call('cancel-order', { order_id: unpaid.id }, { token: unpaid.token })
      expect(body).toMatchObject({ success: true, refund: true })
    }
    for (let turn = 0; turn < 3; turn++) await till.hurry().then(till.runDue)
    expect(await till.statusOf(unpaid.id)).toBe(6)
    const [payment] = await test.db
      .selectFrom('payments')
      .leftJoin('refunds', 'refunds.payment_row_id', 'payments.id')
      .select(['payments.amount_minor', 'refunds.status', 'refunds.reason', 'refunds.amount_minor as given'])
      .where('payments.order_id', '=', unpaid.id)
      .execute()
    const isRupees = currency === 'INR'
    const sent = { status: 'done', reason: 'requested', given: payment!.amount_minor }
    expect(payment).toMatchObject(isRupees ? { status: null } : sent)
    expect((await walletBalances(test.db, unpaid.userId, currency)).ownMinor).toBe(
      isRupees ? payment!.amount_minor : 0n,
    )
    expect(await checkLedger(test.db)).toEqual([])
  })

  if (name === 'mercado-pago')
    it('[F-07] a page that was paid twice leads to one refund, even if its webhook event is lost', async () => {
      const unpaid = await order()
      const reference = await start(unpaid)
      await till.simulator.act(name, 'notify-at', { url: 'http://127.0.0.1:9/' })
      await act('pay', reference)
      await comeBack(reference)
      expect(await till.statusOf(unpaid.id)).toBe(1)
      await act('pay', reference)
      await till.simulator.act(name, 'notify-at', { url: '' })
      for (let turn = 0; turn < 3; turn++) await till.hurry().then(till.runDue)
      expect((await useOf(reference)).toSorted()).toEqual(['order', 'surplus'])
      const refund = await till.lastRefund()
      expect(refund).toEqual({ status: 'done', reason: 'second' })
      expect(await checkLedger(test.db)).toEqual([])
    })

  if (name === 'stripe')
    it('a refund that the bank sends back is due again, and needs manual action', async () => {
      const late = await test.db
        .selectFrom('refunds')
        .select(['id', 'provider_refund_id'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await till.simulator.act(name, 'refund-outcome', { refund: late.provider_refund_id, status: 'failed' })
      await notify({ kind: 'refund.failed' })
      const stateOf = async () =>
        (await test.db.selectFrom('refunds').select('status').where('id', '=', late.id).executeTakeFirstOrThrow())
          .status
      expect(await stateOf()).toBe('failed')
      expect(await checkLedger(test.db)).toEqual([])
      await till.simulator.act(name, 'refund-outcome', { refund: late.provider_refund_id, status: 'succeeded' })
      await notify({ kind: 'refund.updated' })
      expect(await stateOf()).toBe('done')
      expect(await checkLedger(test.db)).toEqual([])
    })

  it('a lost answer to the opening leaves the order payable by another try', async () => {
    const unpaid = await order()
    till.simulator.failNext(name, 'open', 'lost-answer')
    const lost = await test.call('payment/start', { order_id: unpaid.id, gateway: method }, { token: unpaid.token })
    expect(lost.status).toBe(503)
    const reference = await start(unpaid)
    await act('pay', reference)
    await comeBack(reference)
    expect(await till.statusOf(unpaid.id)).toBe(1)
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[INT-22] [GAP-33] is offered to stores of its currency only', async () => {
    const offered = async (storeCurrency: string) => {
      const store = await test.build.store({ currency: storeCurrency })
      const customer = await test.build.customer()
      const { body } = await test.call('get-payment-gateways', { restaurant_id: store.id }, { token: customer.token })
      return body.map((row) => row.name.toUpperCase())
    }
    expect(await offered(currency)).toContain(method)
    expect(await offered(currency === 'INR' ? 'PHP' : 'INR')).not.toContain(method)
  })
})
