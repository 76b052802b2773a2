import { z } from 'zod'
import { codeOf, digestOf, hmacSha256, isSame, parsed } from '../http.ts'
import {
  type DisputeNews,
  type PaymentStatus,
  type WebhookEvent,
  WebhookEventRefused,
  type WebhookRequest,
} from '../provider.ts'
import {
  dispute,
  disputeNews,
  intent,
  intentStatus,
  refund,
  refundState,
  type Session,
  session,
  sessionStatus,
} from './objects.ts'

/**
 * Maximum difference in seconds between an event's time and ours; an event with a larger difference may be a copy that
 * a stranger sends again.
 */
const TOLERANCE_SECONDS = 300

const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().nullish(),
  data: z.object({ object: z.unknown() }),
})

type Expected = { secrets: readonly (string | undefined)[]; isLive: boolean; now: Date }

/**
 * Reads a webhook event. Ignores a test event in live mode, and a live event in test mode.
 * @throws WebhookEventRefused for an event without a valid signature
 */
export function readStripeEvent({ raw, headers }: WebhookRequest, { secrets, isLive, now }: Expected): WebhookEvent {
  if (!isSigned(raw, headers['stripe-signature'], secrets, now))
    throw new WebhookEventRefused('Stripe has not signed this webhook event, or not now')
  const read = event.safeParse(parsed(raw.toString('utf8')))
  if (!read.success) return { eventId: digestOf(raw), kind: 'unreadable', ...nothing }
  const { id: eventId, type: kind, livemode, data } = read.data
  return { eventId, kind, ...(livemode === isLive ? meaningOf(kind, data.object, eventId) : nothing) }
}

/**
 * Checks the header `t=<seconds>,v1=<hex>`, with several `v1` while a secret is changed; other schemes do not count.
 */
function isSigned(raw: Buffer, header = '', secrets: Expected['secrets'], now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  const isNow = /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_SECONDS
  if (!isNow) return false
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
  const message = Buffer.concat([Buffer.from(`${time}.`), raw])
  const known = secrets.filter((secret) => secret !== undefined && secret !== '') as string[]
  return known.some((secret) => given.some((signature) => isSame(hmacSha256(secret, message), signature)))
}

type Meaning = Omit<WebhookEvent, 'eventId' | 'kind'>
const nothing: Meaning = { about: null, paymentStatus: null }

function meaningOf(kind: string, object: unknown, eventId: string): Meaning {
  if (kind.startsWith('checkout.session.')) return sessionMeaning(kind, object)
  if (kind.startsWith('payment_intent.')) return intentMeaning(object)
  if (kind.startsWith('refund.')) return refundMeaning(object)
  if (kind.startsWith('charge.dispute.')) return disputeMeaning(object, eventId)
  return nothing
}

/** Reads a session. Sessions and intents without our metadata were opened by other programs on the same account. */
function sessionMeaning(kind: string, object: unknown): Meaning {
  const found = session.safeParse(object).data
  if (!found?.client_reference_id) return nothing
  const { client_reference_id: reference, id: providerRef } = found
  return { about: { reference, providerRef, ...paymentOf(found) }, paymentStatus: sessionNews(kind, found) }
}

function sessionNews(kind: string, found: Session): PaymentStatus {
  if (kind !== 'checkout.session.async_payment_failed') return sessionStatus(found)
  return { status: 'failed', captured: [], reason: 'async_payment_failed' }
}

function paymentOf({ payment_intent: paying }: Session): { paymentId?: string } {
  return typeof paying === 'string' ? { paymentId: paying } : {}
}

/** Reads an intent, which a declined card does not end, because the payer may try another card on the same page. */
function intentMeaning(object: unknown): Meaning {
  const found = intent.safeParse(object).data
  const reference = found?.metadata?.attempt_id
  if (!found || !reference) return nothing
  const paymentStatus = intentStatus(found)
  return {
    about: { reference, paymentId: found.id },
    paymentStatus: paymentStatus.status === 'failed' ? { ...paymentStatus, status: 'pending' } : paymentStatus,
  }
}

/**
 * Reads a dispute, which names the intent, whose id is our id of the payment. A dispute that cannot be read gets the id
 * of its event, so that the dispute is never ignored.
 */
function disputeMeaning(object: unknown, eventId: string): Meaning {
  const found = dispute.safeParse(object).data
  const news: DisputeNews = found ? disputeNews(found) : { disputeId: eventId, status: 'open' }
  return { about: news.paymentId ? { paymentId: news.paymentId } : null, paymentStatus: null, dispute: news }
}

function refundMeaning(object: unknown): Meaning {
  const found = refund.safeParse(object).data
  if (!found?.payment_intent) return nothing
  const key = codeOf(found.metadata?.refund_key)
  const state = refundState(found).status
  return {
    about: { paymentId: found.payment_intent },
    paymentStatus: null,
    refund: { refundId: found.id, state, ...(key && { key }) },
  }
}
