import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** Reads the values that the shop has set, and the settings version, which is the number of the newest change. */
export async function readOwnValues(db: Db): Promise<{ values: Map<string, string>; edition: string }> {
  const { rows } = await sql<{ values: Record<string, string> | null; edition: string }>`
    select (select jsonb_object_agg(key, value) from settings) as values,
           (select coalesce(max(edition), 0) from setting_changes)::text as edition`.execute(db)
  const { values, edition } = rows[0]!
  return { values: new Map(Object.entries(values ?? {})), edition }
}

/**
 * Makes saves run one after the other: locks the row that every change of a setting touches, until the transaction
 * ends.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select from setting_versions for update`.execute(tx)
}

/** Lists those of the settings that were changed after this version. */
export async function listChangedSince(db: Db, keys: readonly string[], edition: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from setting_changes where key = any (${keys}) and edition > ${edition}::bigint`.execute(db)
  return rows.map(({ key }) => key)
}

/** Stores the operator's values of settings, as text; settings of other keys stay unchanged. */
export async function setValues(tx: Tx, values: ReadonlyMap<string, string>): Promise<void> {
  if (values.size === 0) return
  await sql`
    insert into settings (key, value)
    select key, value from unnest(${[...values.keys()]}::text[], ${[...values.values()]}::text[]) as given (key, value)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(tx)
}

/** Removes the operator's values of these settings, so that their defaults apply again. */
export async function unsetValues(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom('settings').where('key', 'in', keys).execute()
}

/** Changes the cache version; browsers that see a new version empty their caches (M-22). */
export async function changeCacheVersion(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    update setting_versions set cache_clear_version = encode(gen_random_bytes(8), 'hex')
    returning cache_clear_version as version`.execute(tx)
  return rows[0]!.version
}
