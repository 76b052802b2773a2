import { createHash } from 'node:crypto'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import { addJob } from '#worker/add-job.ts'
import { isPushOn } from './payload.ts'
import { type DeliveryToSend, deleteSubscription, findDelivery, markSent } from './queries.ts'

type SendServices = Pick<Services, 'db' | 'settings' | 'config' | 'outside' | 'log'>

/** A push service could not accept a message, so the job tries again; the error message names no person. */
class PushFailed extends Error {
  override name = 'PushFailed'
}

/**
 * Sends one message to one browser. A message whose sending is recorded is not sent again. If the process dies after it
 * has sent the message and before it has recorded this, a device that was offline shows only the second message,
 * because both have the same topic.
 * @throws PushFailed for the worker to try again later
 */
export async function sendDelivery(services: SendServices, id: bigint): Promise<void> {
  const { db, settings, log } = services
  const delivery = await findDelivery(db, id)
  if (!delivery || delivery.is_sent || delivery.is_stale || !delivery.is_wanted || !isPushOn(settings)) return
  if (delivery.public_key !== settings.get('firebasePublic')) return forget(services, delivery)
  const outcome = await hand(services, delivery)
  if (outcome.kind === 'gone') return forget(services, delivery)
  if (outcome.kind === 'later') return comeAgain(services, delivery, outcome)
  // The push service refused our keys or the message, so another try would not help; the subscription stays, because it
  // may work again with corrected keys.
  if (outcome.kind === 'refused') return logEvent(log, 'push.refused', { status: outcome.status })
  await inTransaction(db, (tx) => markSent(tx, delivery.id))
}

function hand({ outside, settings, config }: SendServices, delivery: DeliveryToSend) {
  const { endpoint, p256dh, auth, payload, ttl_seconds: ttlSeconds, urgency, message_key, contact } = delivery
  const topic = createHash('sha256').update(message_key).digest('base64url').slice(0, 32)
  return outside.push.send(
    { endpoint, p256dh, auth },
    { payload: JSON.stringify(payload), ttlSeconds, urgency, topic, contact },
    {
      publicKey: settings.get('firebasePublic'),
      privateKey: settings.get('firebaseSecret'),
      subject: config.push.subject,
    },
  )
}

async function forget({ db, log }: SendServices, { subscription_id }: DeliveryToSend): Promise<void> {
  await inTransaction(db, (tx) => deleteSubscription(tx, subscription_id))
  logEvent(log, 'push.subscription_ended')
}

/**
 * Queues another try: at the time that the push service names, or else after the worker's delay, which grows with each
 * try.
 */
async function comeAgain(
  { db }: SendServices,
  { id }: DeliveryToSend,
  { why, retryAfterSeconds }: { why: string; retryAfterSeconds: number | undefined },
): Promise<void> {
  if (retryAfterSeconds === undefined) throw new PushFailed(`the push service ${why}`)
  const runAt = new Date(Date.now() + retryAfterSeconds * 1000)
  await inTransaction(db, (tx) =>
    addJob(tx, { name: 'send-push', payload: { id: String(id) }, key: `send-push:${id}`, runAt }),
  )
}
