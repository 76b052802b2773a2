import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Input, Output } from '@nukkad/contract/contract.ts'
import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { en } from '@nukkad/contract/texts/en.ts'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import {
  type AdminLanguage,
  deleteLanguageRow,
  insertLanguage,
  listAllLanguages,
  lockLanguages,
  setDefaultLanguage,
  updateLanguageRow,
} from './queries.ts'

export type Translator = { staffId: number; request: { id: string; client: Client } }
type LanguageOnWire = Output<'dashboard/languages'>['languages'][number]

const total = Object.keys(en).length
const shippedIn = (code: string) => catalogues.find((catalogue) => catalogue.code === code)?.texts

/** Returns the product's own texts in a language; undefined for an unknown language. */
export function shippedTexts(code: string): Readonly<Record<string, string>> | undefined {
  return shippedIn(code)
}

export function presentLanguage({ own_keys, direction, ...row }: AdminLanguage): LanguageOnWire {
  const known = own_keys.filter((key) => key in en).length
  return {
    ...row,
    direction: direction === 'rtl' ? 'rtl' : 'ltr',
    changed: own_keys.length,
    done: shippedIn(row.code) ? total : known,
    total,
  }
}

/** @throws AppError NOT_FOUND */
export async function getLanguage(db: Db, id: number): Promise<AdminLanguage> {
  const [language] = await listAllLanguages(db, id)
  if (!language) throw new AppError('NOT_FOUND')
  return language
}

/** @throws AppError NAME_TAKEN for a code that exists already */
export async function createLanguage(
  tx: Tx,
  { code, language_name, direction }: Input<'dashboard/languages/create'>,
  who: Translator,
): Promise<number> {
  const values = { code, language_name, direction }
  const id = await insertLanguage(tx, values).catch((error: unknown) => {
    throw violatedConstraint(error) === 'languages__code' ? new AppError('NAME_TAKEN', { cause: error }) : error
  })
  await note(tx, 'language.created', id, who, { after: values })
  return id
}

/** @throws AppError NOT_FOUND, LANGUAGE_NEEDED when it is the default and would be switched off */
export async function updateLanguage(
  tx: Tx,
  { id, language_name, direction, is_active }: Input<'dashboard/languages/update'>,
  who: Translator,
): Promise<void> {
  await lockLanguages(tx)
  const before = await getLanguage(tx, id)
  if (before.is_default && !is_active) throw new AppError('LANGUAGE_NEEDED')
  const values = { language_name, direction, is_active }
  await updateLanguageRow(tx, id, values)
  await note(tx, 'language.updated', id, who, { before: factsOf(before), after: values })
}

/** @throws AppError NOT_FOUND, LANGUAGE_OFF */
export async function makeDefault(tx: Tx, id: number, who: Translator): Promise<void> {
  await lockLanguages(tx)
  const language = await getLanguage(tx, id)
  if (!language.is_active) throw new AppError('LANGUAGE_OFF')
  if (language.is_default) return
  const before = (await listAllLanguages(tx)).find(({ is_default }) => is_default)
  await setDefaultLanguage(tx, id)
  await note(tx, 'language.made_default', id, who, {
    before: { default: before?.code ?? null },
    after: { default: language.code },
  })
}

/**
 * Deletes a language. The default cannot be deleted, so at least one stays.
 * @throws AppError NOT_FOUND, LANGUAGE_NEEDED
 */
export async function deleteLanguage(tx: Tx, id: number, who: Translator): Promise<void> {
  await lockLanguages(tx)
  const language = await getLanguage(tx, id)
  const isLast = (await listAllLanguages(tx)).length === 1
  if (language.is_default || isLast) throw new AppError('LANGUAGE_NEEDED')
  await deleteLanguageRow(tx, id)
  const before = { ...factsOf(language), code: language.code, texts: language.own_keys.length }
  await note(tx, 'language.deleted', id, who, { before })
}

function factsOf({ language_name, direction, is_active }: AdminLanguage) {
  return { language_name, direction, is_active }
}

function note(
  tx: Tx,
  action: AuditAction,
  id: number,
  { staffId, request }: Translator,
  facts: { before?: object; after?: object },
): Promise<void> {
  return writeAudit(tx, { actorId: staffId, action, object: { type: 'language', id }, ...facts, request })
}
