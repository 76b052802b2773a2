import type { FeatureJobs } from '#worker/worker.ts'
import { watchCodes } from './code-budgets.ts'

/** Alarms about codes close within ten minutes of their end. */
export const jobs: FeatureJobs = {
  tasks: { 'watch-codes': async (_payload, services) => watchCodes(services) },
  crontab: ['*/10 * * * * watch-codes'],
}
