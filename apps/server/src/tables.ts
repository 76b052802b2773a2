import { salonCustomersTable, visitsTable } from '#features/bookings/reception/table.ts'
import { storeCategoriesTable, storesTable } from '#features/catalogue/store-admin/table.ts'
import { addonsTable, itemCategoriesTable, itemsTable } from '#features/catalogue/store-menu/table.ts'
import { cashCollectionsTable, cashHeldTable } from '#features/delivery/cash-collections/table.ts'
import { dataRequestsTable } from '#features/identity/data-requests/table.ts'
import { customersTable, ownersTable, ridersTable, staffTable } from '#features/identity/people/table.ts'
import { signInsTable } from '#features/identity/sign-ins/table.ts'
import { exportRunsTable } from '#features/insight/exports/table.ts'
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
} from '#features/insight/reports/table.ts'
import {
  cashRequestsTable,
  commissionApprovalsTable,
  paymentApprovalsTable,
  refundsTable,
  storeDebtsTable,
  storeSettlementsTable,
  walletAdjustmentsTable,
} from '#features/ledger/adjustments/table.ts'
import { payoutsTable } from '#features/ledger/payouts/table.ts'
import { referralCostTable } from '#features/ledger/referrals/table.ts'
import { liabilitiesTable, walletTransactionsTable } from '#features/ledger/wallet/table.ts'
import { broadcastsTable } from '#features/messaging/push/table.ts'
import { webhookDeliveriesTable } from '#features/operations/integrations/table.ts'
import { casesTable } from '#features/ordering/cases/table.ts'
import { couponsTable, couponUsesTable } from '#features/ordering/coupons/table.ts'
import { callersTable, ordersTable } from '#features/ordering/order-admin/table.ts'
import { reviewsTable } from '#features/ordering/reviews/table.ts'
import { disputesTable, paymentIssuesTable } from '#features/payments/attempts/table.ts'
import { slidersTable } from '#features/storefront/sliders/table.ts'
import { pagesTable } from '#features/storefront/static-pages/table.ts'
import { auditTable } from '#platform/audit/table.ts'
import type { TableSources } from '#platform/tables/source.ts'

/**
 * Collects the dashboard tables of all domains, because the code that reads and exports tables must not import the
 * domains.
 */
export const tableSources: TableSources = {
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
  visits: visitsTable,
  salon_customers: salonCustomersTable,
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
  cases: casesTable,
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
