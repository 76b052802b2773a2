import type { GatewayName } from '@nukkad/contract/payments/attempts.ts'
import { takesGateway } from '@nukkad/rules/gateways.ts'
import type { Services } from '#http/calls.ts'
import type { SellingStore } from './queries.ts'

/** Ids of the wire's gateway rows; there is no table of them, since providers come from settings (INT-22). */
const CASH_ID = 1
const gatewayIds = { razorpay: 2, paytm: 3, stripe: 4, paymongo: 5, 'mercado-pago': 6, khalti: 7 } as const

/** What is no picture of a provider's and what is always on, in every row (docs/reference/wire.md#payments). */
const plain = { logo: null, is_active: 1 as const }

type Offering = Pick<Services, 'outside' | 'settings' | 'config'>
type Row = { id: number; name: GatewayName; description: string | null } & typeof plain

/** What customers of this store pay with: of what the shop offers there, what the store takes. */
export function takenRows(services: Offering, store: SellingStore, language: string | undefined): Row[] {
  const choice = {
    mayChoose: services.settings.isOn('allowPaymentGatewaySelection'),
    chosen: store.chosen_gateways,
  }
  return offeredRows(services, store, language).filter(({ name }) => takesGateway(choice, name))
}

/** What the shop offers at this store, whatever the store has chosen. */
export function offeredRows(services: Offering, store: SellingStore, language: string | undefined): Row[] {
  const { settings } = services
  // A store that only lets people collect takes cash only where the counter may.
  const takesCash = settings.isOn('offersCash') && (store.delivery_type !== 2 || settings.isOn('enCODonSF'))
  const description = settings.text('checkoutCodSubText', {}, language)
  const cash: Row = { id: CASH_ID, name: 'COD', description, ...plain }
  return [...(takesCash ? [cash] : []), ...onlineRows(services, { currency: store.currency, language })]
}

/** The providers that are offered and take this currency; a demo says that no money moves. */
export function onlineRows(
  { outside, settings, config }: Offering,
  { currency, language }: { currency: string; language: string | undefined },
): Row[] {
  const description = config.simulatesPayments ? settings.text('paymentTestMode', {}, language) : null
  return outside.payments
    .listOffered()
    .filter((provider) => provider.takes(currency))
    .map(({ name, gateway }) => ({ id: gatewayIds[name], name: gateway, description, ...plain }))
}
