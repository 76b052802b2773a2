import { settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the operator's text if the operator changed the built-in one; otherwise the built-in text in the reader's
 * language.
 */
export function ownText(
  settings: Settings,
  { key, text, language }: { key: SettingKey; text: TextKey; language: string | undefined },
): string {
  const value = settings.get(key)
  return value === registry[key].default ? settings.text(text, {}, language) : value
}
