import { allPermissions, type Permission } from './permissions.ts'

/**
 * What a key is never given, whoever makes it: settings with their secrets, keys themselves, people, their wallets, and
 * acting in somebody's name.
 */
const byHandOnly: ReadonlySet<Permission> = new Set([
  'settings_manage',
  'all_users_edit',
  'all_users_wallet',
  'login_as_customer',
  'login_as_store_owner',
  'delivery_guys_manage_stores',
  'store_owners_manage_stores',
])

export const keyPermissions = allPermissions.filter((permission) => !byHandOnly.has(permission))
