import { type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { denyPermission } from '#platform/audit/deny-permission.ts'
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
  { session, db, log, request }: Pick<CallContext<'dashboard/table'>, 'session' | 'db' | 'log' | 'request'>,
  name: TableName,
): Promise<void> {
  const { permission, ownersToo }: TableShape = tables[name]
  const mayStaff = session.audience === 'staff' && session.permissions.includes(permission)
  if (mayStaff || (session.audience === 'store-owner' && ownersToo)) return
  await denyPermission(
    { db, log },
    { userId: session.userId, object: { type: 'table', id: name }, permission, request },
  )
}
