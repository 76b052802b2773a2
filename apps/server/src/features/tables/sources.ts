import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { auditTable } from '#features/audit/table.ts'
import { cashCollectionsTable, cashHeldTable } from '#features/cash-collections/table.ts'
import { couponsTable, couponUsesTable } from '#features/coupons/table.ts'
import { dataRequestsTable } from '#features/data-requests/table.ts'
import { exportRunsTable } from '#features/exports/table.ts'
import { webhookDeliveriesTable } from '#features/integrations/table.ts'
import { callersTable, ordersTable } from '#features/order-desk/table.ts'
import { disputesTable, paymentIssuesTable } from '#features/payments/table.ts'
import { customersTable, ownersTable, ridersTable, staffTable } from '#features/people/table.ts'
import { slidersTable } from '#features/promotions/table.ts'
import { broadcastsTable } from '#features/push/table.ts'
import { referralCostTable } from '#features/referrals/table.ts'
import {
  cohortsTable,
  itemsSoldTable,
  ordersByHourTable,
  promisesTable,
  referralResultsTable,
  riderTimesTable,
  salesByDayTable,
  taxesTable,
  topItemsTable,
  topStoresTable,
  tripsTable,
} from '#features/reports/table.ts'
import { reviewsTable } from '#features/reviews/table.ts'
import { signInsTable } from '#features/sign-ins/table.ts'
import {
  cashRequestsTable,
  commissionApprovalsTable,
  paymentApprovalsTable,
  refundsTable,
  storeDebtsTable,
  storeSettlementsTable,
  walletAdjustmentsTable,
} from '#features/staff-money/table.ts'
import { pagesTable } from '#features/static-pages/table.ts'
import { storeCategoriesTable, storesTable } from '#features/store-desk/table.ts'
import { addonsTable, itemCategoriesTable, itemsTable } from '#features/store-menu/table.ts'
import { payoutsTable } from '#features/store-payouts/table.ts'
import { liabilitiesTable, walletTransactionsTable } from '#features/wallet/table.ts'
import type { TableSource } from './source.ts'

/** The SQL of every table of the dashboard; one without does not compile. */
export const sources: { [Name in TableName]: TableSource<Name> } = {
  audit: auditTable,
  sales_by_day: salesByDayTable,
  taxes: taxesTable,
  items_sold: itemsSoldTable,
  trips: tripsTable,
  top_items: topItemsTable,
  top_stores: topStoresTable,
  orders_by_hour: ordersByHourTable,
  promises: promisesTable,
  rider_times: riderTimesTable,
  cohorts: cohortsTable,
  referral_results: referralResultsTable,
  referral_cost: referralCostTable,
  liabilities: liabilitiesTable,
  export_runs: exportRunsTable,
  webhook_deliveries: webhookDeliveriesTable,
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
  customers: customersTable,
  staff: staffTable,
  riders: ridersTable,
  owners: ownersTable,
  sign_ins: signInsTable,
  data_requests: dataRequestsTable,
  wallet_transactions: walletTransactionsTable,
  wallet_adjustments: walletAdjustmentsTable,
  refunds: refundsTable,
  payment_approvals: paymentApprovalsTable,
  commission_approvals: commissionApprovalsTable,
  store_debts: storeDebtsTable,
  store_settlements: storeSettlementsTable,
  cash_requests: cashRequestsTable,
  cash_held: cashHeldTable,
  cash_collections: cashCollectionsTable,
  payouts: payoutsTable,
  payment_issues: paymentIssuesTable,
  disputes: disputesTable,
}
