import { z } from 'zod'
import type { FeatureJobs } from '#worker/worker.ts'
import { mailReminder, remindOfVisits, textReminder } from './remind.ts'

const key = z.object({ visitId: z.int(), sequence: z.int(), hours: z.int() })

export const jobs: FeatureJobs = {
  tasks: {
    'remind-of-visits': async (_payload, services) => remindOfVisits(services),
    'text-visit-reminder': async (payload, services) => textReminder(services, key.parse(payload)),
    'mail-visit-reminder': async (payload, services) => mailReminder(services, key.parse(payload)),
  },
  crontab: ['* * * * * remind-of-visits'],
}
