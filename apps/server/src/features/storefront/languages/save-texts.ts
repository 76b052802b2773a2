import { isReservedKey } from '@nukkad/contract/settings/reserved.ts'
import { isWebAddress } from '@nukkad/contract/settings/validate.ts'
import { en, type FieldText, type TextKey } from '@nukkad/contract/texts/en.ts'
import type { Tx } from '#db/connection.ts'
import { cleanHtml } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { getLanguage, shippedTexts, type Translator } from './change-languages.ts'
import { lockLanguages, readOwnTexts, setTexts, unsetTexts } from './queries.ts'

export type GivenTexts = Readonly<Record<string, string | null>>
export type TextChange = { key: string; before: string; after: string }

/** Maximum number of texts that an audit entry names; if more texts change, the entry gives only their number. */
const MAX_IN_AUDIT = 100

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be stored
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/**
 * Changes texts of one language, all of them or none; null resets a text to the product's own text.
 * @returns the shown texts that changed, before and after
 * @throws AppError NOT_FOUND, INVALID_INPUT with a reason for each text that cannot be stored
 */
export async function saveTexts(
  tx: Tx,
  { languageId, given, who }: { languageId: number; given: GivenTexts; who: Translator },
): Promise<TextChange[]> {
  await lockLanguages(tx)
  const { code } = await getLanguage(tx, languageId)
  const texts = readTexts(given)
  const changes = changesOf(texts, await readOwnTexts(tx, languageId), code)
  if (changes.length === 0) return []
  const set = changes.flatMap(({ key }) => (texts.get(key) === null ? [] : [[key, texts.get(key)!] as const]))
  await setTexts(tx, languageId, new Map(set))
  await unsetTexts(
    tx,
    languageId,
    changes.flatMap(({ key }) => (texts.get(key) === null ? [key] : [])),
  )
  const few = changes.slice(0, MAX_IN_AUDIT)
  await writeAudit(tx, {
    actorId: who.staffId,
    action: 'texts.updated',
    object: { type: 'language', id: languageId },
    before: Object.fromEntries(few.map(({ key, before }) => [key, before])),
    after: { ...Object.fromEntries(few.map(({ key, after }) => [key, after])), texts: changes.length },
    request: who.request,
  })
  return changes
}

/** Returns the texts that customers would see changed, each before and after the change. */
export function changesOf(
  texts: ReadonlyMap<string, string | null>,
  own: ReadonlyMap<string, string>,
  code: string,
): TextChange[] {
  const shipped = shippedTexts(code) ?? {}
  const ours = (key: string) => shipped[key] ?? en[key as TextKey]
  return [...texts].flatMap(([key, value]) =>
    (own.get(key) ?? null) === value
      ? []
      : [{ key, before: own.get(key) ?? ours(key), after: value === null ? ours(key) : value }],
  )
}

/** Checks all given texts. @throws AppError INVALID_INPUT */
function readTexts(given: GivenTexts): Map<string, string | null> {
  const read = Object.entries(given).map(([key, text]) => [key, readText(key, text)] as const)
  const problems = read.flatMap(([key, { problem }]) => (problem ? [[key, problem] as const] : []))
  if (problems.length > 0) throw new AppError('INVALID_INPUT', { fields: Object.fromEntries(problems) })
  return new Map(read.map(([key, { value }]) => [key, value ?? null]))
}

/**
 * Returns a text as it is stored: an empty text as null, and with clean HTML where the English text has HTML. Each
 * placeholder of the text in curly brackets is filled in on display, so a text must have all placeholders of the
 * English text and no others.
 */
export function readText(key: string, text: string | null): { value?: string | null; problem?: FieldText } {
  if (isReservedKey(key)) return { problem: 'fieldReserved' }
  if (!Object.hasOwn(en, key)) return { problem: 'fieldInvalid' }
  const sent = text?.trim().normalize('NFC')
  if (!sent) return { value: null }
  if (UNSAFE.test(sent) || !sent.isWellFormed()) return { problem: 'fieldCharacters' }
  const english = en[key as TextKey]
  const value = /<\w+>/.test(english) ? cleanHtml(sent).replaceAll('<br />', '<br>') : sent
  if (placeholdersOf(value) !== placeholdersOf(english)) return { problem: 'fieldPlaceholders' }
  if (/^desktopSocial\w+Link$/.test(key) && !isSocialLink(value)) return { problem: 'fieldLinkForbidden' }
  return { value }
}

function placeholdersOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join()
}

/** Returns whether a text is empty or a URL, with or without its scheme. */
function isSocialLink(value: string): boolean {
  if (value === '' || value === 'null') return true
  return (
    isWebAddress(/^https?:/i.test(value) ? value : `https://${value}`) && !/^[a-z][a-z\d+-]*:(?!\/\/|\d)/i.test(value)
  )
}
