import type { FeatureJobs } from '#worker/worker.ts'
import { sendToCustomer } from './tell-customer.ts'

export const jobs: FeatureJobs = { tasks: { 'tell-customer-of-staff': sendToCustomer } }
