import { simulateKhalti } from './khalti.ts'
import { simulateMercadoPago } from './mercado-pago.ts'
import { simulatePayMongo } from './paymongo.ts'
import { simulatePaytm } from './paytm.ts'
import { simulateRazorpay } from './razorpay.ts'
import type { SimulatedProvider } from './server.ts'
import { simulateStripe } from './stripe.ts'

const webhookSecret = 'a secret that signs notices'
const razorpay = { keyId: 'rzp_test_a1B2c3D4e5F6g7', keySecret: 'rzp_demo_secret_9f3a', webhookSecret }
const paytm = { merchantId: 'DEMOMID00000000001', merchantKey: 'DEMOkey#16bytes!', websiteName: 'WEBSTAGING' }
const stripe = { secretKey: 'sk_test_a_key_of_the_simulator', webhookSecret }
const paymongo = { secretKey: 'sk_test_a1B2c3D4', webhookSecret }
const mercadoPago = { accessToken: 'TEST-a-token-of-the-simulator', webhookSecret, currency: 'BRL' }
const khalti = { secretKey: 'a_key_of_the_simulator' }

/** Settings with the keys that the simulators know. The keys open nothing else. */
export const simulatedKeys = {
  razorpayKeyId: razorpay.keyId,
  razorpayKeySecret: razorpay.keySecret,
  razorpayWebhookSecret: webhookSecret,
  paytm_merchant_id: paytm.merchantId,
  paytm_merchant_key: paytm.merchantKey,
  paytm_merchant_website: paytm.websiteName,
  stripeSecretKey: stripe.secretKey,
  stripeWebhookSecret: webhookSecret,
  paymongoSK: paymongo.secretKey,
  paymongoWebhookSecret: webhookSecret,
  mercadopagoAccessToken: mercadoPago.accessToken,
  mercadopagoWebhookSecret: webhookSecret,
  mercadopagoCurrency: mercadoPago.currency,
  khaltiSecretKey: khalti.secretKey,
} as const

/** Returns all six providers, each with its own records. */
export function simulateAll(): SimulatedProvider[] {
  return [
    simulateRazorpay(razorpay),
    simulatePaytm(paytm),
    simulateStripe(stripe),
    simulatePayMongo(paymongo),
    simulateMercadoPago(mercadoPago),
    simulateKhalti(khalti),
  ]
}

/** Returns the address of each provider at a simulator. */
export function simulatedUrls(url: string) {
  return {
    razorpay: `${url}/razorpay`,
    razorpayScript: `${url}/razorpay/checkout.js`,
    paytm: `${url}/paytm`,
    stripe: `${url}/stripe`,
    paymongo: `${url}/paymongo`,
    mercadoPago: `${url}/mercado-pago`,
    khalti: `${url}/khalti/api/v2`,
  }
}
