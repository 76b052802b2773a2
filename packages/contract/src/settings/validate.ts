import { isSettingKey, settings } from './registry.ts'
import { isReservedKey } from './reserved.ts'
import type { SettingSpec, SettingType } from './spec.ts'

/**
 * The reasons why the server refuses the value of a setting. The dashboard shows a text for each reason in the reader's
 * language.
 */
export type SettingRefusal =
  | 'reserved-key'
  | 'unknown-key'
  | 'too-long'
  | 'not-a-switch'
  | 'not-a-number'
  | 'too-small'
  | 'too-large'
  | 'not-a-colour'
  | 'not-a-url'
  | 'not-a-list'
  | 'not-a-choice'
  | 'control-characters'

const TEXT_LIMIT = 1_000
const LONG_TEXT_LIMIT = 50_000
const URL_LIMIT = 2_000

const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/
const HEX_COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const RGB_COLOUR = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/
/**
 * Matches markup, which no URL or path may contain. `..`, also if it is encoded, would lead out of the intended folder.
 */
const MARKUP = /[<>"`]/
const PARENT_FOLDER = /(?:^|[/\\])(?:\.|%2e){2}(?:[/\\?#]|$)/i

/** The checks of settings that become part of a URL or a path. */
const isName: Record<NonNullable<SettingSpec['names']>, (value: string) => boolean> = {
  file: (value) => /^\w[\w.-]*$/.test(value) && !value.includes('..'),
  picture: (value) =>
    isWebAddress(value) || (/^\w[\w./-]*$/.test(value) && !PARENT_FOLDER.test(value) && !value.includes('//')),
  mailbox: (value) => /^[^\s@<>"'`\\/]+@[^\s@<>"'`\\/]+$/.test(value),
  id: (value) => /^[\w-]+$/.test(value),
  hosts: (value) => value.split(',').every((host) => /^\s*[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?\s*$/i.test(host)),
}
const LIST = /^[^,]+(?:,[^,]+)*$/
/** Matches control characters and characters that reverse the reading direction, which are not allowed in one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be stored in a text of one line
const UNSAFE_LINE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: only tabs and line breaks may be stored in longer texts
const UNSAFE_BLOCK = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/**
 * Returns why a value cannot be stored under this key, or undefined if the value can be stored. An empty value resets a
 * setting to its default, but is refused for a setting of the type `bool` or `choice`. This function does not check
 * HTML, because the server sanitises it when it saves it (docs/reference/security.md#html-links-and-stored-settings).
 */
export function validateSetting(key: string, value: string): SettingRefusal | undefined {
  if (isReservedKey(key)) return 'reserved-key'
  if (!isSettingKey(key)) return 'unknown-key'
  return refusalOf(settings[key], value) ?? rangeRefusal(key, settings[key], value)
}

function refusalOf(spec: SettingSpec, value: string): SettingRefusal | undefined {
  if (spec.type === 'bool') return value === 'true' || value === 'false' ? undefined : 'not-a-switch'
  if (spec.type === 'choice') return spec.choices?.includes(value) ? undefined : 'not-a-choice'
  if (value === '') return undefined
  return checks[spec.type](value) ?? (spec.names && !isName[spec.names](value) ? 'not-a-url' : undefined)
}

/**
 * Refuses a number outside the setting's range and a percentage above 100. Also refuses a rate limit below 1, because
 * it would lock everyone out.
 */
function rangeRefusal(key: string, { type, group, range }: SettingSpec, value: string): SettingRefusal | undefined {
  if (type !== 'number' || value === '') return undefined
  const [least, most] = range ?? [group === 'limits' ? 1 : 0, /percent(age)?$/i.test(key) ? 100 : Infinity]
  if (Number(value) < least) return 'too-small'
  return Number(value) > most ? 'too-large' : undefined
}

const checks: Record<Exclude<SettingType, 'bool' | 'choice'>, (value: string) => SettingRefusal | undefined> = {
  text: (value) => lineRefusal(value, TEXT_LIMIT),
  longtext: blockRefusal,
  html: blockRefusal,
  number: (value) => (NUMBER.test(value) ? undefined : 'not-a-number'),
  colour: (value) => (isColour(value) ? undefined : 'not-a-colour'),
  url: (value) => lineRefusal(value, URL_LIMIT) ?? (isWebAddress(value) ? undefined : 'not-a-url'),
  list: (value) => lineRefusal(value, TEXT_LIMIT) ?? (LIST.test(value) ? undefined : 'not-a-list'),
}

function lineRefusal(value: string, limit: number): SettingRefusal | undefined {
  if (value.length > limit) return 'too-long'
  return UNSAFE_LINE.test(value) || !value.isWellFormed() ? 'control-characters' : undefined
}

function blockRefusal(value: string): SettingRefusal | undefined {
  if (value.length > LONG_TEXT_LIMIT) return 'too-long'
  return UNSAFE_BLOCK.test(value) || !value.isWellFormed() ? 'control-characters' : undefined
}

function isColour(value: string): boolean {
  if (HEX_COLOUR.test(value)) return true
  const parts = RGB_COLOUR.exec(value)
  return parts?.slice(1).every((part) => Number(part) <= 255) ?? false
}

/**
 * Returns whether a value is a path with one leading slash, or an http URL. Returns false for `javascript:`, `data:`,
 * `//host`, markup and `..`.
 */
export function isWebAddress(value: string): boolean {
  if (/[\s\\]/.test(value) || MARKUP.test(value) || PARENT_FOLDER.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  return /^https?:\/\/[^/]/i.test(value)
}
