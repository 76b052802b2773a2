import type { FeatureJobs } from '#worker/worker.ts'
import { mailInvoice } from './mail-invoice.ts'

export const jobs: FeatureJobs = { tasks: { 'mail-invoice': mailInvoice } }
