import type { FeatureJobs } from '#worker/worker.ts'
import { totalDays } from './total-days.ts'

export const jobs: FeatureJobs = {
  tasks: { 'total-days': async (_payload, services) => totalDays(services) },
  crontab: ['*/10 * * * * total-days'],
}
