import { type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import type { CallContext } from '#http/calls.ts'
import type { Session } from '#http/session.ts'
import { storesOfTable } from '#http/store-work.ts'
import { denyPermission } from '#platform/audit/deny-permission.ts'

/**
 * Requires that staff have the table's permission. Store owners and their employees are admitted only if the table is
 * open to them. Records a refusal (T-10).
 * @returns the stores whose rows the person may see
 * @throws AppError PERMISSION_MISSING
 */
export async function requireTable(
  { session, db, log, request }: Pick<CallContext<'dashboard/table'>, 'session' | 'db' | 'log' | 'request'>,
  name: TableName,
): Promise<Session['stores']> {
  const shape: TableShape = tables[name]
  const stores = storesOfTable(session, name, shape)
  if (stores) return stores
  const { permission } = shape
  return denyPermission(
    { db, log },
    { userId: session.userId, object: { type: 'table', id: name }, permission, request },
  )
}
