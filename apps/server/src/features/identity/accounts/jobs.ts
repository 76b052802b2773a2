import type { FeatureJobs } from '#worker/worker.ts'
import { watchCodes } from './code-budgets.ts'

/** Closes alarms about codes within ten minutes after their cause has ended. */
export const jobs: FeatureJobs = {
  tasks: { 'watch-codes': async (_payload, services) => watchCodes(services) },
  crontab: ['*/10 * * * * watch-codes'],
}
