import { z } from 'zod'
import { sendRefund } from '#features/payments/refunds/refunds.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { askByClock } from './ask-provider.ts'
import { closeAttempt, closeWhatIsOver } from './close-attempts.ts'

const attempt = z.object({ attemptId: z.string().transform(BigInt) })
const refund = z.object({ refundId: z.string().transform(BigInt) })

export const jobs: FeatureJobs = {
  tasks: {
    'ask-provider': async (payload, services) => askByClock(services, attempt.parse(payload).attemptId),
    'close-attempt': async (payload, services) => closeAttempt(services, attempt.parse(payload).attemptId),
    'close-what-is-over': async (_, services) => closeWhatIsOver(services),
    'send-refund': async (payload, services) => sendRefund(services, refund.parse(payload).refundId),
  },
  crontab: ['* * * * * close-what-is-over'],
}
