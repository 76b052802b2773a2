import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { getSalon } from '#features/bookings/salon/get-salon.ts'
import { presentTakings, readTakenVisits, readTakingsOf } from '#features/bookings/visits/takings.ts'
import type { CallContext } from '#http/calls.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'

/**
 * Reads what a salon took on one day by payment method, with the visits that ended on that day.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND also for a store that is no salon
 */
export async function readTakings({
  db,
  input: { store_id: storeId, ...input },
  session,
}: CallContext<'dashboard/bookings/takings'>): Promise<Output<'dashboard/bookings/takings'>> {
  await requireOwnStore(db, session, storeId)
  const { currency, time_zone: timeZone, today } = await getSalon(db, storeId)
  const date = input.date ?? today
  const day = { storeId, from: date, to: date, timeZone, currency }
  const [takings, visits] = await Promise.all([readTakingsOf(db, day), readTakenVisits(db, day)])
  return {
    success: true,
    currency,
    time_zone: timeZone,
    date,
    is_today: date === today,
    takings,
    visits: visits.map(({ unique_visit_id, customer, ended_at, due_minor, tip_minor, takings: parts }) => ({
      unique_visit_id,
      customer,
      ended_at: ended_at.toISOString(),
      taken: wireMoney(due_minor, currency),
      tip: wireMoney(tip_minor, currency),
      takings: presentTakings(parts, currency),
    })),
  }
}
