import { deleteExpiredKeys } from '#http/idempotency.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import {
  deleteDeadCodes,
  deleteOldCounters,
  deleteOldGuesses,
  deleteOldPositions,
  deleteOldPushDeliveries,
  deleteOldSignIns,
  deleteOverSessions,
  deleteUnseenGuests,
} from './queries.ts'

/** Forgets what has had its time, every hour. */
export const jobs: FeatureJobs = {
  tasks: {
    'forget-what-is-over': async (_payload, { db }) => {
      await deleteExpiredKeys(db)
      await deleteDeadCodes(db)
      await deleteOverSessions(db)
      await deleteOldCounters(db)
      await deleteOldGuesses(db)
      await deleteOldPositions(db)
      await deleteOldPushDeliveries(db)
      await deleteUnseenGuests(db)
      await deleteOldSignIns(db)
    },
  },
  crontab: ['17 * * * * forget-what-is-over'],
}
