import { checkLedger } from '#features/wallet/checker.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { expireUnpaidOrders, startScheduledOrders } from './clock.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'expire-unpaid-orders': async (_payload, services) => expireUnpaidOrders(services),
    'start-scheduled-orders': async (_payload, services) => startScheduledOrders(services),
    'check-books': async (_payload, { db, log }) => {
      for (const difference of await checkLedger(db)) log.error({ difference }, 'the books do not agree')
    },
  },
  // Hours of the crontab are those of UTC: the books are gone through while the town sleeps.
  crontab: ['* * * * * expire-unpaid-orders', '* * * * * start-scheduled-orders', '41 20 * * * check-books'],
}
