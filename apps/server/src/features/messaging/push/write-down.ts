import type { Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import type { SessionAudience } from '#http/session.ts'
import { type PushContent, toPayload } from './payload.ts'
import { insertDeliveries, listRecipients, type MessageFacts } from './queries.ts'

export type PushServices = Pick<Services, 'db' | 'settings' | 'config'>
/** Returns a message in a language; undefined means the language of the shop. */
export type Texts = (language: string | undefined) => PushContent
export type Message = {
  userIds: readonly number[]
  audience: SessionAudience
  about: Omit<MessageFacts, 'key'>
  texts: Texts
}

/**
 * Records a message for each browser of these people, with the job that sends it. Returns the number of browsers that
 * get the message, including those that already have a message with this key.
 */
export async function writeDown(
  tx: Tx,
  key: string,
  message: Message,
  { settings, config }: PushServices,
): Promise<number> {
  const { userIds, audience, about, texts } = message
  const recipients = await listRecipients(tx, {
    userIds,
    audience,
    publicKey: settings.get('firebasePublic'),
    kind: about.kind,
  })
  const siteUrl = config.publicUrl ?? settings.get('storeUrl').replace(/\/+$/, '')
  const deliveries = recipients.map(({ id, language }) => ({
    subscriptionId: id,
    payload: toPayload(texts(language ?? undefined), siteUrl),
  }))
  await insertDeliveries(tx, { key, ...about }, deliveries)
  return deliveries.length
}
