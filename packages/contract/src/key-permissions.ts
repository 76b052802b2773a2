import { allPermissions, type Permission } from './permissions.ts'

/**
 * Permissions that no API key can have, because they concern settings with secrets, keys, people, wallets, or acting in
 * another person's name.
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

/** The permissions that an API key can have. */
export const keyPermissions = allPermissions.filter((permission) => !byHandOnly.has(permission))
