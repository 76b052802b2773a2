import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { routes, type Writing } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { isRowUnchanged } from '#http/idempotency.ts'
import {
  type AdminLocation,
  deleteLocation,
  insertLocation,
  listAdminLocations,
  lockLocations,
  makePrimary,
  updateLocation,
} from './queries.ts'

/** Handlers of popular locations, of which exactly one is primary, if there are any (U-08, GAP-23). */
export const locationRoutes = routes({
  'dashboard/popular-locations': async ({ db }) => ({ success: true, locations: await listAdminLocations(db) }),

  'dashboard/popular-locations/save': {
    write: async (context) => {
      const { tx, input } = context
      const all = await lockLocations(tx)
      const before = input.id ? ownOf(all, input.id) : undefined
      const isFirst = !before && !all.some(({ is_default }) => is_default)
      const { name, latitude, longitude } = input
      const columns = { name, latitude, longitude, is_active: input.is_active === 1 || isFirst }
      if (before?.is_default && !columns.is_active) throw new AppError('PRIMARY_LOCATION')
      const id = before?.id ?? (await insertLocation(tx, { ...columns, is_default: isFirst }))
      if (before) await updateLocation(tx, id, columns)
      return recorded(context, { action: before ? 'location.updated' : 'location.created', id, before })
    },
    present: async ({ tx, input }, stored) => {
      const locations = await listAdminLocations(tx)
      return isRowUnchanged(stored.locations, locations, input.id) ? { success: true, locations } : undefined
    },
  },

  'dashboard/popular-locations/set-primary': {
    write: async (context) => {
      const { tx, input } = context
      const before = ownOf(await lockLocations(tx), input.id)
      await makePrimary(tx, before.id)
      return recorded(context, { action: 'location.made_primary', id: before.id, before })
    },
  },

  'dashboard/popular-locations/delete': {
    write: async (context) => {
      const { tx, input } = context
      const before = ownOf(await lockLocations(tx), input.id)
      if (before.is_default) throw new AppError('PRIMARY_LOCATION')
      await deleteLocation(tx, before.id)
      return recorded(context, { action: 'location.deleted', id: before.id, before })
    },
  },
})

async function recorded(
  { tx, audit }: Writing,
  { action, id, before }: { action: AuditAction; id: number; before: AdminLocation | undefined },
): Promise<{ success: true; locations: AdminLocation[] }> {
  const locations = await listAdminLocations(tx)
  const after = locations.find((one) => one.id === id)
  await audit(action, { object: { type: 'popular_location', id }, before, after })
  return { success: true, locations }
}

function ownOf(locations: readonly AdminLocation[], id: number): AdminLocation {
  const location = locations.find((one) => one.id === id)
  if (!location) throw new AppError('NOT_FOUND')
  return location
}
