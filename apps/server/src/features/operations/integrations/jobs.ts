import type { FeatureJobs } from '#worker/worker.ts'
import { deliverWebhook, tellWebhookStopped } from './deliver.ts'
import { deleteOldEvents } from './queries.ts'

export const jobs: FeatureJobs = {
  tasks: {
    'deliver-webhook': deliverWebhook,
    'tell-webhook-stopped': tellWebhookStopped,
    'forget-old-webhooks': async (_, { db }) => deleteOldEvents(db),
  },
  crontab: ['41 * * * * forget-old-webhooks'],
}
