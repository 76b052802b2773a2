import { isSettingKey, settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'
import { type SettingRefusal, validateSetting } from '@nukkad/contract/settings/validate.ts'
import type { FieldText } from '@nukkad/contract/texts/en.ts'
import type { Tx } from '#db/connection.ts'
import { cleanHtml } from '#http/clean-html.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { listChangedSince, lockSettings, readOwnValues, setValues, unsetValues } from './queries.ts'

export type Saver = { staffId: number; request: { id: string; client: Client } }
type Given = Readonly<Record<string, string | null>>
/** Values to store; null resets a setting to its default. */
type Wanted = ReadonlyMap<SettingKey, string | null>

/**
 * Changes settings, all or none, and records their previous values, but no value of a secret. `seenVersion` is the
 * settings version that the person has seen; it is undefined if no one saw the values, for example when a theme is
 * published.
 * @returns the keys whose values changed
 * @throws AppError INVALID_INPUT with a reason for each key, SETTINGS_CLASH when another save changed one of the
 * settings meanwhile
 */
export async function saveSettings(
  tx: Tx,
  settings: Settings,
  { given, seenVersion, saver }: { given: Given; seenVersion?: string; saver: Saver },
): Promise<SettingKey[]> {
  const wanted = readValues(given, settings)
  await lockSettings(tx)
  const keys = [...wanted.keys()]
  if (seenVersion !== undefined && (await listChangedSince(tx, keys, seenVersion)).length > 0)
    throw new AppError('SETTINGS_CLASH')
  const { values: own } = await readOwnValues(tx)
  const changed = keys.filter((key) => (own.get(key) ?? null) !== wanted.get(key))
  if (changed.length === 0) return []
  const stored = changed.flatMap((key) => (wanted.get(key) === null ? [] : [[key, wanted.get(key)!] as const]))
  await setValues(tx, new Map(stored))
  await unsetValues(
    tx,
    changed.filter((key) => wanted.get(key) === null),
  )
  const shownValue = (key: SettingKey, value: string | null | undefined) =>
    registry[key].visibility === 'secret' ? (value ? 'set' : 'not set') : (value ?? null)
  await writeAudit(tx, {
    actorId: saver.staffId,
    action: 'settings.updated',
    object: { type: 'settings', id: changed.length === 1 ? changed[0]! : `${changed.length} settings` },
    before: Object.fromEntries(changed.map((key) => [key, shownValue(key, own.get(key))])),
    after: Object.fromEntries(changed.map((key) => [key, shownValue(key, wanted.get(key))])),
    request: saver.request,
  })
  return changed
}

/** Checks all values together. @throws AppError INVALID_INPUT with the reason for every value that cannot be stored */
function readValues(given: Given, settings: Settings): Wanted {
  const wanted = new Map<SettingKey, string | null>()
  const problems: Record<string, FieldText> = {}
  for (const [key, sent] of Object.entries(given)) {
    const value = cleaned(key, sent ?? '')
    const refusal = value === '' ? nameRefusal(key) : validateSetting(key, value)
    if (refusal) problems[key] = reasons[refusal]
    else if (isSettingKey(key) && settings.isLocked(key)) problems[key] = 'fieldFixed'
    else if (key === 'currencyId' && value !== '' && !currencies.has(value)) problems[key] = 'fieldNotOffered'
    else wanted.set(key as SettingKey, value === '' ? null : value)
  }
  if (Object.keys(problems).length > 0) throw new AppError('INVALID_INPUT', { fields: problems })
  return wanted
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Cleans HTML before it is stored (docs/reference/security.md#html-links-and-stored-settings). An empty paragraph keeps
 * the form `<p><br></p>`, which the screens recognise.
 */
function cleaned(key: string, value: string): string {
  if (!isSettingKey(key) || registry[key].type !== 'html' || value === '') return value.trim()
  return cleanHtml(value).replaceAll('<br />', '<br>')
}

/**
 * Returns the reason why the key of a setting is refused, because it is reserved or unknown; returns undefined for any
 * other key.
 */
function nameRefusal(key: string): SettingRefusal | undefined {
  const refusal = validateSetting(key, '')
  return refusal === 'reserved-key' || refusal === 'unknown-key' ? refusal : undefined
}

const reasons: Record<SettingRefusal, FieldText> = {
  'reserved-key': 'fieldReserved',
  'unknown-key': 'fieldInvalid',
  'too-long': 'fieldTooLong',
  'not-a-switch': 'fieldNotOffered',
  'not-a-number': 'fieldNotNumber',
  'too-small': 'fieldTooSmall',
  'too-large': 'fieldTooLarge',
  'not-a-colour': 'fieldNotColour',
  'not-a-url': 'fieldLinkForbidden',
  'not-a-list': 'fieldNotList',
  'not-a-choice': 'fieldNotOffered',
  'control-characters': 'fieldCharacters',
}
