import type { Db } from '#db/connection.ts'
import { type OwnVisit, presentOwnVisit } from './present.ts'
import { listContexts, type VisitRow } from './queries.ts'

/** Returns visits as their customer sees them, in the given order. */
export async function readOwnVisits(db: Db, visits: readonly VisitRow[]): Promise<OwnVisit[]> {
  if (visits.length === 0) return []
  const contexts = await listContexts(
    db,
    visits.map(({ id }) => id),
  )
  return visits.map((visit) =>
    presentOwnVisit(visit, contexts.find(({ visit_id }) => visit_id === visit.id)!, new Date()),
  )
}
