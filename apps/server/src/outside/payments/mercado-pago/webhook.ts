import { z } from 'zod'
import { hmacSha256, isSame, parsed, signatureParts } from '../http.ts'
import { type WebhookEvent, WebhookEventRefused, type WebhookRequest } from '../provider.ts'
import { disputeOf, type MercadoPagoPayment, paymentStatusOf } from './payments.ts'

/**
 * Maximum difference between the signed time and now, which is long, because the time in a repeated event may be the
 * first or the current one; the documentation does not say which (docs/reference/providers.md#mercado-pago-webhook).
 */
const WINDOW_MS = 24 * 60 * 60 * 1000
/** A larger number is a time in milliseconds, a smaller number a time in seconds; Mercado Pago sends both. */
const MAX_SECONDS = 100_000_000_000

type Access = {
  webhookSecrets: readonly string[]
  /** The current time in milliseconds. */
  now: number
  findPayment: (id: string) => Promise<MercadoPagoPayment | undefined>
  findOrder: (id: string) => Promise<{ external_reference?: string | null | undefined } | undefined>
  listPayments: (reference: string) => Promise<MercadoPagoPayment[]>
}

/**
 * The topic of chargebacks, whose `data.id` is the id of the chargeback; the body names the payment, which the server
 * queries like any other payment.
 */
const CHARGEBACK = 'topic_chargebacks_wh'

const numberOrText = z.union([z.int(), z.string().min(1).max(100)])
const body = z.object({
  id: numberOrText,
  action: z.string().max(100).optional(),
  data: z.object({ payment_id: numberOrText.optional() }).optional().catch(undefined),
})

/**
 * Reads a webhook event. The event has the id of a payment but neither amount nor status, and only the id is signed, so
 * the server queries the payment.
 * @throws WebhookEventRefused unless the event is signed, or is an unsigned copy in the older form about a payment of
 * ours
 */
export async function readMercadoPagoEvent(request: WebhookRequest, access: Access): Promise<WebhookEvent> {
  const { query, headers, raw } = request
  if (isUnsignedHint(request)) return readHint(query, access)
  verify(request, access)
  const paymentId = query['data.id'] ?? ''
  const said = body.safeParse(parsed(raw.toString())).data
  const event = {
    // The id of a webhook event begins with the signed part, so that someone who saw one event cannot use up the id of
    // another payment's event.
    eventId: `${paymentId}:${said?.id ?? headers['x-request-id'] ?? ''}`,
    kind: said?.action ?? query.type ?? 'unknown',
  }
  const paying = query.type === 'payment' ? paymentId : query.type === CHARGEBACK ? String(said?.data?.payment_id) : ''
  return { ...event, ...newsOf(isId(paying) ? await access.findPayment(paying) : undefined) }
}

/**
 * Returns whether an event is a copy in the older form, which has no signature: anyone who knows our URL may send one.
 */
export function isUnsignedHint({ query }: WebhookRequest): boolean {
  return query.topic !== undefined && query['data.id'] === undefined
}

function verify({ query, headers }: WebhookRequest, { webhookSecrets, now }: Access): void {
  const { ts = '', v1 = '' } = signatureParts(headers['x-signature'])
  // The signature covers the payment's id in the URL, not the id in the body, in lower case. The signed text leaves out
  // any of its parts that is missing.
  const manifest = [
    ['id', query['data.id']?.toLowerCase()],
    ['request-id', headers['x-request-id']],
    ['ts', ts],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}:${value};`)
    .join('')
  if (!webhookSecrets.some((secret) => isSame(hmacSha256(secret, manifest), v1)))
    throw new WebhookEventRefused('Mercado Pago did not sign this')
  const time = Number(ts)
  const timeMs = time > MAX_SECONDS ? time : time * 1000
  if (!/^\d{1,15}$/.test(ts) || Math.abs(now - timeMs) > WINDOW_MS)
    throw new WebhookEventRefused('Mercado Pago signed this at another time')
}

/**
 * Reads a copy in the older form, which arrives in addition to an event. Nothing in an older copy is signed, so the
 * copy only makes us query the payment with our own token. A copy about an unknown payment is refused, so the server
 * stores nothing of it.
 */
async function readHint({ topic, id = '' }: Record<string, string>, access: Access): Promise<WebhookEvent> {
  if (!isId(id)) throw new WebhookEventRefused('a copy that names nothing')
  const found: News = topic === 'payment' ? newsOf(await access.findPayment(id)) : await newsOfOrder(id, access)
  if (!found.about) throw new WebhookEventRefused('a copy about nothing of ours')
  // The id of the event is made from the state of the payment, so each state counts as one event; a copy has no id of
  // its own.
  const state = [
    found.paymentStatus?.status,
    found.dispute?.providerStatus,
    ...(found.paymentStatus?.captured ?? []).map(({ refundedMinor }) => refundedMinor),
  ]
  return { eventId: `copy:${topic}:${id}:${state.join(':')}`, kind: `copy of ${topic}`, ...found }
}

type News = Pick<WebhookEvent, 'about' | 'paymentStatus' | 'dispute'>

function newsOf(payment: MercadoPagoPayment | undefined): News {
  const reference = payment?.external_reference
  if (!payment || !reference) return { about: null, paymentStatus: null }
  const dispute = disputeOf(payment)
  return {
    about: { reference, paymentId: payment.id },
    paymentStatus: paymentStatusOf([payment]),
    ...(dispute && { dispute }),
  }
}

async function newsOfOrder(id: string, access: Access): Promise<Pick<WebhookEvent, 'about' | 'paymentStatus'>> {
  const reference = (await access.findOrder(id))?.external_reference
  if (!reference) return { about: null, paymentStatus: null }
  return { about: { reference }, paymentStatus: paymentStatusOf(await access.listPayments(reference)) }
}

const isId = (text: string): boolean => /^\d{1,20}$/.test(text)
