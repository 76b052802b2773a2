import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { nextStarts, readWantedAgain, stretchOfNext } from './plan-visit.ts'
import { listCovered, type VisitRow } from './queries.ts'

type Covered = Output<'dashboard/bookings/absences/save'>['visits'][number]
type Absence = { storeId: number; stylistId: number; startsAt: Date; endsAt: Date }

/** Lists the booked visits that fall into an absence, each with the next free start for the same services. */
export async function listCoveredVisits(db: Db, absence: Absence): Promise<Covered[]> {
  const covered: Covered[] = []
  for (const visit of await listCovered(db, absence))
    covered.push({
      unique_visit_id: visit.unique_visit_id,
      customer: visit.customer,
      starts_at: visit.starts_at.toISOString(),
      ends_at: visit.ends_at.toISOString(),
      services: visit.services.map(({ name }) => name),
      suggestion: await suggestionFor(db, visit),
    })
  return covered
}

/** Returns the next start for a visit, with the same people if the customer chose them; null when there is none. */
async function suggestionFor(db: Db, visit: VisitRow): Promise<string | null> {
  try {
    const asking = { customerId: visit.user_id, ...stretchOfNext(visit.starts_at) }
    const wanted = await readWantedAgain(db, visit, asking)
    // The search begins just before the visit's current start, because that start may be suggested too: another person
    // may be free then.
    const justBefore = new Date(visit.starts_at.getTime() - 1)
    return nextStarts(wanted, justBefore, new Date())[0] ?? null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
