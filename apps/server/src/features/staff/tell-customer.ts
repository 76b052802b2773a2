import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { z } from 'zod'
import type { Tx } from '#db/connection.ts'
import { notify } from '#features/notifications/notify.ts'
import type { Services } from '#http/calls.ts'
import { addJob } from '#worker/add-job.ts'
import { findContact } from './queries.ts'

const news = {
  acting: { title: 'actingNoticeTitle', message: 'actingNoticeMessage' },
  owner: { title: 'actingNoticeTitle', message: 'actingOwnerNoticeMessage' },
  guest: { title: 'guestNoticeTitle', message: 'guestNoticeMessage' },
  store: { title: 'storeActingNoticeTitle', message: 'storeActingNoticeMessage' },
  password: { title: 'loginSetNoticeTitle', message: 'passwordSetNoticeMessage' },
  contact: { title: 'loginSetNoticeTitle', message: 'contactSetNoticeMessage' },
  'store-guest': { title: 'guestNoticeTitle', message: 'storeGuestNoticeMessage' },
} as const satisfies Record<string, { title: TextKey; message: TextKey }>

export type News = keyof typeof news

const payloadForm = z.object({
  userId: z.int(),
  news: z.enum(['acting', 'owner', 'guest', 'store', 'password', 'contact', 'store-guest']),
  url: z.string(),
  /** Where to, unless it is where he is to be found when the message leaves. */
  contact: z.object({ phone: z.string().nullable(), email: z.string().nullable() }).optional(),
})

/**
 * Tells a customer or store owner that staff, or a store, act in his name, made his account or set what lets him in: in the
 * app at once, and by text message or mail when the transaction has committed (security document §3).
 */
export async function tellCustomer(tx: Tx, told: z.infer<typeof payloadForm>): Promise<void> {
  const { title, message } = news[told.news]
  await notify(tx, { userId: told.userId, title, message, params: { url: told.url } })
  await addJob(tx, { name: 'tell-customer-of-staff', payload: told })
}

/** The job behind `tellCustomer`. Every guest has a phone, so the mail address made up for him is never written to. */
export async function sendToCustomer(payload: unknown, { db, settings, outside }: Services): Promise<void> {
  const told = payloadForm.parse(payload)
  const account = await findContact(db, told.userId)
  if (!account) return
  const contact = { ...account, ...told.contact }
  const { title, message } = news[told.news]
  const language = contact.language ?? undefined
  const text = settings.text(message, { url: told.url }, language)
  if (contact.phone) await outside.sms.send({ to: contact.phone, text })
  else if (contact.email)
    await outside.mail.send({ to: contact.email, subject: settings.text(title, {}, language), text })
}
