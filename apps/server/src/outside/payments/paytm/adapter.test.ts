import { simulatePaytm } from '@nukkad/simulators/payments/paytm/simulator.ts'
import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAttempt, buildRefund, sealedEvent, startReceiver, troubleOf } from '#test/provider-parts.ts'
import type { PaymentAttempt } from '../provider.ts'
import { createPaytm } from './adapter.ts'
import { checksumOf, formText, isChecksumOf, memberText } from './checksum.ts'

const keys = { merchantId: 'DEMOMID00000000001', merchantKey: 'DEMOkey#16bytes!', websiteName: 'WEBSTAGING' }
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator([simulatePaytm(keys)])
})
afterAll(() => simulator.close())

const paytm = (more: object = {}) =>
  createPaytm({ ...keys, ...more }, { baseUrl: `${simulator.url}/paytm`, timeoutMs: 2000 })
const act = <T>(action: string, args: object = {}) => simulator.act('paytm', action, { ...args }) as Promise<T>
type Ended = { back: Record<string, string> }

async function opened(more: Partial<PaymentAttempt> = {}) {
  const attempt = buildAttempt(more)
  const { providerRef } = await paytm().open(attempt)
  return { ...attempt, providerRef }
}
async function paid(more: Partial<PaymentAttempt> = {}) {
  const attempt = await opened(more)
  const { back } = await act<Ended>('pay', { order: attempt.reference })
  return { attempt, back, paymentId: back.TXNID! }
}
const seal = (how: object = {}) => sealedEvent(simulator, 'paytm', { ...how })
const sentTo = (path: string) => {
  const { raw } = simulator.requests('paytm').findLast((request) => request.path === path)!
  return JSON.parse(raw.toString()) as { head: { signature: string }; body: Record<string, unknown> }
}

describe('the worked vectors', () => {
  const key = keys.merchantKey
  const text =
    '{"requestType":"Payment","mid":"DEMOMID00000000001","websiteName":"WEBSTAGING","orderId":"ORD_1001","callbackUrl":"https://shop.test/pay/paytm/callback","txnAmount":{"value":"499.00","currency":"INR"},"userInfo":{"custId":"CUST_42"}}'
  const checksum =
    '14pBnDQ4laggJZ1nKmxzFEcQs8+w6Zmw8BlMCgB7aqdGAF89O0a1BYuNh/YpPHTzjz5EAfhSXt6DgAMVkgQ1Wugql7GOXib18nfJcZm0CLI='
  const form: Record<string, string> = {
    MID: 'DEMOMID00000000001',
    ORDERID: 'ORD_1001',
    TXNID: '20260101111212800110168000000000001',
    TXNAMOUNT: '499.00',
    PAYMENTMODE: 'UPI',
    CURRENCY: 'INR',
    TXNDATE: '2026-01-01 10:00:00.0',
    STATUS: 'TXN_SUCCESS',
    RESPCODE: '01',
    RESPMSG: 'Txn Success',
    GATEWAYNAME: 'PPBLC',
    BANKTXNID: '600112345678',
    BANKNAME: '',
    CHECKSUMHASH:
      'HC5udV2y3Op6ajnCzzPWLop1FgMVOSq+Ts6V/cD5DQakh6N8lSPFzQUllkSLGmnvlCMrSHcYWb6tNBgFdVFNwcNfUll2nkuGdiXEs08mLRU=',
  }
  const refund =
    '{"source":"MERCHANT","txnId":"20260101111212800110168000000000001","orderId":"ORD_1001","txnAmount":"499.00","mid":"DEMOMID00000000001","refundAmount":"100.00","totalRefundAmount":"100.00","refId":"RFND_1","refundId":"20260102111212801300168000000000009"}'
  const refundSignature =
    'rcf4BjeOewTuu1f4A9Ehxmfn7798xv5julBqy5KrtOIpPH3fTLzYvqSjJ8m4B7GLi3qw9IztCXYv5FYgCVq2LJUkNFGU+YX1g3gmB3Ogq6g='

  it('A: a text and a salt give the checksum, which fits that text only', () => {
    expect(checksumOf(text, key, 'aB3+')).toBe(checksum)
    expect(isChecksumOf(text, key, checksum)).toBe(true)
    expect(isChecksumOf(text.replace('499.00', '4.00'), key, checksum)).toBe(false)
    expect(isChecksumOf(text, 'DEMOkey#16bytes?', checksum)).toBe(false)
  })

  it('every checksum has its own salt', () => {
    const made = new Set(Array.from({ length: 20 }, () => checksumOf(text, key)))
    expect(made.size).toBe(20)
    for (const one of made) expect(isChecksumOf(text, key, one)).toBe(true)
  })

  it('B: a form is signed by its values in the order of their names, empty ones included', () => {
    expect(formText(form)).toMatch(/^\|600112345678\|INR\|PPBLC\|/)
    expect(isChecksumOf(formText(form), key, form.CHECKSUMHASH!)).toBe(true)
    const { signedReturn } = paytm()
    const attempt = { ...buildAttempt(), reference: 'ORD_1001', providerRef: 'ORD_1001' }
    expect(signedReturn!(attempt, form)).toBe(true)
    for (const [name, value] of Object.entries({ TXNAMOUNT: '4.00', BANKNAME: 'x', NEW: '', CHECKSUMHASH: '' }))
      expect(signedReturn!(attempt, { ...form, [name]: value }), name).toBe(false)
    expect(signedReturn!({ ...attempt, reference: 'ORD_1002' }, form)).toBe(false)
  })

  it('C: of JSON the exact text of its body is signed', () => {
    const sent = `{ "head": {"signature":"${refundSignature}"} , "body" : ${refund}\n}`
    expect(memberText(sent, 'body')).toBe(refund)
    expect(isChecksumOf(memberText(sent, 'body')!, key, refundSignature)).toBe(true)
    expect(isChecksumOf(JSON.stringify(JSON.parse(refund), null, 1), key, refundSignature)).toBe(false)
  })

  it.each(['', 'AAAA', '!!!!', `${checksum}AAAA`, checksum.slice(0, 90), checksum.slice(4), 'ü'.repeat(108)])(
    'no checksum: %s',
    (broken) => {
      expect(isChecksumOf(text, key, broken)).toBe(false)
    },
  )

  it.each([
    ['twice', '{"body":{"a":1},"body":{"a":2}}'],
    ['twice, once with an escape', '{"body":{"a":1},"\\u0062ody":{"a":2}}'],
    ['in two objects', '{"body":{"a":1}}{"body":{"a":2}}'],
    ['deeper only', '{"x":{"body":1},"y":[{"body":2}]}'],
    ['as a value only', '{"x":"body"}'],
  ])('a member that occurs %s is not read', (_where, json) => {
    expect(memberText(json, 'body')).toBeUndefined()
  })

  it('a text that never ends is given up immediately', () => {
    const started = performance.now()
    expect(memberText(`{"body":"${'\\"'.repeat(50_000)}`, 'body')).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(500)
  })

  it.each(['"a,}b"', '[1,{"body":2}]', '{"a":"\\"}","b":[]}', '1.50', 'null'])(
    'the member %s is read whole',
    (value) => {
      expect(memberText(`{"head":{"body":0},"body":${value},"z":"body"}`, 'body')).toBe(value)
    },
  )
})

describe('opening', () => {
  it('[GAP-35] creates a token, and a form that leads to the page of Paytm', async () => {
    const attempt = buildAttempt()
    const { providerRef, page } = await paytm().open(attempt)
    expect(providerRef).toBe(attempt.reference)
    expect(page).toEqual({
      kind: 'form',
      url: `${simulator.url}/paytm/theia/api/v1/showPaymentPage?mid=${keys.merchantId}&orderId=${attempt.reference}`,
      fields: { mid: keys.merchantId, orderId: attempt.reference, txnToken: expect.stringMatching(/^token/) },
    })
    expect(JSON.stringify(page)).not.toContain(keys.merchantKey)
  })

  it.each([
    [100n, '1.00'],
    [105n, '1.05'],
    [49_900n, '499.00'],
    [123_456_789n, '1234567.89'],
  ])('%s paise are sent as %s and read back', async (amountMinor, value) => {
    const { attempt, paymentId } = await paid({ amountMinor })
    expect(sentTo('/theia/api/v1/initiateTransaction').body.txnAmount).toEqual({ value, currency: 'INR' })
    const captured = [{ paymentId, amountMinor, currency: 'INR', refundedMinor: 0n }]
    expect(await paytm().find(attempt)).toEqual({ status: 'paid', captured })
  })

  it('[INT-22] opens no attempt in yen', async () => {
    expect(await troubleOf(paytm().open(buildAttempt({ currency: 'JPY' })))).toBe('refused')
  })

  it.each([
    ['a wrong key', { merchantKey: 'WRONGkey#16bytes' }, {}],
    ['a key of another length', { merchantKey: 'short' }, {}],
    ['another merchant', { merchantId: 'OTHER' }, {}],
    ['another website', { websiteName: 'DEFAULT' }, {}],
    ['less than one rupee', {}, { amountMinor: 99n }],
  ])('refuses %s', async (_what, wrong, more) => {
    expect(await troubleOf(paytm(wrong).open(buildAttempt(more)))).toBe('refused')
  })

  it('the same reference opens the same order again, and no other order', async () => {
    const attempt = buildAttempt()
    expect(await paytm().open(attempt)).toEqual(await paytm().open(attempt))
    expect(await troubleOf(paytm().open({ ...attempt, amountMinor: 100n }))).toBe('refused')
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)(
    '%s leaves the result unknown, and the order can be queried',
    async (fault) => {
      const attempt = buildAttempt()
      simulator.failNext('paytm', 'open', fault)
      expect(await troubleOf(paytm().open(attempt))).toBe('unknown')
      const paymentStatus = await paytm().find({ ...attempt, providerRef: null })
      expect(paymentStatus).toEqual({ status: 'pending', captured: [], reason: '331' })
    },
  )
})

describe('the payment status', () => {
  it('[GAP-35] the order status decides, not the fields that Paytm posts when the payer returns', async () => {
    const attempt = await opened()
    expect((await paytm().find(attempt)).status).toBe('pending')
    const { back } = await act<Ended>('pend', { order: attempt.reference })
    expect(paytm().signedReturn!(attempt, back)).toBe(true)
    expect(await paytm().find(attempt)).toEqual({ status: 'pending', captured: [], reason: '402' })
    await act('pay', { order: attempt.reference })
    expect(await paytm().find(attempt)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 49_900n }] })
  })

  it.each([
    ['decline', '227'],
    ['close', '141'],
  ])('after %s the payment has failed', async (action, reason) => {
    const attempt = await opened()
    const { back } = await act<Ended>(action, { order: attempt.reference })
    expect(back).toMatchObject({ STATUS: 'TXN_FAILURE', RESPCODE: reason })
    expect(await paytm().find(attempt)).toEqual({ status: 'failed', captured: [], reason })
  })

  it('the amount in the status is reported as it is', async () => {
    const { attempt } = await paid()
    await act('tell-amount', { order: attempt.reference, amount: '4.00' })
    expect(await paytm().find(attempt)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 400n }] })
    await act('tell-amount', { order: attempt.reference, amount: '4,00' })
    expect(await troubleOf(paytm().find(attempt))).toBe('unknown')
  })

  it('a refused query does not make a payment fail', async () => {
    const { attempt } = await paid()
    expect(await troubleOf(paytm({ merchantKey: 'WRONGkey#16bytes' }).find(attempt))).toBe('refused')
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s gives no payment status', async (fault) => {
    const { attempt } = await paid()
    simulator.failNext('paytm', 'find', fault)
    expect(await troubleOf(paytm().find(attempt))).toBe('unknown')
  })
})

describe('the fields that Paytm posts when the payer returns', () => {
  it.each(['forged', 'truncated', 'unsigned'])('[GAP-35] do not count as signed: %s', async (as) => {
    const { attempt } = await paid()
    const fields = await act<Record<string, string>>('callback', { order: attempt.reference, as })
    expect(paytm().signedReturn!(attempt, fields)).toBe(false)
  })

  it('[GAP-35] pay nothing alone, whether signed for another amount, another order or another merchant', async () => {
    const { attempt } = await paid()
    const callback = (change: object) => act<Record<string, string>>('callback', { order: attempt.reference, change })
    expect(paytm().signedReturn!(attempt, await callback({ TXNAMOUNT: '4.00' }))).toBe(true)
    expect(await paytm().find(attempt)).toMatchObject({ captured: [{ amountMinor: 49_900n }] })
    expect(paytm().signedReturn!(attempt, await callback({ ORDERID: 'another' }))).toBe(false)
    expect(paytm().signedReturn!(attempt, await callback({ MID: 'another' }))).toBe(false)
  })
})

describe('webhook events', () => {
  it.each(['signed', 'json'])(
    '[GAP-35] an event that is %s is confirmed by the status, also a second time',
    async (as) => {
      const { attempt, paymentId } = await paid()
      const receiver = await startReceiver(paytm())
      const asked = simulator.requests('paytm').length
      expect(await act('deliver', { to: receiver.url, as, times: 2 })).toEqual([200, 200])
      expect(
        simulator
          .requests('paytm')
          .slice(asked)
          .map(({ path }) => path),
      ).toEqual(['/v3/order/status', '/v3/order/status'])
      const [first, again] = receiver.webhookEvents
      expect(again).toEqual(first)
      expect(first).toEqual({
        eventId: `${attempt.reference}:payment.TXN_SUCCESS`,
        kind: 'payment.TXN_SUCCESS',
        about: { reference: attempt.reference, paymentId },
        paymentStatus: await paytm().find(attempt),
      })
      await receiver.close()
    },
  )

  it.each(['forged', 'truncated', 'unsigned', 'json-forged', 'json-unsigned'])(
    '[GAP-35] an event that is %s is refused, without a query',
    async (as) => {
      await paid()
      const receiver = await startReceiver(paytm())
      const asked = simulator.requests('paytm').length
      expect(await act('deliver', { to: receiver.url, as })).toEqual([401])
      expect(receiver.webhookEvents).toEqual([])
      expect(simulator.requests('paytm').length).toBe(asked)
      await receiver.close()
    },
  )

  it.each(['forged', 'json-forged'])(
    'while the key is changed, %s with the previous key is valid, and no longer',
    async (as) => {
      const { attempt } = await paid()
      const before = paytm({ previousMerchantKey: 'another#16bytes!' })
      expect((await before.readWebhookEvent(await seal({ as }))).about).toMatchObject({ reference: attempt.reference })
      expect((await before.readWebhookEvent(await seal())).about).toMatchObject({ reference: attempt.reference })
      await expect(paytm().readWebhookEvent(await seal({ as }))).rejects.toThrow('not signed')
      await expect(paytm({ previousMerchantKey: '' }).readWebhookEvent(await seal({ as }))).rejects.toThrow(
        'not signed',
      )
    },
  )

  it('[GAP-35] signed for another amount, it reports the amount of the status', async () => {
    await paid()
    const { paymentStatus } = await paytm().readWebhookEvent(await seal({ change: { TXNAMOUNT: '4.00' } }))
    expect(paymentStatus).toMatchObject({ captured: [{ amountMinor: 49_900n }] })
  })

  it('an event reports the end of a pending payment', async () => {
    const attempt = await opened()
    await act('pend', { order: attempt.reference })
    expect((await paytm().find(attempt)).status).toBe('pending')
    await act('pay', { order: attempt.reference })
    expect((await paytm().readWebhookEvent(await seal())).paymentStatus?.status).toBe('paid')
  })

  it('when the status does not show a success yet, the provider has to send the event again', async () => {
    const attempt = await opened()
    await act('pay', { order: attempt.reference })
    const early = await seal()
    await act('pend', { order: attempt.reference })
    expect(await troubleOf(paytm().readWebhookEvent(early))).toBe('unknown')
    await act('pay', { order: attempt.reference })
    expect((await paytm().readWebhookEvent(early)).paymentStatus?.status).toBe('paid')
  })

  it('while the status cannot be queried, the provider has to send the event again', async () => {
    await paid()
    const receiver = await startReceiver(paytm())
    simulator.failNext('paytm', 'find', 'error')
    expect(await act('deliver', { to: receiver.url, times: 2 })).toEqual([503, 200])
    await receiver.close()
  })

  it('only the signed event reports a dispute; an unknown result leaves it open', async () => {
    const { attempt } = await paid()
    const told = async (status: string, as = 'signed') => {
      await act('dispute', { order: attempt.reference, status })
      return paytm().readWebhookEvent(await seal({ kind: `dispute.${status}`, as }))
    }
    const { dispute: opened, ...webhookEvent } = await told('NEW')
    const { paymentId } = opened!
    expect(webhookEvent).toMatchObject({ about: { reference: attempt.reference, paymentId }, paymentStatus: null })
    expect(opened).toMatchObject({ status: 'open', amountMinor: 49_900n, currency: 'INR', reason: 'Order_Failure' })
    expect(opened!.respondBy).toEqual(new Date('2026-12-24T18:29:59Z'))
    const ends = ['WON', 'LOST', 'CLOSED_SOMEHOW'].map(async (word) => (await told(word)).dispute!.status)
    expect(await Promise.all(ends)).toEqual(['won', 'lost', 'open'])
    await expect(told('LOST', 'json-forged')).rejects.toThrow('not signed')
  })

  it('ignores an event of another merchant, or about no order', async () => {
    await paid()
    const nothing = { about: null, paymentStatus: null }
    expect(await paytm().readWebhookEvent(await seal({ change: { MID: 'another' } }))).toMatchObject(nothing)
    expect(await paytm().readWebhookEvent(await seal({ change: { ORDERID: '' } }))).toMatchObject(nothing)
  })
})

describe('refunds', () => {
  it('the whole payment is refunded: first accepted, then done, and the payment shows it', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    const accepted = await paytm().refund(order)
    expect(accepted).toEqual({ status: 'pending', refundId: expect.stringMatching(/^\d{35}$/), reason: '601' })
    expect(sentTo('/refund/apply').body).toMatchObject({ refundAmount: '499.00', refId: order.key, txnId: paymentId })
    const done = { status: 'done', refundId: accepted.refundId, reason: '10' }
    expect(await paytm().findRefund(order)).toEqual(done)
    expect(await paytm().find(attempt)).toMatchObject({ status: 'paid', captured: [{ refundedMinor: 49_900n }] })
  })

  it('the same reference is the same refund, for any number of requests', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
    expect(await paytm().findRefund(order)).toEqual({ status: 'pending', refundId: null, reason: 'not_found' })
    simulator.failNext('paytm', 'refund', 'lost-answer')
    expect(await troubleOf(paytm().refund(order))).toBe('unknown')
    const asked = simulator.requests('paytm').length
    const again = await paytm().refund(order)
    expect(again).toMatchObject({ status: 'done' })
    expect(await paytm().refund({ ...order, amountMinor: 20_000n })).toEqual(again)
    const paths = simulator
      .requests('paytm')
      .slice(asked)
      .map(({ path }) => path)
    expect(paths).toEqual(['/v2/refund/status', '/v2/refund/status'])
    expect(await paytm().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it('two in parallel refund once, and neither reports a failure', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
    const [one, two] = await Promise.all([paytm().refund(order), paytm().refund(order)])
    expect(one.refundId).toBe(two.refundId)
    expect([one.status, two.status]).not.toContain('failed')
    expect(await paytm().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it.each([
    ['more than is left', { amountMinor: 49_901n }, '619'],
    ['less than a rupee', { amountMinor: 99n }, '635'],
    ['another payment', { paymentId: '1' }, '627'],
  ])('%s fails', async (_what, more, reason) => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId, ...more })
    expect(await paytm().refund(order)).toEqual({ status: 'failed', refundId: null, reason })
  })

  it.each([
    ['TXN_SUCCESS', 'done'],
    ['TXN_FAILURE', 'failed'],
  ])('a pending refund that ended with %s is reported, and confirmed', async (status, state) => {
    const { attempt, paymentId } = await paid()
    await act('refundsStay', { stay: true })
    const order = buildRefund(attempt, { paymentId })
    const { refundId } = await paytm().refund(order)
    expect(await paytm().findRefund(order)).toMatchObject({ status: 'pending', refundId })
    await act('refundsStay', { stay: false })
    await act('refund-outcome', { refund: order.key, status })
    expect(await paytm().readWebhookEvent(await seal())).toEqual({
      eventId: `${order.key}:refund.${state}`,
      kind: `refund.${state}`,
      about: { reference: attempt.reference, paymentId },
      paymentStatus: null,
      refund: { refundId, key: order.key, state },
    })
    const forged = await seal({ as: 'forged' })
    await expect(paytm().readWebhookEvent(forged)).rejects.toThrow('has not signed')
  })

  it('an event of an unknown refund has to be sent again', async () => {
    const { attempt, paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    await paytm().refund(order)
    await act('refund-outcome', { refund: order.key, status: 'TXN_SUCCESS' })
    expect(await troubleOf(paytm().readWebhookEvent(await seal({ change: { refId: 'another' } })))).toBe('unknown')
  })

  it('a wrong key leaves the refund unknown', async () => {
    const { attempt, paymentId } = await paid()
    const wrong = paytm({ merchantKey: 'WRONGkey#16bytes' })
    const order = buildRefund(attempt, { paymentId })
    expect(await wrong.findRefund(order)).toMatchObject({ status: 'pending', refundId: null })
    expect(await wrong.refund(order)).toEqual({ status: 'failed', refundId: null, reason: '330' })
    expect(await paytm().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 0n }] })
  })
})

describe('the pay page of the simulator', () => {
  async function choose(attempt: PaymentAttempt, choice?: string, change: Record<string, string> = {}) {
    const { page } = await paytm().open(attempt)
    if (page.kind !== 'form') throw new Error('a form was expected')
    const body = new URLSearchParams({ ...page.fields, ...(choice && { choice }), ...change })
    return (await fetch(page.url, { method: 'POST', body })).text()
  }

  it('opens from the form, and returns the payer with signed fields', async () => {
    const attempt = { ...buildAttempt(), providerRef: null }
    for (const name of ['Confirm and pay [^<]+', 'Decline the payment', 'Cancel payment'])
      expect(await choose(attempt)).toMatch(new RegExp(`>${name}</button>`))
    expect(await choose(attempt, 'pay', { txnToken: 'another' })).toContain('Session expired')
    const back = await choose(attempt, 'pay')
    expect(back).toContain(`action="${attempt.returnUrl}"`)
    const fields = Object.fromEntries(
      [...back.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    )
    expect(paytm().signedReturn!(attempt, fields)).toBe(true)
    expect(await paytm().find(attempt)).toMatchObject({ status: 'paid' })
  })
})
