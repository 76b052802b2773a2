import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { create } from 'zustand'
import { boot } from './boot.ts'
import { readNamed, writeNamed } from './storage.ts'

/**
 * Settings and texts by key. Each setting and text has an entry under its own name in local storage. Texts are written
 * after settings, so that a text replaces a setting of the same name (INT-16). A value that is embedded in the page
 * applies until its entry exists.
 */
const known = new Map<string, string | undefined>()
let brought: Record<string, string> = {}
let previewed: Record<string, string> = {}

/** Counts the changes of settings and texts that the screen shows, so that the app renders again after each change. */
export const useCatalogueVersion = create<{ version: number }>(() => ({ version: 0 }))

/** Returns a setting, or '' if it is unset. */
export function setting(key: SettingKey): string {
  return lookUp(key) ?? ''
}

export function isSettingOn(key: SettingKey): boolean {
  return lookUp(key) === 'true'
}

/** Returns a text in the current language with its `{name}` placeholders filled in. */
export function t(key: TextKey, values?: Record<string, string | number>): string {
  const text = lookUp(key) ?? ''
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)))
}

/**
 * Isolates left-to-right values (amounts, times, names) inside right-to-left sentences. Bare numbers are not isolated:
 * they keep their direction anyway, and isolating would separate a number from a currency sign before it ("Rs.200").
 */
export function isolated(value: string): string {
  return document.documentElement.dir === 'rtl' && !/^\d+$/.test(value) ? `\u2068${value}\u2069` : value
}

type Counted = {
  [Key in TextKey]: Key extends `${infer Stem}One` ? (`${Stem}Other` extends TextKey ? Stem : never) : never
}[TextKey]

/** Returns a text in its singular or plural form. */
export function tn(stem: Counted, count: number, values?: Record<string, string | number>): string {
  const form = pluralRules().select(count) === 'one' ? 'One' : 'Other'
  return t(`${stem}${form}` as TextKey, { count, ...values })
}

/** Returns the text of an error code, or the general error for an unknown code. */
export function errorText(code: string): string {
  return lookUp(`error_${code}`) ?? t('error_INTERNAL')
}

/**
 * Stores settings or texts. The app renders again only if a changed value was read before, because a first visit stores
 * hundreds of values that no screen has shown yet, and a second render is slow on cheap phones. Calls of this function
 * run one after the other, so that texts replace settings that were stored before them (INT-16).
 */
export function keepNamed(entries: Record<string, string | null>): Promise<void> {
  const kept = keeping.then(() => keepInSlices(entries))
  // The caller of a failed write gets the error, and the next write runs all the same.
  keeping = kept.catch(() => {})
  return kept
}

let keeping: Promise<unknown> = Promise.resolve()

const SLICE = 100

/**
 * Writes the entries in slices and lets the browser handle user input between the slices, because there are hundreds of
 * entries.
 */
async function keepInSlices(entries: Record<string, string | null>): Promise<void> {
  const pairs = Object.entries(entries).map(([name, value]) => [name, value ?? 'null'] as const)
  for (let start = 0; start < pairs.length; start += SLICE) {
    await globalThis.scheduler?.yield?.()
    writeNamed(pairs.slice(start, start + SLICE))
  }
  redrawIfSeen()
}

function redrawIfSeen(): void {
  const shown = [...known]
  known.clear()
  const isSeen = shown.filter(([name, value]) => lookUp(name) !== value).length > 0
  if (isSeen) useCatalogueVersion.setState(({ version }) => ({ version: version + 1 }))
}

/** Uses the values embedded in the page for names without a stored entry. */
export function takeBoot(): void {
  brought = boot.settings ?? {}
  known.clear()
}

/** Overrides stored values until the page is closed, for the preview of a theme. */
export function showInstead(values: Record<string, string>): void {
  previewed = values
  redrawIfSeen()
}

let rules: { language: string; plural: Intl.PluralRules } | undefined

function pluralRules(): Intl.PluralRules {
  const language = document.documentElement.lang || 'en'
  if (rules?.language !== language) rules = { language, plural: new Intl.PluralRules(language) }
  return rules.plural
}

function lookUp(name: string): string | undefined {
  if (!known.has(name)) known.set(name, read(name))
  return known.get(name)
}

function read(name: string): string | undefined {
  return meaningOf(previewed[name] ?? readNamed(name) ?? brought[name])
}

/** Returns undefined for null, 'null' and '', which all mean unset (docs/reference/wire.md#value-types). */
function meaningOf(value: string | null | undefined): string | undefined {
  return value === null || value === '' || value === 'null' ? undefined : value
}
