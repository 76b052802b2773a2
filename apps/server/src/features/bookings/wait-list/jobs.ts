import { z } from 'zod'
import type { FeatureJobs } from '#worker/worker.ts'
import { offerFreedTime } from './offer-freed-time.ts'
import { endOverEntries } from './queries.ts'

const salon = z.object({ store_id: z.int() })

export const jobs: FeatureJobs = {
  tasks: {
    'offer-freed-time': async (payload, services) => offerFreedTime(services, salon.parse(payload).store_id),
    'end-over-wait-entries': async (_payload, { db }) => endOverEntries(db),
  },
  crontab: ['*/10 * * * * end-over-wait-entries'],
}
