import assert from 'node:assert/strict'
import { z } from 'zod'
import { adapter } from '../adapter.ts'
import { askProvider, codeOf, hmacSha256, isSame, type ProviderAnswer, readAnswer } from '../http.ts'
import {
  type PaymentAttempt,
  type PaymentStatus,
  type ProviderCalls,
  ProviderError,
  type RefundOrder,
  type RefundState,
  WebhookEventRefused,
} from '../provider.ts'

type Options = { baseUrl?: string; refundBaseUrl?: string; timeoutMs?: number }

const PROVIDER = 'Khalti'
/** Khalti's minimum payment: Rs. 10, in paisa. */
const MIN_MINOR = 1000n
/** Number of digits of a Nepalese phone number without its country code. */
const MOBILE_DIGITS = 10

/** The adapter of Khalti, with the key of the settings. */
export const khalti = adapter({
  addresses: { KHALTI_BASE_URL: 'https://khalti.com/api/v2' },
  make: ({ get, urls }) => createKhalti({ secretKey: get('khaltiSecretKey') }, { baseUrl: urls.KHALTI_BASE_URL }),
})

/**
 * Connects to Khalti's hosted page, in Nepalese rupees (docs/reference/providers.md#khalti). Khalti signs nothing and
 * sends no webhook events: the look-up is the only proof. The look-up needs Khalti's id, so the status of an attempt
 * stays unknown if the answer to the opening of the attempt was lost. A lost answer does no harm, because only this
 * answer had the URL of Khalti's page, which expires within an hour.
 */
export function createKhalti(
  { secretKey }: { secretKey: string },
  {
    baseUrl = 'https://khalti.com/api/v2',
    refundBaseUrl = baseUrl.replace(/\/v2$/, ''), // The URLs of refunds contain no version.
    timeoutMs,
  }: Options = {},
): ProviderCalls {
  assert(secretKey !== '', 'Khalti needs a secret key')
  const post = (url: string, body: object): Promise<ProviderAnswer> =>
    askProvider(PROVIDER, url, {
      method: 'POST',
      headers: { authorization: `Key ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
    })
  const lookUp = async (pidx: string): Promise<Lookup> => {
    const answer = await post(`${baseUrl}/epayment/lookup/`, { pidx })
    // Khalti answers 400 for a payment that expired or was cancelled.
    const isAnswer = answer.status === 200 || (answer.status === 400 && hasStatus.safeParse(answer.body).success)
    if (!isAnswer) throw refusal(answer)
    const found = readAnswer(PROVIDER, lookup, answer.body)
    if (found.pidx !== pidx) throw new ProviderError('unknown', 'Khalti answered about another payment')
    return found
  }
  /** Returns the state of a refund from the look-up; undefined if no money was refunded. */
  const findMadeRefund = async (order: RefundOrder) => {
    const { attempt, isFirstTry = false } = order
    if (attempt.providerRef === null) throw new ProviderError('refused', 'Khalti was never asked for this payment')
    return madeRefund((await lookUp(attempt.providerRef)).status.toLowerCase(), { isFirstTry, isWhole: isWhole(order) })
  }

  return {
    open: async (attempt) => {
      if (attempt.amountMinor < MIN_MINOR) throw new ProviderError('refused', 'Khalti takes payments from NPR 10.00')
      const answer = await post(`${baseUrl}/epayment/initiate/`, checkoutOf(attempt, nonceOf(secretKey, attempt)))
      if (answer.status !== 200) throw refusal(answer)
      const { pidx, payment_url } = readAnswer(PROVIDER, initiated, answer.body)
      return { providerRef: pidx, page: { kind: 'redirect', url: payment_url } }
    },
    find: async ({ providerRef }) =>
      providerRef === null ? { status: 'pending', captured: [] } : paymentStatusOf(await lookUp(providerRef)),
    readWebhookEvent: async () => {
      throw new WebhookEventRefused('Khalti sends no webhook events')
    },
    refund: async (order) => {
      const made = await findMadeRefund(order)
      if (made) return made
      const url = `${refundBaseUrl}/merchant-transaction/${encodeURIComponent(order.paymentId)}/refund/`
      // Without an amount, Khalti refunds the whole payment, so the request for a partial refund always has an amount.
      const body = isWhole(order) ? {} : { amount: Number(order.amountMinor) }
      let answer = await post(url, body)
      // Khalti refunds a payment from a bank to a phone number.
      if (answer.status === 400 && order.payerPhone && errorBody.safeParse(answer.body).data?.mobile !== undefined)
        answer = await post(url, { ...body, mobile: order.payerPhone.slice(-MOBILE_DIGITS) })
      if (answer.status !== 200) throw refusal(answer)
      return { status: 'done', refundId: null }
    },
    findRefund: async (order) => (await findMadeRefund(order)) ?? { status: 'pending', refundId: null },
    signedReturn: (attempt, fields) =>
      isSame(nonceOf(secretKey, attempt), fields.n ?? '') && fields.pidx === attempt.providerRef,
  }
}

const initiated = z.object({ pidx: z.string().min(1), payment_url: z.url({ protocol: /^https?$/ }) })
const hasStatus = z.object({ pidx: z.string(), status: z.string() })
const lookup = hasStatus.extend({
  total_amount: z.int().nonnegative().nullish(),
  transaction_id: z.string().min(1).nullish(),
})
type Lookup = z.infer<typeof lookup>

function checkoutOf(attempt: PaymentAttempt, nonce: string): object {
  const { reference, amountMinor, description, payer, returnUrl, siteUrl } = attempt
  const guarded = new URL(returnUrl)
  guarded.searchParams.set('n', nonce)
  return {
    return_url: guarded.href,
    website_url: siteUrl,
    amount: Number(amountMinor),
    purchase_order_id: reference,
    purchase_order_name: description,
    customer_info: { name: payer.name, phone: payer.phone, ...(payer.email !== null && { email: payer.email }) },
  }
}

/** Returns a nonce that identifies returns of this attempt; even a return with this nonce does not prove a payment. */
function nonceOf(secretKey: string, { reference }: { reference: string }): string {
  return hmacSha256(hmacSha256(secretKey, 'return address'), reference)
}

/**
 * Translates Khalti's look-up of a payment: a refund leaves the payment paid, and the look-up gives no amount for a
 * partial refund.
 */
function paymentStatusOf({ status, total_amount, transaction_id }: Lookup): PaymentStatus {
  const word = status.toLowerCase()
  if (word === 'expired') return { status: 'expired', captured: [] }
  if (word === 'user canceled') return { status: 'cancelled', captured: [] }
  if (!['completed', 'partially refunded', 'refunded'].includes(word)) return { status: 'pending', captured: [] }
  if (!transaction_id || typeof total_amount !== 'number')
    throw new ProviderError('unknown', 'Khalti names no transaction and sum')
  const amountMinor = BigInt(total_amount)
  const refundedMinor = word === 'refunded' ? amountMinor : 0n
  const captured = { paymentId: transaction_id, amountMinor, currency: 'NPR', refundedMinor }
  return { status: 'paid', captured: [captured], ...(word !== 'completed' && { reason: word.replaceAll(' ', '_') }) }
}

const isWhole = ({ amountMinor, capturedMinor }: RefundOrder): boolean => amountMinor === capturedMinor

/**
 * Translates Khalti's look-up into the state of a refund. Khalti gives refunds no ids, so an earlier partial refund may
 * have been a try of ours whose answer was lost. To refund no money twice, any try of a refund except the first needs
 * manual action. Khalti cannot refund the whole of a payment that has a partial refund.
 */
function madeRefund(
  status: string,
  { isFirstTry, isWhole }: { isFirstTry: boolean; isWhole: boolean },
): RefundState | undefined {
  if (status === 'completed') return undefined
  if (status === 'refunded') return { status: 'done', refundId: null }
  if (status !== 'partially refunded') throw new ProviderError('refused', 'Khalti has no money of this payment')
  if (isWhole) throw new ProviderError('refused', 'Khalti has given a part of this payment back already')
  return isFirstTry ? undefined : { status: 'pending', refundId: null, reason: 'partially_refunded' }
}

const errorBody = z.object({ error_key: z.unknown().optional(), mobile: z.unknown().optional() })

/** Translates an answer without success: a 4xx is a definite refusal; any other status leaves the result unknown. */
function refusal({ status, body }: ProviderAnswer): ProviderError {
  const code = codeOf(errorBody.safeParse(body).data?.error_key)
  const words = `Khalti refused with ${status}${code === undefined ? '' : `, ${code}`}`
  return new ProviderError(status >= 400 ? 'refused' : 'unknown', words)
}
