import type { FeatureJobs } from '#worker/worker.ts'
import { makeExport } from './make-export.ts'
import { forgetOldExports, startDuePlans } from './plans.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'make-export': makeExport,
    'start-due-exports': async (_, services) => startDuePlans(services),
    'forget-old-exports': async (_, services) => forgetOldExports(services),
  },
  crontab: ['*/5 * * * * start-due-exports', '23 * * * * forget-old-exports'],
}
