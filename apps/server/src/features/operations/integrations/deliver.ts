import { z } from 'zod'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { unseal } from '#http/seal.ts'
import { logEvent } from '#log-events.ts'
import { loggedCause } from '#outside/message-provider.ts'
import type { Sent } from '#outside/webhooks/send.ts'
import { addJob } from '#worker/add-job.ts'
import {
  claimDelivery,
  type DueDelivery,
  findMailAddress,
  noteEndpointFails,
  noteEndpointWell,
  noteTry,
} from './queries.ts'
import { signedHeaders } from './sign.ts'

export const SEALED_FOR = 'webhooks'
const payloadForm = z.object({ id: z.string().transform(BigInt) })
const messageForm = z.object({ url: z.string(), userId: z.int() })
const MINUTE = 60
const HOUR = 60 * MINUTE
/** Seconds between the tries of a delivery; after the last try, the server gives the delivery up. */
export const pausesSeconds = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const
/** Days without an accepted webhook after which an endpoint is stopped. */
const FAILING_DAYS = 5
/** HTTP status (Gone) by which the receiver of a webhook says that it wants no more webhooks. */
const GONE = 410

/** Runs the job of one webhook delivery: sends it once and records the answer. */
export async function deliverWebhook(payload: unknown, services: Services): Promise<void> {
  const { db, config, outside } = services
  const due = await claimDelivery(db, payloadForm.parse(payload).id)
  if (!due) return
  if (!due.is_active) return giveUp(due, services)
  const body = JSON.stringify({ type: due.kind, timestamp: due.at.toISOString(), data: due.payload })
  const secrets = [due.secret, due.old_secret].flatMap((secret) => (secret ? [unseal(secret, config, SEALED_FOR)] : []))
  const sent = await outside.webhooks(
    due.url,
    body,
    signedHeaders({ id: due.message_id, at: new Date(), body }, secrets),
  )
  await inTransaction(db, (tx) => (sent.problem === null ? noteTaken(tx, due, sent) : noteRefused(tx, due, sent)))
}

async function noteTaken(tx: Tx, due: DueDelivery, { status, ms, answer }: Sent): Promise<void> {
  const taken = { status: 'delivered', triedAt: new Date(), fault: null, nextTryAt: null } as const
  await noteTry(tx, due.id, { ...taken, answerStatus: status, ms, answer })
  await noteEndpointWell(tx, due.endpoint_id)
}

async function noteRefused(tx: Tx, due: DueDelivery, { status, ms, answer, problem }: Sent): Promise<void> {
  const isGone = status === GONE
  const endpoint = await noteEndpointFails(tx, due.endpoint_id, { isGone, days: FAILING_DAYS })
  const pause = endpoint && !endpoint.stopped ? pausesSeconds[due.tries - 1] : undefined
  const triedAt = new Date()
  const nextTryAt = pause === undefined ? null : new Date(triedAt.getTime() + pause * 1000)
  await noteTry(tx, due.id, {
    status: nextTryAt ? 'waiting' : 'dead',
    triedAt,
    answerStatus: status,
    ms,
    answer,
    fault: problem,
    nextTryAt,
  })
  if (nextTryAt)
    await addJob(tx, {
      name: 'deliver-webhook',
      payload: { id: String(due.id) },
      key: `deliver-webhook:${due.id}`,
      runAt: nextTryAt,
    })
  if (endpoint?.stopped)
    await addJob(tx, { name: 'tell-webhook-stopped', payload: { url: endpoint.url, userId: endpoint.created_by } })
}

/**
 * Gives up a delivery to an endpoint that was stopped, because such an endpoint gets no more webhooks. Once the
 * endpoint is switched on again, staff can send the delivery again with a replay.
 */
async function giveUp(due: DueDelivery, { db }: Services): Promise<void> {
  const never = { triedAt: new Date(), nextTryAt: null, answerStatus: null, ms: 0, answer: '' }
  await inTransaction(db, (tx) =>
    noteTry(tx, due.id, { status: 'dead', fault: 'the program is switched off', ...never }),
  )
}

/** Runs the job that notifies the person who added a webhook endpoint that the server has stopped sending to it. */
export async function tellWebhookStopped(payload: unknown, { db, settings, outside, log }: Services): Promise<void> {
  const { url, userId } = messageForm.parse(payload)
  const to = await findMailAddress(db, userId)
  if (!to) return
  try {
    await outside.mail.send({
      to,
      subject: settings.text('mailWebhookStoppedSubject'),
      text: settings.text('mailWebhookStoppedText', { url }),
    })
  } catch (cause) {
    logEvent(log, 'webhook.stop_mail_failed', { cause: loggedCause(cause) })
    throw new Error('the mail did not leave')
  }
}
