import { z } from 'zod'
import type { Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { notify } from '#platform/notifications/notify.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { addJob } from '#worker/add-job.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { listOwnerContacts } from './queries.ts'

const payloadForm = z.object({ store: z.string(), url: z.string(), userId: z.int() })

/**
 * Notifies every owner of a store that its payout details have changed: in the app, by e-mail and by text message. The
 * messages are queued in the transaction of the change.
 */
export async function announcePayoutDetails(tx: Tx, { storeId, url }: { storeId: number; url: string }): Promise<void> {
  for (const { id: userId, store } of await listOwnerContacts(tx, storeId)) {
    const params = { store, url }
    await notify(tx, { userId, title: 'payoutDetailsNoticeTitle', message: 'payoutDetailsNoticeMessage', params })
    for (const way of ['mail', 'text'] as const)
      await addJob(tx, { name: `announce-payout-details-by-${way}`, payload: { ...params, userId, storeId } })
  }
}

const announce =
  (way: 'mail' | 'text') =>
  async (payload: unknown, { db, settings, outside }: Services) => {
    const { store, url, userId } = payloadForm.parse(payload)
    const owner = await db
      .selectFrom('users')
      .select(['email', 'phone', 'language'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const language = owner?.language ?? undefined
    const text = settings.text('payoutDetailsNoticeMessage', { store, url }, language)
    const subject = settings.text('payoutDetailsNoticeTitle', {}, language)
    if (way === 'mail' && owner?.email) await outside.mail.send({ to: owner.email, subject, text })
    if (way === 'text' && owner?.phone && isMobile(owner.phone)) await outside.sms.send({ to: owner.phone, text })
  }

export const jobs: FeatureJobs = {
  tasks: { 'announce-payout-details-by-mail': announce('mail'), 'announce-payout-details-by-text': announce('text') },
}
