import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { create } from 'zustand'
import { boot } from './boot.ts'
import { readNamed, writeNamed } from './storage.ts'

/**
 * Settings and texts by key. Both live in local storage under their own names, the language's after the settings' so
 * that its texts win (INT-16); what the page brought along stands in until they are there.
 */
const known = new Map<string, string | undefined>()
let brought: Record<string, string> = {}
let previewed: Record<string, string> = {}

/** Counts changes of settings or texts; the app draws itself again when it moves. */
export const useCatalogueVersion = create<{ version: number }>(() => ({ version: 0 }))

/** A setting, or its unset form ''. */
export function setting(key: SettingKey): string {
  return lookUp(key) ?? ''
}

export function isSettingOn(key: SettingKey): boolean {
  return lookUp(key) === 'true'
}

/** A text in the language in use, with `{name}` filled in. */
export function t(key: TextKey, values?: Record<string, string | number>): string {
  const text = lookUp(key) ?? ''
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)))
}

/**
 * Amounts, times and names written from left to right stay so inside a sentence from right to left. A bare number does
 * anyway, and must not be parted from a sign that the sentence puts before it ("Rs.200").
 */
export function isolated(value: string): string {
  return document.documentElement.dir === 'rtl' && !/^\d+$/.test(value) ? `\u2068${value}\u2069` : value
}

type Counted = {
  [Key in TextKey]: Key extends `${infer Stem}One` ? (`${Stem}Other` extends TextKey ? Stem : never) : never
}[TextKey]

/** The singular or plural form of a counted text. */
export function tn(stem: Counted, count: number, values?: Record<string, string | number>): string {
  const form = pluralRules().select(count) === 'one' ? 'One' : 'Other'
  return t(`${stem}${form}` as TextKey, { count, ...values })
}

/** The text of a refusal; unknown codes read as a general failure. */
export function errorText(code: string): string {
  return lookUp(`error_${code}`) ?? t('error_INTERNAL')
}

/**
 * Stores settings or texts and answers whether any changed. The app draws itself again when one did that was read
 * before: the first visit brings hundreds that no screen has shown yet, and drawing twice costs a slow phone dearly.
 * One call after the other, so that texts which came after settings win (INT-16).
 */
export function keepNamed(entries: Record<string, string | null>): Promise<boolean> {
  const kept = keeping.then(() => keepInSlices(entries))
  // What could not be kept is its caller's to say, and holds up nothing after it.
  keeping = kept.catch(() => {})
  return kept
}

let keeping: Promise<unknown> = Promise.resolve()

const SLICE = 100

/** Hundreds of entries: where the browser can, fingers go first. */
async function keepInSlices(entries: Record<string, string | null>): Promise<boolean> {
  const pairs = Object.entries(entries).map(([name, value]) => [name, value ?? 'null'] as const)
  let hasChanged = false
  for (let start = 0; start < pairs.length; start += SLICE) {
    await globalThis.scheduler?.yield?.()
    const slice = pairs.slice(start, start + SLICE)
    hasChanged ||= slice.some(([name, value]) => (known.get(name) ?? read(name)) !== meaningOf(value))
    writeNamed(slice)
  }
  redrawIfSeen()
  return hasChanged
}

function redrawIfSeen(): void {
  const shown = [...known]
  known.clear()
  const isSeen = shown.filter(([name, value]) => lookUp(name) !== value).length > 0
  if (isSeen) useCatalogueVersion.setState(({ version }) => ({ version: version + 1 }))
}

/** Takes what the page brought along, for names that nothing is stored under yet. */
export function takeBoot(): void {
  brought = boot.settings ?? {}
  known.clear()
}

/** Shows other values than those that are stored, for as long as the page is open: the look that the studio makes. */
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

/** null, 'null' and '' all mean unset (docs/reference/wire.md#value-types). */
function meaningOf(value: string | null | undefined): string | undefined {
  return value === null || value === '' || value === 'null' ? undefined : value
}
