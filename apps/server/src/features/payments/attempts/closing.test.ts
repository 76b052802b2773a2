import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { expireUnpaidOrders } from '#features/ordering/orders/scheduler.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { simulatedProviders, useTill } from '#test/payments.ts'
import { listJobs } from '#test/run-jobs.ts'
import { closeWhatIsOver } from './close-attempts.ts'

const test = useTestApp()
const till = useTill(test)
const act = (provider: string, action: string, args: object = {}) => till.simulator.act(provider, action, { ...args })
const closable = simulatedProviders.filter(({ name }) => ['stripe', 'paymongo', 'mercado-pago'].includes(name))

async function open({ method, currency }: (typeof simulatedProviders)[number]) {
  const order = await till.order({ method, storeRow: { currency } })
  const { body } = await test.call('payment/start', { order_id: order.id, gateway: method }, { token: order.token })
  return { order, ...(body as { reference: string; url: string }) }
}
async function runOut(orderId: number): Promise<void> {
  const past = new Date(Date.now() - 3_600_000)
  await test.db.updateTable('orders').set({ placed_at: past }).where('id', '=', orderId).execute()
  await test.db.updateTable('payment_attempts').set({ expires_at: past }).where('order_id', '=', orderId).execute()
  await expireUnpaidOrders(test.services)
}
async function letClose(): Promise<void> {
  await closeWhatIsOver(test.services)
  await till.runDue()
}
const attemptOf = (reference: string) =>
  test.db
    .selectFrom('payment_attempts')
    .select(['status', 'closed_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()

describe.each(closable)('$name', (provider) => {
  const { name, target } = provider

  it('[GAP-07, GAP-79] an attempt of an order that was not paid in time can no longer be paid', async () => {
    const { order, reference, url } = await open(provider)
    await letClose()
    expect((await attemptOf(reference)).closed_at).toBeNull()
    await runOut(order.id)
    await letClose()
    expect((await attemptOf(reference)).closed_at).not.toBeNull()
    const page = await fetch(url, { redirect: 'manual' })
    expect(await page.text()).toContain('expired')
    expect(await till.statusOf(order.id)).toBe(9)
    await closeWhatIsOver(test.services)
    expect((await listJobs(test)).filter(({ name: job }) => job === 'close-attempt')).toEqual([])
  })

  it('an attempt that is paid while it is being closed is recorded, and its money is refunded', async () => {
    const { order, reference } = await open(provider)
    await runOut(order.id)
    await act(name, 'pay', { [target]: reference })
    await letClose()
    for (let turn = 0; turn < 3; turn++) await till.hurry().then(till.runDue)
    expect((await attemptOf(reference)).status).toBe('paid')
    const refund = await till.lastRefund()
    expect(refund).toEqual({ status: 'done', reason: 'late' })
    expect(await checkLedger(test.db)).toEqual([])
  })
})

it('[GAP-79] a second open attempt is closed when the first is paid, and when the order is cancelled', async () => {
  const order = await till.order()
  const beside = await till.start(order, 'Stripe')
  const paying = await till.start(order)
  await act('razorpay', 'pay', { order: paying.providerRef })
  await act('razorpay', 'deliver', { to: `${till.url}/public/api/payment/razorpay/webhook` })
  expect(await till.statusOf(order.id)).toBe(1)
  await inTransaction(test.db, (tx) =>
    cancelOrder(tx, test.services.settings, { orderId: order.id, actor: 'customer', actorId: order.userId }),
  )
  await letClose()
  expect((await attemptOf(beside.reference)).status).toBe('expired')
  await expect(act('stripe', 'pay', { attempt: beside.reference })).rejects.toThrow('over')
})

it('closing is tried again if the provider did not answer', async () => {
  const { order, reference } = await open(simulatedProviders.find(({ name }) => name === 'stripe')!)
  await runOut(order.id)
  till.simulator.failNext('stripe', 'close', 'lost-request')
  await letClose()
  expect((await attemptOf(reference)).closed_at).toBeNull()
  await till.hurry()
  await till.runDue()
  expect((await attemptOf(reference)).status).toBe('expired')
})

it('a top-up that was not paid is closed after its time', async () => {
  const customer = await test.build.customer()
  const { body } = await test.call('wallet-top-up', { amount: '100', gateway: 'Stripe' }, customer)
  const { reference } = body as { reference: string }
  await test.db
    .updateTable('payment_attempts')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('reference', '=', reference)
    .execute()
  await letClose()
  expect((await attemptOf(reference)).status).toBe('expired')
})

it('of many expired attempts the scheduler takes 100, and the others in its next run', async () => {
  const { id: userId } = await test.build.customer()
  const attempts = Array.from({ length: 101 }, (_, index) => ({
    reference: `many-${index}`,
    purpose: 'top_up',
    user_id: userId,
    provider: 'stripe',
    provider_ref: `pi_many_${index}`,
    amount_minor: 10_000n,
    currency: 'INR',
    expires_at: new Date(Date.now() - 1000),
  }))
  await test.db.insertInto('payment_attempts').values(attempts).execute()
  const stillOpen = async () => {
    await letClose()
    const open = test.db.selectFrom('payment_attempts').select('reference').where('closed_at', 'is', null)
    return (await open.where('user_id', '=', userId).execute()).map(({ reference }) => reference)
  }
  expect(await stillOpen()).toEqual(['many-100'])
  expect(await stillOpen()).toEqual([])
})

describe('who may trigger a query to a provider', () => {
  it('webhook events without a signature are limited; signed ones are not', async () => {
    const { order, reference } = await open(simulatedProviders.find(({ name }) => name === 'mercado-pago')!)
    await act('mercado-pago', 'notify-at', { url: '' })
    await act('mercado-pago', 'pay', { preference: reference })
    await test.db.deleteFrom('limit_counters').execute()
    const to = `${till.url}/public/api/payment/mercado-pago/webhook`
    const send = (as: string, times: number) => act('mercado-pago', 'deliver', { to, as, times }) as Promise<number[]>
    const asked = () => till.simulator.requests('mercado-pago').length
    expect(new Set(await send('copy', 30))).toEqual(new Set([200]))
    const before = asked()
    expect(await send('copy', 3)).toEqual([429, 429, 429])
    expect(await send('order-copy', 1)).toEqual([429])
    expect(asked()).toBe(before)
    expect(await send('signed', 2)).toEqual([200, 200])
    expect(await till.statusOf(order.id)).toBe(1)
  })

  it('webhook events without a signature are also limited for all senders together, to 20 times the limit of one', async () => {
    await test.build.setting('limitUnsignedNotices', '2')
    await test.services.settings.reload()
    await test.db.deleteFrom('limit_counters').execute()
    const statuses: number[] = []
    for (let turn = 0; turn < 41; turn++) {
      const url = '/public/api/payment/mercado-pago/webhook?topic=payment&id=1'
      statuses.push((await test.send(url, { payload: {}, ip: `10.${turn}.0.1` })).status)
    }
    expect(new Set(statuses.slice(0, 40))).toEqual(new Set([401]))
    expect(statuses[40]).toBe(429)
    await test.build.setting('limitUnsignedNotices', '30')
    await test.services.settings.reload()
  })

  it('[GAP-39] a return triggers a limited number of queries per minute, and always leads to its order', async () => {
    const { order, reference } = await open(simulatedProviders.find(({ name }) => name === 'khalti')!)
    const back = () =>
      fetch(`${till.url}/public/api/payment/khalti/return?a=${reference}&status=Completed`, { redirect: 'manual' })
    const lookUps = () =>
      till.simulator.requests('khalti').filter(({ path }) => path.endsWith('/epayment/lookup/')).length
    const before = lookUps()
    await back()
    expect(lookUps()).toBe(before + 1)
    expect(await till.statusOf(order.id)).toBe(8)
    for (let turn = 0; turn < 25; turn++) expect((await back()).status).toBe(303)
    expect(lookUps()).toBe(before + 20)
    const { provider_ref: token } = await test.db
      .selectFrom('payment_attempts')
      .select('provider_ref')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(codeOf(await test.call('payment/verify-khalti-payment', { token: token! }))).toBe('TOO_MANY_REQUESTS')
    expect(lookUps()).toBe(before + 20)
  })
})

describe('secrets that are changed', () => {
  it.each([
    ['paymongo', 'paymongoWebhookSecret', 'PHP', 'PAYMONGO', 'session'],
    ['mercado-pago', 'mercadopagoWebhookSecret', 'BRL', 'MERCADOPAGO', 'preference'],
  ] as const)(
    '[GAP-79] at %s the old and the new secret count while the old one is stored',
    async (name, key, currency, method, target) => {
      const { reference } = await open({
        ...simulatedProviders.find((one) => one.name === name)!,
        currency,
        method,
      } as never)
      await act(name, 'pay', { [target]: reference })
      const old = test.services.settings.get(key)
      const notify = () => act(name, 'deliver', { to: `${till.url}/public/api/payment/${name}/webhook` })
      const set = async (secret: string, previous: string) => {
        await test.build.setting(key, secret)
        await test.build.setting(`${key}Previous`, previous)
        await test.services.settings.reload()
      }
      await set('a new secret', '')
      expect(await notify()).toEqual([401])
      await set('a new secret', old)
      expect(await notify()).toEqual([200])
      await set(old, '')
      expect(await notify()).toEqual([200])
    },
  )

  it('[GAP-79] the old and the new key of Paytm are valid too, and its key signs in both directions', async () => {
    const { reference } = await open(simulatedProviders.find(({ name }) => name === 'paytm')!)
    await act('paytm', 'pay', { order: reference })
    const notify = (as: string) => act('paytm', 'deliver', { to: `${till.url}/public/api/payment/paytm/webhook`, as })
    expect(await notify('forged')).toEqual([401])
    await test.build.setting('paytm_merchant_key_previous', 'another#16bytes!')
    await test.services.settings.reload()
    expect(await notify('forged')).toEqual([200])
    expect(await notify('signed')).toEqual([200])
    await test.build.setting('paytm_merchant_key_previous', '')
    await test.services.settings.reload()
  })
})
