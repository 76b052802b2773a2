import { z } from 'zod'
import type { FeatureJobs } from '#worker/worker.ts'
import { sendOrderText, textOrderEvent } from './text-order.ts'

const event = z.object({ id: z.coerce.bigint() })
const text = z.object({ eventId: z.coerce.bigint(), userId: z.int() })

export const jobs: FeatureJobs = {
  tasks: {
    'text-order-event': async (payload, services) => textOrderEvent(services, event.parse(payload).id),
    'send-order-text': async (payload, services) => sendOrderText(services, text.parse(payload)),
  },
}
