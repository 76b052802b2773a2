import type { StoreRole } from '@nukkad/contract/store-roles.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'

/**
 * Number of days for which an invitation is kept after its last day, so that its link can still show that it has ended.
 */
const KEPT_DAYS = 30

type Person = { id: number; name: string; email: string | null; phone: string | null }

const personOf = sql`u.id, u.name, u.email::text as email, u.phone`

/** Lists the owners of a store. */
export async function listOwners(db: Db, storeId: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select ${personOf} from store_members m join users u on u.id = m.user_id
     where m.store_id = ${storeId} and m.role = 'owner' and u.deleted_at is null order by u.name, u.id`.execute(db)
  return rows
}

export type EmployeeRow = Person & { role: StoreRole; since: Date }

/** Lists the people who work at a store now, without its owners. */
export async function listEmployees(db: Db, storeId: number): Promise<EmployeeRow[]> {
  const { rows } = await sql<EmployeeRow>`
    select ${personOf}, e.role, e.since from store_employees e join users u on u.id = e.user_id
     where e.store_id = ${storeId} and e.until is null
     order by array_position(array['manager', 'kitchen', 'cashier'], e.role), u.name, u.id`.execute(db)
  return rows
}

export type OpenInvitation = {
  id: number
  role: StoreRole
  email: string | null
  phone: string | null
  expires_at: Date
}

/** Lists the invitations to a store that can still be accepted, the newest first. */
export async function listOpenInvitations(db: Db, storeId: number): Promise<OpenInvitation[]> {
  const { rows } = await sql<OpenInvitation>`
    select i.id, i.role, i.email::text as email, i.phone, i.expires_at from store_invitations i
     where i.store_id = ${storeId} and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
     order by i.id desc`.execute(db)
  return rows
}

/** Returns whether the account of this phone or e-mail address works at the store, as owner or employee. */
export async function worksThere(
  db: Db,
  { storeId, email, phone }: { storeId: number; email: string | null; phone: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ works: boolean }>`
    select exists (
      select from users u
       where (u.email = ${email}::citext or u.phone = ${phone}::text) and u.deleted_at is null
         and (exists (select from store_employees e where e.store_id = ${storeId} and e.user_id = u.id and e.until is null)
              or exists (select from store_members m
                          where m.store_id = ${storeId} and m.user_id = u.id and m.role = 'owner'))) as works`.execute(
    db,
  )
  return rows[0]!.works
}

/** Inserts an invitation, or renews the open one to the same contact; then the earlier link no longer works. */
export async function upsertInvitation(
  tx: Tx,
  invitation: { storeId: number; role: StoreRole; email: string | null; phone: string | null; invitedBy: number },
): Promise<number> {
  const { storeId, role, email, phone, invitedBy } = invitation
  const { rows } = await sql<{ id: number }>`
    insert into store_invitations (store_id, role, email, phone, invited_by)
    values (${storeId}, ${role}, ${email}, ${phone}, ${invitedBy})
    on conflict (store_id, (coalesce(email, phone::citext))) where accepted_at is null and withdrawn_at is null
      do update set role = excluded.role, invited_by = excluded.invited_by, token_hash = null, created_at = now(),
                    expires_at = excluded.expires_at
    returning id`.execute(tx)
  return rows[0]!.id
}

/** Stores the hash of a new token. Returns the invitation with its store; undefined if it is no longer open. */
export async function setToken(
  db: Db,
  { id, tokenHash }: { id: number; tokenHash: Buffer },
): Promise<{ email: string | null; phone: string | null; store: string; invited_by: number } | undefined> {
  const { rows } = await sql<{ email: string | null; phone: string | null; store: string; invited_by: number }>`
    update store_invitations i set token_hash = ${tokenHash} from stores s
     where i.id = ${id} and s.id = i.store_id and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
    returning i.email::text as email, i.phone, s.name as store, i.invited_by`.execute(db)
  return rows[0]
}

/** Withdraws an open invitation of a store; undefined if there is none. */
export async function withdraw(
  tx: Tx,
  { storeId, id, roles }: { storeId: number; id: number; roles: readonly StoreRole[] },
): Promise<{ role: StoreRole } | undefined> {
  const { rows } = await sql<{ role: StoreRole }>`
    update store_invitations set withdrawn_at = now()
     where id = ${id} and store_id = ${storeId} and role = any (${[...roles]}::text[])
       and accepted_at is null and withdrawn_at is null and expires_at > now()
    returning role`.execute(tx)
  return rows[0]
}

/** SQL condition on `store_invitations i`: the person who invited is not banned and may still give the invitation's role. */
const inviterMayGive = sql<SqlBool>`exists (
  select from users u where u.id = i.invited_by and u.is_active and u.deleted_at is null and (
    exists (select from store_members m where m.store_id = i.store_id and m.user_id = u.id and m.role = 'owner')
    or exists (select from store_employees e where e.store_id = i.store_id and e.user_id = u.id
                  and e.until is null and e.role = 'manager' and i.role <> 'manager')
    or exists (select from user_roles r where r.user_id = u.id and (r.role = 'admin' or r.role = 'staff'
                  and exists (select from staff_permissions p
                               where p.user_id = u.id and p.permission = 'store_owners_manage_stores')))))`

export type InvitationRow = {
  id: number
  store_id: number
  store: string
  role: StoreRole
  email: string | null
  phone: string | null
  state: 'open' | 'used' | 'withdrawn' | 'expired'
  /** The account that has the invited phone or e-mail address. */
  account_id: number | null
}

/** Finds the invitation of a token in any state. */
export async function findInvitation(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select i.id, i.store_id, s.name as store, i.role, i.email::text as email, i.phone,
           case when i.accepted_at is not null then 'used' when i.withdrawn_at is not null then 'withdrawn'
                when i.expires_at <= now() then 'expired' when not ${inviterMayGive} then 'withdrawn' else 'open' end as state,
           (select u.id from users u
             where u.deleted_at is null and (u.email = i.email or u.phone = i.phone)) as account_id
      from store_invitations i join stores s on s.id = i.store_id where i.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Consumes an open invitation. Of several parallel calls, exactly one gets the id of the person who invited. */
export async function takeInvitation(
  tx: Tx,
  { id, tokenHash, userId }: { id: number; tokenHash: Buffer; userId: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ invited_by: number }>`
    update store_invitations i set accepted_at = now(), accepted_by = ${userId}
     where i.id = ${id} and i.token_hash = ${tokenHash} and i.accepted_at is null and i.withdrawn_at is null
       and i.expires_at > now() and ${inviterMayGive}
    returning i.invited_by`.execute(tx)
  return rows[0]?.invited_by
}

/**
 * Returns whether a person works for the shop, so that they have access to every store, and whether they own this
 * store.
 */
export async function standingOf(
  db: Db,
  { userId, storeId }: { userId: number; storeId: number },
): Promise<{ is_staff: boolean; is_owner: boolean }> {
  const { rows } = await sql<{ is_staff: boolean; is_owner: boolean }>`
    select exists (select from user_roles r where r.user_id = ${userId} and r.role in ('staff', 'admin')) as is_staff,
           exists (select from store_members m
                    where m.store_id = ${storeId} and m.user_id = ${userId} and m.role = 'owner') as is_owner`.execute(
    db,
  )
  return rows[0]!
}

/**
 * Gives a person a role in a store.
 * @throws DatabaseError naming store_employees__one_role if the person has a role in the store already
 */
export async function insertEmployee(
  tx: Tx,
  { storeId, userId, role, addedBy }: { storeId: number; userId: number; role: StoreRole; addedBy: number },
): Promise<void> {
  await tx
    .insertInto('store_employees')
    .values({ store_id: storeId, user_id: userId, role, added_by: addedBy })
    .execute()
}

/**
 * Locks the current role of an employee until the transaction ends; undefined for a person without a role in the store.
 */
export async function lockEmployee(
  tx: Tx,
  { storeId, userId }: { storeId: number; userId: number },
): Promise<{ id: number; role: StoreRole } | undefined> {
  const { rows } = await sql<{ id: number; role: StoreRole }>`
    select id, role from store_employees
     where store_id = ${storeId} and user_id = ${userId} and until is null for update`.execute(tx)
  return rows[0]
}

/** Ends the current role of an employee. */
export async function endEmployment(tx: Tx, { id, byId }: { id: number; byId: number }): Promise<void> {
  await sql`update store_employees set until = now(), ended_by = ${byId} where id = ${id}`.execute(tx)
}

/** Ends every role of a person who leaves the shop. */
export async function endAllEmployment(tx: Tx, userId: number): Promise<void> {
  await sql`
    update store_employees set until = now(), ended_by = ${userId} where user_id = ${userId} and until is null`.execute(
    tx,
  )
}

/** Deletes invitations a month after their last day, because they contain a phone or an e-mail address. */
export async function deleteOldInvitationRows(db: Db): Promise<void> {
  await deleteInBatches(db, 'store_invitations', {
    where: sql`expires_at <= now() - make_interval(days => ${KEPT_DAYS}::int)`,
  })
}
