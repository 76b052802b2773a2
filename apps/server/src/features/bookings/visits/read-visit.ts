import type { Db } from '#db/connection.ts'
import { usualTerms } from '#features/bookings/salon/terms.ts'
import { findStoreVisit, getVisit, listContexts, listStoreVisits, type VisitContext, type VisitRow } from './queries.ts'

export type { VisitContext, VisitRow } from './queries.ts'

/** Reads a visit, and the number of minutes after its start from which it can be marked as a no-show. */
export async function readVisit(db: Db, id: number): Promise<VisitRow & { graceMinutes: number }> {
  const visit = await getVisit(db, id)
  const terms = await db
    .selectFrom('booking_terms')
    .select('no_show_grace_minutes')
    .where('store_id', '=', visit.store_id)
    .executeTakeFirst()
  return { ...visit, graceMinutes: terms?.no_show_grace_minutes ?? usualTerms.no_show_grace_minutes }
}

/** Finds a visit of a store by its public number; undefined for a visit of another store and for a hold. */
export async function readStoreVisit(
  db: Db,
  visit: { storeId: number; number: string },
): Promise<VisitRow | undefined> {
  return findStoreVisit(db, visit)
}

/** Reads the visits of a store that overlap a period, without holds that await no payment. */
export async function readStoreVisits(db: Db, stretch: { storeId: number; from: Date; to: Date }): Promise<VisitRow[]> {
  return listStoreVisits(db, stretch)
}

/** Reads the stores, orders and kept shares of visits. */
export async function readContexts(db: Db, visitIds: readonly number[]): Promise<VisitContext[]> {
  return listContexts(db, visitIds)
}
