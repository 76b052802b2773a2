import type { Permission } from '@nukkad/contract/permissions.ts'
import { sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import { isPhoneTrusted } from '#features/identity/accounts/trusted-phone.ts'

export type Role = 'customer' | 'rider' | 'store_owner' | 'staff' | 'admin'

export type PersonRow = {
  id: number
  name: string
  email: string | null
  phone: string | null
  is_phone_trusted: boolean
  is_active: boolean
  roles: Role[]
  /** Whether the person works at a store as an employee. */
  is_employee: boolean
  permissions: Permission[]
}

/**
 * Locks an account until the transaction ends, so that two people who change it take turns; undefined if it is deleted.
 */
export async function lockPerson(tx: Tx, id: number): Promise<PersonRow | undefined> {
  // The lock is a separate statement, so that the next statement sees the changes that were committed during the wait
  // for the lock.
  await sql`select from users where id = ${id} for update`.execute(tx)
  const { rows } = await sql<PersonRow>`
    select id, name, email::text as email, phone, ${isPhoneTrusted} as is_phone_trusted, is_active,
           array(select r.role from user_roles r where r.user_id = users.id order by r.role) as roles,
           exists (select from store_employees e where e.user_id = users.id and e.until is null) as is_employee,
           array(select p.permission from staff_permissions p where p.user_id = users.id order by p.permission) as permissions
      from users where id = ${id} and deleted_at is null`.execute(tx)
  return rows[0]
}

/**
 * Counts the other active administrators. Takes a lock, so that two administrators cannot remove each other at the same
 * time.
 */
export async function countOtherAdmins(tx: Tx, id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(tx)
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from user_roles r join users u on u.id = r.user_id
     where r.role = 'admin' and u.is_active and u.deleted_at is null and u.id <> ${id}`.execute(tx)
  return rows[0]!.others
}

/** Replaces the permissions of a member of staff. */
export async function replacePermissions(
  tx: Tx,
  { id, permissions }: { id: number; permissions: readonly Permission[] },
): Promise<void> {
  await tx.deleteFrom('staff_permissions').where('user_id', '=', id).execute()
  if (permissions.length > 0)
    await tx
      .insertInto('staff_permissions')
      .values(permissions.map((permission) => ({ user_id: id, permission })))
      .execute()
}

/** Lists the stores that a person owns, or for which they deliver. */
export async function listStoresOf(
  db: Db,
  { id, role }: { id: number; role: 'rider' | 'owner' },
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('store_members')
    .innerJoin('stores', 'stores.id', 'store_members.store_id')
    .select(['stores.id', 'stores.name'])
    .where('store_members.user_id', '=', id)
    .where('store_members.role', '=', role)
    .orderBy('stores.name')
    .execute()
}

export type PersonFacts = {
  id: number
  name: string
  email: string | null
  phone: string | null
  is_phone_proved: boolean
  is_active: boolean
  is_deleted: boolean
  language: string | null
  tax_number: string | null
  created_at: Date
  roles: Role[]
  permissions: Permission[]
  has_second_factor: boolean
  made_by: string | null
  referral_code: string
  referred_by: string | null
  brought: number
  wallets: { currency: string; own: string; promotion: string }[]
  placed: number
  delivered: number
  cancelled: number
  addresses: { id: number; tag: string | null; address: string; is_default: boolean }[]
  sessions: { audience: string; created_at: string; last_seen_at: string; acting_staff: string | null }[]
  push_devices: number
  rider: {
    vehicle_number: string | null
    description: string | null
    commission_basis_points: number
    tip_basis_points: number
    max_open_orders: number
    cash_limit_minor: string
    is_on_duty: boolean
  } | null
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Finds everything that staff see of one account, in one statement. Amounts are minor units as strings. */
export async function findPersonFacts(db: Db, id: number): Promise<PersonFacts | undefined> {
  const { rows } = await sql<PersonFacts>`
    select u.id, u.name, u.email::text as email, u.phone, u.phone_proved_at is not null as is_phone_proved, u.is_active,
           u.deleted_at is not null as is_deleted, u.language, u.tax_number, u.created_at, u.referral_code,
           array(select r.role from user_roles r where r.user_id = u.id order by r.role) as roles,
           array(select p.permission from staff_permissions p where p.user_id = u.id order by p.permission) as permissions,
           exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
           (select s.name from users s where s.id = u.created_by_staff_id) as made_by,
           (select b.name from users b where b.id = u.referred_by) as referred_by,
           (select count(*)::int from users b where b.referred_by = u.id) as brought,
           coalesce((select json_agg(w order by w.currency) from (
              select l.currency::text as currency,
                     coalesce(sum(l.balance_minor) filter (where l.kind = 'wallet_own'), 0)::text as own,
                     coalesce(sum(l.balance_minor) filter (where l.kind = 'wallet_promotion'), 0)::text as promotion
                from ledger_accounts l where l.user_id = u.id and l.kind in ('wallet_own', 'wallet_promotion')
               group by l.currency) w), '[]') as wallets,
           o.placed, o.delivered, o.cancelled,
           coalesce((select json_agg(json_build_object('id', a.id, 'tag', a.tag, 'address', a.address,
                       'is_default', a.id is not distinct from u.default_address_id) order by a.id desc)
              from addresses a where a.user_id = u.id and a.deleted_at is null), '[]') as addresses,
           coalesce((select json_agg(json_build_object('audience', s.audience, 'created_at', ${iso('s.created_at')},
                       'last_seen_at', ${iso('s.last_seen_at')},
                       'acting_staff', (select a.name from users a where a.id = s.acting_staff_id)) order by s.id desc)
              from sessions s where s.user_id = u.id and s.expires_at > now()), '[]') as sessions,
           (select count(*)::int from push_subscriptions p join sessions s on s.id = p.session_id where s.user_id = u.id) as push_devices,
           (select to_jsonb(r) - 'cash_limit_minor' || jsonb_build_object('cash_limit_minor', r.cash_limit_minor::text)
              from riders r where r.user_id = u.id) as rider
      from users u,
           lateral (select count(*)::int as placed, count(*) filter (where status = ${orderStatus.delivered})::int as delivered,
                           count(*) filter (where status = ${orderStatus.cancelled})::int as cancelled
                      from orders where user_id = u.id) o
     where u.id = ${id}`.execute(db)
  return rows[0]
}
