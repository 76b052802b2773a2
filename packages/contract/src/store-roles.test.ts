import { expect, test } from 'vitest'
import type { CallShape } from './call.ts'
import { contract } from './contract.ts'
import { mayInStore, rolesBelow, rolesOfCall, type StoreRight, storeRoles } from './store-roles.ts'
import { tables } from './tables/shapes.ts'
import type { TableShape } from './tables/table.ts'

/**
 * The roles that may make each call and see each table that is open to store owners. People edit the list below by
 * hand, and no script writes it, so one wrong edit cannot change both the roles and the list.
 */
const frozen = `
dashboard/bookings/absences/delete: manager
dashboard/bookings/absences/save: manager
dashboard/bookings/arrive: manager, cashier
dashboard/bookings/cancel: manager, cashier
dashboard/bookings/customer: manager, cashier
dashboard/bookings/day: manager, kitchen, cashier
dashboard/bookings/earnings: manager, kitchen, cashier
dashboard/bookings/feeds/make: manager, kitchen, cashier
dashboard/bookings/feeds/revoke: manager, kitchen, cashier
dashboard/bookings/feeds: manager, kitchen, cashier
dashboard/bookings/finish: manager, cashier
dashboard/bookings/move: manager, cashier
dashboard/bookings/no-show: manager, cashier
dashboard/bookings/people-import/apply: manager
dashboard/bookings/people-import/preview: manager
dashboard/bookings/quote: manager, cashier
dashboard/bookings/report: manager
dashboard/bookings/resources/delete: manager
dashboard/bookings/resources/save: manager
dashboard/bookings/salon: manager
dashboard/bookings/services/delete: manager
dashboard/bookings/services/save: manager
dashboard/bookings/stylists/delete: manager
dashboard/bookings/stylists/picture: manager
dashboard/bookings/stylists/save: manager
dashboard/bookings/takings/save: manager, cashier
dashboard/bookings/takings: manager, cashier
dashboard/bookings/terms/save: manager
dashboard/bookings/till: manager, cashier
dashboard/bookings/wait-list/remove: manager, cashier
dashboard/bookings/wait-list: manager, cashier
dashboard/bookings/waive-share: manager
dashboard/bookings/walk-in: manager, cashier
dashboard/cases: manager, kitchen, cashier
dashboard/change-password: manager, kitchen, cashier
dashboard/export-plans/delete: manager
dashboard/export-plans/run: manager
dashboard/export-plans/save: manager
dashboard/export: manager
dashboard/exports/fetch: manager
dashboard/exports/show: manager
dashboard/exports: manager
dashboard/home: manager, kitchen, cashier
dashboard/logout: manager, kitchen, cashier
dashboard/me: manager, kitchen, cashier
dashboard/menu-import/apply: manager
dashboard/menu-import/preview: manager
dashboard/menu-import/undo: manager
dashboard/needs-you: manager, kitchen, cashier
dashboard/notes/add: manager, kitchen, cashier
dashboard/notes/delete: manager, kitchen, cashier
dashboard/notes/set-done: manager, kitchen, cashier
dashboard/notes: manager, kitchen, cashier
dashboard/orders/board: manager, kitchen, cashier
dashboard/orders/photo: manager, cashier
dashboard/orders/places: manager, cashier
dashboard/orders/show: manager, kitchen, cashier
dashboard/owners/stop-acting: manager, kitchen, cashier
dashboard/prove: manager, kitchen, cashier
dashboard/reports/customers: manager
dashboard/reports/sales: manager
dashboard/reports/service: manager
dashboard/reviews/read: manager
dashboard/reviews/reply: manager
dashboard/second-factor/confirm: manager, kitchen, cashier
dashboard/second-factor/start: manager, kitchen, cashier
dashboard/second-factor/stop: manager, kitchen, cashier
dashboard/table: manager, kitchen, cashier
find-customers: none
login-as-customer: none
register-guest-user: none
store-owner/accept-order: manager, kitchen, cashier
store-owner/cancel-order: manager
store-owner/change-items: manager
store-owner/confirm-scheduled-order: manager, kitchen, cashier
store-owner/create-item: manager
store-owner/create-items-categories: manager
store-owner/dashboard: manager
store-owner/delete-addon-category: manager
store-owner/delete-addon: manager
store-owner/delete-items-categories: manager
store-owner/edit-item: manager
store-owner/employees/invite: manager
store-owner/employees/remove: manager
store-owner/employees/set-role: manager
store-owner/employees/withdraw-invitation: manager
store-owner/employees: manager
store-owner/get-addon-categories: manager
store-owner/get-addon-category-information-to-edit: manager
store-owner/get-addons: manager
store-owner/get-cancel-reasons-for-restaurant: manager
store-owner/get-earnings: none
store-owner/get-hours: manager
store-owner/get-inactive-items: manager, kitchen
store-owner/get-items-categories: manager
store-owner/get-menu-with-details: manager, kitchen
store-owner/get-menu: manager, kitchen
store-owner/get-orders: manager, kitchen, cashier
store-owner/get-past-orders: manager, cashier
store-owner/get-payment-gateways: manager
store-owner/get-payout-details: none
store-owner/get-ratings: manager
store-owner/get-single-order: manager, kitchen, cashier
store-owner/get-store-page: manager
store-owner/get-store: manager, kitchen
store-owner/item/delete: manager
store-owner/logout: manager, kitchen, cashier
store-owner/mark-selfpickup-order-completed: manager, cashier
store-owner/mark-selfpickup-order-ready: manager, kitchen, cashier
store-owner/order-items-categories: manager
store-owner/order-items: manager
store-owner/pause-store: manager
store-owner/save-addon-category: manager
store-owner/save-hours: manager
store-owner/save-notification-token: none
store-owner/save-payment-gateways: manager
store-owner/save-payout-details: none
store-owner/search-items: manager, kitchen
store-owner/search-orders: manager, cashier
store-owner/send-payout-request: none
store-owner/toggle-category-status: manager
store-owner/toggle-item-status: manager, kitchen
store-owner/toggle-store-status: manager
store-owner/update-addon-category: manager
store-owner/update-addon-image: manager
store-owner/update-item-image: manager
store-owner/update-item: manager
store-owner/update-items-categories: manager
store-owner/update-store-image: manager
store-owner/update-store: manager
table addons: manager
table cases: manager, cashier
table cohorts: manager
table export_runs: manager
table item_categories: manager
table items: manager, kitchen
table items_sold: manager
table orders: manager, cashier
table orders_by_hour: manager
table payouts: none
table promises: manager
table reviews: manager
table rider_times: manager
table sales_by_day: manager
table salon_customers: manager, cashier
table stores: manager
table taxes: manager
table top_items: manager
table top_stores: manager
table trips: manager
table visits: manager, cashier
`

const rolesFor = (right: StoreRight): string =>
  storeRoles.filter((role) => mayInStore(role, right)).join(', ') || 'none'
const calls = Object.entries<CallShape>(contract).filter(
  ([, { auth, ownersToo }]) => auth === 'store-owner' || ownersToo,
)

test('[T-10] each role may do in its store exactly what the list says', () => {
  const ofCalls = calls.map(
    ([name, { permission, staffMay }]) => `${name}: ${rolesFor({ call: name, permission: permission ?? staffMay })}`,
  )
  const ofTables = Object.entries<TableShape>(tables)
    .filter(([, { ownersToo }]) => ownersToo)
    .map(([name, { permission }]) => `table ${name}: ${rolesFor({ table: name, permission })}`)
  expect([...ofCalls.toSorted(), ...ofTables.toSorted()]).toEqual(frozen.trim().split('\n'))
})

test('[T-10] a call without a permission is closed to every role that the list of calls does not name', () => {
  for (const role of storeRoles) {
    expect(mayInStore(role, {})).toBe(false)
    expect(mayInStore(role, { call: 'store-owner/some-new-call' })).toBe(false)
  }
})

test('every call in the list of exceptions is open to owners', () => {
  const names = calls.map(([name]) => name)
  expect(Object.keys(rolesOfCall).filter((name) => !names.includes(name))).toEqual([])
})

test('[T-06] a role grants only roles below itself, and only the shop creates owners', () => {
  expect(rolesBelow('owner')).toEqual(['manager', 'kitchen', 'cashier'])
  expect(rolesBelow('manager')).toEqual(['kitchen', 'cashier'])
  expect([rolesBelow('kitchen'), rolesBelow('cashier')]).toEqual([[], []])
})
