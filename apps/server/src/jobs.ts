import { jobs as accounts } from '#features/accounts/jobs.ts'
import { jobs as backup } from '#features/backup/jobs.ts'
import { jobs as exports } from '#features/exports/jobs.ts'
import { jobs as integrations } from '#features/integrations/jobs.ts'
import { jobs as invoices } from '#features/invoices/jobs.ts'
import { jobs as orderTexts } from '#features/order-texts/jobs.ts'
import { jobs as orders } from '#features/orders/jobs.ts'
import { jobs as payments } from '#features/payments/jobs.ts'
import { jobs as pictures } from '#features/pictures/jobs.ts'
import { jobs as push } from '#features/push/jobs.ts'
import { jobs as referrals } from '#features/referrals/jobs.ts'
import { jobs as signIns } from '#features/sign-ins/jobs.ts'
import { jobs as staff } from '#features/staff/jobs.ts'
import { jobs as storeDesk } from '#features/store-desk/announce-payout-details.ts'
import { jobs as stores } from '#features/stores/jobs.ts'
import { jobs as upkeep } from '#features/upkeep/jobs.ts'
import { jobs as wallet } from '#features/wallet/jobs.ts'
import type { FeatureJobs } from '#worker/worker.ts'

/** The jobs of every feature; the worker itself knows none of them. */
export const featureJobs: readonly FeatureJobs[] = [
  accounts,
  stores,
  orders,
  pictures,
  backup,
  exports,
  integrations,
  invoices,
  payments,
  orderTexts,
  push,
  referrals,
  signIns,
  staff,
  storeDesk,
  upkeep,
  wallet,
]
