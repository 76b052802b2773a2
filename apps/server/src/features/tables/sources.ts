import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { auditTable } from '#features/audit/table.ts'
import { couponsTable, couponUsesTable } from '#features/coupons/table.ts'
import { callersTable, ordersTable } from '#features/order-desk/table.ts'
import { slidersTable } from '#features/promotions/table.ts'
import { broadcastsTable } from '#features/push/table.ts'
import { reviewsTable } from '#features/reviews/table.ts'
import { pagesTable } from '#features/static-pages/table.ts'
import { storeCategoriesTable, storesTable } from '#features/store-desk/table.ts'
import { addonsTable, itemCategoriesTable, itemsTable } from '#features/store-menu/table.ts'
import type { TableSource } from './source.ts'

/** The SQL of every table of the dashboard; one without does not compile. */
export const sources: { [Name in TableName]: TableSource<Name> } = {
  audit: auditTable,
  orders: ordersTable,
  callers: callersTable,
  stores: storesTable,
  store_categories: storeCategoriesTable,
  items: itemsTable,
  item_categories: itemCategoriesTable,
  addons: addonsTable,
  coupons: couponsTable,
  coupon_uses: couponUsesTable,
  promo_sliders: slidersTable,
  pages: pagesTable,
  broadcasts: broadcastsTable,
  reviews: reviewsTable,
}
