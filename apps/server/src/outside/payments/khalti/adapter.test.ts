import { simulateKhalti } from '@nukkad/simulators/payments/khalti/simulator.ts'
import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askStrange, buildAttempt, buildRefund, troubleOf } from '#test/provider-parts.ts'
import { hmacSha256 } from '../http.ts'
import { type PaymentAttempt, WebhookEventRefused } from '../provider.ts'
import { createKhalti } from './adapter.ts'

const secretKey = 'live_secret_key_demo_68791341'
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator([simulateKhalti({ secretKey })])
})
afterAll(() => simulator.close())

const khalti = (more: object = {}, options: object = {}) =>
  createKhalti({ secretKey, ...more }, { baseUrl: `${simulator.url}/khalti/api/v2`, timeoutMs: 2000, ...options })
type Moved = { back: string; transaction: string }
const act = (action: string, args: object) => simulator.act('khalti', action, { ...args }) as Promise<Moved>
const attemptIn = (more: Partial<PaymentAttempt> = {}) => buildAttempt({ currency: 'NPR', ...more })

async function opened(more: Partial<PaymentAttempt> = {}) {
  const attempt = attemptIn(more)
  const { providerRef } = await khalti().open(attempt)
  return { ...attempt, providerRef }
}
async function paid(more: object = {}) {
  const attempt = await opened()
  const { back, transaction } = await act('pay', { checkout: attempt.reference, ...more })
  return { attempt, paymentId: transaction, fields: Object.fromEntries(new URL(back).searchParams) }
}
async function call(path: string, body: object, authorization = `Key ${secretKey}`) {
  const answer = await fetch(`${simulator.url}/khalti${path}`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const refundsSent = (paymentId: string) =>
  simulator.requests('khalti').filter(({ path }) => path === `/api/merchant-transaction/${paymentId}/refund/`)

describe('opening', () => {
  it("[GAP-39] leads to Khalti's own page, with our reference and our return address", async () => {
    const attempt = attemptIn()
    const { providerRef, page } = await khalti().open(attempt)
    expect(page).toEqual({ kind: 'redirect', url: `${simulator.url}/khalti/pay/?pidx=${providerRef}` })
    const sent = simulator.requests('khalti').findLast(({ path }) => path === '/api/v2/epayment/initiate/')!
    expect(sent.headers.authorization).toBe(`Key ${secretKey}`)
    expect(JSON.parse(sent.raw.toString())).toEqual({
      return_url: expect.stringMatching(/^https:\/\/shop\.example\.test\/.+\?attempt=1&n=[0-9a-f]{64}$/),
      website_url: attempt.siteUrl,
      amount: 49_900,
      purchase_order_id: attempt.reference,
      purchase_order_name: 'Order 482913',
      customer_info: { name: 'Nila Rao', phone: '+919876543210', email: 'nila@example.test' },
    })
  })

  it('opens for a payer without an e-mail address', async () => {
    const payer = { id: 7, name: 'Dev', email: null, phone: '+9779812345678' }
    expect(await opened({ payer })).toMatchObject({ providerRef: expect.any(String) })
  })

  it('accepts ten rupees and refuses less with our own text', async () => {
    expect(await opened({ amountMinor: 1000n })).toBeTruthy()
    await expect(khalti().open(attemptIn({ amountMinor: 999n }))).rejects.toThrow('takes payments from NPR 10.00')
  })

  it('reports a wrong key or request; the error contains neither', async () => {
    const wrong = khalti({ secretKey: 'other' }).open(attemptIn())
    await expect(wrong).rejects.toMatchObject({ kind: 'refused', message: 'Khalti refused with 401' })
    const odd = khalti().open(attemptIn({ siteUrl: 'shop' }))
    const message = 'Khalti refused with 400, validation_error'
    await expect(odd).rejects.toMatchObject({ kind: 'refused', message })
    expect(() => khalti({ secretKey: '' })).toThrow('a secret key')
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s leaves the result unknown', async (fault) => {
    const attempt = attemptIn()
    simulator.failNext('khalti', 'open', fault)
    expect(await troubleOf(khalti().open(attempt))).toBe('unknown')
    // Khalti cannot be queried by our reference, so the attempt stays pending; no one can have paid, because no one
    // received the URL of Khalti's page.
    expect(await khalti().find({ ...attempt, providerRef: null })).toEqual({ status: 'pending', captured: [] })
  })
})

describe('the return', () => {
  it("our nonce is the HMAC of the specification's example", () => {
    const expected = 'f03da6c77dfdcfeee23ae6dd2f1cd9f635287f605f98b1631f54795de05cea36'
    expect(hmacSha256('khalti_return_demo_key', 'attempt_1001')).toBe(expected)
  })

  it('[GAP-39] a return that belongs to the attempt is distinguished from all others', async () => {
    const { attempt, fields } = await paid()
    const { signedReturn } = khalti()
    expect(fields).toMatchObject({
      status: 'Completed',
      pidx: attempt.providerRef,
      purchase_order_id: attempt.reference,
    })
    expect(signedReturn!(attempt, fields)).toBe(true)
    const other = await paid()
    for (const forged of [
      { ...fields, n: undefined },
      { ...fields, n: fields.n!.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { ...fields, n: other.fields.n },
      { ...fields, n: hmacSha256(secretKey, attempt.reference) },
      { ...fields, pidx: other.attempt.providerRef },
      {},
    ])
      expect(signedReturn!(attempt, forged as Record<string, string>)).toBe(false)
    expect(signedReturn!({ ...attempt, providerRef: null }, fields)).toBe(false)
  })

  it('[GAP-39] a return that says Completed proves nothing while the look-up says Initiated', async () => {
    const attempt = await opened()
    const { fields } = await paid()
    expect(khalti().signedReturn!(attempt, { ...fields, status: 'Completed', pidx: attempt.providerRef })).toBe(false)
    expect(await khalti().find(attempt)).toEqual({ status: 'pending', captured: [] })
  })
})

const done = { pidx: 'ours', total_amount: 49_900, status: 'Completed', transaction_id: 't-1', fee: 0, refunded: false }

describe('the payment status', () => {
  it('[GAP-39] the look-up is the proof, even if the payer never returns, and with any number of queries', async () => {
    const { attempt, paymentId } = await paid()
    const captured = [{ paymentId, amountMinor: 49_900n, currency: 'NPR', refundedMinor: 0n }]
    expect(await khalti().find(attempt)).toEqual({ status: 'paid', captured })
    expect(await khalti().find(attempt)).toEqual({ status: 'paid', captured })
  })

  it.each([
    ['decline', 'cancelled'],
    ['expire', 'expired'],
  ])('[GAP-39] after %s it answers 400, which is a valid answer: %s', async (action, status) => {
    const attempt = await opened()
    await act(action, { checkout: attempt.reference })
    expect(await khalti().find(attempt)).toEqual({ status, captured: [] })
    const { providerRef: pidx } = attempt
    expect((await call('/api/v2/epayment/lookup/', { pidx })).status).toBe(400)
  })

  it('a payment that is pending past the end of the page is paid once it is completed', async () => {
    const attempt = await opened()
    await act('pend', { checkout: attempt.reference })
    expect(await khalti().find(attempt)).toEqual({ status: 'pending', captured: [] })
    await act('expire', { checkout: attempt.reference })
    expect(await khalti().find(attempt)).toMatchObject({ status: 'expired' })
    await act('pay', { checkout: attempt.reference })
    expect(await khalti().find(attempt)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 49_900n }] })
  })

  it('[GAP-39] another amount is reported unchanged', async () => {
    const { attempt } = await paid({ amount: 1000 })
    expect((await khalti().find(attempt)).captured).toMatchObject([{ amountMinor: 1000n }])
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s says nothing about the payment', async (fault) => {
    const { attempt } = await paid()
    simulator.failNext('khalti', 'find', fault)
    expect(await troubleOf(khalti().find(attempt))).toBe('unknown')
    expect(await khalti().find(attempt)).toMatchObject({ status: 'paid' })
  })

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.test/' } }],
    ['a page', { status: 200, body: '<h1>Welcome</h1>' }],
    ['another payment', { status: 200, body: { ...done, pidx: 'another' } }],
    ['no transaction', { status: 200, body: { ...done, transaction_id: null } }],
    ['no amount', { status: 200, body: { ...done, total_amount: null } }],
    ['an amount with decimals', { status: 200, body: { ...done, total_amount: 499.5 } }],
  ])('%s says nothing about the payment', async (_what, answer) => {
    const ask = (baseUrl: string) => troubleOf(khalti({}, { baseUrl }).find({ ...attemptIn(), providerRef: 'ours' }))
    expect(await askStrange(answer, ask)).toBe('unknown')
  })

  it('an unknown status leaves the payment pending, and upper or lower case does not matter', async () => {
    const find = (status: string) =>
      askStrange({ status: 200, body: { ...done, status } }, (baseUrl) =>
        khalti({}, { baseUrl }).find({ ...attemptIn(), providerRef: 'ours' }),
      )
    expect(await find('Ambiguous')).toEqual({ status: 'pending', captured: [] })
    expect(await find('COMPLETED')).toMatchObject({ status: 'paid', captured: [{ amountMinor: 49_900n }] })
    expect(await find('Partially refunded')).toMatchObject({ status: 'paid', reason: 'partially_refunded' })
  })

  it("an unknown id, or another merchant's key, is refused", async () => {
    const attempt = await opened()
    expect(await troubleOf(khalti().find({ ...attempt, providerRef: 'nobody' }))).toBe('refused')
    expect(await troubleOf(khalti({ secretKey: 'other' }).find(attempt))).toBe('refused')
  })
})

describe('webhook events', () => {
  it('[GAP-79] do not exist, and any request to the address is refused', async () => {
    const raw = Buffer.from('{"status":"Completed"}')
    await expect(khalti().readWebhookEvent({ raw, headers: {}, query: {} })).rejects.toBeInstanceOf(WebhookEventRefused)
  })
})

describe('refunds', () => {
  it('refunds the whole payment, once for any number of tries', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    expect(await khalti().findRefund(order)).toEqual({ status: 'pending', refundId: null })
    for (let time = 0; time < 2; time++)
      expect(await khalti().refund(order)).toEqual({ status: 'done', refundId: null })
    expect(refundsSent(paymentId).map(({ raw }) => raw.toString())).toEqual(['{}'])
    expect(await khalti().findRefund(order)).toEqual({ status: 'done', refundId: null })
    expect(await khalti().find(attempt)).toMatchObject({ status: 'paid', captured: [{ refundedMinor: 49_900n }] })
  })

  it('a refund whose answer was lost is looked up before it is requested again', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    simulator.failNext('khalti', 'refund', 'lost-answer')
    expect(await troubleOf(khalti().refund(order))).toBe('unknown')
    expect(await khalti().refund(order)).toEqual({ status: 'done', refundId: null })
    expect(refundsSent(paymentId)).toHaveLength(1)
  })

  it.each(['error', 'lost-request'] as const)('%s: no refund was made, so it is requested again', async (fault) => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId, amountMinor: 20_000n })
    simulator.failNext('khalti', 'refund', fault)
    expect(await troubleOf(khalti().refund(order))).toBe('unknown')
    expect(await khalti().refund(order)).toEqual({ status: 'done', refundId: null })
    expect(refundsSent(paymentId).at(-1)!.raw.toString()).toBe('{"amount":20000}')
  })

  it('a partial refund whose answer was lost is never made twice; it needs manual action', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId, amountMinor: 20_000n })
    simulator.failNext('khalti', 'refund', 'lost-answer')
    expect(await troubleOf(khalti().refund({ ...order, isFirstTry: true }))).toBe('unknown')
    const unclear = { status: 'pending', refundId: null, reason: 'partially_refunded' }
    expect(await khalti().refund(order)).toEqual(unclear)
    expect(await khalti().findRefund(order)).toEqual(unclear)
    expect(refundsSent(paymentId)).toHaveLength(1)
  })

  it("a whole payment with a partial refund on Khalti's dashboard is not refunded as a whole", async () => {
    const { attempt, paymentId } = await paid()
    await act('give-back', { checkout: attempt.reference, amount: 10_000 })
    const whole = buildRefund(attempt, { paymentId, isFirstTry: true })
    await expect(khalti().refund(whole)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('back already'),
    })
    expect(refundsSent(paymentId)).toEqual([])
    const rest = { ...whole, amountMinor: 39_900n }
    expect(await khalti().refund(rest)).toEqual({ status: 'done', refundId: null })
    expect(refundsSent(paymentId).map(({ raw }) => raw.toString())).toEqual(['{"amount":39900}'])
  })

  it('a second partial refund is made when it is tried for the first time', async () => {
    const { attempt, paymentId } = await paid()
    for (const amountMinor of [20_000n, 29_900n]) {
      const order = buildRefund(attempt, { paymentId, amountMinor, isFirstTry: true })
      expect(await khalti().refund(order)).toEqual({ status: 'done', refundId: null })
    }
    expect(await khalti().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 49_900n }] })
  })

  it("a bank payment is refunded to the payer's number, and without one not at all", async () => {
    const { attempt, paymentId } = await paid({ bank: true })
    const order = buildRefund(attempt, { paymentId })
    await expect(khalti().refund(order)).rejects.toThrow('Khalti refused with 400, validation_error')
    expect(await khalti().refund({ ...order, payerPhone: '+9779812345678' })).toMatchObject({ status: 'done' })
    expect(refundsSent(paymentId).at(-1)!.raw.toString()).toBe('{"mobile":"9812345678"}')
  })

  it('a refund of more than was paid, and of an unpaid payment, is refused', async () => {
    const { attempt, paymentId } = await paid()
    const over = buildRefund(attempt, { paymentId, amountMinor: 49_901n })
    expect(await troubleOf(khalti().refund(over))).toBe('refused')
    const unpaid = await opened()
    await expect(khalti().refund(buildRefund(unpaid, { paymentId: 'none' }))).rejects.toThrow(
      'no money of this payment',
    )
    const never = { ...unpaid, providerRef: null }
    await expect(khalti().refund(buildRefund(never, { paymentId: 'none' }))).rejects.toThrow('was never asked')
  })

  it("a refund on the merchant's own dashboard is seen", async () => {
    const { attempt } = await paid()
    await act('give-back', { checkout: attempt.reference, amount: 10_000 })
    expect(await khalti().find(attempt)).toMatchObject({ status: 'paid', reason: 'partially_refunded' })
    await act('give-back', { checkout: attempt.reference, amount: 39_900 })
    const paymentStatus = { status: 'paid', reason: 'refunded', captured: [{ refundedMinor: 49_900n }] }
    expect(await khalti().find(attempt)).toMatchObject(paymentStatus)
  })

  it('use a base URL without the API version, or the configured one', async () => {
    const { attempt, paymentId } = await paid()
    await khalti({}, { refundBaseUrl: `${simulator.url}/khalti/api` }).refund(buildRefund(attempt, { paymentId }))
    expect(refundsSent(paymentId)).toHaveLength(1)
  })
})

describe('the simulator is as strict as Khalti', () => {
  const good = {
    return_url: 'https://shop.example.test/back',
    website_url: 'https://shop.example.test',
    amount: 1000,
    purchase_order_id: 'r-1',
    purchase_order_name: 'Order',
  }

  it.each<[string, object, string, string]>([
    ['less than ten rupees', { amount: 999 }, 'amount', 'Amount should be greater than Rs. 10, that is 1000 paisa.'],
    ['rupees with decimals', { amount: 1000.5 }, 'amount', 'A valid integer is required.'],
    ['an invalid address', { return_url: 'shop' }, 'return_url', 'Enter a valid URL.'],
    [
      'parts that do not add up',
      { amount_breakdown: [{ label: 'a', amount: 1 }] },
      'amount',
      'Amount Breakdown mismatch.',
    ],
    ['no reference', { purchase_order_id: undefined }, 'purchase_order_id', 'This field is required.'],
  ])('refuses %s', async (_what, more, field, words) => {
    const answer = await call('/api/v2/epayment/initiate/', { ...good, ...more })
    expect(answer).toEqual({ status: 400, body: { [field]: [words], error_key: 'validation_error' } })
  })

  it('requires its prefix before the key, the key, and the slash at the end', async () => {
    const path = '/api/v2/epayment/initiate/'
    expect((await call(path, good, secretKey)).body.detail).toBe('Authentication credentials were not provided.')
    expect((await call(path, good, 'Key other')).body.detail).toBe('Invalid token.')
    expect((await call(path, good, `key ${secretKey}`)).status).toBe(200)
    expect((await call(path.slice(0, -1), good)).status).toBe(404)
    expect((await call('/api/v2/epayment/lookup/', { pidx: 'nobody' })).body.detail).toBe('Not found.')
  })

  it('shows a page to pay on once, and returns the payer without a signature', async () => {
    const open = async () => {
      const attempt = attemptIn()
      const { page, providerRef } = await khalti().open(attempt)
      return { attempt: { ...attempt, providerRef }, url: page.kind === 'redirect' ? page.url : '' }
    }
    const choose = (url: string, choice: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
    const { attempt, url } = await open()
    expect(await (await fetch(url)).text()).toMatch(/<button name="choice" value="pay"[^>]*>Confirm and pay /)
    expect((await choose(url, 'close')).status).toBe(200)
    expect(await khalti().find(attempt)).toMatchObject({ status: 'pending' })
    const back = new URL((await choose(url, 'pay')).headers.get('location')!)
    expect(khalti().signedReturn!(attempt, Object.fromEntries(back.searchParams))).toBe(true)
    expect(await khalti().find(attempt)).toMatchObject({ status: 'paid' })
    expect((await fetch(url)).status).toBe(410)

    const second = await open()
    expect((await choose(second.url, 'decline')).headers.get('location')).toContain('status=User+canceled')
    expect(await khalti().find(second.attempt)).toMatchObject({ status: 'cancelled' })
  })
})
