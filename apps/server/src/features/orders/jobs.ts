import type { FeatureJobs } from '#worker/worker.ts'

export const jobs: FeatureJobs = { tasks: {} }
