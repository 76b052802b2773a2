import { routes } from '#http/calls.ts'
import { readTable } from './read-table.ts'
import { requireTable } from './require-table.ts'

export const tableRoutes = routes({
  'dashboard/table': async (context) => {
    const { input, session, config } = context
    const stores = await requireTable(context, input.table)
    const { rows, total, hasMore } = await readTable(
      context,
      { ...input, perPage: input.per_page },
      { stores, timeZone: config.timeZone, userId: session.userId },
    )
    return { success: true, rows, total, has_more: hasMore }
  },
})
