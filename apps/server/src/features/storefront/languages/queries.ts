import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type AdminLanguage = {
  id: number
  code: string
  language_name: string
  direction: string
  is_default: boolean
  is_active: boolean
  /** Keys of the texts that the shop changed. */
  own_keys: string[]
}

/** Lists every language, including those that are switched off; the default language comes first. */
export async function listAllLanguages(db: Db, id?: number): Promise<AdminLanguage[]> {
  const { rows } = await sql<AdminLanguage>`
    select id, code, language_name, direction, is_default, is_active,
           array(select key from language_texts where language_id = languages.id) as own_keys
      from languages
     where ${id === undefined ? sql`true` : sql`id = ${id}`}
     order by is_default desc, id`.execute(db)
  return rows
}

/**
 * Locks every language until the transaction ends, in one fixed order, so that two changes of the default run one after
 * the other and do not deadlock.
 */
export async function lockLanguages(tx: Tx): Promise<void> {
  await sql`select from languages order by id for update`.execute(tx)
}

type LanguageValues = { language_name: string; direction: 'ltr' | 'rtl' }

/** Adds a language. @throws DatabaseError naming `languages__code` when another language has the code */
export async function insertLanguage(tx: Tx, values: LanguageValues & { code: string }): Promise<number> {
  const { id } = await tx
    .insertInto('languages')
    .values({ ...values, is_active: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the name and direction of a language, and whether customers can choose it. */
export async function updateLanguageRow(
  tx: Tx,
  id: number,
  values: LanguageValues & { is_active: boolean },
): Promise<void> {
  await tx.updateTable('languages').set(values).where('id', '=', id).execute()
}

/**
 * Makes a language the default, in two statements, because two default languages must never exist, not even for a
 * moment.
 */
export async function setDefaultLanguage(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
  await tx.updateTable('languages').set({ is_default: true }).where('id', '=', id).execute()
}

/** Deletes a language and its texts. */
export async function deleteLanguageRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('languages').where('id', '=', id).execute()
}

/** Returns the texts that the shop changed in a language, by key. */
export async function readOwnTexts(db: Db, languageId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('language_texts')
    .select(['key', 'value'])
    .where('language_id', '=', languageId)
    .execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Stores the operator's own texts of a language; texts of other keys stay unchanged. */
export async function setTexts(tx: Tx, languageId: number, texts: ReadonlyMap<string, string>): Promise<void> {
  if (texts.size === 0) return
  await sql`
    insert into language_texts (language_id, key, value)
    select ${languageId}::int, key, value
      from unnest(${[...texts.keys()]}::text[], ${[...texts.values()]}::text[]) as given (key, value)
    on conflict (language_id, key) do update set value = excluded.value`.execute(tx)
}

/** Removes the operator's own texts of these keys, so that the built-in texts show again. */
export async function unsetTexts(tx: Tx, languageId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom('language_texts').where('language_id', '=', languageId).where('key', 'in', keys).execute()
}
