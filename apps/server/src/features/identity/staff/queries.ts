import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import type { StoreRole } from '@nukkad/contract/store-roles.ts'
import { sql } from 'kysely'
import { deliveryType } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import { isPhoneTrusted } from '#features/identity/accounts/trusted-phone.ts'

const MAX_FOUND = 10
/** Minimum number of digits of a search that counts as a whole phone number and not as the end of one. */
const WHOLE_NUMBER = 10
/** The audit action of a search for customers. */
export const LOOKED = 'customers.searched' satisfies AuditAction

export type MemberRow = {
  id: number
  name: string
  email: string | null
  role: 'admin' | 'staff' | 'store_owner'
  permissions: Permission[]
  stores: { id: number; name: string; slug: string; role: 'owner' | StoreRole; is_salon: boolean }[]
  /** Whether the member owns stores; other members with the role `store_owner` are employees of stores. */
  is_owner: boolean
  has_second_factor: boolean
}

/**
 * Finds the active account of a dashboard member with its permissions: staff, a store owner or a store's employee, who
 * counts as a store owner in the stores where they work; undefined for other accounts.
 */
export async function findMember(db: Db, userId: number): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select u.id, u.name, u.email::text as email, r.role, r.is_owner,
           array(select p.permission from staff_permissions p where p.user_id = u.id order by p.permission) as permissions,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'role', w.role,
                                                       'is_salon', s.delivery_type = ${deliveryType.salon})
                                     order by s.name, s.id), '[]')
              from (select distinct on (w.store_id) w.* from (
                      select m.store_id, 'owner' as role, 1 as rank from store_members m
                       where r.is_owner and m.user_id = u.id and m.role = 'owner'
                      union all
                      select e.store_id, e.role, 2 from store_employees e where e.user_id = u.id and e.until is null) w
                     order by w.store_id, w.rank) w join stores s on s.id = w.store_id
             where r.role = 'store_owner') as stores,
           exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor
      from users u join lateral (
        select r.role, r.role = 'store_owner' as is_owner from user_roles r
         where r.user_id = u.id and r.role in ('admin', 'staff', 'store_owner')
        union all
        select 'store_owner', false where exists (select from store_employees e where e.user_id = u.id and e.until is null)
        ) r on true
     where u.id = ${userId} and u.is_active and u.deleted_at is null
     order by array_position(array['admin', 'staff', 'store_owner'], r.role), r.is_owner desc
     limit 1`.execute(db)
  return rows[0]
}

/**
 * Finds the secret of a person's authenticator app, which is valid only once `confirmed_at` is set, when the person
 * enters a first correct code.
 */
export async function findSecondFactor(
  db: Db,
  userId: number,
): Promise<{ secret: string; confirmed_at: Date | null } | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores the secret of an unconfirmed second factor; a confirmed one stays unchanged. */
export async function upsertSecondFactor(
  db: Db,
  { userId, secret }: { userId: number; secret: string },
): Promise<void> {
  await sql`
    insert into second_factors (user_id, secret) values (${userId}, ${secret})
    on conflict on constraint second_factors__user do update set secret = excluded.secret, created_at = now()
      where second_factors.confirmed_at is null`.execute(db)
}

/** Confirms a second factor; returns true only for the first confirmation. */
export async function confirmSecondFactorRow(
  tx: Tx,
  { userId, step }: { userId: number; step: number },
): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    update second_factors set confirmed_at = now(), last_step = ${step}
     where user_id = ${userId} and confirmed_at is null
    returning user_id`.execute(tx)
  return rows.length === 1
}

/** Consumes the code of a time step. Returns false if this code or a later one was already used. */
export async function takeStep(db: Db, { userId, step }: { userId: number; step: number }): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`.execute(db)
  return rows.length === 1
}

/** Removes the authenticator app of a person and all their recovery codes. */
export async function deleteSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Replaces all recovery codes of a person by new ones; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Consumes a recovery code. Returns false if the code is unknown or was used. */
export async function takeRecoveryCode(
  db: Db,
  { userId, codeHash }: { userId: number; codeHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    update recovery_codes set used_at = now()
     where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`.execute(db)
  return rows.length === 1
}

/** Finds the password hash of an account, and the personal data that a new password is checked against. */
export async function findOwnPassword(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['name', 'email', 'phone', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/**
 * Returns whether there is an administrator who is not deleted. If there is no administrator, a secret that the server
 * prints allows creating the first.
 */
export async function hasAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from user_roles r join users u on u.id = r.user_id
                    where r.role = 'admin' and u.deleted_at is null)`.execute(db)
  return rows[0]!.exists
}

/** Stores the hash of the secret that creates the first administrator. Only the newest secret is valid. */
export async function replaceFirstAdminSecret(db: Db, secretHash: Buffer): Promise<void> {
  await sql`
    insert into first_admin_secrets (secret_hash) values (${secretHash})
    on conflict on constraint first_admin_secrets__only_one
      do update set secret_hash = excluded.secret_hash, created_at = now(), used_at = null`.execute(db)
}

/**
 * Consumes the secret of the first administrator. Returns true for exactly one call, and only while there is no
 * administrator.
 */
export async function useFirstAdminSecret(tx: Tx, secretHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ only_one: boolean }>`
    update first_admin_secrets set used_at = now()
     where secret_hash = ${secretHash} and used_at is null
       and not exists (select from user_roles r where r.role = 'admin')
    returning only_one`.execute(tx)
  return rows.length === 1
}

/**
 * SQL condition: the account is active, and does not belong to a rider, store owner or member of staff. Staff act only
 * for customers who meet this condition (docs/reference/security.md#acting-for-a-customer).
 */
const isPlainCustomer = sql`u.is_active and u.deleted_at is null
  and exists (select from user_roles r where r.user_id = u.id and r.role = 'customer')
  and not exists (select from user_roles r where r.user_id = u.id and r.role <> 'customer')`

/**
 * Locks an account until the transaction ends. Returns whether it belongs to an active store owner who does not work
 * for the shop.
 */
export async function lockPlainOwner(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
     where u.id = ${userId} and u.is_active and u.deleted_at is null
       and exists (select from user_roles r where r.user_id = u.id and r.role = 'store_owner')
       and not exists (select from user_roles r where r.user_id = u.id and r.role in ('staff', 'admin'))
       for key share of u`.execute(tx)
  return rows.length === 1
}

export type CustomerFound = { id: number; name: string; phone: string | null }

/**
 * Finds a plain customer and locks them until the transaction ends, so that a ban takes effect before or after the
 * transaction.
 */
export async function lockPlainCustomer(db: Db, userId: number): Promise<CustomerFound | undefined> {
  const { rows } = await sql<CustomerFound>`
    select u.id, u.name, u.phone from users u where u.id = ${userId} and ${isPlainCustomer} for key share of u`.execute(
    db,
  )
  return rows[0]
}

/**
 * Searches customers who are not staff, riders or store owners, by part of the name or by the end of the phone number.
 */
export async function searchCustomers(db: Db, query: string): Promise<CustomerFound[]> {
  const digits = query.replace(/[\s().+-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const pattern = isNumber ? `%${digits}` : `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<CustomerFound>`
    select u.id, u.name, u.phone from users u
     where ${isNumber ? sql`u.phone like ${pattern}` : sql`u.name ilike ${pattern}`} and ${isPlainCustomer}
     order by u.name, u.id
     limit ${MAX_FOUND}`.execute(db)
  return rows
}

/**
 * Searches customers for a store owner: customers who have ordered in these stores by name or phone, and all others
 * only by the whole phone number, which the caller states.
 */
export async function searchCallers(
  db: Db,
  { query, stores }: { query: string; stores: readonly number[] },
): Promise<CustomerFound[]> {
  const digits = query.replace(/[\s().+-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const pattern = isNumber ? `%${digits}` : `%${query.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<CustomerFound>`
    select u.id, u.name, u.phone from users u
     where ${isPlainCustomer}
       and ${isNumber ? sql`u.phone like ${pattern}` : sql`u.name ilike ${pattern}`}
       and (${isNumber && digits.length >= WHOLE_NUMBER}::boolean
            or exists (select from orders o where o.user_id = u.id and o.store_id = any (${stores}::int[])))
     order by u.name, u.id
     limit ${MAX_FOUND}`.execute(db)
  return rows
}

/**
 * Returns whether a store owner may act for this customer: they found them within the given minutes, or registered
 * them.
 */
export async function isCallerOf(
  db: Db,
  { ownerId, userId, minutes }: { ownerId: number; userId: number; minutes: number },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from users u where u.id = ${userId} and u.created_by_staff_id = ${ownerId})
        or exists (select from audit_entries a
                    where a.actor_id = ${ownerId} and a.action = ${LOOKED} and a.at > now() - make_interval(mins => ${minutes}::int)
                      and a.after->'found' @> to_jsonb(${userId}::int)) as is`.execute(db)
  return rows[0]!.is
}

/** Finds the contact of a customer, and whether the phone is trusted (`PhoneOfAccount`). */
export async function findContact(
  db: Db,
  userId: number,
): Promise<
  { phone: string | null; email: string | null; language: string | null; is_phone_trusted: boolean } | undefined
> {
  return db
    .selectFrom('users')
    .select(['phone', 'email', 'language', isPhoneTrusted.as('is_phone_trusted')])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Returns whether an active administrator has no second factor yet. */
export async function hasUnenrolledAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from user_roles r join users u on u.id = r.user_id
                    where r.role = 'admin' and u.is_active and u.deleted_at is null
                      and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null))`.execute(
    db,
  )
  return rows[0]!.exists
}

/**
 * Stores the hash of the secret with which the operator enrols an administrator again. Only the newest secret is
 * valid.
 */
export async function replaceEnrolmentSecret(db: Db, secretHash: Buffer): Promise<void> {
  await sql`
    insert into enrolment_secrets (secret_hash) values (${secretHash})
    on conflict on constraint enrolment_secrets__only_one do update set secret_hash = excluded.secret_hash, created_at = now()`.execute(
    db,
  )
}

/** Consumes the enrolment secret; of several parallel calls, exactly one gets true. */
export async function useEnrolmentSecret(tx: Tx, secretHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ only_one: boolean }>`
    delete from enrolment_secrets where secret_hash = ${secretHash} returning only_one`.execute(tx)
  return rows.length === 1
}

/**
 * Stores the hash of an account's enrolment code in place of an older one.
 * @returns the time when it expires
 */
export async function replaceEnrolmentCode(
  tx: Tx,
  { userId, byId, codeHash }: { userId: number; byId: number; codeHash: Buffer },
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into enrolment_codes (user_id, code_hash, issued_by, expires_at)
    values (${userId}, ${codeHash}, ${byId}, now() + interval '1 day')
    on conflict on constraint enrolment_codes__user_id
      do update set code_hash = excluded.code_hash, issued_by = excluded.issued_by, expires_at = excluded.expires_at
    returning expires_at`.execute(tx)
  return rows[0]!.expires_at
}

/** Consumes the enrolment code of an account; of several parallel calls, exactly one gets true. */
export async function useEnrolmentCode(
  tx: Tx,
  { userId, codeHash }: { userId: number; codeHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    delete from enrolment_codes where user_id = ${userId} and code_hash = ${codeHash} and expires_at > now()
    returning user_id`.execute(tx)
  return rows.length === 1
}

/**
 * Returns whether the person of a session has entered a secret of the server's machine, which shows that the operator
 * trusts them; false for an unknown session.
 */
export async function isByOperator(db: Db, sessionId: bigint): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('by_operator').where('id', '=', sessionId).executeTakeFirst()
  return row?.by_operator ?? false
}
