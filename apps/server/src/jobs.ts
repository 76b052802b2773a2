import { jobs as reminders } from '#features/bookings/reminders/jobs.ts'
import { jobs as visits } from '#features/bookings/visits/jobs.ts'
import { jobs as waitList } from '#features/bookings/wait-list/jobs.ts'
import { jobs as storeAdmin } from '#features/catalogue/store-admin/announce-payout-details.ts'
import { jobs as bestSellers } from '#features/catalogue/store-menu/best-sellers.ts'
import { jobs as stores } from '#features/catalogue/stores/jobs.ts'
import { jobs as trips } from '#features/delivery/trips/jobs.ts'
import { jobs as accounts } from '#features/identity/accounts/jobs.ts'
import { jobs as employees } from '#features/identity/employees/send-invitation.ts'
import { jobs as signIns } from '#features/identity/sign-ins/jobs.ts'
import { jobs as staff } from '#features/identity/staff/jobs.ts'
import { jobs as exports } from '#features/insight/exports/jobs.ts'
import { jobs as reports } from '#features/insight/reports/jobs.ts'
import { jobs as referrals } from '#features/ledger/referrals/jobs.ts'
import { jobs as wallet } from '#features/ledger/wallet/jobs.ts'
import { jobs as push } from '#features/messaging/push/jobs.ts'
import { jobs as backup } from '#features/operations/backup/jobs.ts'
import { jobs as integrations } from '#features/operations/integrations/jobs.ts'
import { jobs as invoices } from '#features/ordering/invoices/jobs.ts'
import { jobs as orderTexts } from '#features/ordering/order-texts/jobs.ts'
import { jobs as orders } from '#features/ordering/orders/jobs.ts'
import { jobs as reviews } from '#features/ordering/reviews/delete-photos.ts'
import { jobs as payments } from '#features/payments/attempts/jobs.ts'
import { jobs as pictures } from '#features/storefront/pictures/jobs.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { jobs as deleteOldRows } from './delete-old-rows.ts'

/** Lists the jobs of every feature, because the worker must not import features. */
export const featureJobs: readonly FeatureJobs[] = [
  accounts,
  stores,
  bestSellers,
  orders,
  reviews,
  pictures,
  backup,
  employees,
  exports,
  integrations,
  invoices,
  payments,
  orderTexts,
  push,
  referrals,
  reminders,
  reports,
  signIns,
  staff,
  storeAdmin,
  trips,
  visits,
  waitList,
  deleteOldRows,
  wallet,
]
