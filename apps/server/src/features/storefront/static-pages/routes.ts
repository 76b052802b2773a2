import { violatedConstraint } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { cleanHtml } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { unlessChanged } from '#http/idempotency.ts'
import { keepShopPictures } from '#platform/pictures/save-picture.ts'
import { deletePage, insertPage, lockPage, updatePage } from './queries.ts'

export const staticPageRoutes = routes({
  'dashboard/pages/save': {
    write: async ({ tx, input, audit }) => {
      const before = input.id ? await lockPage(tx, { id: input.id }) : undefined
      if (input.id && !before) throw new AppError('NOT_FOUND')
      const columns = { name: input.name, slug: input.slug.toLowerCase(), body: cleanHtml(input.body) }
      const page = before
        ? await updatePage(tx, { id: before.id, ...columns }).catch(pathTaken)
        : await insertPage(tx, columns)
      if (!page) throw slugTaken()
      await keepShopPictures(tx, picturesIn(page.body))
      const object = { type: 'page', id: page.id }
      await audit(before ? 'page.updated' : 'page.created', { object, before, after: page })
      return { success: true, page }
    },
    present: async ({ tx }, stored) => {
      const page = await lockPage(tx, { id: stored.page.id })
      return page && unlessChanged(stored, { success: true, page })
    },
  },

  'dashboard/pages/preview': async ({ input }) => ({ success: true, body: cleanHtml(input.body) }),

  'dashboard/pages/delete': {
    write: async ({ tx, input, audit }) => {
      const before = await lockPage(tx, { slug: input.slug })
      if (!before) throw new AppError('NOT_FOUND')
      await deletePage(tx, before.id)
      await audit('page.deleted', { object: { type: 'page', id: before.id }, before })
      return { success: true }
    },
  },
})

function pathTaken(error: unknown): never {
  throw violatedConstraint(error) === 'pages__slug' ? slugTaken(error) : error
}

function slugTaken(cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', { fields: { slug: 'fieldTaken' }, cause })
}

function picturesIn(html: string): string[] {
  return [...html.matchAll(/src="(\/assets\/img\/uploads\/[^"]+)"/g)].map(([, path]) => path!)
}
