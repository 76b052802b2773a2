import type { FeatureJobs } from '#worker/worker.ts'
import { checkBooks } from './check-books.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'check-books': async (_payload, { db, log }) => {
      for (const difference of await checkBooks(db)) log.error({ difference }, 'the books do not agree')
    },
  },
  // Hours of the crontab are those of UTC: the books are gone through while the town sleeps.
  crontab: ['41 20 * * * check-books'],
}
