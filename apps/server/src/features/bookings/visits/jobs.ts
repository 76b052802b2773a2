import type { FeatureJobs } from '#worker/worker.ts'
import { payKeptShares } from './kept-share.ts'
import { deleteEndedHolds } from './queries.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'delete-ended-holds': async (_payload, { db }) => {
      await deleteEndedHolds(db)
    },
    'pay-kept-shares': async (_payload, services) => payKeptShares(services),
  },
  crontab: ['* * * * * delete-ended-holds', '*/5 * * * * pay-kept-shares'],
}
