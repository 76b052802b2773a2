import type { Input, Output } from '@nukkad/contract/contract.ts'
import { type Currency, type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { type Taking, takingMethods, takingsProblem } from '@nukkad/rules/visit-till.ts'
import type { Db, Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { moneyOfJson } from './present.ts'
import type { VisitRow } from './queries.ts'
import { openVisit, type ReceptionVisit } from './reception-visit.ts'
import {
  listTaken,
  listTakenVisits,
  replaceTakings,
  sumTakings,
  type TakenRow,
  type TakenVisitRow,
  type TakingJson,
  type TakingsPeriod,
} from './takings-queries.ts'

export type { TakenRow } from './takings-queries.ts'

type Named = Input<'dashboard/bookings/takings/save'>['takings']
type Takings = Output<'dashboard/bookings/arrive'>['visit']['takings']

/**
 * Records how the rest of a visit that has just ended was paid, in the transaction of its end. Takings move no money of
 * the platform.
 * @throws AppError TAKING_METHOD_UNKNOWN, TAKING_AMOUNT_INVALID, TAKING_TWICE, TAKINGS_DIFFER
 * @see docs/decisions/0122-takings.md
 */
export async function recordTakings(
  tx: Tx,
  visit: Pick<VisitRow, 'id' | 'store_id' | 'terms'>,
  { takings, dueMinor }: { takings: Named; dueMinor: Minor },
): Promise<void> {
  const { currency } = visit.terms
  const read = readTakings(takings, { currency, dueMinor })
  await replaceTakings(tx, { visitId: visit.id, storeId: visit.store_id, currency }, read)
}

function readTakings(takings: Named, { currency, dueMinor }: { currency: Currency; dueMinor: Minor }): Taking[] {
  const named = takings.map(({ method, amount }) => ({ method, minor: parseMoney(amount, currency) }))
  const problem = takingsProblem(named, dueMinor)
  if (problem) throw new AppError(problem)
  return named as Taking[]
}

type Corrected = { id: number; before: Takings; after: Takings }

/**
 * Replaces how a finished visit was paid, until the day on which it ended is over. A repeated call changes nothing.
 * @returns the id, and for the audit the takings before and after
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED for a visit that is not done,
 *   TAKINGS_CLOSED,
 *   TAKING_METHOD_UNKNOWN, TAKING_AMOUNT_INVALID, TAKING_TWICE, TAKINGS_DIFFER
 */
export async function correctTakings(tx: Tx, reception: ReceptionVisit, takings: Named): Promise<Corrected> {
  const visit = await openVisit(tx, reception)
  const [taken] = await listTaken(tx, [visit.id])
  if (!taken) throw new AppError('VISIT_CLOSED')
  if (!taken.is_of_today) throw new AppError('TAKINGS_CLOSED')
  await recordTakings(tx, visit, { takings, dueMinor: taken.due_minor })
  const [now] = await listTaken(tx, [visit.id])
  const { currency } = visit.terms
  return {
    id: visit.id,
    before: presentTakings(taken.takings, currency),
    after: presentTakings(now!.takings, currency),
  }
}

/** Reads what the salon took at the end of visits; a visit that is not done has no row. */
export async function readTaken(db: Db, visitIds: readonly number[]): Promise<TakenRow[]> {
  return listTaken(db, visitIds)
}

/** Returns the takings of a visit for the wire. */
export function presentTakings(takings: readonly TakingJson[], currency: Currency): Takings {
  return takings.map(({ method, amount_minor }) => ({ method, amount: moneyOfJson(amount_minor, currency) }))
}

/** Sums what a salon took in a period, for the wire. */
export async function readTakingsOf(
  db: Db,
  period: TakingsPeriod,
): Promise<Output<'dashboard/bookings/takings'>['takings']> {
  const rows = await sumTakings(db, period)
  const present = (row: (typeof rows)[number] | undefined) => ({
    amount: wireMoney(row?.amount_minor ?? 0n, period.currency),
    visits: row?.visits ?? 0,
  })
  const { amount: total, visits } = present(rows.find(({ is_all }) => is_all))
  const parts = rows.filter(({ is_all }) => !is_all)
  return {
    total,
    visits,
    methods: takingMethods.map((method) => ({ method, ...present(parts.find((row) => row.method === method)) })),
    not_named: present(parts.find(({ method }) => method === null)),
  }
}

/** Reads the visits of a period at whose end an amount was due, sorted by their end. */
export async function readTakenVisits(db: Db, period: TakingsPeriod): Promise<TakenVisitRow[]> {
  return listTakenVisits(db, period)
}
