import type { FeatureJobs } from '#worker/worker.ts'
import { creditDueCommissions } from './credit-commissions.ts'

/** Commissions with a holding time become money within ten minutes of its end. */
export const jobs: FeatureJobs = {
  tasks: { 'credit-commissions': async (_payload, services) => creditDueCommissions(services) },
  crontab: ['*/10 * * * * credit-commissions'],
}
