import { describe, expect, test } from 'vitest'
import { findProviderName, paymentMethodOf, paymentMethods } from './payment-methods.ts'

describe('payment methods', () => {
  test('(GAP-10) are those of the wire', () => {
    const onWire = ['COD', 'WALLET', 'RAZORPAY', 'PAYTM', 'STRIPE', 'PAYMONGO', 'MERCADOPAGO', 'KHALTI']
    expect(paymentMethods).toEqual(expect.arrayContaining(onWire))
  })

  test.each([
    ['MERCADOPAGO', 'MERCADOPAGO'],
    ['MercadoPago', 'MERCADOPAGO'],
    ['mercado-pago', 'MERCADOPAGO'],
    ['Razorpay', 'RAZORPAY'],
    ['COD', 'COD'],
    ['WALLET', 'WALLET'],
    ['wallet', undefined],
    ['Bitcoin', undefined],
    ['', undefined],
  ])('%j is stored as %j', (text, method) => {
    expect(paymentMethodOf(text)).toBe(method)
  })

  test('cash and the wallet have no provider', () => {
    expect(['COD', 'WALLET', 'Khalti'].map(findProviderName)).toEqual([undefined, undefined, 'khalti'])
  })
})
