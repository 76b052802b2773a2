import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'

export type AccountRow = {
  id: number
  phone: string | null
  password_hash: string | null
  is_active: boolean
  is_customer: boolean
  /** Whether the person works for the shop, as staff or administrator. */
  is_staff: boolean
  has_proved_phone: boolean
  /** Whether staff created the account for a caller; such an account gets no sign-up bonus (GAP-74). */
  is_staff_made: boolean
  referred_by: number | null
  /** The language in which the person last used the shop. */
  language: string | null
  /** The version of the account's credentials; see `holdLogin`. */
  login_version: number
}

const accountColumns = sql`
  u.id, u.phone, u.password_hash, u.is_active, u.referred_by, u.language, u.login_version, u.phone_proved_at is not null as has_proved_phone,
  u.created_by_staff_id is not null as is_staff_made,
  exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'customer') as is_customer,
  exists (select 1 from user_roles r where r.user_id = u.id and r.role in ('staff', 'admin')) as is_staff`

/** Finds an account of any role that is not deleted. A banned account is found as well. */
export async function findAccount(db: Db, userId: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from users u where u.id = ${userId} and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** Finds the account of a phone. */
export async function findAccountByPhone(db: Db, phone: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from users u where u.phone = ${phone} and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** Finds the account of an e-mail address; upper and lower case are equal. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from users u where u.email = ${email}::citext and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** Finds the account that is tied to a person at a social provider. */
export async function findAccountByIdentity(
  db: Db,
  { provider, subject }: { provider: string; subject: string },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from social_identities i join users u on u.id = i.user_id
     where i.provider = ${provider} and i.subject = ${subject} and u.deleted_at is null`.execute(db)
  return rows[0]
}

/**
 * Links a social provider's user to an account.
 * @throws DatabaseError that names social_identities__provider_subject when that user is already linked to an account
 */
export async function insertIdentity(
  tx: Tx,
  { userId, provider, subject }: { userId: number; provider: string; subject: string },
): Promise<void> {
  await tx.insertInto('social_identities').values({ user_id: userId, provider, subject }).execute()
}

/** Returns whether an account has this e-mail address or phone already. */
export async function isTaken(
  db: Db,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from users where email = ${email ?? null}::citext)
        or exists (select 1 from users where phone = ${phone ?? null}::text) as taken`.execute(db)
  return rows[0]!.taken
}

export type NewCustomer = {
  name: string
  email: string | null
  phone: string
  passwordHash: string | null
  isPhoneProved: boolean
  /** The member of staff who creates the account for a caller (INT-29). */
  staffId: number | null
  referralCode: string
  referredBy: number | null
}

/**
 * Inserts a customer and their role. Returns undefined if another account has the referral code already.
 * @throws DatabaseError naming users__email or users__phone when another account has the e-mail address or phone
 */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<number | undefined> {
  const { name, email, phone, passwordHash, isPhoneProved, staffId, referralCode, referredBy } = customer
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into users (name, email, phone, password_hash, phone_proved_at, created_by_staff_id, referral_code, referred_by, is_email_own)
      values (${name}, ${email}, ${phone}, ${passwordHash}, case when ${isPhoneProved}::boolean then now() end,
              ${staffId}, ${referralCode}, ${referredBy}, ${staffId}::int is null)
      on conflict on constraint users__referral_code do nothing
      returning id
    ), role as (
      insert into user_roles (user_id, role) select id, 'customer' from added
    )
    select id from added`.execute(tx)
  return rows[0]?.id
}

/**
 * Inserts a work account with its role.
 * @throws DatabaseError naming users__email or users__phone when another account has the e-mail address or phone
 */
export async function insertWorkAccount(
  tx: Tx,
  account: {
    name: string
    email: string
    phone: string | null
    passwordHash: string
    role: string
    staffId: number | null
    referralCode: string
  },
): Promise<number> {
  const { name, email, phone, passwordHash, role, staffId, referralCode } = account
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into users (name, email, phone, password_hash, created_by_staff_id, referral_code)
      values (${name}, ${email}, ${phone}, ${passwordHash}, ${staffId}, ${referralCode})
      returning id
    ), role as (
      insert into user_roles (user_id, role) select id, ${role} from added
    )
    select id from added`.execute(tx)
  return rows[0]!.id
}

/** Records that a phone was proved; returns true only the first time. */
export async function markPhoneProved(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update users set phone_proved_at = now(), updated_at = now()
     where id = ${userId} and phone_proved_at is null
    returning id`.execute(tx)
  return rows.length === 1
}

/**
 * Replaces the stored hash of a password, if it is still the hash with which the password was compared.
 * @returns the new login version
 */
export async function updatePasswordHash(
  db: Db,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<number | undefined> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .returning('login_version')
    .executeTakeFirst()
  return row?.login_version
}

type ResettableAccount = { id: number; email: string; language: string | null }

/** Finds the account whose password can be reset with a mailed code; accounts of staff are excluded. */
export async function findResettableAccount(db: Db, email: string): Promise<ResettableAccount | undefined> {
  const { rows } = await sql<ResettableAccount>`
    select u.id, u.email::text as email, u.language from users u
     where u.email = ${email}::citext and ${isResettable}`.execute(db)
  return rows[0]
}

const isResettable = sql`u.deleted_at is null and u.is_email_own
  and not exists (select 1 from user_roles r where r.user_id = u.id and r.role in ('staff', 'admin'))`

/** Replaces the password of an account that can be reset with a mailed code; undefined if there is none. */
export async function setPasswordHash(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<ResettableAccount | undefined> {
  const { rows } = await sql<ResettableAccount>`
    update users u set password_hash = ${passwordHash}, updated_at = now()
     where u.email = ${email}::citext and ${isResettable}
    returning u.id, u.email::text as email, u.language`.execute(tx)
  return rows[0]
}

/** Stores the language in which a customer uses the shop. */
export async function updateLanguage(tx: Tx, userId: number, language: string): Promise<void> {
  await tx.updateTable('users').set({ language }).where('id', '=', userId).where('deleted_at', 'is', null).execute()
}

/**
 * Stores which of the ten drawn avatars a customer chose.
 * @throws AppError SESSION_REVOKED when the account was deleted meanwhile
 */
export async function updateAvatar(tx: Tx, userId: number, avatar: string): Promise<void> {
  await updateOwn(tx, userId, { avatar })
}

/**
 * Stores the tax number that a customer wants on invoices; an empty string removes it.
 * @throws AppError SESSION_REVOKED when the account was deleted meanwhile
 */
export async function updateTaxNumber(tx: Tx, userId: number, taxNumber: string): Promise<void> {
  await updateOwn(tx, userId, { tax_number: taxNumber })
}

async function updateOwn(tx: Tx, userId: number, set: { avatar: string } | { tax_number: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ ...set, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('SESSION_REVOKED')
}

/**
 * The data of the session answer without the order itself: the person, the default address and the wallet. If the
 * person tracks an order, the row also has its id, and its rider while the customer can follow the rider.
 */
export type SessionPersonRow = {
  id: number
  name: string
  email: string | null
  phone: string | null
  avatar: string | null
  tax_number: string | null
  referral_code: string
  language: string | null
  address_id: number | null
  address: string | null
  house: string | null
  landmark: string | null
  delivery_instructions: string[]
  delivery_note: string | null
  tag: string | null
  latitude: number | null
  longitude: number | null
  wallet_minor: bigint
  order_id: number | null
  rider_id: number | null
  rider_name: string | null
  rider_phone: string | null
  age: string | null
  photo: string | null
  description: string | null
  vehicle_number: string | null
  is_on_duty: boolean | null
  rider_latitude: number | null
  rider_longitude: number | null
  heading: number | null
  positioned_at: Date | null
  rating_sum: number | null
  rating_count: number | null
}

/** Finds the data of a session answer in one query, because every tracking screen requests it repeatedly (P-31). */
export async function findSessionPerson(
  db: Db,
  {
    userId,
    currency,
    uniqueOrderId,
    trackedStatuses,
    riderStatuses,
  }: {
    userId: number
    currency: string
    uniqueOrderId: string | null
    trackedStatuses: readonly number[]
    riderStatuses: readonly number[]
  },
): Promise<SessionPersonRow> {
  const { rows } = await sql<SessionPersonRow>`
    select u.id, u.name, u.email, u.phone, u.avatar, u.tax_number, u.referral_code, u.language,
           a.id as address_id, a.address, a.house, a.landmark, a.tag, a.delivery_instructions, a.delivery_note, a.latitude, a.longitude,
           (select coalesce(sum(l.balance_minor), 0)::bigint from ledger_accounts l
             where l.user_id = u.id and l.kind in ('wallet_own', 'wallet_promotion') and l.currency = ${currency}) as wallet_minor,
           o.id as order_id, r.user_id as rider_id, ru.name as rider_name, ru.phone as rider_phone,
           r.age, r.photo, r.description, r.vehicle_number, r.is_on_duty, p.latitude as rider_latitude,
           p.longitude as rider_longitude, p.heading, p.at as positioned_at, rated.rating_sum, rated.rating_count
      from users u
      left join addresses a on a.id = u.default_address_id and a.user_id = u.id and a.deleted_at is null
      left join orders o on o.unique_order_id = ${uniqueOrderId}::text and o.user_id = u.id
                        and o.status = any(${trackedStatuses}::smallint[])
      left join riders r on r.user_id = o.rider_id and o.status = any(${riderStatuses}::smallint[])
      left join users ru on ru.id = r.user_id
      -- A position from before this trip may be the rider's home or another customer's door.
      left join lateral (
        select latitude, longitude, heading, at from rider_positions
         where order_id = o.id and rider_id = r.user_id order by id desc limit 1
      ) p on true
      left join lateral (
        select sum(rating_delivery)::int as rating_sum, count(rating_delivery)::int as rating_count
          from reviews where rider_id = r.user_id and rating_delivery is not null and is_shown
      ) rated on true
     where u.id = ${userId}`.execute(db)
  return rows[0]!
}
