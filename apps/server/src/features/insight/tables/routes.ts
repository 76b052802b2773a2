import { type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { inTransaction } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { readTable } from './read-table.ts'

export const tableRoutes = routes({
  'dashboard/table': async (context) => {
    const { input, session, config } = context
    await requireTable(context, input.table)
    const { rows, total, hasMore } = await readTable(
      context,
      { ...input, perPage: input.per_page },
      { stores: session.stores, timeZone: config.timeZone, userId: session.userId },
    )
    return { success: true, rows, total, has_more: hasMore }
  },
})

/**
 * Requires the table's permission of staff, and admits store owners only where the table is open to them. Records a
 * refusal (T-10).
 * @throws AppError PERMISSION_MISSING
 */
export async function requireTable(
  { session, db, request }: Pick<CallContext<'dashboard/table'>, 'session' | 'db' | 'request'>,
  name: TableName,
): Promise<void> {
  const { permission, ownersToo }: TableShape = tables[name]
  const mayStaff = session.audience === 'staff' && session.permissions.includes(permission)
  if (mayStaff || (session.audience === 'store-owner' && ownersToo)) return
  await inTransaction(db, (tx) =>
    writeAudit(tx, {
      actorId: session.userId,
      action: 'permission.denied',
      object: { type: 'table', id: name },
      after: { permission },
      request,
    }),
  )
  throw new AppError('PERMISSION_MISSING')
}
