import { type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import { adapter } from '../adapter.ts'
import { askProvider, codeOf, digestOf, parsed, readAnswer } from '../http.ts'
import {
  type Captured,
  type KnownAttempt,
  type Opened,
  type PaymentAttempt,
  type PaymentStatus,
  type ProviderCalls,
  ProviderError,
  type RefundOrder,
  type RefundState,
  type WebhookEvent,
  WebhookEventRefused,
  type WebhookRequest,
} from '../provider.ts'
import { checksumOf, formText, isChecksumOf, isMerchantKey, memberText } from './checksum.ts'

export type PaytmKeys = {
  merchantId: string
  /** The merchant key of sixteen characters, which signs messages in both directions. */
  merchantKey: string
  /** The previous merchant key, which signed those events and returns that Paytm made before the key was changed. */
  previousMerchantKey?: string
  /** The name of the website at Paytm, which is `WEBSTAGING` on the staging host. */
  websiteName: string
}

const text = z.string().nullish()
const result = z.object({ resultStatus: z.string(), resultCode: text })
const opened = z.object({ resultInfo: result, txnToken: text })
const orderStatus = z.object({
  resultInfo: result,
  mid: text,
  orderId: text,
  txnId: text,
  txnAmount: text,
  refundAmt: text,
})
const refundStatus = z.object({ resultInfo: result, refId: text, refundId: text })
/** A webhook event in either of its forms, with the names of the JSON form. */
const reported = z.object({ mid: text, orderId: z.string().min(1), status: text, refId: text, txnId: text })
type Reported = z.infer<typeof reported>
/** The words for the end of a dispute are guesses, because Paytm documents only the event of a new dispute. */
const disputed = z.object({
  mid: text,
  orderId: z.string().min(1),
  disputeId: z.string().min(1),
  transactionId: text,
  disputeStatus: text,
  disputeAmount: text,
  disputeType: text,
  disputeDueDate: text,
})
type Disputed = z.infer<typeof disputed>

/** The adapter of Paytm, with the keys of the settings. */
export const paytm = adapter({
  // If this URL is empty, the setting `paytm_environment` chooses the URL.
  addresses: { PAYTM_BASE_URL: '' },
  make: ({ get, urls }) =>
    createPaytm(
      {
        merchantId: get('paytm_merchant_id'),
        merchantKey: get('paytm_merchant_key'),
        websiteName: get('paytm_merchant_website'),
        previousMerchantKey: get('paytm_merchant_key_previous'),
      },
      { baseUrl: urls.PAYTM_BASE_URL || systems[get('paytm_environment') === 'production' ? 'production' : 'local'] },
    ),
})
const systems = { local: 'https://securestage.paytmpayments.com', production: 'https://secure.paytmpayments.com' }

/**
 * Connects to Paytm: its own page for each attempt, and the order status as the only proof; returns and webhook events
 * only trigger a query. Of Paytm's status fields, only `resultStatus` decides, because Paytm's documents contradict
 * each other about the numeric codes.
 * @see docs/reference/providers.md#paytm, GAP-35
 */
export function createPaytm(
  keys: PaytmKeys,
  { baseUrl = 'https://secure.paytmpayments.com', timeoutMs }: { baseUrl?: string; timeoutMs?: number } = {},
): ProviderCalls {
  const mid = keys.merchantId
  const known = [keys.merchantKey, keys.previousMerchantKey ?? ''].filter(isMerchantKey)

  async function call<T>(form: z.ZodType<T>, path: string, body: object): Promise<T> {
    if (!isMerchantKey(keys.merchantKey))
      throw new ProviderError('refused', 'the key of a Paytm merchant has 16 characters')
    const signed = JSON.stringify(body)
    const head = JSON.stringify({ signature: checksumOf(signed, keys.merchantKey) })
    const answer = await askProvider('Paytm', `${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"head":${head},"body":${signed}}`,
      timeoutMs,
    })
    if (answer.status !== 200) throw new ProviderError('refused', `Paytm refused with ${answer.status}`)
    return readAnswer('Paytm', z.object({ body: form }), answer.body).body
  }

  async function open({ reference, amountMinor, currency, payer, returnUrl }: PaymentAttempt): Promise<Opened> {
    if (currency !== 'INR') throw new ProviderError('refused', 'Paytm takes rupees only')
    const address = new URLSearchParams({ mid, orderId: reference })
    const answer = await call(opened, `/theia/api/v1/initiateTransaction?${address}`, {
      requestType: 'Payment',
      mid,
      websiteName: keys.websiteName,
      orderId: reference,
      callbackUrl: returnUrl,
      txnAmount: { value: wireMoney(amountMinor, 'INR'), currency: 'INR' },
      userInfo: { custId: `CUST_${payer.id}` },
    })
    const { resultStatus, resultCode } = answer.resultInfo
    if (resultStatus !== 'S' || !answer.txnToken) {
      const kind = resultStatus === 'F' ? 'refused' : 'unknown'
      throw new ProviderError(kind, `Paytm refused with ${codeOf(resultCode) ?? 'no code'}`)
    }
    const fields = { mid, orderId: reference, txnToken: answer.txnToken }
    // Paytm assigns no id before a payment, so the attempt is queried by our own reference.
    return {
      providerRef: reference,
      page: { kind: 'form', url: `${baseUrl}/theia/api/v1/showPaymentPage?${address}`, fields },
    }
  }

  async function find({ reference }: Pick<KnownAttempt, 'reference'>): Promise<PaymentStatus> {
    const answer = await call(orderStatus, '/v3/order/status', { mid, orderId: reference })
    const { resultStatus, resultCode } = answer.resultInfo
    const reason = codeOf(resultCode)
    if (resultStatus !== 'TXN_SUCCESS' && resultStatus !== 'TXN_FAILURE')
      return { status: 'pending', captured: [], reason }
    // The answer to a query that Paytm refuses, for example because of a wrong checksum, looks like a failed payment,
    // but names no order.
    if (answer.orderId !== reference || (answer.mid && answer.mid !== mid))
      throw new ProviderError('refused', `Paytm refused with ${reason ?? 'no code'}`)
    if (resultStatus === 'TXN_FAILURE') return { status: 'failed', captured: [], reason }
    return { status: 'paid', captured: [capturedOf(answer)] }
  }

  async function readWebhookEvent(request: WebhookRequest): Promise<WebhookEvent> {
    const webhookEvent = verified(request, known)
    if (!webhookEvent || (webhookEvent.mid && webhookEvent.mid !== mid))
      return { eventId: digestOf(request.raw), kind: 'unreadable', about: null, paymentStatus: null }
    if ('disputeId' in webhookEvent) return disputeEvent(webhookEvent)
    return webhookEvent.refId ? refundEvent(webhookEvent, webhookEvent.refId) : paymentEvent(webhookEvent)
  }

  async function paymentEvent({ orderId, status, txnId }: Reported): Promise<WebhookEvent> {
    const paymentStatus = await find({ reference: orderId })
    // The event says that the payment succeeded, but the queried status does not yet, so the error makes Paytm send the
    // event again.
    if (status === 'TXN_SUCCESS' && paymentStatus.status === 'pending')
      throw new ProviderError('unknown', 'Paytm tells of a payment that it does not find')
    const kind = `payment.${codeOf(status) ?? 'unknown'}`
    const about = { reference: orderId, ...(txnId && { paymentId: txnId }) }
    return { eventId: `${orderId}:${kind}`, kind, about, paymentStatus }
  }

  async function refundEvent({ orderId, txnId }: Reported, refId: string): Promise<WebhookEvent> {
    const state = await askRefund(orderId, refId)
    const refundId = state?.refundId
    if (!refundId) throw new ProviderError('unknown', 'Paytm tells of a refund that it does not find')
    const kind = `refund.${state.status}`
    const about = { reference: orderId, ...(txnId && { paymentId: txnId }) }
    return {
      eventId: `${refId}:${kind}`,
      kind,
      about,
      paymentStatus: null,
      refund: { refundId, key: refId, state: state.status },
    }
  }

  /**
   * Queries a refund; undefined if Paytm does not know the refund, and so gives an answer that looks like a failed
   * refund but names none.
   */
  async function askRefund(orderId: string, refId: string): Promise<RefundState | undefined> {
    const answer = await call(refundStatus, '/v2/refund/status', { mid, orderId, refId })
    return answer.refId === refId ? stateOf(answer) : undefined
  }

  /** Refunds a payment. Paytm may refuse a repeated reference, so the refund is queried before and after. */
  async function giveBack(wanted: RefundOrder): Promise<RefundState> {
    const { reference } = wanted.attempt
    const before = await askRefund(reference, wanted.key)
    if (before) return before
    const answer = await call(refundStatus, '/refund/apply', {
      mid,
      txnType: 'REFUND',
      orderId: reference,
      txnId: wanted.paymentId,
      refId: wanted.key,
      refundAmount: wireMoney(wanted.amountMinor, 'INR'),
    })
    const state = stateOf(answer)
    return state.status === 'failed' ? ((await askRefund(reference, wanted.key)) ?? state) : state
  }

  return {
    open,
    find,
    readWebhookEvent,
    refund: giveBack,
    findRefund: async ({ attempt, key }) =>
      (await askRefund(attempt.reference, key)) ?? { status: 'pending', refundId: null, reason: 'not_found' },
    // Only the fields of the form are signed, not those in the URL of the return.
    signedReturn: ({ reference }, fields) =>
      fields.ORDERID === reference && fields.MID === mid && isSignedForm(fields, known),
  }
}

/**
 * Verifies the signature of an event.
 * @returns the event's contents; undefined if the event is signed but cannot be read
 * @throws WebhookEventRefused
 */
function verified({ raw, headers }: WebhookRequest, known: readonly string[]): Reported | Disputed | undefined {
  const sent = raw.toString('utf8')
  const isJson = (headers['content-type'] ?? '').includes('json') || sent.trimStart().startsWith('{')
  return isJson ? fromJson(sent, known) : fromForm(Object.fromEntries(new URLSearchParams(sent)), known)
}

function fromForm(fields: Record<string, string>, known: readonly string[]): Reported | undefined {
  if (!isSignedForm(fields, known)) throw new WebhookEventRefused('Paytm has not signed this webhook event')
  const { MID: mid, ORDERID: orderId, STATUS: status, REFID: refId, TXNID: txnId } = fields
  return reported.safeParse({ mid, orderId, status, refId, txnId }).data
}

function fromJson(sent: string, known: readonly string[]): Reported | Disputed | undefined {
  const signed = memberText(sent, 'body')
  const head = z.object({ signature: z.string() }).safeParse(parsed(memberText(sent, 'head') ?? ''))
  if (signed === undefined || !head.success || !known.some((key) => isChecksumOf(signed, key, head.data.signature)))
    throw new WebhookEventRefused('Paytm has not signed this webhook event')
  return disputed.safeParse(parsed(signed)).data ?? reported.safeParse(parsed(signed)).data
}

/**
 * Reads the event of a dispute, the only event that is trusted without a query, because the order status shows no
 * dispute. If the event describes the end of the dispute by an unknown word, the dispute stays open.
 */
function disputeEvent({ orderId, transactionId, disputeId, ...news }: Disputed): WebhookEvent {
  const word = codeOf(news.disputeStatus) ?? 'unknown'
  const paymentId = transactionId || undefined
  const amountMinor = rupees(news.disputeAmount)
  const respondBy = momentIn(news.disputeDueDate)
  return {
    eventId: `${disputeId}:${word}`,
    kind: `dispute.${word}`,
    about: { reference: orderId, ...(paymentId && { paymentId }) },
    paymentStatus: null,
    dispute: {
      disputeId,
      status: word === 'WON' ? 'won' : word === 'LOST' ? 'lost' : 'open',
      providerStatus: word,
      reason: codeOf(news.disputeType?.replaceAll(/\W+/g, '_')),
      ...(paymentId && { paymentId }),
      ...(amountMinor !== undefined && { amountMinor, currency: 'INR' }),
      ...(respondBy && { respondBy }),
    },
  }
}

/** Parses a time from Paytm, which is Indian time without a zone. */
function momentIn(time: string | null | undefined): Date | undefined {
  const moment = new Date(`${time?.replace(' ', 'T')}+05:30`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

function isSignedForm(fields: Record<string, string>, known: readonly string[]): boolean {
  return known.some((key) => isChecksumOf(formText(fields), key, fields.CHECKSUMHASH ?? ''))
}

function capturedOf({ txnId, txnAmount, refundAmt }: z.infer<typeof orderStatus>): Captured {
  const amountMinor = rupees(txnAmount)
  const refundedMinor = refundAmt ? rupees(refundAmt) : 0n
  if (!txnId || amountMinor === undefined || refundedMinor === undefined)
    throw new ProviderError('unknown', 'Paytm answered what cannot be read')
  return { paymentId: txnId, amountMinor, currency: 'INR', refundedMinor }
}

function rupees(value: string | null | undefined): Minor | undefined {
  return value ? parseMoney(value, 'INR') : undefined
}

function stateOf({ resultInfo, refundId }: z.infer<typeof refundStatus>): RefundState {
  const known = { TXN_SUCCESS: 'done', TXN_FAILURE: 'failed' } as const
  const status = known[resultInfo.resultStatus as keyof typeof known] ?? 'pending'
  return { status, refundId: refundId || null, reason: codeOf(resultInfo.resultCode) }
}
