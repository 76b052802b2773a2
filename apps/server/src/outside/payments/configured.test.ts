import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { simulatedKeys, simulatedUrls } from '@nukkad/simulators/payments/all.ts'
import { describe, expect, it } from 'vitest'
import { configuredPayments } from './configured.ts'

/** Returns the payment providers of a shop that has the simulators' keys and these settings. */
function shopWith(more: Record<string, string> = {}) {
  const values: Record<string, string> = { ...simulatedKeys, stripeCurrencies: 'INR, KWD,CLF', ...more }
  const get = (key: string) => values[key] ?? 'true'
  return configuredPayments({ get, number: Number }, { paymentUrls: simulatedUrls('http://127.0.0.1:9') })
}

describe('[INT-22] the currencies of a provider are those of its account', () => {
  it.each<[ProviderName, object, string[]]>([
    ['razorpay', {}, ['INR']],
    ['paytm', {}, ['INR']],
    // The currency with four decimals is missing here, because no provider takes it.
    ['stripe', {}, ['INR', 'KWD']],
    ['paymongo', {}, ['PHP']],
    ['mercado-pago', { mercadopagoCurrency: 'BRL' }, ['BRL']],
    ['mercado-pago', { mercadopagoCurrency: 'CLP' }, ['CLP']],
    ['khalti', {}, ['NPR']],
  ])('%s %j: %j', (name, settings, taken) => {
    const { takes } = shopWith(settings as Record<string, string>).find(name)!
    expect(['INR', 'KWD', 'CLF', 'PHP', 'php', 'BRL', 'CLP', 'NPR', 'USD', 'JPY'].filter(takes)).toEqual(taken)
  })

  it('Mercado Pago has no accounts in rupees, so a shop in rupees does not offer it', () => {
    expect(shopWith({ mercadopagoCurrency: 'INR' }).find('mercado-pago')).toBeUndefined()
  })
})

it('[INT-22] a provider is available only with all its keys, and offered only while it is switched on', () => {
  const names = (payments: ReturnType<typeof shopWith>, list: 'listConfigured' | 'listOffered') =>
    payments[list]().map(({ name }) => name)
  const shop = shopWith({ khaltiSecretKey: '', offersPaytm: 'false' })
  expect(names(shop, 'listConfigured')).toEqual(['razorpay', 'paytm', 'stripe', 'paymongo', 'mercado-pago'])
  expect(names(shop, 'listOffered')).toEqual(['razorpay', 'stripe', 'paymongo', 'mercado-pago'])
})

it('[GAP-10] a gateway is found by its own name and by its payment method', () => {
  const found = ['Razorpay', 'MERCADOPAGO', 'MercadoPago', 'COD', 'WALLET', 'PayPal', ''].map(
    (gateway) => shopWith().findByGateway(gateway)?.name,
  )
  expect(found).toEqual(['razorpay', 'mercado-pago', 'mercado-pago', undefined, undefined, undefined, undefined])
})
