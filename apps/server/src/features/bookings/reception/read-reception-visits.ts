import type { Db } from '#db/connection.ts'
import { readContexts, type VisitRow } from '#features/bookings/visits/read-visit.ts'
import { readTaken } from '#features/bookings/visits/takings.ts'
import { presentReceptionVisit, type ReceptionVisit } from './present.ts'
import { listPeopleOf } from './queries.ts'
import type { Reader } from './reader.ts'

/** Returns visits as the people of the salon see them, in the given order. */
export async function readReceptionVisits(
  db: Db,
  visits: readonly VisitRow[],
  { reader, graceMinutes }: { reader: Reader; graceMinutes: number },
): Promise<ReceptionVisit[]> {
  if (visits.length === 0) return []
  const ids = visits.map(({ id }) => id)
  const [contexts, people, takenOf] = await Promise.all([
    readContexts(db, ids),
    listPeopleOf(db, ids),
    readTaken(db, ids),
  ])
  return visits.map((visit) => {
    const context = contexts.find(({ visit_id }) => visit_id === visit.id)!
    const person = people.find(({ visit_id }) => visit_id === visit.id)!
    const taken = reader.isReception ? takenOf.find(({ visit_id }) => visit_id === visit.id) : undefined
    return presentReceptionVisit(visit, { ...context, person, taken }, { reader, graceMinutes })
  })
}
