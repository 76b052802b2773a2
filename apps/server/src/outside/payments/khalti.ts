import assert from 'node:assert/strict'
import { z } from 'zod'
import { askProvider, codeOf, hmacSha256, isSame, type ProviderAnswer, readAnswer } from './http.ts'
import {
  type Finding,
  NoticeRefused,
  type PaymentAttempt,
  type PaymentProvider,
  ProviderError,
  type RefundOrder,
  type RefundState,
} from './provider.ts'

type Options = { baseUrl?: string; refundBaseUrl?: string; timeoutMs?: number }

const PROVIDER = 'Khalti'
/** Rs. 10. */
const LEAST_MINOR = 1000n
/** Of a Nepalese number without its country. */
const MOBILE_DIGITS = 10

/**
 * Khalti's hosted page, in Nepalese rupees (docs/reference/providers.md#khalti). Nothing is signed and nobody is
 * notified: the look-up is the only proof. It takes Khalti's id alone, so a lost opening stays unknown and is harmless:
 * the address where one pays was in the lost answer, and it dies within the hour.
 */
export function createKhalti(
  { secretKey }: { secretKey: string },
  {
    baseUrl = 'https://khalti.com/api/v2',
    refundBaseUrl = baseUrl.replace(/\/v2$/, ''), // refunds stand outside the version
    timeoutMs,
  }: Options = {},
): PaymentProvider {
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
    // That a payment expired or was cancelled is answered with 400.
    const isAnswer = answer.status === 200 || (answer.status === 400 && hasStatus.safeParse(answer.body).success)
    if (!isAnswer) throw refusal(answer)
    const found = readAnswer(PROVIDER, lookup, answer.body)
    if (found.pidx !== pidx) throw new ProviderError('unknown', 'Khalti answered about another payment')
    return found
  }
  /** What the look-up says of a refund; undefined while nothing was given back. */
  const findMadeRefund = async (order: RefundOrder) => {
    const { attempt, isFirstTry = false } = order
    if (attempt.providerRef === null) throw new ProviderError('refused', 'Khalti was never asked for this payment')
    return madeRefund((await lookUp(attempt.providerRef)).status.toLowerCase(), { isFirstTry, isWhole: isWhole(order) })
  }

  return {
    name: 'khalti',
    gateway: 'Khalti',
    takes: (currency) => currency === 'NPR',
    open: async (attempt) => {
      if (attempt.amountMinor < LEAST_MINOR) throw new ProviderError('refused', 'Khalti takes payments from NPR 10.00')
      const answer = await post(`${baseUrl}/epayment/initiate/`, checkoutOf(attempt, nonceOf(secretKey, attempt)))
      if (answer.status !== 200) throw refusal(answer)
      const { pidx, payment_url } = readAnswer(PROVIDER, initiated, answer.body)
      return { providerRef: pidx, page: { kind: 'redirect', url: payment_url } }
    },
    find: async ({ providerRef }) =>
      providerRef === null ? { status: 'pending', captured: [] } : findingOf(await lookUp(providerRef)),
    readNotice: async () => {
      throw new NoticeRefused('Khalti sends no notices')
    },
    refund: async (order) => {
      const made = await findMadeRefund(order)
      if (made) return made
      const url = `${refundBaseUrl}/merchant-transaction/${encodeURIComponent(order.paymentId)}/refund/`
      // Without a sum Khalti gives back all that it has: never for a part.
      const body = isWhole(order) ? {} : { amount: Number(order.amountMinor) }
      let answer = await post(url, body)
      // What was paid from a bank goes back to a number.
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

/** Sorts out returns that nobody was sent to; with it a return still proves no payment. */
function nonceOf(secretKey: string, { reference }: { reference: string }): string {
  return hmacSha256(hmacSha256(secretKey, 'return address'), reference)
}

/** A refund keeps the payment paid; of a partial one the look-up tells no sum. */
function findingOf({ status, total_amount, transaction_id }: Lookup): Finding {
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
 * Khalti numbers no refunds. Where a part was given back before, nobody can say whether it was by a try of ours whose
 * answer was lost. Money is not given twice: unless this is the first try, a person has to look. A whole payment of
 * which a part is gone already, by somebody at Khalti's desk, cannot go back whole.
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

/** A 4xx is a definite no; anything else that is no success says nothing. */
function refusal({ status, body }: ProviderAnswer): ProviderError {
  const code = codeOf(errorBody.safeParse(body).data?.error_key)
  const words = `Khalti refused with ${status}${code === undefined ? '' : `, ${code}`}`
  return new ProviderError(status >= 400 ? 'refused' : 'unknown', words)
}
