import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type AddressRow = {
  id: number
  user_id: number
  address: string
  house: string | null
  landmark: string | null
  tag: string | null
  latitude: number
  longitude: number
  is_default: boolean
  created_at: Date
  updated_at: Date
}

/** A customer's addresses, newest first. */
export async function listAddresses(db: Db, userId: number): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select a.id, a.user_id, a.address, a.house, a.landmark, a.tag, a.latitude, a.longitude,
           u.default_address_id is not distinct from a.id as is_default, a.created_at, a.updated_at
      from addresses a join users u on u.id = a.user_id
     where a.user_id = ${userId} and a.deleted_at is null
     order by a.id desc`.execute(db)
  return rows
}

type AddressValues = {
  address: string
  house: string | null
  landmark: string | null
  tag: string | null
  latitude: number
  longitude: number
}

/** Adds an address and makes it its owner's default, in one statement; notes which member of staff did it for him. */
export async function insertDefaultAddress(
  tx: Tx,
  userId: number,
  values: AddressValues,
  actingStaffId: number | null = null,
): Promise<void> {
  const { address, house, landmark, tag, latitude, longitude } = values
  await sql`
    with added as (
      insert into addresses (user_id, address, house, landmark, tag, latitude, longitude, acting_staff_id)
      values (${userId}, ${address}, ${house}, ${landmark}, ${tag}, ${latitude}, ${longitude}, ${actingStaffId})
      returning id
    )
    update users set default_address_id = added.id, updated_at = now() from added where users.id = ${userId}`.execute(
    tx,
  )
}

/** The newest address of a customer that says exactly the same. */
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

/** Changes an own address; false when the customer has no such address. Past orders keep their own copy. */
export async function updateAddress(
  tx: Tx,
  userId: number,
  addressId: number,
  values: AddressValues,
): Promise<boolean> {
  const { rows } = await sql`
    update addresses
       set address = ${values.address}, house = ${values.house}, landmark = ${values.landmark}, tag = ${values.tag},
           latitude = ${values.latitude}, longitude = ${values.longitude}, updated_at = now()
     where id = ${addressId} and user_id = ${userId} and deleted_at is null
    returning id`.execute(tx)
  return rows.length === 1
}

/** Makes an own address the default; false when the customer has no such address. */
export async function makeDefault(tx: Tx, userId: number, addressId: number): Promise<boolean> {
  const { rows } = await sql`
    update users set default_address_id = a.id, updated_at = now()
      from addresses a
     where users.id = ${userId} and a.id = ${addressId} and a.user_id = users.id and a.deleted_at is null
    returning a.id`.execute(tx)
  return rows.length === 1
}

/**
 * Takes an own address out of use, and out of its place as the default; past orders keep their own copy.
 * @returns whether there was such an address
 */
export async function deleteAddress(tx: Tx, userId: number, addressId: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      update addresses set deleted_at = now(), updated_at = now()
       where id = ${addressId} and user_id = ${userId} and deleted_at is null
      returning id
    ), usual as (
      update users set default_address_id = null, updated_at = now()
        from gone where users.id = ${userId} and users.default_address_id = gone.id
    )
    select id from gone`.execute(tx)
  return rows.length === 1
}
