import type { Output } from '@nukkad/contract/contract.ts'
import { type PayWay, type ProviderName, payWays, providers } from '@nukkad/contract/payments/providers.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { findProviderName } from '@nukkad/rules/payment-methods.ts'
import { t } from './catalogue.ts'

/** A payment method on the screen. */
export type Method = {
  /**
   * The id under which lists show the method and the browser remembers it: the name of a common method such as UPI,
   * otherwise the method's name in the call `place-order`.
   */
  id: string
  /**
   * The method's name in the call `place-order`. For a common method such as UPI, the name is that of the provider that
   * takes the payment.
   */
  method: string
  way?: PayWay
  group: PayWay | 'provider' | 'wallet' | 'cash'
  name: string
  sub: string
}

type Gateway = Pick<Output<'get-payment-gateways'>[number], 'name' | 'description'>

type Row = { method: string; label: string; ways: readonly PayWay[]; texts: { name?: TextKey; methods: TextKey } }
const rows: Readonly<Record<ProviderName, Row>> = providers

/**
 * Returns the common payment methods, such as UPI, that these gateways accept, each with the first gateway that accepts
 * it, followed by the gateways that people know by their own name. The gateways must be in the order of the settings.
 */
export function onlineMethods(gateways: readonly Gateway[]): Method[] {
  const known = gateways.map((gateway) => ({ gateway, row: rowOf(gateway) }))
  const ways = payWays.flatMap((way): Method[] => {
    const row = known.find((one) => one.row?.ways.includes(way))?.row
    if (!row) return []
    const sub = `${t(`payWayHint_${way}`)} · ${labelOf(row)}`
    return [{ id: way, method: row.method, way, group: way, name: t(`payWay_${way}`), sub }]
  })
  const others = known.filter(({ row }) => !row || row.ways.length === 0)
  return [...ways, ...others.map(({ gateway }) => providerMethod(gateway))]
}

/**
 * Converts a gateway into one payment method, with texts for what people can pay with at the provider, and for the
 * provider's name.
 */
export function providerMethod({ name, description }: Gateway): Method {
  const row = rowOf({ name })
  if (!row) return { id: name, method: name.toUpperCase(), group: 'provider', name, sub: description ?? '' }
  const { method, texts } = row
  return { id: method, method, group: 'provider', name: t(texts.methods), sub: labelOf(row) }
}

/** Returns the text for the payment method of an order. */
export function methodName(method: string): string {
  if (method === 'COD') return t('checkoutCodText')
  if (method === 'WALLET') return t('walletTitle')
  const row = rowOf({ name: method })
  return row ? labelOf(row) : method
}

function rowOf({ name }: Pick<Gateway, 'name'>): Row | undefined {
  const provider = findProviderName(name)
  return provider && rows[provider]
}

function labelOf({ label, texts }: Row): string {
  return texts.name ? t(texts.name) : label
}
