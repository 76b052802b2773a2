import type { FeatureJobs } from '#worker/worker.ts'
import { checkBooks } from './check-books.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'check-books': async (_payload, { db, log }) => {
      for (const difference of await checkBooks(db)) log.error({ difference }, 'the books do not agree')
    },
  },
  // Crontab hours are UTC, so the ledger check runs at night.
  crontab: ['41 20 * * * check-books'],
}
