import type { FeatureJobs } from '#worker/worker.ts'
import { creditDueCommissions, watchCommissions } from './credit-commissions.ts'

/** Credits commissions within ten minutes after their holding time has ended. */
export const jobs: FeatureJobs = {
  tasks: {
    'credit-commissions': async (_payload, services) => creditDueCommissions(services),
    'watch-commissions': async (_payload, services) => watchCommissions(services),
  },
  crontab: ['*/10 * * * * credit-commissions', '5 * * * * watch-commissions'],
}
