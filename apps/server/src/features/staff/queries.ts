import type { Permission } from '@nukkad/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

const MOST_FOUND = 10

export type StaffRow = {
  id: number
  name: string
  email: string | null
  role: 'admin' | 'staff'
  permissions: Permission[]
}

/** The active account of a member of staff, with what he was given; undefined for everybody else. */
export async function findStaffMember(db: Db, userId: number): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select u.id, u.name, u.email::text as email, r.role,
           array(select p.permission from staff_permissions p where p.user_id = u.id order by p.permission) as permissions
      from users u join user_roles r on r.user_id = u.id and r.role in ('admin', 'staff')
     where u.id = ${userId} and u.is_active and u.deleted_at is null
     order by r.role
     limit 1`.execute(db)
  return rows[0]
}

/** Only a plain customer is acted for: not banned, and neither rider, store owner nor staff (security document §3). */
const isPlainCustomer = sql`u.is_active and u.deleted_at is null
  and exists (select from user_roles r where r.user_id = u.id and r.role = 'customer')
  and not exists (select from user_roles r where r.user_id = u.id and r.role <> 'customer')`

export type CustomerFound = { id: number; name: string; phone: string | null }

/** The plain customer of this id, if he is one; held until the transaction ends, so that a ban waits or comes first. */
export async function lockPlainCustomer(db: Db, userId: number): Promise<CustomerFound | undefined> {
  const { rows } = await sql<CustomerFound>`
    select u.id, u.name, u.phone from users u where u.id = ${userId} and ${isPlainCustomer} for key share of u`.execute(
    db,
  )
  return rows[0]
}

/** Plain customers whose name holds these words, or whose phone ends in these digits. */
export async function searchCustomers(db: Db, query: string): Promise<CustomerFound[]> {
  const digits = query.replace(/[\s().+-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const pattern = isNumber ? `%${digits}` : `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<CustomerFound>`
    select u.id, u.name, u.phone from users u
     where ${isNumber ? sql`u.phone like ${pattern}` : sql`u.name ilike ${pattern}`} and ${isPlainCustomer}
     order by u.name, u.id
     limit ${MOST_FOUND}`.execute(db)
  return rows
}

/** Where a customer can be told something. */
export async function findContact(
  db: Db,
  userId: number,
): Promise<{ phone: string | null; email: string | null; language: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['phone', 'email', 'language'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
