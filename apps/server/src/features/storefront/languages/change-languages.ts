import type { Input, Output } from '@nukkad/contract/contract.ts'
import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { en } from '@nukkad/contract/texts/en.ts'
import { type Db, violatedConstraint } from '#db/connection.ts'
import type { Writing } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
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

/** Returns one language. @throws AppError NOT_FOUND */
export async function getLanguage(db: Db, id: number): Promise<AdminLanguage> {
  const [language] = await listAllLanguages(db, id)
  if (!language) throw new AppError('NOT_FOUND')
  return language
}

/** Adds a language. @throws AppError NAME_TAKEN for a code that exists already */
export async function createLanguage(
  { tx, audit }: Writing,
  { code, language_name, direction }: Input<'dashboard/languages/create'>,
): Promise<number> {
  const values = { code, language_name, direction }
  const id = await insertLanguage(tx, values).catch((error: unknown) => {
    throw violatedConstraint(error) === 'languages__code' ? new AppError('NAME_TAKEN', { cause: error }) : error
  })
  await audit('language.created', { object: { type: 'language', id }, after: values })
  return id
}

/**
 * Changes a language.
 * @throws AppError NOT_FOUND, LANGUAGE_NEEDED when the language is the default and would be switched off
 */
export async function updateLanguage(
  { tx, audit }: Writing,
  { id, language_name, direction, is_active }: Input<'dashboard/languages/update'>,
): Promise<void> {
  await lockLanguages(tx)
  const before = await getLanguage(tx, id)
  if (before.is_default && !is_active) throw new AppError('LANGUAGE_NEEDED')
  const values = { language_name, direction, is_active }
  await updateLanguageRow(tx, id, values)
  await audit('language.updated', { object: { type: 'language', id }, before: factsOf(before), after: values })
}

/** Makes a language the default. @throws AppError NOT_FOUND, LANGUAGE_OFF */
export async function makeDefault({ tx, audit }: Writing, id: number): Promise<void> {
  await lockLanguages(tx)
  const language = await getLanguage(tx, id)
  if (!language.is_active) throw new AppError('LANGUAGE_OFF')
  if (language.is_default) return
  const before = (await listAllLanguages(tx)).find(({ is_default }) => is_default)
  await setDefaultLanguage(tx, id)
  await audit('language.made_default', {
    object: { type: 'language', id },
    before: { default: before?.code ?? null },
    after: { default: language.code },
  })
}

/**
 * Deletes a language. Deletes a language, but not the default, so that at least one language stays.
 * @throws AppError NOT_FOUND, LANGUAGE_NEEDED
 */
export async function deleteLanguage({ tx, audit }: Writing, id: number): Promise<void> {
  await lockLanguages(tx)
  const language = await getLanguage(tx, id)
  const isLast = (await listAllLanguages(tx)).length === 1
  if (language.is_default || isLast) throw new AppError('LANGUAGE_NEEDED')
  await deleteLanguageRow(tx, id)
  const before = { ...factsOf(language), code: language.code, texts: language.own_keys.length }
  await audit('language.deleted', { object: { type: 'language', id }, before })
}

function factsOf({ language_name, direction, is_active }: AdminLanguage) {
  return { language_name, direction, is_active }
}
