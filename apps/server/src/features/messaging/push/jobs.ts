import { z } from 'zod'
import type { FeatureJobs } from '#worker/worker.ts'
import { tellNextCustomers } from './broadcast.ts'
import { pushOrderEvent } from './push-order.ts'
import { sendDelivery } from './send.ts'

const about = z.object({ id: z.coerce.bigint() })

export const jobs: FeatureJobs = {
  tasks: {
    'push-order-event': async (payload, services) => pushOrderEvent(services, about.parse(payload).id),
    'send-push': async (payload, services) => sendDelivery(services, about.parse(payload).id),
    'tell-next-customers': async (payload, services) => tellNextCustomers(services, Number(about.parse(payload).id)),
  },
}
