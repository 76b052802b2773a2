import type { Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { routes, type Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { savePicture, showPicture, UPLOADS_PATH } from '#platform/pictures/save-picture.ts'
import { currentTheme, publish, rollBack, saveDraft } from './publish.ts'
import { findDraft, listVersions } from './queries.ts'

export const themeRoutes = routes({
  'dashboard/theme': async (services) => readTheme(services),

  'dashboard/theme/save-draft': async ({ input, session, request, services }) => {
    await saveDraft(services, input.look, { staffId: session.userId, request })
    return readTheme(services)
  },

  'dashboard/theme/publish': async ({ input, session, request, services }) => {
    const saver = { staffId: session.userId, request }
    await publish(services, { theme: input.look, seen: input.seen, saver })
    return readTheme(services)
  },

  'dashboard/theme/roll-back': async ({ input, session, request, services }) => {
    await rollBack(services, { id: input.id, saver: { staffId: session.userId, request } })
    return readTheme(services)
  },

  'dashboard/theme/logo': async ({ input, request, services }) => {
    if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
    const kind = input.use === 'icon' ? 'icon' : 'item'
    const { path } = await savePicture(services, { storeId: null, kind, bytes: request.picture })
    // The picture is never deleted, because a rollback may need it.
    await inTransaction(services.db, (tx) => showPicture(tx, { storeId: null, path, before: null }))
    return { success: true, name: path.slice(UPLOADS_PATH.length) }
  },
})

async function readTheme({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<Output<'dashboard/theme'>> {
  const [versions, draft] = await Promise.all([listVersions(db), findDraft(db)])
  return {
    success: true,
    look: currentTheme(settings),
    draft: draft ?? null,
    versions: versions.map((version) => ({ ...version, published_at: version.published_at.toISOString() })),
  }
}
