import type { FeatureJobs } from '#worker/worker.ts'
import { makeBackup, startPlannedBackup } from './make-backup.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'make-backup': makeBackup,
    'start-planned-backup': async (_payload, services) => startPlannedBackup(services),
  },
  crontab: ['41 * * * * start-planned-backup'],
}
