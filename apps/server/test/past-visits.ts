import type { VisitStatus } from '@nukkad/rules/visit-states.ts'
import { inTransaction } from '#db/connection.ts'
import type { TestApp } from './harness.ts'

type PastVisit = {
  storeId: number
  from: string
  to: string
  status?: VisitStatus
  userId?: number | null
  stylist?: number | null
  chair?: number
  priceMinor?: number
  currency?: string
  orderId?: number
  /** The end of a cancelled visit: the actor who cancelled it, and the state before. */
  cancelled?: { by: 'customer' | 'store' | 'scheduler'; from: VisitStatus }
  keptMinor?: bigint
}

let last = 0

/** Inserts a booked visit of one service at any time, also in the past, and returns its number. */
export async function insertPastVisit(test: TestApp, visit: PastVisit): Promise<string> {
  const { storeId, from, to, status = 'done', userId = null, stylist = null, chair, cancelled, keptMinor } = visit
  const number = `V-PAST-${++last}`
  const ended = status === 'done' || status === 'no_show' || status === 'cancelled'
  const { currency = 'INR', orderId = null } = visit
  const terms = { depositMinor: 0, freeCancelHours: 24, lateCancelPercent: 100, noShowPercent: 100, currency }
  await inTransaction(test.db, async (tx) => {
    const { id } = await tx
      .insertInto('visits')
      .values({
        unique_visit_id: number,
        store_id: storeId,
        user_id: userId,
        guest_name: userId === null ? 'Tara' : null,
        guest_phone: userId === null ? '+919811111111' : null,
        order_id: orderId,
        status,
        starts_at: new Date(from),
        ends_at: new Date(to),
        terms: JSON.stringify(terms),
        ended_at: ended ? new Date(to) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const parts = [{ startsAt: from, endsAt: to, stylistId: stylist, resourceId: chair ?? null }]
    const part = { needsStylist: stylist !== null, resourceKind: chair ? 'chair' : null }
    await tx
      .insertInto('visit_services')
      .values({
        visit_id: id,
        position: 0,
        name: 'Haircut',
        stylist_id: stylist,
        is_wished: false,
        starts_at: new Date(from),
        ends_at: new Date(to),
        segments: JSON.stringify({ bufferMinutes: 0, parts: parts.map((one) => ({ ...one, ...part })) }),
        price_minor: BigInt(visit.priceMinor ?? 40_000),
      })
      .execute()
    if (status !== 'cancelled' && status !== 'no_show')
      for (const [thing, thing_id] of [['stylist', stylist] as const, ['resource', chair] as const])
        if (thing_id)
          await tx
            .insertInto('visit_claims')
            .values({ visit_id: id, thing, thing_id, during: `[${from},${to})` })
            .execute()
    if (cancelled)
      await tx
        .insertInto('visit_events')
        .values({
          visit_id: id,
          kind: 'visit_cancelled',
          from_status: cancelled.from,
          to_status: 'cancelled',
          actor: cancelled.by,
        })
        .execute()
    if (keptMinor && orderId)
      await tx
        .insertInto('visit_kept')
        .values({
          order_id: orderId,
          visit_id: id,
          store_id: storeId,
          currency,
          amount_minor: keptMinor,
          pays_at: new Date(to),
        })
        .execute()
  })
  return number
}
