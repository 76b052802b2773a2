import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { cleanHtml } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { keepShopPictures } from '#platform/pictures/save-picture.ts'
import { deletePage, insertPage, lockPage, updatePage } from './queries.ts'

export const staticPageRoutes = routes({
  'dashboard/pages/save': async ({ input, db, session, request }) =>
    once({ db, request, userId: session.userId, call: 'dashboard/pages/save' }, async (tx) => {
      const before = input.id ? await lockPage(tx, { id: input.id }) : undefined
      if (input.id && !before) throw new AppError('NOT_FOUND')
      const columns = { name: input.name, slug: input.slug.toLowerCase(), body: cleanHtml(input.body) }
      const page = before ? await updatePage(tx, { id: before.id, ...columns }) : await insertPage(tx, columns)
      if (!page) throw new AppError('INVALID_INPUT', { fields: { slug: 'fieldTaken' } })
      await keepShopPictures(tx, picturesIn(page.body))
      await writeAudit(tx, {
        actorId: session.userId,
        action: before ? 'page.updated' : 'page.created',
        object: { type: 'page', id: page.id },
        ...(before && { before }),
        after: page,
        request,
      })
      return { success: true as const, page }
    }),

  'dashboard/pages/preview': async ({ input }) => ({ success: true, body: cleanHtml(input.body) }),

  'dashboard/pages/delete': async ({ input, db, session, request }) =>
    inTransaction(db, async (tx) => {
      const before = await lockPage(tx, { slug: input.slug })
      if (!before) throw new AppError('NOT_FOUND')
      await deletePage(tx, before.id)
      const entry = {
        actorId: session.userId,
        action: 'page.deleted' as const,
        object: { type: 'page', id: before.id },
      }
      await writeAudit(tx, { ...entry, before, request })
      return { success: true }
    }),
})

function picturesIn(html: string): string[] {
  return [...html.matchAll(/src="(\/assets\/img\/uploads\/[^"]+)"/g)].map(([, path]) => path!)
}
