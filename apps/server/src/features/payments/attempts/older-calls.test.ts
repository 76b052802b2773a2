import { describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'

const test = useTestApp()
const till = useTill(test)

const visit = (path: string, init: RequestInit = {}) =>
  fetch(`${till.url}/public/api/${path}`, { redirect: 'manual', ...init })
/** Opens a page that older apps use, in the payer's session. */
const visitAs = (token: string, path: string) => visit(path, { headers: { authorization: `Bearer ${token}` } })
const paidBy = async (provider: string, target: string, name: string) => {
  await till.simulator.act(provider, 'pay', { [target]: name })
}
const refOf = async (orderId: number) =>
  test.db
    .selectFrom('payment_attempts')
    .select(['reference', 'provider_ref'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

it('[P-61] [GAP-35] Paytm: the page of an open order leads to its form, a forged callback pays nothing', async () => {
  const order = await till.order({ method: 'PAYTM' })
  const led = await visitAs(order.token, `payment/paytm/${order.id}`)
  expect(led.status).toBe(303)
  const page = await fetch(`${till.url}${led.headers.get('location')}`)
  const policy = page.headers.get('content-security-policy')!
  expect(await page.text()).toContain('name="txnToken"')
  expect(policy).toContain(`form-action 'self' ${till.simulator.url}`)
  expect(policy).not.toContain("script-src 'self'")
  const { reference } = await refOf(order.id)
  const callback = (fields: Record<string, string>) =>
    visit('payment/process-paytm', { method: 'POST', body: new URLSearchParams(fields) })
  await callback({ ORDERID: reference, STATUS: 'TXN_SUCCESS', TXNAMOUNT: '250.00', CHECKSUMHASH: 'made up' })
  expect(await till.statusOf(order.id)).toBe(8)
  const { back } = (await till.simulator.act('paytm', 'pay', { order: reference })) as { back: Record<string, string> }
  await callback(back)
  expect(await till.statusOf(order.id)).toBe(1)
})

it('[P-61] Paytm: a failed payment ends in status 9, and another try can still pay', async () => {
  const order = await till.order({ method: 'PAYTM' })
  await visitAs(order.token, `payment/paytm/${order.id}`)
  const { reference } = await refOf(order.id)
  const { back } = (await till.simulator.act('paytm', 'decline', { order: reference })) as {
    back: Record<string, string>
  }
  await visit('payment/process-paytm', { method: 'POST', body: new URLSearchParams(back) })
  expect(await till.statusOf(order.id)).toBe(9)
  const again = await till.start(order, 'Paytm')
  expect(again.reference).not.toBe(reference)
  await paidBy('paytm', 'order', again.reference)
  await visit(`payment/paytm/return?a=${again.reference}`)
  expect(await till.statusOf(order.id)).toBe(1)
  expect(await checkLedger(test.db)).toEqual([])
})

it('[P-62] [GAP-36] Stripe: the intent carries a secret and our amount, and an unpaid one never pays', async () => {
  const order = await till.order({ method: 'STRIPE' })
  const sent = { id: 'pm_1', amount: 1, currency: 'usd', payment_method_types: ['card'] }
  const { body } = await test.call('accept-stripe-payment', sent as never, { token: order.token })
  const intent = body as { id: string; client_secret: string; amount: number; currency: string }
  expect(intent).toMatchObject({
    id: expect.stringMatching(/^pi_/),
    amount: Number(order.payableMinor),
    currency: 'inr',
  })
  expect(intent.client_secret).toMatch(/^pi_.+_secret_/)
  const back = `stripe-redirect-capture?order_id=${order.id}&payment_intent=${intent.id}&redirect_status=succeeded`
  expect((await visit(back)).headers.get('location')).toContain(`/running-order/${order.number}`)
  expect(await till.statusOf(order.id)).toBe(8)
  await paidBy('stripe', 'attempt', intent.id)
  await visit(back)
  expect(await till.statusOf(order.id)).toBe(1)
  const stranger = await test.build.customer()
  expect(codeOf(await test.call('accept-stripe-payment', { order_id: order.id }, { token: stranger.token }))).toBe(
    'NOT_FOUND',
  )
})

it("[P-63] [GAP-37] PayMongo: leads to the provider's page, and the provider's answer decides", async () => {
  const order = await till.order({ method: 'PAYMONGO', storeRow: { currency: 'PHP' } })
  const card = { ccNum: '4111111111111111', ccExp: '12/30', ccCvv: '123', amount: 1 }
  const { body } = await test.call('payment/process-paymongo', card as never, { token: order.token })
  expect(body).toEqual({
    paymongo_success: true,
    token: expect.stringMatching(/^cs_/),
    status: 'awaiting_next_action',
    redirect_url: expect.stringContaining(till.simulator.url),
  })
  const { token } = body as { token: string }
  await visit(`payment/handle-process-paymongo/${token}`)
  expect(await till.statusOf(order.id)).toBe(8)
  await paidBy('paymongo', 'session', token)
  await visit(`payment/handle-process-paymongo/${token}`)
  expect(await till.statusOf(order.id)).toBe(1)
})

it('[P-64] [GAP-38] Mercado Pago: leads to the provider, and a forged return pays nothing', async () => {
  const order = await till.order({ method: 'MERCADOPAGO', storeRow: { currency: 'BRL' } })
  const led = await visitAs(order.token, `payment/process-mercado-pago/${order.id}`)
  expect(led.headers.get('location')).toContain(till.simulator.url)
  const { provider_ref } = await refOf(order.id)
  const back = `payment/return-mercado-pago?preference_id=${provider_ref}&collection_status=approved&status=approved`
  await visit(back)
  expect(await till.statusOf(order.id)).toBe(8)
  await paidBy('mercado-pago', 'preference', provider_ref!)
  await visit(back)
  expect(await till.statusOf(order.id)).toBe(1)
})

it('[P-65] [GAP-39] Khalti: answers success only after the look-up, and only for our amount', async () => {
  const order = await till.order({ method: 'KHALTI', storeRow: { currency: 'NPR' } })
  const { providerRef } = await till.start(order, 'Khalti')
  const verify = async (amount: bigint) =>
    (await visit(`payment/verify-khalti-payment?token=${providerRef}&amount=${amount}`)).json()
  expect(await verify(order.payableMinor)).toEqual({ success: false })
  await paidBy('khalti', 'checkout', providerRef)
  expect(await verify(order.payableMinor + 1n)).toEqual({ success: false })
  expect(await till.statusOf(order.id)).toBe(8)
  expect(await verify(order.payableMinor)).toEqual({ success: true, idx: providerRef })
  const posted = await test.call('payment/verify-khalti-payment', {
    token: providerRef,
    amount: Number(order.payableMinor),
  })
  expect(posted.body).toEqual({ success: true, idx: providerRef })
  expect(await till.statusOf(order.id)).toBe(1)
})

it('a return with a field that is not text leads to the orders', async () => {
  const back = await visit('payment/process-paytm', { method: 'POST', body: new URLSearchParams({ ORDERID: 'a\0b' }) })
  expect([back.status, back.headers.get('location')]).toEqual([303, '/my-orders'])
})

it('pages of orders that are unknown, another person’s or already paid say so', async () => {
  const cash = await till.order({ method: 'COD' })
  const other = await till.order({ method: 'PAYTM' })
  expect((await visitAs(cash.token, `payment/paytm/${cash.id}`)).status).toBe(409)
  for (const id of ['0', 'x', '2147483648', '999999', other.id])
    expect((await visitAs(cash.token, `payment/paytm/${id}`)).status).toBe(404)
  expect((await fetch(`${till.url}/pay/nobody`)).status).toBe(404)
})

describe('a stranger at the URL of an older app', () => {
  const attemptsOf = (orderId: number) =>
    test.db.selectFrom('payment_attempts').select('status').where('order_id', '=', orderId).execute()

  it.each(['paytm', 'process-mercado-pago'])('opens no attempt and learns nothing at %s', async (page) => {
    const order = await till.order({ method: 'PAYTM' })
    const stranger = await test.build.customer()
    const paths = [order.id, 999_999_999, 0, 'x'].map((id) => `payment/${page}/${id}`)
    const answers = await Promise.all(paths.flatMap((path) => Array.from({ length: 8 }, () => visit(path))))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`))).toEqual(
      new Set(['303 /my-orders']),
    )
    // The page is refused to another customer, to staff, and to a request with an invalid token.
    expect((await visitAs(stranger.token, `payment/${page}/${order.id}`)).status).toBe(404)
    for (const token of ['x'.repeat(43), await test.build.token((await test.build.user({}, 'staff')).id, 'staff')])
      expect((await visitAs(token, `payment/${page}/${order.id}`)).headers.get('location')).toBe('/my-orders')
    expect(await attemptsOf(order.id)).toEqual([])
    expect((await till.start(order, 'Paytm')).reference).toBeTruthy()
  })

  it('cannot use up the attempts of a payer through any call', async () => {
    const order = await till.order()
    for (const call of ['payment/start', 'payment/razorpay/create-order', 'accept-stripe-payment'] as const) {
      const stranger = await test.build.customer()
      for (let times = 0; times < 4; times++) {
        const input = { order_id: order.id, gateway: 'Razorpay', id: 'pm_1', amount: 1, currency: 'inr' }
        const answer = await test.call(call, { ...input, payment_method_types: ['card'] } as never, stranger)
        expect(answer.status).toBe(404)
      }
    }
    expect(await attemptsOf(order.id)).toEqual([])
  })
})

it('parallel starts under different keys share one attempt at the provider', async () => {
  const order = await till.order()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      test.call(
        'payment/start',
        { order_id: order.id, gateway: 'Razorpay' },
        { token: order.token, key: `start-of-a-payment-${index}` },
      ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ body }) => (body as { reference: string }).reference)).size).toBe(1)
  const attempts = await test.db
    .selectFrom('payment_attempts')
    .select('status')
    .where('order_id', '=', order.id)
    .execute()
  expect(attempts).toEqual([{ status: 'pending' }])
})

/** All calls that open an attempt must refuse in the same way; `input` names an order or an amount. */
describe.each([
  { call: 'payment/razorpay/create-order', provider: 'razorpay', method: 'RAZORPAY', key: 'razorpayKeySecret' },
  { call: 'accept-stripe-payment', provider: 'stripe', method: 'STRIPE', key: 'stripeSecretKey' },
  { call: 'payment/process-paymongo', provider: 'paymongo', method: 'PAYMONGO', key: 'paymongoSK' },
] as const)('$call refuses', ({ call, provider, method, key }) => {
  const order = (more: object = {}) =>
    till.order({ method, storeRow: { currency: method === 'PAYMONGO' ? 'PHP' : 'INR' }, ...more })
  const ask = async ({ id, token }: { id: number; token: string }) =>
    codeOf(await test.call(call, { order_id: id }, { token }))
  const withSetting = async (value: string, body: () => Promise<void>) => {
    const before = test.services.settings.get(key)
    await test.build.setting(key, value)
    await test.services.settings.reload()
    await body()
    await test.build.setting(key, before)
    await test.services.settings.reload()
  }

  it("another's order in the same way as an unknown one", async () => {
    const { token } = await test.build.customer()
    expect(await ask({ id: (await order()).id, token })).toBe('NOT_FOUND')
    expect(await ask({ id: 2_000_000_000, token })).toBe('NOT_FOUND')
  })

  it('an order that does not await payment', async () => {
    expect(await ask(await order({ method: 'COD' }))).toBe('PAYMENT_NOT_OPEN')
  })

  it('a provider that is not set up, not reached, or refuses, and the order still awaits payment', async () => {
    const unpaid = await order()
    await withSetting('', async () => expect(await ask(unpaid)).toBe('GATEWAY_NOT_CONFIGURED'))
    till.simulator.failNext(provider, 'open', 'error')
    till.simulator.failNext(provider, 'open-intent', 'error')
    expect(await ask(unpaid)).toBe('PROVIDER_AWAY')
    const wrong = provider === 'razorpay' ? 'wrong' : 'sk_test_wrong'
    await withSetting(wrong, async () => expect(await ask(unpaid)).toBe('PROVIDER_REFUSED'))
    expect(await till.statusOf(unpaid.id)).toBe(8)
  })
})

describe('wallet-top-up refuses', () => {
  it('a provider that is not set up, not reached, or refuses', async () => {
    const { token } = await test.build.customer()
    const ask = async (gateway: string) =>
      codeOf(await test.call('wallet-top-up', { amount: '50', gateway }, { token }))
    expect(await ask('Khalti')).toBe('GATEWAY_NOT_CONFIGURED')
    till.simulator.failNext('razorpay', 'open', 'error')
    expect(await ask('Razorpay')).toBe('PROVIDER_AWAY')
    await test.build.setting('razorpayKeySecret', 'wrong')
    await test.services.settings.reload()
    expect(await ask('Razorpay')).toBe('PROVIDER_REFUSED')
    await test.build.setting('razorpayKeySecret', 'rzp_demo_secret_9f3a')
    await test.services.settings.reload()
  })
})

it('a provider that gives no answer leaves its older calls without an answer, and nothing changes', async () => {
  const razorpay = await till.order()
  const { reference, providerRef } = await till.start(razorpay)
  const { back } = (await till.simulator.act('razorpay', 'pay', { order: providerRef })) as { back: object }
  till.simulator.failNext('razorpay', 'find', 'error')
  const process = (orderId: number) =>
    test.call('payment/razorpay/process', { order_id: orderId, ...back } as never, { token: razorpay.token })
  expect(codeOf(await process(razorpay.id))).toBe('PROVIDER_AWAY')
  expect(codeOf(await process(razorpay.id + 1))).toBe('NOT_FOUND')
  const stranger = await test.build.customer()
  const stolen = await test.call('payment/razorpay/process', { order_id: razorpay.id, ...back } as never, stranger)
  expect(codeOf(stolen)).toBe('NOT_FOUND')
  const khalti = await till.order({ method: 'KHALTI', storeRow: { currency: 'NPR' } })
  const { providerRef: token } = await till.start(khalti, 'Khalti')
  till.simulator.failNext('khalti', 'find', 'error')
  expect(codeOf(await test.call('payment/verify-khalti-payment', { token, amount: String(khalti.payableMinor) }))).toBe(
    'PROVIDER_AWAY',
  )
  expect(await till.statusOf(razorpay.id)).toBe(8)
  expect(await test.call('payment/check', { reference }, { token: razorpay.token })).toMatchObject({ status: 200 })
})

it.each([
  'payment/razorpay/create-order',
  'payment/razorpay/process',
  'accept-stripe-payment',
  'payment/process-paymongo',
] as const)('%s triggers a query to a provider, and is counted for its customer', async (call) => {
  const { token } = await test.build.customer()
  const back = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: '00' }
  const ask = async () => codeOf(await test.call(call, { order_id: 2_000_000_000, ...back } as never, { token }))
  const most = test.services.settings.number('limitPaymentsPerCustomer')
  for (let time = 0; time < most; time++) expect(await ask()).toBe('NOT_FOUND')
  expect(await ask()).toBe('TOO_MANY_REQUESTS')
})
