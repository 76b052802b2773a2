import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import {
  type AdminLocation,
  deleteLocation,
  insertLocation,
  listAdminLocations,
  lockLocations,
  makePrimary,
  updateLocation,
} from './queries.ts'

/** Handlers of popular locations. If there are any, exactly one is primary (U-08, GAP-23). */
export const locationRoutes = routes({
  'dashboard/popular-locations': async ({ db }) => ({ success: true, locations: await listAdminLocations(db) }),

  'dashboard/popular-locations/save': async (context) => {
    const { input, db, request, session } = context
    return once({ db, request, userId: session.userId, call: 'dashboard/popular-locations/save' }, async (tx) => {
      const all = await lockLocations(tx)
      const before = input.id ? ownOf(all, input.id) : undefined
      const isFirst = !before && !all.some(({ is_default }) => is_default)
      const { name, latitude, longitude } = input
      const columns = { name, latitude, longitude, is_active: input.is_active === 1 || isFirst }
      if (before?.is_default && !columns.is_active) throw new AppError('PRIMARY_LOCATION')
      const id = before?.id ?? (await insertLocation(tx, { ...columns, is_default: isFirst }))
      if (before) await updateLocation(tx, id, columns)
      return audited(tx, context, { action: before ? 'location.updated' : 'location.created', id, before })
    })
  },

  'dashboard/popular-locations/set-primary': async (context) =>
    inTransaction(context.db, async (tx) => {
      const all = await lockLocations(tx)
      const before = ownOf(all, context.input.id)
      await makePrimary(tx, before.id)
      return audited(tx, context, { action: 'location.made_primary', id: before.id, before })
    }),

  'dashboard/popular-locations/delete': async (context) =>
    inTransaction(context.db, async (tx) => {
      const before = ownOf(await lockLocations(tx), context.input.id)
      if (before.is_default) throw new AppError('PRIMARY_LOCATION')
      await deleteLocation(tx, before.id)
      return audited(tx, context, { action: 'location.deleted', id: before.id, before })
    }),
})

type LocationCall =
  | 'dashboard/popular-locations/save'
  | 'dashboard/popular-locations/set-primary'
  | 'dashboard/popular-locations/delete'

async function audited(
  tx: Tx,
  { session, request }: CallContext<LocationCall>,
  { action, id, before }: { action: AuditAction; id: number; before: AdminLocation | undefined },
): Promise<{ success: true; locations: AdminLocation[] }> {
  const locations = await listAdminLocations(tx)
  const after = locations.find((one) => one.id === id)
  await writeAudit(tx, {
    actorId: session.userId,
    action,
    object: { type: 'popular_location', id },
    ...(before && { before }),
    ...(after && { after }),
    request,
  })
  return { success: true, locations }
}

function ownOf(locations: readonly AdminLocation[], id: number): AdminLocation {
  const location = locations.find((one) => one.id === id)
  if (!location) throw new AppError('NOT_FOUND')
  return location
}
