import { type Need, needs } from '@nukkad/contract/insight/needs-you.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { routes } from '#http/calls.ts'
import type { Session } from '#http/session.ts'
import { countWaiting, type LateRow, listLate } from './queries.ts'

export const needsYouRoutes = routes({
  'dashboard/needs-you': async ({ db, session }) => {
    const isOwner = session.audience === 'store-owner'
    const kinds = kindsFor(session)
    const late = isOwner || session.permissions.includes('order_view') ? await listLate(db, session) : null
    const waiting = kinds.length > 0 ? await countWaiting(db, session, kinds) : []
    return {
      success: true,
      late: late && { count: late[0]?.count ?? 0, orders: late.map((row) => presentLate(row, isOwner)) },
      waiting: waiting
        .toSorted((one, other) => kinds.indexOf(one.need) - kinds.indexOf(other.need))
        .map(({ since, ...row }) => ({ ...row, since: since?.toISOString() ?? null })),
    }
  },
})

/** Returns what the person may handle, the most urgent first. */
function kindsFor({ audience, permissions }: Pick<Session, 'audience' | 'permissions'>): Need[] {
  return (Object.keys(needs) as Need[]).filter((need) => {
    const access: { permissions: readonly Permission[]; ownersToo?: true } = needs[need]
    if (audience === 'store-owner') return access.ownersToo === true
    return access.permissions.every((permission) => permissions.includes(permission))
  })
}

function presentLate(row: LateRow, isOwner: boolean) {
  const { id, unique_order_id, store, rider, rider_phone, store_phone } = row
  const ofRider = rider && rider_phone ? { role: 'rider' as const, name: rider, phone: rider_phone } : null
  const ofStore = !isOwner && store_phone ? { role: 'store' as const, name: store, phone: store_phone } : null
  return { id, unique_order_id, store, promised_at: row.promised_at.toISOString(), contact: ofRider ?? ofStore }
}
