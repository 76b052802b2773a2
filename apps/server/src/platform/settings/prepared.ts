import type { Output } from '@nukkad/contract/contract.ts'
import type { Services } from '#http/calls.ts'
import type { PreparedJson } from '#http/prepared.ts'
import { wireTime } from '#http/wire-time.ts'
import { listPopularLocations } from './queries.ts'
import type { Settings } from './settings.ts'

export type LocationOnWire = Output<'popular-geo-locations'>[number]

/**
 * Compresses these answers as much as possible: every first visit fetches them, and they change only with a setting.
 */
const KEPT = { isKept: true }

/** Returns every public setting and the default texts, cached until the settings version changes (P-02). */
export function listPublicSettings({
  settings,
  catalogueCache,
}: Pick<Services, 'settings' | 'catalogueCache'>): Promise<PreparedJson> {
  return catalogueCache.get(`settings:${settings.versions().settings}`, async () => settings.listPublic(), KEPT)
}

/** Lists the active languages; only the current default language is marked as the default (P-39). */
export function listLanguagesOnWire(settings: Settings): Output<'get-all-languages'> {
  const languages = settings.languages()
  const byDefault = languages.find(({ isDefault }) => isDefault) ?? languages[0]
  return languages.map((language) => ({
    id: language.id,
    language_name: language.name,
    is_default: language === byDefault ? 1 : 0,
    code: language.code,
    direction: language.direction,
  }))
}

/** Returns the texts of one language, cached; an unknown language has no texts (P-40). */
export async function listTexts(
  { settings, catalogueCache }: Pick<Services, 'settings' | 'catalogueCache'>,
  languageId: number,
): Promise<PreparedJson | Record<string, string>> {
  if (!settings.languages().some(({ id }) => id === languageId)) return {}
  const { settings: version } = settings.versions()
  return catalogueCache.get(`language:${languageId}:${version}`, async () => settings.texts(languageId), KEPT)
}

/** Lists popular locations, the primary one first (P-03). */
export async function listLocations({ db, config }: Pick<Services, 'db' | 'config'>): Promise<LocationOnWire[]> {
  const rows = await listPopularLocations(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    latitude: String(row.latitude),
    longitude: String(row.longitude),
    is_active: 1,
    is_default: row.is_default ? 1 : 0,
    created_at: wireTime(row.created_at, config.timeZone),
    updated_at: wireTime(row.updated_at, config.timeZone),
  }))
}
