import { type ProviderName, providerNames, providers } from '@nukkad/contract/payments/providers.ts'

/** The payment methods of the call `place-order` (GAP-10): cash, the wallet, and one for each payment provider. */
export const paymentMethods = ['COD', 'WALLET', ...providerNames.map((name) => providers[name].method)] as const
/** A payment method, as the call `place-order` names it. */
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * Finds the payment provider that a payment method, a gateway row or a URL names. The names of a provider differ only
 * in upper and lower case, except for a provider whose name has two words (docs/reference/wire.md#payments).
 */
export function findProviderName(text: string): ProviderName | undefined {
  const wanted = text.toUpperCase()
  return providerNames.find((name) => providers[name].method === wanted || name.toUpperCase() === wanted)
}

/**
 * Returns the payment method that an order stores, for the name of a method or gateway on the wire; undefined for an
 * unknown name.
 */
export function paymentMethodOf(text: string): PaymentMethod | undefined {
  if (text === 'COD' || text === 'WALLET') return text
  const name = findProviderName(text)
  return name && providers[name].method
}
