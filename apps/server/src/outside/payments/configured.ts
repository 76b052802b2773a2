import type { Config } from '#config.ts'
import type { ProviderSettings } from '#outside/carrier.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'

type Source = { settings: ProviderSettings; urls: Config['paymentUrls'] }

/** Each provider out of its keys, or undefined while one that it needs is missing (provider sheet §0.3). */
const makers: Partial<Record<ProviderName, (source: Source) => PaymentProvider | undefined>> = {}

export type Payments = {
  /** The providers whose keys are all there, now. */
  listConfigured: () => PaymentProvider[]
  find: (name: ProviderName) => PaymentProvider | undefined
  /** By the name of a gateway row or of a payment method, which differ in their letters only (wire contract §2.10). */
  findByGateway: (gateway: string) => PaymentProvider | undefined
}

/** Follows the settings: keys that an operator enters hold from the next request on. */
export function configuredPayments(
  settings: ProviderSettings,
  { paymentUrls: urls }: Pick<Config, 'paymentUrls'>,
): Payments {
  const find = (name: ProviderName) => makers[name]?.({ settings, urls })
  const listConfigured = () => (Object.keys(makers) as ProviderName[]).flatMap((name) => find(name) ?? [])
  return {
    find,
    listConfigured,
    findByGateway: (gateway) => listConfigured().find((provider) => lettersOf(provider.gateway) === lettersOf(gateway)),
  }
}

function lettersOf(gateway: string): string {
  return gateway.toLowerCase().replaceAll(/[^a-z]/g, '')
}
