import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

export type PersonOfVisit = {
  visit_id: number
  customer: string
  phone: string | null
  is_first: boolean
  /** The products that a guest without an account bought. Prices are in minor units and include add-ons. */
  goods: { name: string; quantity: number; price_minor: number; addons: { name: string }[] }[]
}

/**
 * Lists the customer of each given visit, whether it is their first visit at the salon (cancelled and missed visits do
 * not count), and the goods of visits without an order.
 */
export async function listPeopleOf(db: Db, visitIds: readonly number[]): Promise<PersonOfVisit[]> {
  const { rows } = await sql<PersonOfVisit>`
    select v.id as visit_id, coalesce(u.name, v.guest_name, '') as customer, coalesce(u.phone, v.guest_phone) as phone,
           v.user_id is not null and not exists (
             select from visits b where b.user_id = v.user_id and b.store_id = v.store_id and b.starts_at < v.starts_at
                and b.status in ('booked', 'arrived', 'done')) as is_first,
           (select coalesce(json_agg(json_build_object('name', g.name, 'quantity', g.quantity, 'price_minor', g.unit_price_minor * g.quantity, 'addons', g.addons) order by g.id), '[]')
              from visit_goods g where g.visit_id = v.id) as goods
      from visits v left join users u on u.id = v.user_id
     where v.id = any (${[...visitIds]}::int[])`.execute(db)
  return rows
}

export type AbsenceRow = { id: number; stylist_id: number; starts_at: Date; ends_at: Date; reason: string }

/** Lists the absences of a store's people in a period. */
export async function listAbsences(
  db: Db,
  { storeId, from, to }: { storeId: number; from: Date; to: Date },
): Promise<AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    select a.id, a.stylist_id, lower(a.during) as starts_at, upper(a.during) as ends_at, a.reason
      from absences a join stylists t on t.id = a.stylist_id
     where t.store_id = ${storeId} and a.during && tstzrange(${from}, ${to}) order by a.during`.execute(db)
  return rows
}

/** Finds the time zone of a store and the current date there. */
export async function findToday(db: Db, storeId: number): Promise<string> {
  const { rows } = await sql<{ date: string }>`
    select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as date from stores where id = ${storeId}`.execute(db)
  return rows[0]!.date
}

/** Returns the currency of a store; the caller must have checked that the store exists. */
export async function getCurrency(db: Db, storeId: number): Promise<string> {
  const store = db.selectFrom('stores').select('currency').where('id', '=', storeId)
  return (await store.executeTakeFirstOrThrow()).currency
}
