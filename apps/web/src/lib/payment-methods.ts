import type { Output } from '@nukkad/contract/contract.ts'
import { type ProviderName, providers } from '@nukkad/contract/payments/providers.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { findProviderName } from '@nukkad/rules/payment-methods.ts'
import { t } from './catalogue.ts'

/** A payment method. `id` is its name in `place-order`. */
export type Method = { id: string; group: 'wallet' | 'online' | 'cash'; name: string; sub: string }

type Gateway = Pick<Output<'get-payment-gateways'>[number], 'name' | 'description'>

type Row = { method: string; label: string; texts: { name?: TextKey; methods: TextKey } }
const rows: Readonly<Record<ProviderName, Row>> = providers

/**
 * Converts a provider's gateway into a payment method. The server's description follows the list of what can be used
 * there.
 */
export function onlineMethod({ name, description }: Gateway): Method {
  const provider = findProviderName(name)
  if (!provider) return { id: name.toUpperCase(), group: 'online', name, sub: description ?? '' }
  const { method, label, texts } = rows[provider]
  const sub = [t(texts.methods), description].filter(Boolean).join(' · ')
  return { id: method, group: 'online', name: texts.name ? t(texts.name) : label, sub }
}

/** Returns the name of a payment method for the screen. */
export function methodName(id: string): string {
  if (id === 'COD') return t('checkoutCodText')
  return id === 'WALLET' ? t('walletTitle') : onlineMethod({ name: id, description: null }).name
}
