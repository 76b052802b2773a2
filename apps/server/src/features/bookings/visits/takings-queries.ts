import type { Taking, TakingMethod } from '@nukkad/rules/visit-till.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** SQL for the amount that was due at the salon at the end of a visit `v`, including the tip, in minor units. */
const dueOfVisit: RawBuilder<unknown> = sql`(
  coalesce((select o.at_store_minor from orders o where o.id = v.order_id),
           (select coalesce(sum(x.price_minor), 0) from visit_services x where x.visit_id = v.id)
           + (select coalesce(sum(g.unit_price_minor * g.quantity), 0) from visit_goods g where g.visit_id = v.id))
  + v.tip_minor)::bigint`

/** SQL for the takings of a visit `v`, as JSON. */
const takingsOfVisit: RawBuilder<unknown> = sql`
  (select coalesce(json_agg(json_build_object('method', t.method, 'amount_minor', t.amount_minor)
                            order by array_position(array['cash', 'card', 'upi'], t.method)), '[]')
     from visit_takings t where t.visit_id = v.id)`

export type TakingJson = { method: TakingMethod; amount_minor: number }
/** The money that a salon took at the end of a visit. */
export type TakenRow = {
  visit_id: number
  /** The amount that was due, including the tip, in minor units. */
  due_minor: bigint
  takings: TakingJson[]
  /** Whether the visit ended today, by the salon's clock. */
  is_of_today: boolean
}

/** Lists what the salon took at the end of these visits. A visit that is not done has no row. */
export async function listTaken(db: Db, visitIds: readonly number[]): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select v.id as visit_id, ${dueOfVisit} as due_minor, ${takingsOfVisit} as takings,
           (v.ended_at at time zone s.time_zone)::date = (now() at time zone s.time_zone)::date as is_of_today
      from visits v join stores s on s.id = v.store_id
     where v.id = any (${[...visitIds]}::int[]) and v.status = 'done'`.execute(db)
  return rows
}

type OfVisit = { visitId: number; storeId: number; currency: string }

/** Records how a visit was paid; replaces the earlier record. */
export async function replaceTakings(
  tx: Tx,
  { visitId, storeId, currency }: OfVisit,
  takings: readonly Taking[],
): Promise<void> {
  await tx.deleteFrom('visit_takings').where('visit_id', '=', visitId).execute()
  if (takings.length === 0) return
  await tx
    .insertInto('visit_takings')
    .values(
      takings.map(({ method, minor }) => ({
        visit_id: visitId,
        store_id: storeId,
        currency,
        method,
        amount_minor: minor,
      })),
    )
    .execute()
}

/** A salon and whole days by its clock. */
export type TakingsPeriod = { storeId: number; from: string; to: string; timeZone: string; currency: string }

/** Matches visits `v` that ended in the period; those in another currency do not count. */
const endedIn = ({ storeId, from, to, timeZone, currency }: TakingsPeriod) => sql`
  v.store_id = ${storeId} and v.status = 'done' and v.terms ->> 'currency' = ${currency}
  and v.ended_at >= (${from}::date::timestamp at time zone ${timeZone})
  and v.ended_at < ((${to}::date + 1)::timestamp at time zone ${timeZone})`

/** A sum of takings in minor units. The sum without a method counts takings whose method was not named. */
export type TakingsRow = { method: TakingMethod | null; is_all: boolean; visits: number; amount_minor: bigint }

/** Sums what a salon took in a period: by payment method, and in total. */
export async function sumTakings(db: Db, period: TakingsPeriod): Promise<TakingsRow[]> {
  const { rows } = await sql<TakingsRow>`
    select t.method, grouping(t.method) = 1 as is_all, count(distinct e.id)::int as visits,
           coalesce(sum(coalesce(t.amount_minor, e.due_minor)), 0)::bigint as amount_minor
      from (select v.id, ${dueOfVisit} as due_minor from visits v where ${endedIn(period)}) e
      left join visit_takings t on t.visit_id = e.id
     where e.due_minor > 0
     group by grouping sets ((t.method), ())`.execute(db)
  return rows
}

export type TakenVisitRow = {
  unique_visit_id: string
  customer: string
  ended_at: Date
  due_minor: bigint
  tip_minor: bigint
  takings: TakingJson[]
}
const MAX_VISITS = 500

/** Lists the visits of a period at whose end an amount was due, sorted by their end. */
export async function listTakenVisits(db: Db, period: TakingsPeriod): Promise<TakenVisitRow[]> {
  const { rows } = await sql<TakenVisitRow>`
    select e.* from (
      select v.unique_visit_id, coalesce(u.name, v.guest_name, '') as customer, v.ended_at, ${dueOfVisit} as due_minor,
             v.tip_minor, ${takingsOfVisit} as takings
        from visits v left join users u on u.id = v.user_id where ${endedIn(period)}) e
     where e.due_minor > 0 order by e.ended_at, e.unique_visit_id limit ${MAX_VISITS}`.execute(db)
  return rows
}
