import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Addresses } from '#db/schema.ts'
import { AppError } from '#http/errors.ts'

export type AddressRow = Omit<Selectable<Addresses>, 'acting_staff_id' | 'deleted_at'> & { is_default: boolean }

/** Lists a customer's addresses, newest first. */
export async function listAddresses(db: Db, userId: number): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select a.id, a.user_id, a.address, a.house, a.landmark, a.tag, a.latitude, a.longitude,
           a.delivery_instructions, a.delivery_note, u.default_address_id is not distinct from a.id as is_default, a.created_at, a.updated_at
      from addresses a join users u on u.id = a.user_id
     where a.user_id = ${userId} and a.deleted_at is null
     order by a.id desc`.execute(db)
  return rows
}

export type AddressValues = Pick<AddressRow, 'address' | 'house' | 'landmark' | 'tag' | 'latitude' | 'longitude'>

/**
 * Inserts an address and the member of staff who added it for the customer. Locks the account, so that no address comes
 * after its deletion.
 * @returns its id
 * @throws AppError SESSION_REVOKED when the account was deleted meanwhile
 */
export async function insertAddress(
  tx: Tx,
  userId: number,
  values: AddressValues,
  actingStaffId: number | null,
): Promise<number> {
  const { address, house, landmark, tag, latitude, longitude } = values
  const { rows } = await sql<{ id: number }>`
    insert into addresses (user_id, address, house, landmark, tag, latitude, longitude, acting_staff_id)
    select u.id, ${address}::text, ${house}::text, ${landmark}::text, ${tag}::text, ${latitude}::float8,
           ${longitude}::float8, ${actingStaffId}::int
      from (select id from users where id = ${userId} and deleted_at is null for key share) u
    returning id`.execute(tx)
  if (!rows[0]) throw new AppError('SESSION_REVOKED')
  return rows[0].id
}

/** Finds the newest identical address of a customer. */
export async function findSameAddress(
  db: Db,
  userId: number,
  { address, house, latitude, longitude }: Pick<AddressValues, 'address' | 'house' | 'latitude' | 'longitude'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('addresses')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('address', '=', address)
    .where('house', 'is not distinct from', house)
    .where('latitude', '=', latitude)
    .where('longitude', '=', longitude)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/**
 * Changes one of the customer's addresses. Returns false if the customer has no such address. Past orders keep a copy
 * of the old address.
 */
export async function updateAddress(
  tx: Tx,
  userId: number,
  addressId: number,
  values: AddressValues,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update addresses
       set address = ${values.address}, house = ${values.house}, landmark = ${values.landmark}, tag = ${values.tag},
           latitude = ${values.latitude}, longitude = ${values.longitude}, updated_at = now()
     where id = ${addressId} and user_id = ${userId} and deleted_at is null
    returning id`.execute(tx)
  return rows.length === 1
}

/** Stores the delivery instructions that are suggested for the next order to an address. */
export async function updateWishes(
  tx: Tx,
  addressId: number,
  wishes: Pick<AddressRow, 'delivery_instructions' | 'delivery_note'>,
): Promise<void> {
  await tx.updateTable('addresses').set(wishes).where('id', '=', addressId).execute()
}

/**
 * Retires one of the customer's addresses. Past orders keep a copy of the address.
 * @returns whether there was such an address
 */
export async function retireAddress(tx: Tx, userId: number, addressId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update addresses set deleted_at = now(), updated_at = now()
     where id = ${addressId} and user_id = ${userId} and deleted_at is null
    returning id`.execute(tx)
  return rows.length === 1
}

/**
 * Retires the addresses that no member of staff saved for the customer.
 * @returns their ids
 */
export async function retireUnprovedAddresses(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update addresses set deleted_at = now(), updated_at = now()
     where user_id = ${userId} and acting_staff_id is null and deleted_at is null
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
