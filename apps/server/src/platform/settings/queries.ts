import type { Selectable } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Pages } from '#db/schema.ts'
import type { LanguageRow } from './settings.ts'

export async function listSettingOverrides(db: Db): Promise<{ key: string; value: string }[]> {
  return db.selectFrom('settings').select(['key', 'value']).execute()
}

/** Lists active languages, the default language first. */
export async function listLanguages(db: Db): Promise<LanguageRow[]> {
  const rows = await db
    .selectFrom('languages')
    .select(['id', 'code', 'language_name', 'direction', 'is_default'])
    .where('is_active', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.language_name,
    direction: row.direction === 'rtl' ? 'rtl' : 'ltr',
    isDefault: row.is_default,
  }))
}

export async function listLanguageTexts(db: Db): Promise<{ language_id: number; key: string; value: string }[]> {
  return db.selectFrom('language_texts').select(['language_id', 'key', 'value']).execute()
}

export async function getSettingVersions(db: Db): Promise<{ settings_version: string; cache_clear_version: string }> {
  return db.selectFrom('setting_versions').select(['settings_version', 'cache_clear_version']).executeTakeFirstOrThrow()
}

export const pageColumns = ['id', 'name', 'slug', 'body'] as const satisfies (keyof Pages)[]
export type PageRow = Pick<Selectable<Pages>, (typeof pageColumns)[number]>

/** Lists the static pages in the order in which they were created. */
export async function listPages(db: Db): Promise<PageRow[]> {
  return db.selectFrom('pages').select(pageColumns).orderBy('id').execute()
}

export async function findPage(db: Db, slug: string): Promise<PageRow | undefined> {
  return db.selectFrom('pages').select(pageColumns).where('slug', '=', slug).executeTakeFirst()
}

type LocationRow = {
  id: number
  name: string
  latitude: number
  longitude: number
  is_default: boolean
  created_at: Date
  updated_at: Date
}

/** Lists active popular locations, the primary one first. */
export async function listPopularLocations(db: Db): Promise<LocationRow[]> {
  return db
    .selectFrom('popular_locations')
    .select(['id', 'name', 'latitude', 'longitude', 'is_default', 'created_at', 'updated_at'])
    .where('is_active', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
}
