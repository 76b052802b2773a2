import {
  isSettingKey,
  publicSettingValue,
  settings as registry,
  type SettingKey,
} from '@nukkad/contract/settings/registry.ts'
import type { SettingSpec } from '@nukkad/contract/settings/spec.ts'
import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { en, type TextKey } from '@nukkad/contract/texts/en.ts'
import type { Db } from '#db/connection.ts'
import { getSettingVersions, listLanguages, listLanguageTexts, listSettingOverrides } from './queries.ts'

const shipped: Record<string, Record<TextKey, string>> = Object.fromEntries(
  catalogues.map(({ code, texts }) => [code, texts]),
)

export type LanguageRow = { id: number; code: string; name: string; direction: 'ltr' | 'rtl'; isDefault: boolean }
type Versions = { settings: string; cacheClear: string }
type Params = Record<string, string | number>

/** The current settings, languages and texts, held in memory and reloaded when the database announces a change. */
export type Settings = {
  /**
   * Returns the current value of a setting: the environment's value, or else the operator's, or else the registry's
   * default.
   */
  get: (key: SettingKey) => string
  /** Returns whether the environment sets this setting, so that no one can change it on the dashboard. */
  isLocked: (key: SettingKey) => boolean
  isOn: (key: SettingKey) => boolean
  /** Returns a number, limited to the range of the setting, because the stored value may be older than the range. */
  number: (key: SettingKey) => number
  /**
   * Returns the answer of get-settings: every public setting, and the default language's texts under their keys
   * (INT-16).
   */
  listPublic: () => { key: string; value: string }[]
  versions: () => Versions
  languages: () => readonly LanguageRow[]
  texts: (languageId: number) => Record<string, string>
  /** Returns the code of the active language that a request names; undefined if no active language matches. */
  languageOf: (wanted: string | undefined) => string | undefined
  /** Returns one text in the language that a request names by code (`hi`, `en-IN`), else in the default language. */
  text: (key: TextKey, params?: Params, languageCode?: string) => string
  reload: () => Promise<void>
}

export async function loadSettings(db: Db, env: NodeJS.ProcessEnv): Promise<Settings> {
  let overrides = new Map<string, string>()
  let languages: LanguageRow[] = []
  let texts = new Map<number, Record<string, string>>()
  let versions: Versions = { settings: '', cacheClear: '' }

  const load = async (): Promise<void> => {
    const [rows, languageRows, textRows, versionRow] = await Promise.all([
      listSettingOverrides(db),
      listLanguages(db),
      listLanguageTexts(db),
      getSettingVersions(db),
    ])
    overrides = new Map(rows.map((row) => [row.key, row.value]))
    languages =
      languageRows.length > 0
        ? languageRows
        : [{ id: 1, code: 'en', name: 'English', direction: 'ltr', isDefault: true }]
    texts = new Map(
      languages.map((language) => [language.id, { ...en, ...shipped[language.code] } as Record<string, string>]),
    )
    for (const row of textRows) {
      const catalogue = texts.get(row.language_id)
      if (catalogue) catalogue[row.key] = row.value
    }
    versions = { settings: versionRow.settings_version, cacheClear: versionRow.cache_clear_version }
  }
  // A new load of the settings begins only after the load before it has ended, so that the newest values win.
  let last = load()
  const reload = (): Promise<void> => {
    last = last.catch(() => {}).then(load)
    return last
  }
  await last

  const fromEnvironment = (key: SettingKey): string | undefined => {
    const { env: variable } = registry[key] as { env?: string }
    return (variable && env[variable]) || undefined
  }
  const get = (key: SettingKey): string => fromEnvironment(key) ?? overrides.get(key) ?? registry[key].default
  const defaultLanguage = (): LanguageRow => languages.find((language) => language.isDefault) ?? languages[0]!
  const languageFor = (code: string | undefined): LanguageRow | undefined => {
    const wanted = code?.split(/[-_,;]/)[0]?.toLowerCase()
    return languages.find((candidate) => candidate.code === wanted)
  }
  const catalogueFor = (code: string | undefined): Record<string, string> =>
    texts.get((languageFor(code) ?? defaultLanguage()).id) ?? en

  return {
    get,
    isLocked: (key) => fromEnvironment(key) !== undefined,
    isOn: (key) => get(key) === 'true',
    number: (key) => inRange(Number(get(key)), registry[key]),
    listPublic: () => {
      const values = new Map<string, string>(Object.entries(texts.get(defaultLanguage().id) ?? en))
      for (const key of Object.keys(registry)) {
        if (isSettingKey(key) && registry[key].visibility === 'public') values.set(key, publicSettingValue(get(key)))
      }
      return [...values].map(([key, value]) => ({ key, value }))
    },
    versions: () => versions,
    languages: () => languages,
    texts: (languageId) => texts.get(languageId) ?? {},
    languageOf: (wanted) => languageFor(wanted)?.code,
    text: (key, params = {}, languageCode) => fill(catalogueFor(languageCode)[key] ?? en[key], params),
    reload,
  }
}

function inRange(value: number, { range }: SettingSpec): number {
  return range ? Math.min(range[1], Math.max(range[0], value)) : value
}

function fill(template: string, params: Params): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))
}
