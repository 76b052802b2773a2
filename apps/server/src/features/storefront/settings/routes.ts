import { routes } from '#http/calls.ts'
import { listLanguagesOnWire, listLocations, listPublicSettings, listTexts } from '#platform/settings/prepared.ts'
import { findPage, listPages } from '#platform/settings/queries.ts'

export const settingRoutes = routes({
  'get-settings': async (services) => listPublicSettings(services),
  'get-all-languages': async ({ settings }) => listLanguagesOnWire(settings),
  'get-single-language': async ({ input, services }) => listTexts(services, input.id),
  'get-pages': async ({ db }) => listPages(db),
  'get-single-page': async ({ input, db }) => (await findPage(db, input.slug)) ?? null,
  'popular-geo-locations': async (services) => listLocations(services),
})
