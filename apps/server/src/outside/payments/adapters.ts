import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { Adapter } from './adapter.ts'
import { khalti } from './khalti/adapter.ts'
import { mercadoPago } from './mercado-pago/adapter.ts'
import { paymongo } from './paymongo/adapter.ts'
import { paytm } from './paytm/adapter.ts'
import { razorpay } from './razorpay/adapter.ts'
import { stripe } from './stripe/adapter.ts'

/** The adapter of each provider in the registry. */
export const adapters: Readonly<Record<ProviderName, Adapter>> = {
  razorpay,
  paytm,
  stripe,
  paymongo,
  'mercado-pago': mercadoPago,
  khalti,
}

/** The URLs of all providers, by the environment variable that replaces each. */
export const paymentAddresses: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(adapters).map(({ addresses }) => addresses),
)
