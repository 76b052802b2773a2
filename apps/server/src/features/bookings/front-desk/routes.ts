import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { CallName } from '@nukkad/contract/contract.ts'
import type { Tx } from '#db/connection.ts'
import {
  arriveVisit,
  cancelDeskVisit,
  type DeskVisit,
  enterWalkIn,
  finishVisit,
  missVisit,
  moveDeskVisit,
  nextDeskStarts,
  nextWalkInStarts,
  waiveShare,
} from '#features/bookings/visits/desk-visit.ts'
import { withNextStarts } from '#features/bookings/visits/hold-visit.ts'
import { readVisit } from '#features/bookings/visits/read-visit.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { readDeskVisits, readerOf } from './present.ts'
import { readDay } from './read-day.ts'

type DeskCall =
  | 'dashboard/bookings/move'
  | 'dashboard/bookings/arrive'
  | 'dashboard/bookings/finish'
  | 'dashboard/bookings/no-show'
  | 'dashboard/bookings/cancel'
  | 'dashboard/bookings/waive-share'
type Asked<Name extends CallName> = Pick<CallContext<Name>, 'input' | 'session' | 'settings' | 'request'>

export const frontDeskRoutes = routes({
  'dashboard/bookings/day': readDay,

  'dashboard/bookings/move': async (context) => {
    const { db, input, request, session } = context
    const desk = deskOf(context)
    const times = { startsAt: new Date(input.starts_at), stylistIds: input.stylist_ids }
    const move = async (tx: Tx) => changed(tx, context, 'visit.moved', await moveDeskVisit(tx, desk, times))
    return withNextStarts(
      () => once({ db, request, userId: session.userId, call: 'dashboard/bookings/move' }, move),
      () => nextDeskStarts(db, desk, times),
    )
  },

  'dashboard/bookings/walk-in': async (context) => {
    const { db, input, request, session, settings } = context
    const by = { by: session, storeId: input.store_id }
    const walkIn = { ...input, startsAt: new Date(input.starts_at) }
    const enter = async (tx: Tx) => changed(tx, context, 'visit.entered', await enterWalkIn(tx, settings, by, walkIn))
    return withNextStarts(
      () => once({ db, request, userId: session.userId, call: 'dashboard/bookings/walk-in' }, enter),
      () => nextWalkInStarts(db, settings, by, walkIn),
    )
  },

  'dashboard/bookings/arrive': {
    write: async (context) =>
      changed(context.tx, context, 'visit.arrived', await arriveVisit(context.tx, deskOf(context))),
  },

  'dashboard/bookings/finish': {
    write: async (context) =>
      changed(context.tx, context, 'visit.finished', await finishVisit(context.tx, context, deskOf(context))),
  },

  'dashboard/bookings/no-show': {
    write: async (context) =>
      changed(context.tx, context, 'visit.missed', await missVisit(context.tx, context.settings, deskOf(context))),
  },

  'dashboard/bookings/cancel': {
    write: async (context) => {
      const { tx, settings, input } = context
      const id = await cancelDeskVisit(tx, settings, deskOf(context), input.reason || null)
      return changed(tx, context, 'visit.cancelled', id)
    },
  },

  'dashboard/bookings/waive-share': {
    write: async (context) =>
      changed(
        context.tx,
        context,
        'visit.share_waived',
        await waiveShare(context.tx, context.settings, deskOf(context)),
      ),
  },
})

function deskOf({ input, session }: Pick<CallContext<DeskCall>, 'input' | 'session'>): DeskVisit {
  return { by: session, storeId: input.store_id, number: input.unique_visit_id }
}

/** Records a change of a visit, and answers the visit as it is now. */
async function changed(
  tx: Tx,
  { input, session, settings, request }: Asked<DeskCall | 'dashboard/bookings/walk-in'>,
  action: AuditAction,
  visitId: number,
) {
  const visit = await readVisit(tx, visitId)
  const [shown] = await readDeskVisits(tx, [visit], {
    reader: readerOf(session, input.store_id, settings),
    graceMinutes: visit.graceMinutes,
  })
  const { unique_visit_id, status, starts_at } = shown!
  await writeAudit(tx, {
    actorId: session.userId,
    action,
    object: { type: 'visit', id: unique_visit_id },
    after: { store: input.store_id, status, starts_at },
    request,
  })
  return { success: true as const, visit: shown! }
}
