import { AssertionError } from 'node:assert'
import { type ProviderName, providerNames, providers } from '@nukkad/contract/payments/providers.ts'
import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import { type Currency, minorDigits } from '@nukkad/rules/money.ts'
import { findProviderName } from '@nukkad/rules/payment-methods.ts'
import type { Config } from '#config.ts'
import type { ProviderSettings } from '#outside/message-provider.ts'
import { listOf } from './adapter.ts'
import { adapters } from './adapters.ts'
import type { PaymentProvider, ProviderCalls } from './provider.ts'

/** Maximum number of decimals of a currency: no provider takes smaller units than thousandths. */
const MAX_DECIMALS = 3

/** The part of the registry that names settings; a name that is no setting is an error of the compiler. */
type Row = {
  currencies: readonly Currency[] | { setting: SettingKey }
  offeredBy: SettingKey
  needs: readonly SettingKey[]
}
const rows: Readonly<Record<ProviderName, Row>> = providers

export type Payments = {
  /** Lists the providers whose keys are all set. */
  listConfigured: () => PaymentProvider[]
  /**
   * Lists the providers from which a customer may choose: those whose keys are all set and that the operator has not
   * switched off (U-22). The server still queries and answers attempts that began before a provider was switched off.
   */
  listOffered: () => PaymentProvider[]
  find: (name: ProviderName) => PaymentProvider | undefined
  /** Finds an offered provider by the name of a gateway row or of a payment method (docs/reference/wire.md#payments). */
  findByGateway: (gateway: string) => PaymentProvider | undefined
}

/** Creates the payment providers of the settings; new keys take effect with the next request. */
export function configuredPayments(
  settings: ProviderSettings,
  { paymentUrls: urls }: Pick<Config, 'paymentUrls'>,
): Payments {
  const find = (name: ProviderName): PaymentProvider | undefined => {
    const { needs, currencies: named } = rows[name]
    if (!needs.every((key) => settings.get(key) !== '')) return undefined
    const currencies = 'setting' in named ? listOf(settings.get(named.setting)) : named
    const calls = makeIfSound(() => adapters[name].make({ get: settings.get, urls, currencies }))
    const takes = (currency: Currency) => currencies.includes(currency) && minorDigits(currency) <= MAX_DECIMALS
    return calls && { name, takes, ...calls }
  }
  const findOffered = (name: ProviderName) => (settings.get(rows[name].offeredBy) === 'true' ? find(name) : undefined)
  return {
    find,
    listConfigured: () => providerNames.flatMap((name) => find(name) ?? []),
    listOffered: () => providerNames.flatMap((name) => findOffered(name) ?? []),
    findByGateway: (gateway) => {
      const name = findProviderName(gateway)
      return name && findOffered(name)
    },
  }
}

/**
 * Returns undefined for a provider whose keys cannot be right, so that the provider is left out like a provider without
 * keys.
 */
function makeIfSound(make: () => ProviderCalls): ProviderCalls | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof AssertionError) return undefined
    throw error
  }
}
