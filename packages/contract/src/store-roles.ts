import type { Permission } from './permissions.ts'

/** The roles of a store's employees, the highest first. They are all below the owner. */
export const storeRoles = ['manager', 'kitchen', 'cashier'] as const
/** A role below the owner, as the wire and the database have it. */
export type StoreRole = (typeof storeRoles)[number]

/** The names of the roles on screens. */
export const storeRoleNames = { owner: 'Owner', manager: 'Manager', kitchen: 'Kitchen', cashier: 'Cashier' } as const

const orders = ['order_view', 'order_actions'] as const

/**
 * The permissions of each role (docs/reference/security.md#people-of-a-store), in the stores in which a person has it. No role has `store_payouts_manage`,
 * `store_owners_manage_stores` or `login_as_customer`.
 */
const permissionsOf: Record<StoreRole, readonly Permission[]> = {
  manager: [
    ...orders,
    'stores_view',
    'stores_edit',
    'items_view',
    'items_edit',
    'items_add',
    'items_actions',
    'menu_categories_view',
    'menu_categories_edit',
    'menu_categories_add',
    'menu_categories_actions',
    'addon_categories_view',
    'addon_categories_edit',
    'addon_categories_add',
    'addons_view',
    'addons_edit',
    'reports_view',
  ],
  kitchen: [...orders, 'items_view', 'items_actions'],
  cashier: [...orders],
}

const everyone = storeRoles
const counter = ['manager', 'cashier'] as const
const manager = ['manager'] as const

/**
 * The roles that may make a call whose permission is too wide for the others, or that names no permission. A call of
 * owners without a permission that is not in this list is closed to every role.
 */
export const rolesOfCall: Readonly<Record<string, readonly StoreRole[]>> = {
  // The kitchen finishes nothing at a counter, and only the counter takes and moves visits.
  'dashboard/bookings/arrive': counter,
  'dashboard/bookings/cancel': counter,
  // Below the owner, each person sees what they earned themselves.
  'dashboard/bookings/earnings': everyone,
  'dashboard/bookings/finish': counter,
  'dashboard/bookings/move': counter,
  'dashboard/bookings/no-show': counter,
  'dashboard/bookings/takings': counter,
  'dashboard/bookings/takings/save': counter,
  'dashboard/bookings/till': counter,
  'dashboard/bookings/waive-share': manager,
  // It names all customers who wait.
  'dashboard/bookings/wait-list': counter,
  'dashboard/bookings/wait-list/remove': counter,
  'dashboard/bookings/walk-in': counter,
  'dashboard/export': manager,
  'dashboard/export-plans/delete': manager,
  'dashboard/export-plans/run': manager,
  'dashboard/export-plans/save': manager,
  'dashboard/exports': manager,
  'dashboard/exports/fetch': manager,
  'dashboard/exports/show': manager,
  // Only the staff at the counter answer customers who ask where their order is.
  'dashboard/orders/photo': counter,
  'dashboard/orders/places': counter,
  // A cancelled order is refunded, and the kitchen and the counter may only take their own steps.
  'store-owner/cancel-order': manager,
  'store-owner/dashboard': manager,
  'store-owner/edit-item': manager,
  'store-owner/employees': manager,
  'store-owner/employees/invite': manager,
  'store-owner/employees/remove': manager,
  'store-owner/employees/set-role': manager,
  'store-owner/employees/withdraw-invitation': manager,
  'store-owner/get-cancel-reasons-for-restaurant': manager,
  'store-owner/get-past-orders': counter,
  // The roles may see the store's name and currency, because the menu page shows them.
  'store-owner/get-store': ['manager', 'kitchen'],
  'store-owner/logout': everyone,
  'store-owner/mark-selfpickup-order-completed': counter,
  'store-owner/search-orders': counter,
}

/** The roles that may see a table whose permission is too wide for the others. */
const rolesOfTable: Readonly<Record<string, readonly StoreRole[]>> = {
  cases: counter,
  orders: counter,
  visits: counter,
}

/** A right in a store: a permission, and the call or the table where it is narrower than that. */
export type StoreRight = { permission?: Permission | 'any' | undefined; call?: string; table?: string }

/** Returns whether a role may do this in its store. The server decides with it, and screens hide buttons with it. */
export function mayInStore(role: StoreRole, { permission, call, table }: StoreRight): boolean {
  const listed = (call && rolesOfCall[call]) ?? (table && rolesOfTable[table])
  if (listed) return listed.includes(role)
  if (permission === 'any') return true
  return permission !== undefined && permissionsOf[role].includes(permission)
}

/** Returns the roles that a person of this role gives and takes away: all for an owner, the lower ones for a manager. */
export function rolesBelow(role: 'owner' | StoreRole): readonly StoreRole[] {
  if (role === 'owner') return storeRoles
  return role === 'manager' ? ['kitchen', 'cashier'] : []
}
