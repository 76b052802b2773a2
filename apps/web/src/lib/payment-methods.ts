import type { Output } from '@nukkad/contract/contract.ts'
import { t } from './catalogue.ts'

/** A payment method. `id` is its name in `place-order`. */
export type Method = { id: string; group: 'wallet' | 'online' | 'cash'; name: string; sub: string }

type Gateway = Pick<Output<'get-payment-gateways'>[number], 'name' | 'description'>

/**
 * Names of the providers and what can be used at each, by the provider's id in capitals. Names are spelled as the
 * provider spells them.
 */
const ways: Record<string, () => { name: string; ways: string }> = {
  RAZORPAY: () => ({ name: t('checkoutRazorpayText'), ways: t('checkoutRazorpaySubText') }),
  PAYTM: () => ({ name: t('checkoutPaytmText'), ways: t('checkoutPaytmSubText') }),
  STRIPE: () => ({ name: 'Stripe', ways: t('checkoutStripeSubText') }),
  PAYMONGO: () => ({ name: t('checkoutPayMongoText'), ways: t('checkoutPayMongoSubText') }),
  MERCADOPAGO: () => ({ name: t('checkoutMercadoPagoText'), ways: t('checkoutMercadoPagoSubText') }),
  KHALTI: () => ({ name: t('checkoutKhaltiText'), ways: t('checkoutKhaltiSubText') }),
}

/**
 * Converts a provider's gateway into a payment method. The server's description follows the list of what can be used
 * there.
 */
export function onlineMethod({ name, description }: Gateway): Method {
  const id = name.toUpperCase()
  const known = ways[id]?.()
  const sub = [known?.ways, description].filter(Boolean).join(' · ')
  return { id, group: 'online', name: known?.name ?? name, sub }
}

/** Returns the name of a payment method for the screen. */
export function methodName(id: string): string {
  if (id === 'COD') return t('checkoutCodText')
  return id === 'WALLET' ? t('walletTitle') : onlineMethod({ name: id, description: null }).name
}
