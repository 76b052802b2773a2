import type { FeatureJobs } from '#worker/worker.ts'
import { watchCodes } from './code-budgets.ts'

/** Clears alarms about codes within ten minutes after their cause ends. */
export const jobs: FeatureJobs = {
  tasks: { 'watch-codes': async (_payload, services) => watchCodes(services) },
  crontab: ['*/10 * * * * watch-codes'],
}
