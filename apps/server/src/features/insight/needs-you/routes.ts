import { type Need, needs } from '@nukkad/contract/insight/needs-you.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { routes } from '#http/calls.ts'
import type { Session } from '#http/session.ts'
import { hasInStore, storesWith } from '#http/store-work.ts'
import { countWaiting, type LateRow, listLate } from './queries.ts'

const ofOrders = { permission: 'order_view' } as const

export const needsYouRoutes = routes({
  'dashboard/needs-you': async ({ db, session }) => {
    const isOwner = session.audience === 'store-owner'
    const kinds = kindsFor(session)
    const orders = storesWith(session, ofOrders)
    const seesOrders = isOwner ? hasInStore(session.work, ofOrders) : session.permissions.includes('order_view')
    const late = seesOrders ? await listLate(db, orders) : null
    const reader = { userId: session.userId, orders, reviews: storesWith(session, { permission: 'stores_edit' }) }
    const waiting = kinds.length > 0 ? await countWaiting(db, reader, kinds) : []
    return {
      success: true,
      late: late && { count: late[0]?.count ?? 0, orders: late.map((row) => presentLate(row, isOwner)) },
      waiting: waiting
        .toSorted((one, other) => kinds.indexOf(one.need) - kinds.indexOf(other.need))
        .map(({ since, ...row }) => ({ ...row, since: since?.toISOString() ?? null })),
    }
  },
})

/** Returns the tasks that the person may handle, the most urgent first. */
function kindsFor({ audience, permissions, work }: Pick<Session, 'audience' | 'permissions' | 'work'>): Need[] {
  return (Object.keys(needs) as Need[]).filter((need) => {
    const access: { permissions: readonly Permission[]; ownersToo?: true } = needs[need]
    if (audience === 'store-owner')
      return access.ownersToo === true && access.permissions.every((permission) => hasInStore(work, { permission }))
    return access.permissions.every((permission) => permissions.includes(permission))
  })
}

function presentLate(row: LateRow, isOwner: boolean) {
  const { id, unique_order_id, store, rider, rider_phone, store_phone } = row
  const ofRider = rider && rider_phone ? { role: 'rider' as const, name: rider, phone: rider_phone } : null
  const ofStore = !isOwner && store_phone ? { role: 'store' as const, name: store, phone: store_phone } : null
  return { id, unique_order_id, store, promised_at: row.promised_at.toISOString(), contact: ofRider ?? ofStore }
}
