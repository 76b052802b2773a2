import type { Permission } from './permissions.ts'

/** The roles of a store's employees, the highest first. Every role is below the owner. */
export const storeRoles = ['manager', 'kitchen', 'cashier'] as const
/** A role of an employee, on the wire and in the database. */
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
 * The roles that may make certain calls of stores. The list has only calls whose permission would admit too many roles,
 * or that name no permission. A call of store owners that names no permission and is not in this list is closed to
 * every role.
 */
export const rolesOfCall: Readonly<Record<string, readonly StoreRole[]>> = {
  // The role `kitchen` may not make the calls about visits: only people at the counter receive, move and finish visits.
  'dashboard/bookings/arrive': counter,
  'dashboard/bookings/cancel': counter,
  // The role `kitchen` may not make this call, because the card of a customer shows all their visits and payments.
  'dashboard/bookings/customer': counter,
  // Every role may make this call, but employees see only their own earnings.
  'dashboard/bookings/earnings': everyone,
  'dashboard/bookings/finish': counter,
  'dashboard/bookings/move': counter,
  'dashboard/bookings/no-show': counter,
  'dashboard/bookings/quote': counter,
  'dashboard/bookings/takings': counter,
  'dashboard/bookings/takings/save': counter,
  'dashboard/bookings/till': counter,
  'dashboard/bookings/waive-share': manager,
  // The role `kitchen` may not make this call, because the answer names all customers who wait.
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
  // The role `kitchen` may not make this call, because only people at the counter answer customers who ask about their
  // order.
  'dashboard/orders/photo': counter,
  'dashboard/orders/places': counter,
  // Only the role `manager` may cancel an order, because a cancelled order is refunded.
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
  // The roles `manager` and `kitchen` need this call, because the menu page shows the store's name and currency.
  'store-owner/get-store': ['manager', 'kitchen'],
  'store-owner/logout': everyone,
  'store-owner/mark-selfpickup-order-completed': counter,
  'store-owner/search-orders': counter,
}

/**
 * The roles that may see certain dashboard tables. The list has only tables whose permission would admit too many
 * roles.
 */
const rolesOfTable: Readonly<Record<string, readonly StoreRole[]>> = {
  cases: counter,
  orders: counter,
  salon_customers: counter,
  visits: counter,
}

/** A right in a store: a permission and, if fewer roles may have it, the call or table for which it is needed. */
export type StoreRight = { permission?: Permission | 'any' | undefined; call?: string; table?: string }

/**
 * Returns whether a role has a right in its store. The server decides by this function, and screens hide buttons by it.
 */
export function mayInStore(role: StoreRole, { permission, call, table }: StoreRight): boolean {
  const listed = (call && rolesOfCall[call]) ?? (table && rolesOfTable[table])
  if (listed) return listed.includes(role)
  if (permission === 'any') return true
  return permission !== undefined && permissionsOf[role].includes(permission)
}

/**
 * Returns the roles that a person with this role may give to employees and take away from them: all for an owner, the
 * lower ones for a manager.
 */
export function rolesBelow(role: 'owner' | StoreRole): readonly StoreRole[] {
  if (role === 'owner') return storeRoles
  return role === 'manager' ? ['kitchen', 'cashier'] : []
}
