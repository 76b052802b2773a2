import { deleteOldEntries } from '#features/bookings/wait-list/queries.ts'
import { deleteOldPositions } from '#features/delivery/trips/delete-positions.ts'
import { deleteDeadCodes } from '#features/identity/accounts/code-queries.ts'
import { deleteOldCodeTurns } from '#features/identity/accounts/code-turns.ts'
import { deleteOldInvitations } from '#features/identity/employees/leave-stores.ts'
import { deleteOldGuesses, deleteOldSignIns } from '#features/identity/sign-ins/delete-old.ts'
import { deleteOldPushDeliveries, deleteUnseenGuests } from '#features/messaging/push/delete-old.ts'
import { deleteOldPhotos } from '#features/ordering/orders/photo-queries.ts'
import { deleteOverShares } from '#features/ordering/sharing/queries.ts'
import { deleteExpiredKeys } from '#http/idempotency.ts'
import { deleteOldCounters } from '#http/limits.ts'
import { deleteOverSessions } from '#http/session.ts'
import type { FeatureJobs } from '#worker/worker.ts'

/**
 * The deletions of expired rows, in the order in which they run. The feature that writes a table also provides the
 * deletion of its rows.
 */
const steps = [
  deleteExpiredKeys,
  deleteDeadCodes,
  deleteOverSessions,
  deleteOldCounters,
  deleteOldCodeTurns,
  deleteOldGuesses,
  deleteOldPositions,
  deleteOldPhotos,
  deleteOldPushDeliveries,
  deleteUnseenGuests,
  deleteOldSignIns,
  deleteOldInvitations,
  deleteOverShares,
  deleteOldEntries,
]

/** Deletes expired rows every hour. */
export const jobs: FeatureJobs = {
  tasks: {
    'forget-what-is-over': async (_payload, { db }) => {
      for (const step of steps) await step(db)
    },
  },
  crontab: ['17 * * * * forget-what-is-over'],
}
