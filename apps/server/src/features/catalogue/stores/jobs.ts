import { logEvent } from '#log-events.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { openAndCloseStores } from './queries.ts'

/** Each minute, stores that follow their hours open and close, and pauses that are over end (docs/reference/wire.md#opening-hours, D-04). */
export const jobs: FeatureJobs = {
  tasks: {
    'open-and-close-stores': async (_payload, { db, log }) => {
      const changed = await openAndCloseStores(db)
      if (changed > 0n) logEvent(log, 'stores.opened_or_closed', { changed: Number(changed) })
    },
  },
  crontab: ['* * * * * open-and-close-stores'],
}
