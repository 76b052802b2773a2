import type { FeatureJobs } from '#worker/worker.ts'
import { expireUnpaidOrders, startScheduledOrders } from './scheduler.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'expire-unpaid-orders': async (_payload, services) => expireUnpaidOrders(services),
    'start-scheduled-orders': async (_payload, services) => startScheduledOrders(services),
  },
  crontab: ['* * * * * expire-unpaid-orders', '* * * * * start-scheduled-orders'],
}
