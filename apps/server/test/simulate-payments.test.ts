import { simulatePayments } from '@nukkad/demo/simulate-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#config.ts'
import { useTestApp } from './harness.ts'

const test = useTestApp()
let till: Awaited<ReturnType<typeof simulatePayments>>
beforeAll(async () => {
  till = await simulatePayments({ ...test.services.config, publicUrl: undefined })
  test.services.config.simulatesPayments = true
  Object.assign(process.env, till.keys)
  await test.build.setting('paytm_merchant_website', 'WEBSTAGING')
  await test.build.setting('mercadopagoCurrency', 'BRL')
  await test.services.settings.reload()
})
afterAll(async () => {
  for (const name of Object.keys(till.keys)) delete process.env[name]
  await till.close()
})

describe('the payment providers of a demo', () => {
  it('[F-01] [F-02] [GAP-33] include every provider that accepts rupees, and say that no money moves', async () => {
    const customer = await test.build.customer()
    const { id } = await test.build.store()
    const { body } = await test.call('get-payment-gateways', { restaurant_id: id }, customer)
    expect(body.map(({ name }) => name)).toEqual(['COD', 'Razorpay', 'Paytm', 'Stripe'])
    for (const { description } of body.slice(1)) expect(description).toBeNull()
    const topUps = await test.call('get-top-up-gateways', {}, customer)
    expect(topUps.body.map(({ name }) => name)).toEqual(['Razorpay', 'Paytm', 'Stripe'])
  })

  it.each([
    ['PHP', 'PayMongo'],
    ['BRL', 'MercadoPago'],
    ['NPR', 'Khalti'],
  ])('[INT-22] [GAP-33] the providers for a store that sells in %s are its own: %s', async (currency, name) => {
    const customer = await test.build.customer()
    const { id } = await test.build.store({ currency })
    const { body } = await test.call('get-payment-gateways', { restaurant_id: id }, customer)
    expect(body.map((row) => row.name)).toEqual(['COD', name])
  })

  it('[GAP-81] open a page to put money into the wallet', async () => {
    const customer = await test.build.customer()
    const { body } = await test.call('wallet-top-up', { amount: '250', gateway: 'Stripe' }, customer)
    expect(body).toMatchObject({ success: true, kind: 'redirect' })
    const { url } = body as { url: string }
    expect(url).toContain(test.services.config.paymentUrls.STRIPE_BASE_URL)
    expect(await (await fetch(url)).text()).toContain('Stripe (simulated)')
  })
})

describe('whether a server simulates the providers', () => {
  const plays = (env: Record<string, string>, args: string[] = []) =>
    readConfig({ APP_SECRET: 'thirty-two letters or more, mixed', ...env }, args).simulatesPayments

  it.each<[boolean, Record<string, string>, string[]?]>([
    [true, {}],
    [true, { DEMO: 'on' }],
    [false, { DEMO: 'off' }],
    [false, { PAYMENTS_SIMULATOR: 'off' }],
    [false, { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', TRUSTED_PROXY: 'none' }],
    [false, {}, ['--role=web']],
  ])('is %s with %o', (expected, env, args) => {
    expect(plays(env, args)).toBe(expected)
  })
})
