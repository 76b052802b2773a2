import { allPermissions, type Permission } from '@nukkad/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Session, StoreJob } from './session.ts'

export type Rights = Pick<Session, 'stores' | 'permissions' | 'work'> & { isAdmin: boolean }
type Worker = { userId: number; audience: 'staff' | 'store-owner' }

/**
 * Returns a person's current rights, for work in their name while they are absent, such as a planned export or a
 * request with an API key. Returns undefined if the person no longer has this role or account.
 */
export async function findRights(db: Db, { userId, audience }: Worker): Promise<Rights | undefined> {
  const { rows } = await sql<{ roles: string[]; permissions: Permission[]; stores: number[]; jobs: StoreJob[] }>`
    select array(select r.role from user_roles r where r.user_id = u.id) as roles,
           array(select p.permission from staff_permissions p where p.user_id = u.id) as permissions,
           array(select m.store_id from store_members m where m.user_id = u.id and m.role = 'owner') as stores,
           (select coalesce(json_agg(json_build_object('storeId', e.store_id, 'role', e.role) order by e.store_id), '[]')
              from store_employees e where e.user_id = u.id and e.until is null) as jobs
      from users u where u.id = ${userId} and u.is_active and u.deleted_at is null`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  if (audience === 'store-owner') {
    const { stores, jobs } = found
    const isOwner = found.roles.includes('store_owner')
    if (!isOwner && jobs.length === 0) return undefined
    return { stores, permissions: [], work: { isOwner, owned: stores, jobs }, isAdmin: false }
  }
  const isAdmin = found.roles.includes('admin')
  if (!isAdmin && !found.roles.includes('staff')) return undefined
  return { stores: 'all', permissions: isAdmin ? allPermissions : found.permissions, isAdmin }
}
