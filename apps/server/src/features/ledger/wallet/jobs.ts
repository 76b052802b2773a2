import { logEvent } from '#log-events.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { runLedgerCheck } from './run-ledger-check.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'check-books': async (_payload, { db, log }) => {
      for (const difference of await runLedgerCheck(db)) logEvent(log, 'ledger.difference_found', { difference })
    },
  },
  // The ledger check runs at night in India: crontab hours are in UTC.
  crontab: ['41 20 * * * check-books'],
}
