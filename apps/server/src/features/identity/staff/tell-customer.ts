import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { z } from 'zod'
import type { Tx } from '#db/connection.ts'
import { textAccount } from '#features/identity/accounts/text-account.ts'
import type { Services } from '#http/calls.ts'
import { giveBackToLimit, isWithinLimit } from '#http/limits.ts'
import { notify } from '#platform/notifications/notify.ts'
import { addJob } from '#worker/add-job.ts'
import { findContact } from './queries.ts'

const news = {
  acting: { title: 'actingNoticeTitle', message: 'actingNoticeMessage' },
  owner: { title: 'actingNoticeTitle', message: 'actingOwnerNoticeMessage' },
  guest: { title: 'guestNoticeTitle', message: 'guestNoticeMessage' },
  store: { title: 'storeActingNoticeTitle', message: 'storeActingNoticeMessage' },
  password: { title: 'loginSetNoticeTitle', message: 'passwordSetNoticeMessage' },
  contact: { title: 'loginSetNoticeTitle', message: 'contactSetNoticeMessage' },
  'own-contact': { title: 'loginSetNoticeTitle', message: 'ownContactSetNoticeMessage' },
  'store-guest': { title: 'guestNoticeTitle', message: 'storeGuestNoticeMessage' },
} as const satisfies Record<string, { title: TextKey; message: TextKey }>

export type News = keyof typeof news

const payloadForm = z.object({
  userId: z.int(),
  news: z.enum(['acting', 'owner', 'guest', 'store', 'password', 'contact', 'own-contact', 'store-guest']),
  url: z.string(),
  /** The contact that gets the message; if missing, the account's contact at the time of sending. */
  contact: z
    .object({
      phone: z.string().nullable(),
      email: z.string().nullable(),
      is_phone_trusted: z.boolean().default(false),
    })
    .optional(),
  /** The person who acts; jobs that an older release queued have none. */
  actorId: z.int().optional(),
})

/**
 * Maximum number of messages to one person in an hour: first, messages that someone acts for them, no matter who;
 * second, all other messages about their account.
 */
const MAX_ACTING_PER_HOUR = 1
const MAX_OTHER_PER_HOUR = 5

/**
 * Notifies a customer or store owner that staff or a store act in their name, created their account or changed their
 * login, or that they changed it themselves: in the app immediately, and by text message or mail after the transaction has committed
 * (docs/reference/security.md#acting-for-a-customer).
 */
export async function tellCustomer(tx: Tx, payload: z.input<typeof payloadForm>): Promise<void> {
  const { title, message } = news[payload.news]
  await notify(tx, { userId: payload.userId, title, message, params: { url: payload.url } })
  await addJob(tx, { name: 'tell-customer-of-staff', payload })
}

/**
 * Runs the job of `tellCustomer`. A guest account always has a phone, and its e-mail address is invented, so it gets no
 * e-mail. When a person's limit of messages is reached, they get only the notification in the app.
 */
export async function sendToCustomer(payload: unknown, services: Services): Promise<void> {
  const { db, settings, outside } = services
  const { userId, news: kind, url, actorId, contact: before } = payloadForm.parse(payload)
  const account = await findContact(db, userId)
  if (!account) return
  const { phone, email, is_phone_trusted: isTrusted } = before ?? account
  const isActing = kind === 'acting' || kind === 'owner' || kind === 'store'
  const key = `told-of-${isActing ? 'acting' : 'staff'}:${userId}`
  const most = isActing ? MAX_ACTING_PER_HOUR : MAX_OTHER_PER_HOUR
  if (!(await isWithinLimit(db, { key, most, windowSeconds: 3600 }))) return
  const { title, message } = news[kind]
  const language = account.language ?? undefined
  const text = settings.text(message, { url }, language)
  try {
    if (phone) await textAccount(services, { phone, isTrusted, text, actorId })
    else if (email) await outside.mail.send({ to: email, subject: settings.text(title, {}, language), text })
  } catch (error) {
    await giveBackToLimit(db, key)
    throw error
  }
}
