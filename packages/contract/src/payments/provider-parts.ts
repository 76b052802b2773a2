import { inGroup, type SettingSpec, type Ungrouped } from '../settings/spec.ts'
import { type LanguageCode, languages } from '../texts/languages.ts'
import { khalti } from './providers/khalti.ts'
import { mercadoPago } from './providers/mercado-pago.ts'
import { paymongo } from './providers/paymongo.ts'
import { paytm } from './providers/paytm.ts'
import type { ProviderPart } from './providers/provider.ts'
import { razorpay } from './providers/razorpay.ts'
import { stripe } from './providers/stripe.ts'
import type { ProviderName } from './providers.ts'

/**
 * The settings and texts of each provider of the registry, in the same order. The settings and texts are not in the
 * registry, because the phone app loads the registry and does not need them.
 */
export const providerParts = {
  razorpay,
  paytm,
  stripe,
  paymongo,
  'mercado-pago': mercadoPago,
  khalti,
} satisfies Record<ProviderName, ProviderPart>

type Parts = typeof providerParts
type ProviderSettingKey = { [Name in ProviderName]: keyof Parts[Name]['settings'] }[ProviderName]
type ProviderTextKey = { [Name in ProviderName]: keyof Parts[Name]['texts']['en'] }[ProviderName]

/** The settings of all payment providers. */
export const providerSettings: Record<ProviderSettingKey, SettingSpec> = inGroup(
  'checkout',
  merged<ProviderSettingKey, Ungrouped>(({ settings }) => settings),
)

/** The names that the dashboard shows for the settings of payment providers. */
export const providerSettingNames: Readonly<Record<ProviderSettingKey, string>> = merged(
  ({ settingNames }) => settingNames,
)

/** The names of the options of payment providers' settings. */
export const providerChoiceNames: { readonly [Key in ProviderSettingKey]?: Readonly<Record<string, string>> } = merged(
  ({ choiceNames }) => choiceNames ?? {},
)

/**
 * The texts of all payment providers in each language. If a provider has no texts in the language, its texts are
 * English.
 */
export const providerTexts: Record<LanguageCode, Record<ProviderTextKey, string>> = Object.assign(
  {},
  ...languages.map(({ code }) => ({ [code]: merged(({ texts }) => texts[code] ?? texts.en) })),
)

/** Returns whether a setting belongs to this provider. */
export function isSettingOf(name: ProviderName, key: string): boolean {
  return Object.hasOwn(providerParts[name].settings, key)
}

/** Merges one field of all parts into one object. */
function merged<Key extends string, Value>(field: (part: ProviderPart) => Record<string, Value>): Record<Key, Value> {
  return Object.assign({}, ...Object.values<ProviderPart>(providerParts).map(field))
}
