import { simulateRazorpay } from '@nukkad/simulators/payments/razorpay/simulator.ts'
import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAttempt, buildRefund, sealedEvent, startReceiver, troubleOf } from '#test/provider-parts.ts'
import { basicAuth, hmacSha256 } from '../http.ts'
import type { PaymentAttempt } from '../provider.ts'
import { createRazorpay } from './adapter.ts'

const keys = {
  keyId: 'rzp_test_a1B2c3D4e5F6g7',
  keySecret: 'rzp_demo_secret_9f3a',
  webhookSecret: 'rzp_webhook_demo_secret',
  previousWebhookSecret: 'rzp_webhook_secret_of_before',
}
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator([simulateRazorpay(keys)])
})
afterAll(() => simulator.close())

const razorpay = (more: object = {}, options: object = {}) =>
  createRazorpay({ ...keys, ...more }, { baseUrl: `${simulator.url}/razorpay`, timeoutMs: 2000, ...options })
const act = <T>(action: string, args: object = {}) => simulator.act('razorpay', action, { ...args }) as Promise<T>
type Paid = { payment: string; back: Record<string, string> }

async function opened(more: Partial<PaymentAttempt> = {}) {
  const attempt = buildAttempt(more)
  const { providerRef } = await razorpay().open(attempt)
  return { ...attempt, providerRef }
}
async function paid(more: Partial<PaymentAttempt> = {}) {
  const attempt = await opened(more)
  return { attempt, ...(await act<Paid>('pay', { order: attempt.providerRef })) }
}
const seal = (how: object = {}) => sealedEvent(simulator, 'razorpay', { ...how })

describe('the worked vectors', () => {
  const attempt = { ...buildAttempt(), providerRef: 'order_TESTa1B2c3D4e5' }
  const back = {
    razorpay_payment_id: 'pay_TESTf6G7h8I9j0',
    razorpay_signature: '98b62de1ae9322b77cb31a24656e2d83b33e629bca60b789ad80f8a779a5155c',
  }
  const raw =
    '{"entity":"event","account_id":"acc_TEST0000000001","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_TESTf6G7h8I9j0","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_TESTa1B2c3D4e5","method":"upi","captured":true}}},"created_at":1767225600}'
  const signature = 'fa750a8e1f4901bd133c05ef0840f16f464566bdf2ec60504b6a90a5aae9f722'
  const webhookEvent = (body: string, given: string) => ({
    raw: Buffer.from(body),
    headers: { 'x-razorpay-signature': given, 'x-razorpay-event-id': 'evt_1' },
    query: {},
  })

  it('[GAP-34] a signed return is recognised by our order id, whichever order the browser names', () => {
    const { signedReturn } = razorpay()
    expect(signedReturn!(attempt, back)).toBe(true)
    expect(signedReturn!(attempt, { ...back, razorpay_order_id: 'order_of_somebody' })).toBe(true)
    expect(signedReturn!({ ...attempt, providerRef: 'order_TESTother00000' }, back)).toBe(false)
    expect(signedReturn!({ ...attempt, providerRef: null }, back)).toBe(false)
    expect(signedReturn!(attempt, { ...back, razorpay_payment_id: 'pay_other' })).toBe(false)
    expect(signedReturn!(attempt, { ...back, razorpay_signature: back.razorpay_signature.toUpperCase() })).toBe(false)
    expect(signedReturn!(attempt, { razorpay_payment_id: back.razorpay_payment_id })).toBe(false)
    expect(signedReturn!(attempt, {})).toBe(false)
  })

  it('a return signed with the webhook secret is refused, and so is a webhook event signed with the key secret', async () => {
    const byWebhookSecret = hmacSha256(keys.webhookSecret, `${attempt.providerRef}|${back.razorpay_payment_id}`)
    expect(razorpay().signedReturn!(attempt, { ...back, razorpay_signature: byWebhookSecret })).toBe(false)
    const request = webhookEvent(raw, hmacSha256(keys.keySecret, raw))
    await expect(razorpay().readWebhookEvent(request)).rejects.toThrow('has not signed')
  })

  it('[GAP-34] an event is verified by its raw bytes', async () => {
    expect(raw.length).toBe(323)
    expect(await razorpay().readWebhookEvent(webhookEvent(raw, signature))).toEqual({
      eventId: 'evt_1',
      kind: 'payment.captured',
      about: { providerRef: 'order_TESTa1B2c3D4e5', paymentId: 'pay_TESTf6G7h8I9j0' },
      paymentStatus: {
        status: 'paid',
        captured: [{ paymentId: 'pay_TESTf6G7h8I9j0', amountMinor: 49_900n, currency: 'INR', refundedMinor: 0n }],
      },
    })
    await expect(razorpay().readWebhookEvent(webhookEvent(`${raw} `, signature))).rejects.toThrow('has not signed')
    await expect(razorpay().readWebhookEvent(webhookEvent(raw.replace('49900', '59900'), signature))).rejects.toThrow()
  })

  it('an empty secret signs nothing', async () => {
    const empty = razorpay({ webhookSecret: '', previousWebhookSecret: '', keySecret: '' })
    await expect(empty.readWebhookEvent(webhookEvent(raw, hmacSha256('', raw)))).rejects.toThrow('has not signed')
    const signed = hmacSha256('', `${attempt.providerRef}|pay_1`)
    expect(empty.signedReturn!(attempt, { razorpay_payment_id: 'pay_1', razorpay_signature: signed })).toBe(false)
  })
})

describe('opening', () => {
  it('[GAP-34] creates an order with our reference, and a page that needs only the script and the order', async () => {
    const attempt = buildAttempt()
    const { providerRef, page } = await razorpay({}, { checkoutUrl: `${simulator.url}/razorpay/checkout.js` }).open(
      attempt,
    )
    expect(providerRef).toMatch(/^order_/)
    expect(page).toEqual({
      kind: 'widget',
      scriptUrl: `${simulator.url}/razorpay/checkout.js`,
      hosts: [simulator.url],
      options: {
        key: keys.keyId,
        order_id: providerRef,
        amount: 49_900,
        currency: 'INR',
        description: 'Order 482913',
        prefill: { name: 'Nila Rao', contact: '+919876543210', email: 'nila@example.test' },
        callback_url: attempt.returnUrl,
        redirect: true,
      },
    })
    expect(JSON.stringify(page)).not.toContain(keys.keySecret)
  })

  it.each([
    ['INR', 49_900n, 49_900],
    ['JPY', 500n, 500],
    ['KWD', 5_120n, 5_120],
  ])('[INT-22] %s is counted in its own minor units', async (currency, amountMinor, amount) => {
    const { attempt, payment } = await paid({ currency, amountMinor })
    const sent = simulator.requests('razorpay').findLast(({ path }) => path === '/v1/orders')!
    expect(JSON.parse(sent.raw.toString())).toMatchObject({ amount, currency })
    const { captured } = await razorpay().find(attempt)
    expect(captured).toEqual([{ paymentId: payment, amountMinor, currency, refundedMinor: 0n }])
  })

  it.each([
    ['thousandths', { currency: 'KWD', amountMinor: 5_124n }],
    ['less than one rupee', { amountMinor: 99n }],
    ['an unknown currency', { currency: 'rupees' }],
  ])('refuses %s', async (_what, more) => {
    expect(await troubleOf(razorpay().open(buildAttempt(more)))).toBe('refused')
  })

  it('refuses wrong keys; the error contains neither keys nor personal data', async () => {
    const failure = await razorpay({ keySecret: 'wrong' })
      .open(buildAttempt())
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ kind: 'refused', message: 'Razorpay refused with 401 BAD_REQUEST_ERROR' })
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s leaves the result unknown', async (fault) => {
    simulator.failNext('razorpay', 'open', fault)
    expect(await troubleOf(razorpay().open(buildAttempt()))).toBe('unknown')
  })

  it('an order whose answer was lost is found by our reference, and no other whose reference contains it', async () => {
    const attempt = buildAttempt()
    simulator.failNext('razorpay', 'open', 'lost-answer')
    await troubleOf(razorpay().open(attempt))
    const unknown = { ...attempt, providerRef: null }
    expect(await razorpay().find(unknown)).toEqual({ status: 'pending', captured: [] })

    const other = await opened({ reference: `${attempt.reference}-2` })
    await act('pay', { order: other.providerRef })
    expect(await razorpay().find(unknown)).toEqual({ status: 'pending', captured: [] })

    await act('pay', { order: attempt.reference })
    expect(await razorpay().find(unknown)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 49_900n }] })
  })
})

describe('the payment status', () => {
  it('[GAP-34] a captured payment is paid, and the fields that Razorpay posts when the payer returns are signed', async () => {
    const { attempt, payment, back } = await paid()
    expect(razorpay().signedReturn!(attempt, back)).toBe(true)
    const captured = [{ paymentId: payment, amountMinor: 49_900n, currency: 'INR', refundedMinor: 0n }]
    expect(await razorpay().find(attempt)).toEqual({ status: 'paid', captured })
  })

  it('an approved payment is captured once, also by two parallel queries', async () => {
    const attempt = await opened()
    const { payment } = await act<Paid>('authorise', { order: attempt.providerRef })
    const paymentStatuses = await Promise.all([razorpay().find(attempt), razorpay().find(attempt)])
    for (const paymentStatus of paymentStatuses)
      expect(paymentStatus).toMatchObject({ status: 'paid', captured: [{ paymentId: payment, amountMinor: 49_900n }] })
  })

  it('an approved payment of another amount than ours stays uncaptured', async () => {
    const attempt = await opened()
    await act('authorise', { order: attempt.providerRef })
    const paymentStatus = await razorpay().find({ ...attempt, amountMinor: 40_000n })
    expect(paymentStatus).toEqual({ status: 'pending', captured: [], reason: 'authorized' })
  })

  it('of two payments for one order, the second is not captured', async () => {
    const attempt = await opened()
    const { payment: first } = await act<Paid>('decline', { order: attempt.providerRef })
    const { payment: second } = await act<Paid>('pay', { order: attempt.providerRef })
    await act('late-authorise', { payment: first })
    const { captured } = await razorpay().find(attempt)
    expect(captured.map(({ paymentId }) => paymentId)).toEqual([second])
    expect(simulator.requests('razorpay').map(({ path }) => path)).not.toContain(`/v1/payments/${first}/capture`)
  })

  it('a capture without an answer is settled by the next query', async () => {
    const attempt = await opened()
    await act('authorise', { order: attempt.providerRef })
    simulator.failNext('razorpay', 'capture', 'lost-answer')
    expect(await troubleOf(razorpay().find(attempt))).toBe('unknown')
    expect(await razorpay().find(attempt)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 49_900n }] })
  })

  it('[GAP-34] a decline does not count as a payment; the next try on the same order does', async () => {
    const attempt = await opened()
    expect(await razorpay().find(attempt)).toEqual({ status: 'pending', captured: [] })
    await act('decline', { order: attempt.providerRef })
    expect(await razorpay().find(attempt)).toEqual({ status: 'failed', captured: [], reason: 'payment_failed' })
    const { payment } = await act<Paid>('pay', { order: attempt.providerRef })
    expect(await razorpay().find(attempt)).toMatchObject({ status: 'paid', captured: [{ paymentId: payment }] })
  })

  it('a failed payment that the bank approves days later counts as paid', async () => {
    const attempt = await opened()
    const { payment } = await act<Paid>('decline', { order: attempt.providerRef })
    await act('late-authorise', { payment })
    expect(await razorpay().find(attempt)).toMatchObject({ status: 'paid', captured: [{ paymentId: payment }] })
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s gives no payment status', async (fault) => {
    const { attempt } = await paid()
    simulator.failNext('razorpay', 'find', fault)
    expect(await troubleOf(razorpay().find(attempt))).toBe('unknown')
  })

  it('an unknown order, or wrong keys, give no payment status either', async () => {
    expect(await troubleOf(razorpay().find({ ...buildAttempt(), providerRef: 'order_none' }))).toBe('refused')
    expect(await troubleOf(razorpay({ keyId: 'rzp_test_other' }).find(await opened()))).toBe('refused')
  })

  it('an answer in an unknown form gives no payment status', async () => {
    const strange = createRazorpay(keys, { baseUrl: `${simulator.url}/razorpay/checkout.js?` })
    expect(await troubleOf(strange.find({ ...buildAttempt(), providerRef: 'order_1' }))).toBe('unknown')
  })
})

describe('webhook events', () => {
  it('[GAP-34] two events report one payment, each with the same id however often it comes', async () => {
    const { attempt, payment } = await paid()
    const receiver = await startReceiver(razorpay())
    await act('deliver', { to: receiver.url, kind: 'payment.captured', times: 2 })
    expect(await act('deliver', { to: receiver.url, kind: 'order.paid' })).toEqual([200])
    const [first, again, ordered] = receiver.webhookEvents
    expect(again).toEqual(first)
    expect(ordered!.eventId).not.toBe(first!.eventId)
    expect(ordered!.about).toEqual({
      providerRef: attempt.providerRef,
      paymentId: payment,
      reference: attempt.reference,
    })
    expect([first!.paymentStatus, ordered!.paymentStatus]).toEqual([
      await razorpay().find(attempt),
      await razorpay().find(attempt),
    ])
    await receiver.close()
  })

  it.each(['forged', 'by-key-secret', 'unsigned'])('[GAP-34] an event that is %s is refused', async (as) => {
    await paid()
    const receiver = await startReceiver(razorpay())
    expect(await act('deliver', { to: receiver.url, as })).toEqual([401])
    expect(receiver.webhookEvents).toEqual([])
    await receiver.close()
  })

  it('while the secret is changed, the previous one still counts, and only while it is stored', async () => {
    await paid()
    const late = await seal({ as: 'by-previous-secret' })
    expect(await razorpay().readWebhookEvent(late)).toMatchObject({ paymentStatus: { status: 'paid' } })
    const later = razorpay({ previousWebhookSecret: undefined })
    await expect(later.readWebhookEvent(late)).rejects.toThrow('has not signed')
  })

  it('[GAP-34] an amount other than ours is reported unchanged', async () => {
    await paid()
    const change = { payment: { entity: { amount: 400, currency: 'USD' } } }
    const { paymentStatus } = await razorpay().readWebhookEvent(await seal({ kind: 'payment.captured', change }))
    expect(paymentStatus).toMatchObject({ status: 'paid', captured: [{ amountMinor: 400n, currency: 'USD' }] })
  })

  it("text from the payer's page names no attempt", async () => {
    const attempt = await opened()
    await act('pay', { order: attempt.providerRef, notes: { reference: 'somebody-elses', receipt: 'somebody-elses' } })
    expect(JSON.stringify((await seal()).raw.toString())).toContain('somebody-elses')
    for (const kind of ['payment.captured', 'order.paid']) {
      const { about } = await razorpay().readWebhookEvent(await seal({ kind }))
      expect(JSON.stringify(about)).not.toContain('somebody-elses')
    }
  })

  it('a decline is reported with its code; the payment that follows is reported too', async () => {
    const attempt = await opened()
    await act('decline', { order: attempt.providerRef })
    const declined = await razorpay().readWebhookEvent(await seal())
    expect(declined).toMatchObject({ kind: 'payment.failed', about: { providerRef: attempt.providerRef } })
    expect(declined.paymentStatus).toEqual({ status: 'failed', captured: [], reason: 'payment_failed' })
    await act('pay', { order: attempt.providerRef })
    expect((await razorpay().readWebhookEvent(await seal())).paymentStatus?.status).toBe('paid')
  })

  it('an approval is captured before it is reported', async () => {
    const attempt = await opened()
    const { payment } = await act<Paid>('authorise', { order: attempt.providerRef })
    const approval = await seal({ kind: 'payment.authorized' })
    expect(await razorpay().readWebhookEvent(approval)).toMatchObject({
      about: { reference: attempt.reference, paymentId: payment },
      paymentStatus: { status: 'paid', captured: [{ paymentId: payment, amountMinor: 49_900n }] },
    })
  })

  it('an approval that cannot be captured now has to be sent again', async () => {
    const attempt = await opened()
    await act('authorise', { order: attempt.providerRef })
    const receiver = await startReceiver(razorpay())
    simulator.failNext('razorpay', 'capture', 'error')
    expect(await act('deliver', { to: receiver.url, kind: 'payment.authorized', times: 2 })).toEqual([503, 200])
    expect(receiver.webhookEvents).toMatchObject([{ paymentStatus: { status: 'paid' } }])
    await receiver.close()
  })

  it('a dispute is reported from its beginning to its end, with the amount and the deadline', async () => {
    const { payment } = await paid()
    const { dispute } = await act<{ dispute: string }>('dispute', { payment })
    const told = await razorpay().readWebhookEvent(await seal({ kind: 'payment.dispute.created' }))
    expect(told).toMatchObject({
      about: { paymentId: payment },
      paymentStatus: null,
      dispute: { disputeId: dispute, paymentId: payment },
    })
    expect(told.dispute).toMatchObject({
      status: 'open',
      amountMinor: 49_900n,
      currency: 'INR',
      reason: 'goods_or_services_not_received',
    })
    expect(told.dispute!.respondBy!.getTime()).toBeGreaterThan(Date.now())
    for (const [status, deducted, expected] of [
      ['under_review', 0, 'open'],
      ['lost', 49_900, 'lost'],
      ['won', 0, 'won'],
      ['closed', 0, 'won'],
      ['closed', 49_900, 'lost'],
    ] as const) {
      await act('dispute', { payment, status, deducted })
      const { dispute: news } = await razorpay().readWebhookEvent(await seal({ kind: `payment.dispute.${status}` }))
      expect([status, news!.status]).toEqual([status, expected])
    }
  })

  it('a dispute in an unknown form is still reported, with its payment and its event', async () => {
    const { payment } = await paid()
    await act('dispute', { payment, status: 'lost' })
    const change = { dispute: { entity: { id: 7, payment_id: null } } }
    const { dispute, eventId } = await razorpay().readWebhookEvent(await seal({ kind: 'payment.dispute.lost', change }))
    expect(dispute).toMatchObject({ disputeId: eventId, paymentId: payment, status: 'lost' })
  })

  it('ignores an event of another account, of another kind, or unreadable', async () => {
    await paid()
    const nothing = { about: null, paymentStatus: null }
    expect(await razorpay({ accountId: 'acc_OTHER' }).readWebhookEvent(await seal())).toMatchObject(nothing)
    const body = '{"event":"settlement.processed","payload":{}}'
    const sign = (raw: string) => ({ 'x-razorpay-signature': hmacSha256(keys.webhookSecret, raw) })
    const settlement = { raw: Buffer.from(body), headers: sign(body), query: {} }
    expect(await razorpay().readWebhookEvent(settlement)).toMatchObject({ kind: 'settlement.processed', ...nothing })
    const garbage = { raw: Buffer.from('{'), headers: sign('{'), query: {} }
    expect(await razorpay().readWebhookEvent(garbage)).toMatchObject({ kind: 'unreadable', ...nothing })
  })
})

describe('refunds', () => {
  it('the whole payment is refunded, and the payment shows it', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment })
    const given = await razorpay().refund(order)
    expect(given).toMatchObject({ status: 'done', refundId: expect.stringMatching(/^rfnd_/) })
    expect(await razorpay().findRefund(order)).toEqual(given)
    expect(await razorpay().findRefund({ ...order, refundId: given.refundId })).toEqual(given)
    expect(await razorpay().find(attempt)).toMatchObject({ status: 'paid', captured: [{ refundedMinor: 49_900n }] })
  })

  it('a part is refunded, then at most the rest', async () => {
    const { attempt, payment } = await paid()
    const part = { paymentId: payment, amountMinor: 20_000n }
    expect(await razorpay().refund(buildRefund(attempt, part))).toMatchObject({ status: 'done' })
    const over = await razorpay().refund(buildRefund(attempt, { ...part, amountMinor: 29_901n }))
    expect(over).toEqual({ status: 'failed', refundId: null, reason: 'input_validation_failed' })
    await razorpay().refund(buildRefund(attempt, { ...part, amountMinor: 29_900n }))
    const more = await razorpay().refund(buildRefund(attempt, { ...part, amountMinor: 100n }))
    expect(more).toMatchObject({ status: 'failed' })
    expect(await razorpay().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 49_900n }] })
  })

  it('a repeated key refunds once, even if any answer was lost', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { key: '7', paymentId: payment, amountMinor: 10_000n })
    expect(await razorpay().findRefund(order)).toEqual({ status: 'pending', refundId: null, reason: 'not_found' })
    simulator.failNext('razorpay', 'refund', 'lost-answer')
    expect(await troubleOf(razorpay().refund(order))).toBe('unknown')
    const found = await razorpay().findRefund(order)
    expect(found.refundId).toMatch(/^rfnd_/)
    expect(await razorpay().refund(order)).toEqual(found)
    expect(await razorpay().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it('the same key is the same refund, even with another amount', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment, amountMinor: 10_000n })
    const given = await razorpay().refund(order)
    expect(await razorpay().refund({ ...order, amountMinor: 20_000n })).toEqual(given)
    expect(await razorpay().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it('a conflict over a key leaves the result unknown', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment, amountMinor: 10_000n })
    // Another program refunds the payment with the same key, and the adapter must not take that refund for ours.
    const headers = {
      authorization: basicAuth(keys.keyId, keys.keySecret),
      'x-refund-idempotency': `nukkad-refund-${order.key}`,
    }
    const url = `${simulator.url}/razorpay/v1/payments/${payment}/refund`
    expect((await fetch(url, { method: 'POST', headers, body: '{"amount":10000}' })).status).toBe(200)
    expect(await troubleOf(razorpay().refund(order))).toBe('unknown')
    expect(await razorpay().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it('a pending refund is reported when it ends, done or failed', async () => {
    const { attempt, payment } = await paid()
    await act('refundsStay', { stay: true })
    const orders = [10_000n, 5_000n].map((amountMinor) => buildRefund(attempt, { paymentId: payment, amountMinor }))
    for (const [index, status] of (['processed', 'failed'] as const).entries()) {
      const order = orders[index]!
      const waiting = await razorpay().refund(order)
      expect(waiting.status).toBe('pending')
      await act('refund-outcome', { refund: waiting.refundId, status })
      const state = status === 'processed' ? 'done' : 'failed'
      expect(await razorpay().readWebhookEvent(await seal())).toMatchObject({
        kind: `refund.${status}`,
        about: { paymentId: payment },
        paymentStatus: null,
        refund: { refundId: waiting.refundId, key: order.key, state },
      })
      expect(await razorpay().findRefund(order)).toMatchObject({ status: state, refundId: waiting.refundId })
    }
    await act('refundsStay', { stay: false })
    expect(await razorpay().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it('wrong keys leave the refund unknown', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment })
    expect(await troubleOf(razorpay({ keySecret: 'wrong' }).refund(order))).toBe('refused')
    expect(await troubleOf(razorpay({ keySecret: 'wrong' }).findRefund(order))).toBe('refused')
  })
})

describe('the pay page of the simulator', () => {
  const choose = async (orderId: string, choice?: string) => {
    const query = new URLSearchParams({ key: keys.keyId, order_id: orderId })
    const form = choice ? { method: 'POST', body: new URLSearchParams({ choice }) } : {}
    return (await fetch(`${simulator.url}/razorpay/checkout?${query}`, form)).text()
  }

  it('offers to pay, to decline and to close, and passes the signed fields to the page around it', async () => {
    const attempt = await opened()
    for (const name of ['Confirm and pay [^<]+', 'Decline the payment', 'Cancel payment'])
      expect(await choose(attempt.providerRef)).toMatch(new RegExp(`>${name}</button>`))
    expect(await choose(attempt.providerRef, 'close')).toContain('{"dismissed":true}')
    expect(await choose(attempt.providerRef, 'decline')).toContain('was declined')
    const said = /postMessage\((\{.*\}), /.exec(await choose(attempt.providerRef, 'pay'))![1]!
    const { paid: back } = JSON.parse(said) as { paid: Record<string, string> }
    expect(razorpay().signedReturn!(attempt, back)).toBe(true)
    expect(await razorpay().find(attempt)).toMatchObject({ status: 'paid' })
  })
})
