import { logEvent } from '#log-events.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { openAndCloseStores } from './queries.ts'

/**
 * Each minute, opens and closes stores that follow their hours, and ends pauses that are over
 * (docs/reference/wire.md#opening-hours, D-04).
 */
export const jobs: FeatureJobs = {
  tasks: {
    'open-and-close-stores': async (_payload, { db, log }) => {
      const changed = await openAndCloseStores(db)
      if (changed > 0n) logEvent(log, 'stores.opened_or_closed', { changed: Number(changed) })
    },
  },
  crontab: ['* * * * * open-and-close-stores'],
}
