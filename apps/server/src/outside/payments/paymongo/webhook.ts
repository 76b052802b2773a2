import { z } from 'zod'
import { codeOf, hmacSha256, isSame, parsed, signatureParts } from '../http.ts'
import { type WebhookEvent, WebhookEventRefused, type WebhookRequest } from '../provider.ts'
import {
  type PayMongoDispute,
  type PayMongoIntent,
  type PayMongoPayment,
  type PayMongoRefund,
  type PayMongoSession,
  payMongoDispute,
  payMongoIntent,
  payMongoPayment,
  payMongoRefund,
  payMongoSession,
  paymentStatusOf,
  stateOfRefund,
  statusOfPayments,
} from './resources.ts'

/** Maximum age of an event; PayMongo recommends a limit but names no number, so this number is our own. */
const WINDOW_SECONDS = 300

/** The secrets and the mode of the account; `now` is in milliseconds since 1970. */
type Secrets = { webhookSecrets: readonly string[]; isLive: boolean; now: number }
type Said = Omit<WebhookEvent, 'eventId' | 'kind'>

const event = z.object({
  data: z.object({
    id: z.string().min(1),
    attributes: z.object({ type: z.string(), livemode: z.boolean(), data: z.unknown().optional() }),
  }),
})

const nothing: Said = { about: null, paymentStatus: null }

/**
 * Accepts both families of refund events, because the provider's lists differ
 * (docs/reference/providers.md#paymongo-webhook-events). `source.chargeable` is ignored, because this event announces
 * money that is not yet paid, for a kind of payment that we do not open.
 */
const readers: Record<string, (resource: unknown) => Said | undefined> = {
  'checkout_session.payment.paid': reader(payMongoSession, ofSession),
  'payment.paid': reader(payMongoPayment, ofPayment),
  'payment.failed': reader(payMongoPayment, ofPayment),
  'payment.refunded': reader(payMongoPayment, ofRefundedPayment),
  'payment.refund.updated': reader(payMongoRefund, ofRefund),
  'refund.succeeded': reader(payMongoRefund, ofRefund),
  'refund.failed': reader(payMongoRefund, ofRefund),
  'payment_intent.succeeded': reader(payMongoIntent, ofIntent),
  'payment_intent.awaiting_payment_method': reader(payMongoIntent, ofIntent),
}

/**
 * Verifies the signature of an event.
 * @throws WebhookEventRefused unless PayMongo signed the event for our mode within the last five minutes
 */
export function readPayMongoEvent(
  { raw, headers }: WebhookRequest,
  { webhookSecrets, isLive, now }: Secrets,
): WebhookEvent {
  const parts = signatureParts(headers['paymongo-signature'])
  const time = parts.t ?? ''
  // In live mode, the signature of test mode does not count, and the other way round, because anyone may cause events
  // in test mode.
  const given = (isLive ? parts.li : parts.te) ?? ''
  const signed = Buffer.concat([Buffer.from(`${time}.`), raw])
  if (!webhookSecrets.some((secret) => isSame(hmacSha256(secret, signed), given)))
    throw new WebhookEventRefused('PayMongo did not sign this')
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > WINDOW_SECONDS)
    throw new WebhookEventRefused('PayMongo signed this at another time')
  const read = event.safeParse(parsed(raw.toString()))
  if (!read.success) throw new WebhookEventRefused('this is no event of PayMongo')
  const { id, attributes } = read.data.data
  if (attributes.livemode !== isLive) throw new WebhookEventRefused('this is of the other mode of PayMongo')
  const { type: kind, data } = attributes
  if (kind.startsWith('dispute.')) return { eventId: id, kind, ...ofDispute(kind, data, id) }
  const readResource = Object.hasOwn(readers, kind) ? readers[kind] : undefined
  return { eventId: id, kind, ...(readResource?.(data) ?? nothing) }
}

/** Reads a dispute in any form; a dispute that cannot be read gets the id of its event. */
function ofDispute(kind: string, resource: unknown, eventId: string): Said {
  const read: PayMongoDispute = payMongoDispute.safeParse(resource).data ?? { id: eventId, attributes: {} }
  const { status, reason, amount, currency, payment_id, payment } = read.attributes
  const paymentId = payment_id ?? payment?.id
  const word = codeOf(status) ?? kind.slice('dispute.'.length)
  return {
    about: paymentId === undefined ? null : { paymentId },
    paymentStatus: null,
    dispute: {
      disputeId: read.id,
      status: word === 'won' || word === 'lost' ? word : 'open',
      providerStatus: codeOf(word),
      reason: codeOf(reason),
      ...(paymentId !== undefined && { paymentId }),
      ...(typeof amount === 'number' && currency && { amountMinor: BigInt(amount), currency }),
    },
  }
}

/**
 * Returns a parser that gives undefined for a resource in an unknown form, whose status the server then queries from
 * the provider.
 */
function reader<T>(schema: z.ZodType<T>, said: (resource: T) => Said) {
  return (resource: unknown): Said | undefined => {
    const read = schema.safeParse(resource)
    return read.success ? said(read.data) : undefined
  }
}

function ofSession(session: PayMongoSession): Said {
  const reference = session.attributes.reference_number ?? undefined
  return {
    about: { providerRef: session.id, ...(reference && { reference }) },
    paymentStatus: paymentStatusOf(session, undefined),
  }
}

/**
 * Reads a payment. The event of a payment does not always name its attempt, but the event of its session and a query of
 * the server always do.
 */
function ofPayment(payment: PayMongoPayment): Said {
  const reference = referenceOf(payment)
  if (reference === undefined) return nothing
  return { about: { reference, paymentId: payment.id }, paymentStatus: statusOfPayments([payment]) }
}

function ofRefundedPayment(payment: PayMongoPayment): Said {
  const reference = referenceOf(payment)
  const [refund, ...more] = payment.attributes.refunds ?? []
  return {
    about: { paymentId: payment.id, ...(reference !== undefined && { reference }) },
    paymentStatus: statusOfPayments([payment]),
    // The event names a refund only if the payment has exactly one; for a payment with several refunds, the event does
    // not say which one it concerns, but each refund has its own events.
    ...(refund && more.length === 0 && { refund: newsOf(refund) }),
  }
}

function ofRefund(refund: PayMongoRefund): Said {
  const paymentId = refund.attributes.payment_id
  return { about: { ...(paymentId !== undefined && { paymentId }) }, paymentStatus: null, refund: newsOf(refund) }
}

function ofIntent({ attributes }: PayMongoIntent): Said {
  const reference = attributes.metadata?.reference
  if (typeof reference !== 'string') return nothing
  return { about: { reference }, paymentStatus: statusOfPayments(attributes.payments ?? []) }
}

function newsOf(refund: PayMongoRefund): NonNullable<WebhookEvent['refund']> {
  const key = refund.attributes.metadata?.refund_row
  return { refundId: refund.id, ...(typeof key === 'string' && { key }), state: stateOfRefund(refund).status }
}

function referenceOf({ attributes }: PayMongoPayment): string | undefined {
  const named = attributes.metadata?.reference
  return typeof named === 'string' ? named : (attributes.external_reference_number ?? undefined)
}
