import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { CallName, Input } from '@nukkad/contract/contract.ts'
import type { Tx } from '#db/connection.ts'
import { finishVisit } from '#features/bookings/visits/finish-visit.ts'
import { withNextStarts } from '#features/bookings/visits/hold-visit.ts'
import { readStoreVisit, readVisit } from '#features/bookings/visits/read-visit.ts'
import {
  arriveVisit,
  cancelReceptionVisit,
  enterWalkIn,
  missVisit,
  moveReceptionVisit,
  nextReceptionStarts,
  nextWalkInStarts,
  type ReceptionVisit,
  waiveShare,
} from '#features/bookings/visits/reception-visit.ts'
import { correctTakings } from '#features/bookings/visits/takings.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { unlessChanged } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { readCustomer } from './read-customer.ts'
import { readDay } from './read-day.ts'
import { readEarnings } from './read-earnings.ts'
import { readQuote } from './read-quote.ts'
import { readReceptionVisits } from './read-reception-visits.ts'
import { readTakings } from './read-takings.ts'
import { readTill } from './read-till.ts'
import { readerOf } from './reader.ts'

type ReceptionCall =
  | 'dashboard/bookings/move'
  | 'dashboard/bookings/arrive'
  | 'dashboard/bookings/finish'
  | 'dashboard/bookings/no-show'
  | 'dashboard/bookings/cancel'
  | 'dashboard/bookings/takings/save'
  | 'dashboard/bookings/waive-share'
type Asked<Name extends CallName> = Pick<CallContext<Name>, 'input' | 'session' | 'settings' | 'request'>

export const receptionRoutes = routes({
  'dashboard/bookings/day': readDay,

  'dashboard/bookings/move': {
    write: async (context) => {
      const { tx, input } = context
      const visitId = await moveReceptionVisit(tx, receptionOf(context), newTimesOf(input))
      return changed(tx, context, 'visit.moved', visitId)
    },
    present: async (context, { visit: { unique_visit_id, status, services } }) => {
      const now = await findNow(context, unique_visit_id)
      const isThere = now?.visit.status === status && unlessChanged(services, now.visit.services)
      return isThere ? now : undefined
    },
    around: (context, move) =>
      withNextStarts(move, () => nextReceptionStarts(context.db, receptionOf(context), newTimesOf(context.input))),
  },

  'dashboard/bookings/quote': readQuote,

  'dashboard/bookings/walk-in': {
    write: async (context) => {
      const { tx, input, session, settings } = context
      const visitId = await enterWalkIn(tx, settings, { by: session, storeId: input.store_id }, walkInOf(input))
      return changed(tx, context, 'visit.entered', visitId)
    },
    present: async (context, stored) => {
      const now = await findNow(context, stored.visit.unique_visit_id)
      const isThere = now?.visit.status !== 'cancelled' && now?.visit.starts_at === stored.visit.starts_at
      return isThere ? now : undefined
    },
    around: ({ db, input, session, settings }, enter) =>
      withNextStarts(enter, () =>
        nextWalkInStarts(db, settings, { by: session, storeId: input.store_id }, walkInOf(input)),
      ),
  },

  'dashboard/bookings/arrive': {
    write: async (context) => {
      const { id, isRepeated } = await arriveVisit(context.tx, receptionOf(context))
      return isRepeated ? answerOf(context.tx, context, id) : changed(context.tx, context, 'visit.arrived', id)
    },
  },

  'dashboard/bookings/till': readTill,

  'dashboard/bookings/customer': readCustomer,

  'dashboard/bookings/earnings': readEarnings,

  'dashboard/bookings/finish': {
    write: async (context) => {
      const { tx, input } = context
      const { id, isRepeated, sold } = await finishVisit(tx, context, receptionOf(context), input)
      return isRepeated ? answerOf(tx, context, id) : changed(tx, context, 'visit.finished', id, sold)
    },
  },

  'dashboard/bookings/takings': readTakings,

  'dashboard/bookings/takings/save': {
    write: async (context) => {
      const { tx, input } = context
      const { id, before, after } = await correctTakings(tx, receptionOf(context), input.takings)
      return changed(tx, context, 'visit.takings_corrected', id, { before: { takings: before }, takings: after })
    },
  },

  'dashboard/bookings/no-show': {
    write: async (context) =>
      changed(context.tx, context, 'visit.missed', await missVisit(context.tx, context.settings, receptionOf(context))),
  },

  'dashboard/bookings/cancel': {
    write: async (context) => {
      const { tx, settings, input } = context
      const id = await cancelReceptionVisit(tx, settings, receptionOf(context), input.reason || null)
      return changed(tx, context, 'visit.cancelled', id)
    },
  },

  'dashboard/bookings/waive-share': {
    write: async (context) =>
      changed(
        context.tx,
        context,
        'visit.share_waived',
        await waiveShare(context.tx, context.settings, receptionOf(context)),
      ),
  },
})

function newTimesOf(input: Input<'dashboard/bookings/move'>) {
  return { startsAt: new Date(input.starts_at), stylistIds: input.stylist_ids }
}

function walkInOf(input: Input<'dashboard/bookings/walk-in'>) {
  return { ...input, startsAt: new Date(input.starts_at) }
}

function receptionOf({ input, session }: Pick<CallContext<ReceptionCall>, 'input' | 'session'>): ReceptionVisit {
  return { by: session, storeId: input.store_id, number: input.unique_visit_id }
}

/**
 * Records a change of a visit in the audit log, with the values before it and the details in `more`, and returns the
 * visit as it is now.
 */
async function changed(
  tx: Tx,
  context: Asked<ReceptionCall | 'dashboard/bookings/walk-in'>,
  action: AuditAction,
  visitId: number,
  { before, ...more }: { before?: object } & Record<string, unknown> = {},
) {
  const answer = await answerOf(tx, context, visitId)
  const { input, session, request } = context
  const { unique_visit_id, status, starts_at } = answer.visit
  await writeAudit(tx, {
    actorId: session.userId,
    action,
    object: { type: 'visit', id: unique_visit_id },
    before,
    after: { store: input.store_id, status, starts_at, ...more },
    request,
  })
  return answer
}

/** Finds a visit by its public number, in the form of `answerOf`; undefined for a visit of another store. */
async function findNow(
  context: Asked<'dashboard/bookings/move' | 'dashboard/bookings/walk-in'> & { tx: Tx },
  number: string,
) {
  const visit = await readStoreVisit(context.tx, { number, storeId: context.input.store_id })
  return visit && answerOf(context.tx, context, visit.id)
}

/** Returns the answer of a call that concerns a visit: the visit as the reception sees it now. */
async function answerOf(
  tx: Tx,
  { input, session, settings }: Asked<ReceptionCall | 'dashboard/bookings/walk-in'>,
  visitId: number,
) {
  const visit = await readVisit(tx, visitId)
  const [shown] = await readReceptionVisits(tx, [visit], {
    reader: readerOf(session, input.store_id, settings),
    graceMinutes: visit.graceMinutes,
  })
  return { success: true as const, visit: shown! }
}
