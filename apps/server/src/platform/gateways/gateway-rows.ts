import type { GatewayName } from '@nukkad/contract/payments/attempts.ts'
import { providers } from '@nukkad/contract/payments/providers.ts'
import { takesGateway } from '@nukkad/rules/gateways.ts'
import type { Services } from '#http/calls.ts'

/** The id of cash among the gateway rows on the wire. */
const CASH_ID = 1

/** Fields that are the same in every gateway row: no logo, and always active (docs/reference/wire.md#payments). */
const plain = { logo: null, is_active: 1 as const }

/** The facts of a store on which its payment methods depend. */
type SellingStore = {
  delivery_type: number
  currency: string
  /** The gateways that the store chose, in no particular order; empty if the store accepts all gateways. */
  chosen_gateways: readonly string[]
}
type Offering = Pick<Services, 'outside' | 'settings'>
type Row = { id: number; name: GatewayName; description: string | null } & typeof plain

/**
 * Returns the payment methods for customers of this store, which are those that the shop offers at the store and the
 * store accepts.
 */
export function takenRows(services: Offering, store: SellingStore, language: string | undefined): Row[] {
  const choice = {
    mayChoose: services.settings.isOn('allowPaymentGatewaySelection'),
    chosen: store.chosen_gateways,
  }
  return offeredRows(services, store, language).filter(({ name }) => takesGateway(choice, name))
}

/** Returns the payment methods that the shop offers at this store, regardless of the store's choice. */
export function offeredRows(services: Offering, store: SellingStore, language: string | undefined): Row[] {
  const { settings } = services
  // A store that offers only self-pickup takes cash only if a setting allows cash at the counter.
  const takesCash = settings.isOn('offersCash') && (store.delivery_type !== 2 || settings.isOn('enCODonSF'))
  const description = settings.text('checkoutCodSubText', {}, language)
  const cash: Row = { id: CASH_ID, name: 'COD', description, ...plain }
  return [...(takesCash ? [cash] : []), ...onlineRows(services, store.currency)]
}

/** Returns the offered providers that take this currency. */
export function onlineRows({ outside }: Offering, currency: string): Row[] {
  return outside.payments
    .listOffered()
    .filter((provider) => provider.takes(currency))
    .map(({ name }) => ({ id: providers[name].gatewayId, name: providers[name].gateway, description: null, ...plain }))
}
