import { z } from 'zod'
import type { FeatureJobs } from '#worker/worker.ts'
import { tellNextCustomers } from './broadcast.ts'
import { pushOrderEvent } from './push-order.ts'
import { pushVisitReminder } from './push-visit.ts'
import { sendDelivery } from './send.ts'
import { pushVisitOffer, textVisitOffer } from './tell-of-offer.ts'

const about = z.object({ id: z.coerce.bigint() })
const ofVisit = z.object({ visitId: z.int(), sequence: z.int(), hours: z.int() })

export const jobs: FeatureJobs = {
  tasks: {
    'push-order-event': async (payload, services) => pushOrderEvent(services, about.parse(payload).id),
    'push-visit-reminder': async (payload, services) => pushVisitReminder(services, ofVisit.parse(payload)),
    'push-visit-offer': async (payload, services) => pushVisitOffer(services, Number(about.parse(payload).id)),
    'text-visit-offer': async (payload, services) => textVisitOffer(services, Number(about.parse(payload).id)),
    'send-push': async (payload, services) => sendDelivery(services, about.parse(payload).id),
    'tell-next-customers': async (payload, services) => tellNextCustomers(services, Number(about.parse(payload).id)),
  },
}
