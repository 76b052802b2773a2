import type { Output } from '@nukkad/contract/contract.ts'
import { t } from './catalogue.ts'

/** A way to pay as place-order names it. */
export type Method = { id: string; group: 'wallet' | 'online' | 'cash'; name: string; sub: string }

type Gateway = Pick<Output<'get-payment-gateways'>[number], 'name' | 'description'>

/** What can be used at a provider, by its name in capitals. Its own name is written as it writes itself. */
const ways: Record<string, () => { name: string; ways: string }> = {
  RAZORPAY: () => ({ name: t('checkoutRazorpayText'), ways: t('checkoutRazorpaySubText') }),
  PAYTM: () => ({ name: t('checkoutPaytmText'), ways: t('checkoutPaytmSubText') }),
  STRIPE: () => ({ name: 'Stripe', ways: t('checkoutStripeSubText') }),
  PAYMONGO: () => ({ name: t('checkoutPayMongoText'), ways: t('checkoutPayMongoSubText') }),
  MERCADOPAGO: () => ({ name: t('checkoutMercadoPagoText'), ways: t('checkoutMercadoPagoSubText') }),
  KHALTI: () => ({ name: t('checkoutKhaltiText'), ways: t('checkoutKhaltiSubText') }),
}

/** A provider's gateway row as a choice; what the server says of it stands behind its ways. */
export function onlineMethod({ name, description }: Gateway): Method {
  const id = name.toUpperCase()
  const known = ways[id]?.()
  const sub = [known?.ways, description].filter(Boolean).join(' · ')
  return { id, group: 'online', name: known?.name ?? name, sub }
}

/** The name of a way to pay as a person knows it. */
export function methodName(id: string): string {
  if (id === 'COD') return t('checkoutCodText')
  return id === 'WALLET' ? t('walletTitle') : onlineMethod({ name: id, description: null }).name
}
