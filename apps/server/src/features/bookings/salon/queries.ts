import type { OpeningHours } from '@nukkad/rules/opening-hours.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { InJson } from '#db/columns.ts'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import type { Resources, Services } from '#db/schema.ts'
import { type HoursJson, nearDates } from '#features/catalogue/stores/opening-hours.ts'
import { rowsOfHours } from '#features/catalogue/stores/write-hours.ts'
import { AppError } from '#http/errors.ts'
import { type ServiceJson, type StylistRow, type StylistServiceRow, stylistHoursJsonOf } from './columns.ts'
import type { BookingTerms } from './terms.ts'

type StylistToSave = Pick<StylistRow, 'name' | 'commission_basis_points' | 'user_id' | 'position' | 'is_active'>
export type StylistSetup = StylistToSave &
  Pick<StylistRow, 'id' | 'image'> & {
    hours: HoursJson
    services: InJson<StylistServiceRow>[]
    absences: { id: number; starts_at: string; ends_at: string; reason: string }[]
  }
export type ResourceSetup = Omit<Selectable<Resources>, 'store_id' | 'deleted_at'>
export type ServiceSetup = ServiceJson & {
  addons: { addon_id: number; name: string; minutes: number; category_id: number; is_first: boolean }[]
}
export type SalonSetup = {
  currency: string
  time_zone: string
  stylists: StylistSetup[]
  resources: ResourceSetup[]
  services: ServiceSetup[]
  terms: BookingTerms | null
  accounts: { user_id: number; name: string }[]
}

/**
 * Reads the people, resources, services and terms of a salon, also those that are switched off. Amounts are in minor
 * units.
 */
export async function readSetup(db: Db, storeId: number): Promise<SalonSetup> {
  const { rows } = await sql<SalonSetup>`
    select s.currency, s.time_zone,
           (select coalesce(json_agg(json_build_object(
                     'id', t.id, 'name', t.name, 'image', t.image, 'user_id', t.user_id, 'position', t.position,
                     'is_active', t.is_active, 'hours', ${stylistHoursJsonOf('t.id')},
                     'commission_basis_points', t.commission_basis_points,
                     'services', (select coalesce(json_agg(json_build_object('item_id', o.item_id, 'price_minor', o.price_minor, 'minutes', o.minutes, 'commission_basis_points', o.commission_basis_points) order by o.item_id), '[]')
                                    from stylist_services o where o.stylist_id = t.id),
                     'absences', (select coalesce(json_agg(json_build_object('id', a.id, 'starts_at', lower(a.during), 'ends_at', upper(a.during), 'reason', a.reason) order by a.during), '[]')
                                    from absences a where a.stylist_id = t.id and upper(a.during) > now())) order by t.position, t.id), '[]')
              from stylists t where t.store_id = s.id and t.deleted_at is null) as stylists,
           (select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'name', r.name, 'position', r.position, 'is_active', r.is_active) order by r.position, r.id), '[]')
              from resources r where r.store_id = s.id and r.deleted_at is null) as resources,
           (select coalesce(json_agg(json_build_object(
                     'item_id', v.item_id, 'name', i.name, 'price_minor', i.price_minor, 'segments', v.segments,
                     'buffer_minutes', v.buffer_minutes, 'deposit_kind', v.deposit_kind, 'deposit_value', v.deposit_value,
                     'free_cancel_hours', v.free_cancel_hours, 'late_cancel_percent', v.late_cancel_percent,
                     'no_show_percent', v.no_show_percent,
                     'addons', (select coalesce(json_agg(json_build_object('addon_id', a.id, 'name', a.name, 'minutes', coalesce(m.minutes, 0),
                                  'category_id', g.id, 'is_first', g.type = 'SINGLE' and a.id = (
                                    select b.id from addons b where b.addon_category_id = g.id and b.is_active order by b.order_column, b.id limit 1)) order by a.id), '[]')
                                  from item_addon_categories c join addons a on a.addon_category_id = c.addon_category_id
                                  join addon_categories g on g.id = a.addon_category_id
                                  left join addon_minutes m on m.addon_id = a.id
                                 where c.item_id = i.id)) order by i.order_column, i.id), '[]')
              from services v join items i on i.id = v.item_id where v.store_id = s.id and i.deleted_at is null) as services,
           (select to_json(b) from booking_terms b where b.store_id = s.id) as terms,
           (select coalesce(json_agg(json_build_object('user_id', u.id, 'name', u.name) order by u.name, u.id), '[]')
              from users u
             where exists (select from store_members m where m.user_id = u.id and m.store_id = s.id and m.role = 'owner')
                or exists (select from store_employees e where e.user_id = u.id and e.store_id = s.id and e.until is null)) as accounts
      from stores s where s.id = ${storeId}`.execute(db)
  return rows[0]!
}

/**
 * Inserts a stylist, or changes one of this store.
 * @returns the id; undefined when the store has no such stylist
 * @throws AppError INVALID_INPUT when the account already belongs to another stylist of the store
 */
export async function upsertStylist(
  tx: Tx,
  { storeId, id }: { storeId: number; id?: number | undefined },
  row: StylistToSave,
): Promise<number | undefined> {
  try {
    if (id === undefined) {
      const added = tx
        .insertInto('stylists')
        .values({ ...row, store_id: storeId })
        .returning('id')
      return (await added.executeTakeFirstOrThrow()).id
    }
    const changed = tx
      .updateTable('stylists')
      .set(row)
      .where('id', '=', id)
      .where('store_id', '=', storeId)
      .where('deleted_at', 'is', null)
      .returning('id')
    return (await changed.executeTakeFirst())?.id
  } catch (error) {
    if (violatedConstraint(error) === 'stylists__one_per_account')
      throw new AppError('INVALID_INPUT', { fields: { account_id: 'fieldTaken' }, cause: error })
    throw error
  }
}

/** Replaces all hours of a stylist, except those of single dates in the past, because reports use them. */
export async function replaceStylistHours(tx: Tx, stylistId: number, hours: OpeningHours): Promise<void> {
  const { weeklyRows, datedRows } = rowsOfHours(hours, { stylist_id: stylistId })
  await tx.deleteFrom('stylist_hours').where('stylist_id', '=', stylistId).execute()
  await sql`
    delete from stylist_hour_exceptions
     where stylist_id = ${stylistId}
       and (on_date >= ${nearDates} or on_date = any (${datedRows.map(({ on_date }) => on_date)}::date[]))`.execute(tx)
  if (weeklyRows.length > 0) await tx.insertInto('stylist_hours').values(weeklyRows).execute()
  if (datedRows.length > 0) await tx.insertInto('stylist_hour_exceptions').values(datedRows).execute()
}

/**
 * Replaces the list of services that a stylist does.
 * @returns false when one of them is not a service of the store
 */
export async function replaceStylistServices(
  tx: Tx,
  { storeId, stylistId }: { storeId: number; stylistId: number },
  services: readonly StylistServiceRow[],
): Promise<boolean> {
  await tx.deleteFrom('stylist_services').where('stylist_id', '=', stylistId).execute()
  const given = services.map((one) => ({
    ...one,
    price_minor: one.price_minor === null ? null : String(one.price_minor),
  }))
  const { numAffectedRows = 0n } = await sql`
    insert into stylist_services (stylist_id, item_id, price_minor, minutes, commission_basis_points)
    select ${stylistId}::int, g.item_id, g.price_minor, g.minutes, g.commission_basis_points
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
             as g (item_id int, price_minor bigint, minutes int, commission_basis_points int)
      join services s on s.item_id = g.item_id and s.store_id = ${storeId}`.execute(tx)
  return Number(numAffectedRows) === services.length
}

/** Sets the picture of a stylist of this store; null removes it. */
export async function updateImage(
  tx: Tx,
  { storeId, id }: { storeId: number; id: number },
  image: string | null,
): Promise<void> {
  await tx
    .updateTable('stylists')
    .set({ image })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Marks a stylist of this store as deleted, and removes their account and picture; returns false when there is no such
 * stylist.
 */
export async function deleteStylist(tx: Tx, { storeId, id }: { storeId: number; id: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stylists')
    .set({ deleted_at: sql`now()`, is_active: false, user_id: null, image: null })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds a stylist of this store. */
export async function findStylist(
  db: Db,
  { storeId, id }: { storeId: number; id: number },
): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('stylists')
    .select('name')
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

type Absence = { stylistId: number; startsAt: Date; endsAt: Date; reason: string }

/**
 * Inserts an absence.
 * @throws AppError ABSENCE_OVERLAPS when the person already has an absence in a part of that time
 */
export async function insertAbsence(tx: Tx, { stylistId, startsAt, endsAt, reason }: Absence): Promise<number> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into absences (stylist_id, during, reason)
      values (${stylistId}, tstzrange(${startsAt}, ${endsAt}, '[)'), ${reason}) returning id`.execute(tx)
    return rows[0]!.id
  } catch (error) {
    if (violatedConstraint(error) === 'absences__apart') throw new AppError('ABSENCE_OVERLAPS', { cause: error })
    throw error
  }
}

/** Deletes an absence of a stylist of this store; returns it, or undefined when there is none. */
export async function deleteAbsence(
  tx: Tx,
  { storeId, id }: { storeId: number; id: number },
): Promise<{ stylist_id: number; starts_at: Date; ends_at: Date } | undefined> {
  const { rows } = await sql<{ stylist_id: number; starts_at: Date; ends_at: Date }>`
    delete from absences a using stylists t
     where a.id = ${id} and t.id = a.stylist_id and t.store_id = ${storeId}
    returning a.stylist_id, lower(a.during) as starts_at, upper(a.during) as ends_at`.execute(tx)
  return rows[0]
}

/** Inserts a resource, or changes one of this store; undefined when the store has no such resource. */
export async function upsertResource(
  tx: Tx,
  { storeId, id }: { storeId: number; id?: number | undefined },
  row: Omit<ResourceSetup, 'id'>,
): Promise<number | undefined> {
  if (id === undefined) {
    const added = tx
      .insertInto('resources')
      .values({ ...row, store_id: storeId })
      .returning('id')
    return (await added.executeTakeFirstOrThrow()).id
  }
  const changed = tx
    .updateTable('resources')
    .set(row)
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .returning('id')
  return (await changed.executeTakeFirst())?.id
}

/** Marks a resource of this store as deleted; returns false when there is no such resource. */
export async function deleteResource(tx: Tx, { storeId, id }: { storeId: number; id: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resources')
    .set({ deleted_at: sql`now()`, is_active: false })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether an item belongs to this store and is not deleted; locks it until the transaction ends. */
export async function lockItem(tx: Tx, { storeId, itemId }: { storeId: number; itemId: number }): Promise<boolean> {
  const item = await tx
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return item !== undefined
}

/** Makes an item a service, or changes the service that it is. */
export async function upsertService(tx: Tx, row: Omit<Insertable<Services>, 'updated_at'>): Promise<void> {
  const { item_id: _itemId, store_id: _storeId, ...set } = row
  await tx
    .insertInto('services')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ ...set, updated_at: sql`now()` }))
    .execute()
}

/**
 * Sets how many minutes the add-ons of an item take; 0 removes the entry of an add-on.
 * @returns false when one of them is not an add-on of the item
 */
export async function replaceAddonMinutes(
  tx: Tx,
  itemId: number,
  addons: readonly { addon_id: number; minutes: number }[],
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from addons a join item_addon_categories c on c.addon_category_id = a.addon_category_id
     where c.item_id = ${itemId} and a.id = any (${addons.map(({ addon_id }) => addon_id)}::int[])`.execute(tx)
  if (rows[0]!.count !== addons.length) return false
  const ids = addons.map(({ addon_id }) => addon_id)
  const longer = addons.filter(({ minutes }) => minutes > 0)
  await sql`delete from addon_minutes where addon_id = any (${ids}::int[])`.execute(tx)
  if (longer.length > 0) await tx.insertInto('addon_minutes').values(longer).execute()
  return true
}

/** Makes a service a product again; returns false when the store has no such service. */
export async function deleteService(
  tx: Tx,
  { storeId, itemId }: { storeId: number; itemId: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('services')
    .where('item_id', '=', itemId)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** SQL for the time from which the reminder hours apply, which changes only when the hours change. */
const remindersSince = sql<Date>`case when booking_terms.reminder_hours = excluded.reminder_hours
  then booking_terms.reminders_since else now() end`

/** Sets the booking terms of a salon. */
export async function upsertTerms(tx: Tx, storeId: number, terms: BookingTerms): Promise<void> {
  await tx
    .insertInto('booking_terms')
    .values({ store_id: storeId, ...terms, reminders_since: sql`now()` })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ ...terms, reminders_since: remindersSince }))
    .execute()
}
