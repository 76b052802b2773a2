import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { Currency } from '@nukkad/rules/money.ts'
import type { ProviderCalls } from './provider.ts'

/** The facts that the adapter of a payment provider needs for its calls. */
type Given<Address extends string> = {
  get: (key: SettingKey) => string
  /** The provider's URLs in use, by environment variable. */
  urls: Readonly<Record<Address, string>>
  /** The currencies that the shop's account at the provider accepts. */
  currencies: readonly Currency[]
}

/**
 * The server's side of one payment provider. The entry of a payment provider in the registry is in
 * `packages/contract/src/payments/providers.ts`.
 */
export type Adapter<Address extends string = string> = {
  /**
   * The provider's own URLs, by the environment variable that replaces each for simulators and test systems; if the URL
   * here is empty, the adapter chooses one.
   */
  addresses: Readonly<Record<Address, string>>
  /** Creates the provider's calls with the keys of the settings. @throws AssertionError if the keys cannot be right */
  make: (given: Given<Address>) => ProviderCalls
}

/** Declares the adapter of a provider, which can read only the URLs that it declares. */
export function adapter<const Address extends string>(parts: Adapter<Address>): Adapter {
  return parts as Adapter
}

/**
 * Returns those secrets of a provider that are set: the current one and, during a change of secrets, the previous one.
 */
export function secretsOf(...secrets: string[]): string[] {
  return secrets.filter((secret) => secret !== '')
}

/** Reads a setting that lists values, separated by commas. */
export function listOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}
