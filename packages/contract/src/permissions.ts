/**
 * The permissions of staff, with the labels that the dashboard shows
 * (docs/reference/wire.md#dashboard-features-and-permissions). Administrators have all permissions.
 */
export const permissions = {
  dashboard_view: "See the shop's sales figures",
  stores_view: 'See stores',
  stores_edit: 'Change stores',
  stores_sort: 'Sort stores',
  stores_add: 'Add stores',
  approve_stores: 'Approve new stores',
  login_as_store_owner: 'Log in as a store owner',
  login_as_customer: 'Order for callers',
  addon_categories_view: 'See add-on categories',
  addon_categories_edit: 'Change add-on categories',
  addon_categories_add: 'Add add-on categories',
  addons_view: 'See add-ons',
  addons_edit: 'Change add-ons',
  addons_add: 'Add add-ons',
  addons_actions: 'Turn add-ons on and off',
  menu_categories_view: 'See menu categories',
  menu_categories_edit: 'Change menu categories',
  menu_categories_add: 'Add menu categories',
  menu_categories_actions: 'Turn menu categories on and off',
  items_view: 'See items',
  items_edit: 'Change items',
  items_add: 'Add items',
  items_actions: 'Turn items on and off',
  all_users_view: 'See all people',
  all_users_edit: 'Change and ban people',
  all_users_wallet: "Change and spend customers' wallets, and change their sign-in details",
  delivery_guys_view: 'See riders',
  delivery_guys_manage_stores: 'Set the stores of a rider',
  store_owners_view: 'See store owners',
  store_owners_manage_stores: 'Set the stores of an owner',
  order_view: 'See orders',
  order_actions: 'Accept, assign, cancel and refund orders',
  promo_sliders_manage: 'Promotion sliders',
  store_category_sliders_manage: 'Category tiles',
  coupons_manage: 'Coupons',
  pages_manage: 'Pages',
  popular_location_manage: 'Popular locations',
  send_notification_manage: 'Send notifications',
  store_payouts_manage: 'Payouts to stores',
  translations_manage: 'Languages and texts',
  delivery_collection_manage: 'Collect cash from riders',
  delivery_collection_logs_view: 'See cash collections',
  wallet_transactions_view: 'See wallet movements',
  reports_view: 'See reports',
  settings_manage: 'Settings',
} as const

/** The name of a permission, on the wire and in the database. */
export type Permission = keyof typeof permissions

/** All permissions; administrators have every one. */
export const allPermissions = Object.keys(permissions) as Permission[]
