import { sql } from 'kysely'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import { copyMenu } from '#features/catalogue/store-menu/copy-menu.ts'
import { copyStoreGateways } from '#features/catalogue/stores/chosen-gateways.ts'
import type { StoreRow } from '#features/catalogue/stores/columns.ts'
import { copyHours } from '#features/catalogue/stores/write-hours.ts'
import { AppError } from '#http/errors.ts'

type StaffFacts = Pick<StoreRow, 'id' | 'is_active' | 'offer' | 'delivery_areas'> & {
  owners: Person[]
  riders: Person[]
}
type Person = { id: number; name: string; email: string | null }

/** Lists the store data that staff see in addition to the data that owners see. */
export async function listStaffFacts(db: Db, ids: readonly number[]): Promise<StaffFacts[]> {
  const members = (role: 'owner' | 'rider') => sql`
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by u.name, u.id), '[]')
       from store_members m join users u on u.id = m.user_id where m.store_id = s.id and m.role = ${role})`
  const { rows } = await sql<StaffFacts>`
    select s.id, s.is_active, s.offer, s.delivery_areas, ${members('owner')} as owners, ${members('rider')} as riders
      from stores s where s.id = any (${[...ids]}::int[])`.execute(db)
  return rows
}

/**
 * Locks a store until the transaction ends. New orders may still refer to the locked store. Returns false when there is
 * no such store.
 */
export async function lockStore(tx: Tx, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from stores where id = ${storeId} for no key update`.execute(tx)
  return rows.length > 0
}

/** Sets the categories of a store to exactly the given ones; returns false when one of them does not exist. */
export async function replaceCategories(tx: Tx, storeId: number, ids: readonly number[]): Promise<boolean> {
  await tx.deleteFrom('store_category_stores').where('store_id', '=', storeId).execute()
  const { numAffectedRows = 0n } = await sql`
    insert into store_category_stores (store_id, category_id)
    select ${storeId}::int, c.id from store_categories c where c.id = any (${ids}::int[])`.execute(tx)
  return Number(numAffectedRows) === ids.length
}

/** Lists the stores that have a list position, in their order. */
export async function listOrderedStores(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('stores')
    .select(['id', 'name'])
    .where('order_column', 'is not', null)
    .orderBy('order_column')
    .orderBy('id')
    .limit(200)
    .execute()
}

/**
 * Inserts a store category and returns its id.
 * @throws AppError NAME_TAKEN
 */
export async function insertCategory(tx: Tx, category: { name: string; is_active: boolean }): Promise<number> {
  const { id } = await tx
    .insertInto('store_categories')
    .values(category)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return id
}

export type CategoryRow = { id: number; name: string; is_active: boolean }

/** Locks one store category until the transaction ends, and returns it. */
export async function lockCategory(tx: Tx, id: number): Promise<CategoryRow | undefined> {
  return tx
    .selectFrom('store_categories')
    .select(['id', 'name', 'is_active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Changes the name and state of a store category.
 * @throws AppError NAME_TAKEN
 */
export async function updateCategory(tx: Tx, { id, ...set }: CategoryRow): Promise<void> {
  await tx.updateTable('store_categories').set(set).where('id', '=', id).execute().catch(nameTaken)
}

function nameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'store_categories__name') throw new AppError('NAME_TAKEN', { cause: error })
  throw error
}

const noDetails = { account_holder: '', bank_name: '', account_number: '', branch_code: '', upi_id: '', note: '' }

/** Reads the payout details of a store; empty strings if none are set. */
export async function readPayoutDetails(db: Db, storeId: number): Promise<typeof noDetails> {
  const row = await db
    .selectFrom('store_payout_details')
    .select(['account_holder', 'bank_name', 'account_number', 'branch_code', 'upi_id', 'note'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return row ?? noDetails
}

/** Lists the owners of a store, each with the store's name. */
export async function listOwnerContacts(db: Db, storeId: number): Promise<{ id: number; store: string }[]> {
  return db
    .selectFrom('store_members as m')
    .innerJoin('stores as s', 's.id', 'm.store_id')
    .select(['m.user_id as id', 's.name as store'])
    .where('m.store_id', '=', storeId)
    .where('m.role', '=', 'owner')
    .orderBy('m.user_id')
    .execute()
}

/** Stores the bank account that receives a store's payouts; a store has at most one. */
export async function savePayoutDetails(tx: Tx, storeId: number, details: typeof noDetails): Promise<void> {
  await tx
    .insertInto('store_payout_details')
    .values({ store_id: storeId, ...details })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ ...details, updated_at: sql<Date>`now()` }))
    .execute()
}

/** Copies a store's menu, hours, categories and payment methods to another store. */
export async function copyContents(tx: Tx, fromId: number, toId: number): Promise<void> {
  await copyHours(tx, fromId, toId)
  await sql`
    insert into store_category_stores (category_id, store_id)
    select category_id, ${toId}::int from store_category_stores where store_id = ${fromId}`.execute(tx)
  await copyStoreGateways(tx, fromId, toId)
  await copyMenu(tx, fromId, toId)
}

/** Returns the columns that a copy of a store takes over unchanged. */
export async function getCopiedColumns(tx: Tx, storeId: number) {
  return tx
    .selectFrom('stores')
    .select([
      'kind',
      'description',
      'image',
      'placeholder_image',
      'delivery_time',
      'price_range',
      'offer',
      'is_pureveg',
    ])
    .select(['latitude', 'longitude', 'delivery_radius_km', 'delivery_areas', 'certificate', 'address', 'pincode'])
    .select(['landmark', 'phone', 'sku', 'currency', 'time_zone', 'store_charge_minor', 'delivery_charge_type'])
    .select(['delivery_charge_minor', 'base_delivery_charge_minor', 'base_delivery_distance_km'])
    .select(['extra_delivery_charge_minor', 'extra_delivery_distance_km', 'minimum_order_minor'])
    .select(['free_delivery_subtotal_minor', 'commission_basis_points', 'delivery_type', 'is_active', 'is_notifiable'])
    .select(['auto_acceptable', 'is_schedulable', 'accepts_scheduled_orders', 'schedule_slot_buffer_minutes'])
    .select(['custom_featured_name', 'custom_message', 'custom_message_on_list'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
}
