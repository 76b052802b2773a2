import type { Ungrouped } from '../../settings/spec.ts'
import type { LanguageCode } from '../../texts/languages.ts'

/** The languages in which a provider may have no texts, so that its texts are English there. */
type OptionalLanguage = never

/** The settings of one payment provider and its texts, for shop staff and for customers. */
export type ProviderPart<Key extends string = string, Text extends string = string> = {
  settings: Record<Key, Ungrouped>
  /** The name of each setting on the dashboard. */
  settingNames: Record<NoInfer<Key>, string>
  /** The names that the dashboard shows for the options of the provider's settings. */
  choiceNames?: { readonly [Name in NoInfer<Key>]?: Readonly<Record<string, string>> }
  /** The provider's texts in each language of the product. */
  texts: { en: Record<Text, string> } & {
    [Code in Exclude<LanguageCode, 'en' | OptionalLanguage>]: Record<NoInfer<Text>, string>
  } & { [Code in OptionalLanguage]?: Record<NoInfer<Text>, string> }
}

/**
 * Declares the settings and texts of a provider. A setting without a name, or a text without a translation, is an error
 * of the compiler.
 */
export function provider<const Key extends string, const Text extends string>(
  part: ProviderPart<Key, Text>,
): ProviderPart<Key, Text> {
  return part
}
