import type { FeatureJobs } from '#worker/worker.ts'
import { watchStops } from './watch-stops.ts'

export const jobs: FeatureJobs = {
  tasks: { 'watch-stops': async (_payload, services) => watchStops(services) },
  crontab: ['* * * * * watch-stops'],
}
