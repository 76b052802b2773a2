import type { Theme } from '@nukkad/contract/storefront/themes.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type ThemeVersion = { id: number; look: Theme; made_by: string | null; published_at: Date }

const MAX_VERSIONS = 50
/**
 * Adds an empty app icon, which means the product's icon, to themes that were stored before icons could be uploaded.
 */
const whole = (column: string) => sql<Theme>`'{"appIcon": ""}'::jsonb || ${sql.ref(column)}`

/** Lists published themes, the newest first. */
export async function listVersions(db: Db): Promise<ThemeVersion[]> {
  const { rows } = await sql<ThemeVersion>`
    select v.id, ${whole('v.look')} as look, u.name as made_by, v.published_at
      from theme_versions v left join users u on u.id = v.made_by
     where v.published_at is not null
     order by v.published_at desc, v.id desc limit ${MAX_VERSIONS}`.execute(db)
  return rows
}

/** Finds a published version of the theme, for a rollback; a draft has no version. */
export async function findVersion(db: Db, id: number): Promise<Theme | undefined> {
  const { rows } = await sql<{ look: Theme }>`
    select ${whole('look')} as look from theme_versions where id = ${id} and published_at is not null`.execute(db)
  return rows[0]?.look
}

/** Finds the theme that staff have saved but not published; there is at most one such draft. */
export async function findDraft(db: Db): Promise<Theme | undefined> {
  const { rows } = await sql<{ look: Theme }>`
    select ${whole('look')} as look from theme_versions where published_at is null`.execute(db)
  return rows[0]?.look
}

/** Makes publications of themes run one after the other. */
export async function lockThemes(tx: Tx): Promise<void> {
  await sql`lock table theme_versions in share row exclusive mode`.execute(tx)
}

/**
 * Adds a published version of the theme, which becomes the newest, with the time of the statement and not of the
 * transaction, so that two versions from one transaction have an order.
 */
export async function insertVersion(tx: Tx, theme: Theme, madeBy: number | null): Promise<void> {
  await sql`
    insert into theme_versions (look, made_by, published_at)
    values (${JSON.stringify(theme)}::jsonb, ${madeBy}, clock_timestamp())`.execute(tx)
}

/** Saves the draft of a theme in place of the earlier draft, because there is only one. */
export async function keepDraft(tx: Tx, theme: Theme, madeBy: number): Promise<void> {
  await deleteDraft(tx)
  await sql`insert into theme_versions (look, made_by) values (${JSON.stringify(theme)}::jsonb, ${madeBy})`.execute(tx)
}

/** Deletes the saved draft, if there is one. */
export async function deleteDraft(tx: Tx): Promise<void> {
  await sql`delete from theme_versions where published_at is null`.execute(tx)
}
