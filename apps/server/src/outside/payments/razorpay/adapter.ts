import { type Currency, type Minor, minorDigits } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import { adapter } from '../adapter.ts'
import {
  askProvider,
  basicAuth,
  codeOf,
  digestOf,
  hmacSha256,
  isSame,
  type ProviderAnswer,
  parsed,
  readAnswer,
} from '../http.ts'
import {
  type Captured,
  type DisputeNews,
  type KnownAttempt,
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

export type RazorpayKeys = {
  /** The public id of the API key, visible on the payer's page. */
  keyId: string
  /** The secret of the API key, which signs returns and authenticates our calls. */
  keySecret: string
  /** The secret that signs webhook events, which is not the secret of the API key. */
  webhookSecret: string
  /** The previous secret, which signed the webhook events that Razorpay sent before the secret was changed. */
  previousWebhookSecret?: string
  /** The account at Razorpay (`acc_…`); events of other accounts are ignored. */
  accountId?: string
}

type Options = {
  baseUrl?: string
  checkoutUrl?: string
  timeoutMs?: number
}

const payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: z.int().nonnegative(),
  currency: z.string(),
  status: z.string(),
  amount_refunded: z.int().nonnegative().nullish(),
  error_code: z.unknown().optional(),
  error_reason: z.unknown().optional(),
})
type Payment = z.infer<typeof payment>

const order = z.object({
  id: z.string(),
  amount: z.int().nonnegative(),
  currency: z.string(),
  receipt: z.string().nullish(),
})
const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  receipt: z.string().nullish(),
  status: z.string(),
})
const dispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.string(),
  amount: z.int().nonnegative().nullish(),
  currency: z.string().nullish(),
  amount_deducted: z.int().nonnegative().nullish(),
  reason_code: z.unknown().optional(),
  respond_by: z.int().positive().nullish(),
})
const failure = z.object({ error: z.object({ code: z.unknown().optional(), reason: z.unknown().optional() }) })
const listOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item) })
const about = <T>(entity: z.ZodType<T>) => z.object({ entity }).optional()
const event = z.object({
  event: z.string(),
  account_id: z.string().optional(),
  payload: z.object({
    payment: about(payment),
    order: about(order),
    refund: about(refund),
    // The dispute is parsed separately from its event, so that a dispute in an unknown form is still reported.
    dispute: about(z.unknown()),
  }),
})

/** The adapter of Razorpay, with the keys of the settings. */
export const razorpay = adapter({
  addresses: {
    RAZORPAY_BASE_URL: 'https://api.razorpay.com',
    RAZORPAY_CHECKOUT_JS_URL: 'https://checkout.razorpay.com/v1/checkout.js',
  },
  make: ({ get, urls }) =>
    createRazorpay(
      {
        keyId: get('razorpayKeyId'),
        keySecret: get('razorpayKeySecret'),
        webhookSecret: get('razorpayWebhookSecret'),
        previousWebhookSecret: get('razorpayWebhookSecretPrevious'),
        accountId: get('razorpayMerchantId'),
      },
      { baseUrl: urls.RAZORPAY_BASE_URL, checkoutUrl: urls.RAZORPAY_CHECKOUT_JS_URL },
    ),
})

/**
 * Connects to Razorpay: each attempt is an order at Razorpay, its script runs on a page of ours, and a captured payment
 * is the proof.
 * @see docs/reference/providers.md#razorpay, GAP-34
 */
export function createRazorpay(keys: RazorpayKeys, options: Options = {}): ProviderCalls {
  const { baseUrl = 'https://api.razorpay.com', checkoutUrl = 'https://checkout.razorpay.com/v1/checkout.js' } = options
  const { timeoutMs } = options

  const ask = (path: string, body?: object, headers: Record<string, string> = {}): Promise<ProviderAnswer> =>
    askProvider('Razorpay', `${baseUrl}/v1${path}`, {
      timeoutMs,
      headers: { authorization: basicAuth(keys.keyId, keys.keySecret), ...headers, ...(body && jsonHeader) },
      ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
    })
  const want = async <T>(form: z.ZodType<T>, path: string, body?: object): Promise<T> => {
    const answer = await ask(path, body)
    if (answer.status !== 200) throw refusalOf(answer)
    return readAnswer('Razorpay', form, answer.body)
  }

  async function open(attempt: PaymentAttempt) {
    const { reference, currency } = attempt
    const amount = amountOf(attempt.amountMinor, currency)
    const opened = await want(order, '/orders', { amount, currency, receipt: reference })
    return { providerRef: opened.id, page: widget(attempt, opened.id, amount) }
  }

  const widget = (attempt: PaymentAttempt, orderId: string, amount: number) => ({
    kind: 'widget' as const,
    scriptUrl: checkoutUrl,
    hosts: [...new Set([checkoutUrl, baseUrl].map(hostsOf))],
    options: {
      key: keys.keyId,
      order_id: orderId,
      amount,
      currency: attempt.currency,
      description: attempt.description,
      prefill: {
        name: attempt.payer.name,
        contact: attempt.payer.phone,
        ...(attempt.payer.email && { email: attempt.payer.email }),
      },
      callback_url: attempt.returnUrl,
      redirect: true,
    },
  })

  /**
   * Returns the orders at Razorpay for an attempt: the order whose id is stored, or else the orders with our reference.
   */
  async function ordersOf({ providerRef, reference }: KnownAttempt): Promise<string[]> {
    if (providerRef) return [providerRef]
    const found = await want(listOf(order), `/orders?${new URLSearchParams({ receipt: reference })}`)
    // A search by receipt also returns orders whose receipt only contains the reference.
    return found.items.filter(({ receipt }) => receipt === reference).map(({ id }) => id)
  }

  async function find(attempt: KnownAttempt): Promise<PaymentStatus> {
    const lists = await Promise.all(
      (await ordersOf(attempt)).map((id) => want(listOf(payment), `/orders/${encodeURIComponent(id)}/payments`)),
    )
    return settle(
      lists.flatMap(({ items }) => items),
      attempt,
    )
  }

  /**
   * Captures the first approved payment of exactly this amount, unless a payment is captured already. Razorpay
   * automatically gives back the payments that are not captured.
   */
  async function settle(payments: Payment[], sum: { amountMinor: Minor; currency: Currency }): Promise<PaymentStatus> {
    const captured = payments.filter(isCaptured)
    const approved = payments.find((one) => one.status === 'authorized' && isSum(one, sum))
    if (captured.length === 0 && approved) captured.push(...[await capture(approved)].filter(isCaptured))
    if (captured.length > 0) return { status: 'paid', captured: captured.map(capturedOf) }
    const last = payments.at(-1)
    const isOver = last !== undefined && payments.every(({ status }) => status === 'failed')
    return { status: isOver ? 'failed' : 'pending', captured: [], reason: last && reasonOf(last) }
  }

  async function capture({ id, amount, currency }: Payment): Promise<Payment> {
    const path = `/payments/${encodeURIComponent(id)}`
    const answer = await ask(`${path}/capture`, { amount, currency })
    if (answer.status === 200) return readAnswer('Razorpay', payment, answer.body)
    if (answer.status !== 400) throw refusalOf(answer)
    // Two processes may capture a payment in parallel, and the account may capture it automatically; Razorpay refuses
    // the second capture with 400.
    return want(payment, path)
  }

  async function readWebhookEvent({ raw, headers }: WebhookRequest): Promise<WebhookEvent> {
    const secrets = [keys.webhookSecret, keys.previousWebhookSecret].filter((secret) => secret !== undefined)
    const given = headers['x-razorpay-signature'] ?? ''
    if (!secrets.some((secret) => secret !== '' && isSame(hmacSha256(secret, raw), given)))
      throw new WebhookEventRefused('Razorpay has not signed this webhook event')
    const eventId = headers['x-razorpay-event-id'] || digestOf(raw)
    const read = event.safeParse(parsed(raw.toString('utf8')))
    if (!read.success) return { eventId, kind: 'unreadable', about: null, paymentStatus: null }
    const { event: kind, account_id, payload } = read.data
    if (keys.accountId && account_id !== keys.accountId) return { eventId, kind, about: null, paymentStatus: null }
    if (kind.startsWith('payment.dispute.')) return { eventId, kind, ...disputeMeaning(payload, { eventId, kind }) }
    return { eventId, kind, ...(await meaningOf(kind, payload)) }
  }

  async function meaningOf(kind: string, payload: z.infer<typeof event>['payload']): Promise<Meaning> {
    const [paid, ordered, returned] = [payload.payment?.entity, payload.order?.entity, payload.refund?.entity]
    if (kind.startsWith('refund.') && returned)
      return { about: { paymentId: returned.payment_id }, paymentStatus: null, refund: refundNews(returned) }
    if (!paid?.order_id || !/^(payment\.(authorized|captured|failed)|order\.paid)$/.test(kind))
      return { about: null, paymentStatus: null }
    // The payer's page writes the notes of a payment, so they prove nothing; our server writes the receipt of the
    // order.
    const named = { providerRef: paid.order_id, paymentId: paid.id }
    const known = { ...named, ...(ordered?.receipt && { reference: ordered.receipt }) }
    if (isCaptured(paid)) return { about: known, paymentStatus: { status: 'paid', captured: [capturedOf(paid)] } }
    if (kind === 'payment.failed')
      return { about: known, paymentStatus: { status: 'failed', captured: [], reason: reasonOf(paid) } }
    return approvedMeaning(named)
  }

  /** Captures an approved payment if its amount is the one that we asked for; before a capture, no money has moved. */
  async function approvedMeaning({ providerRef, paymentId }: { providerRef: string; paymentId: string }) {
    const path = `/orders/${encodeURIComponent(providerRef)}`
    const { amount, currency, receipt } = await want(order, path)
    const reference = receipt ?? ''
    const paymentStatus = await find({ reference, providerRef, amountMinor: BigInt(amount), currency })
    return { about: { providerRef, paymentId, ...(reference && { reference }) }, paymentStatus }
  }

  /**
   * Refunds a payment; first searches for a refund of an earlier try, because Razorpay does not document how long it
   * remembers a key, and our tries may take days.
   */
  async function giveBack(wanted: RefundOrder): Promise<RefundState> {
    const before = await findRefund(wanted)
    if (before.refundId) return before
    const amount = amountOf(wanted.amountMinor, wanted.currency)
    const path = `/payments/${encodeURIComponent(wanted.paymentId)}/refund`
    // Razorpay requires at least ten characters in this header; the prefix makes sure that the key has as many.
    const headers = { 'x-refund-idempotency': `nukkad-refund-${wanted.key}` }
    const answer = await ask(path, { amount, speed: 'normal', receipt: wanted.key }, headers)
    if (answer.status === 200) return refundState(readAnswer('Razorpay', refund, answer.body))
    // The status 400 means here that the refund is refused: wrong keys, for which Razorpay documents a 400 too, were
    // refused by the query before.
    if (answer.status !== 400) throw refusalOf(answer)
    return { status: 'failed', refundId: null, reason: codeIn(answer) }
  }

  async function findRefund(wanted: RefundOrder): Promise<RefundState> {
    const path = `/payments/${encodeURIComponent(wanted.paymentId)}/refunds`
    if (wanted.refundId) return refundState(await want(refund, `${path}/${encodeURIComponent(wanted.refundId)}`))
    const { items } = await want(listOf(refund), `${path}?count=100`)
    const ours = items.find(({ receipt }) => receipt === wanted.key)
    return ours ? refundState(ours) : { status: 'pending', refundId: null, reason: 'not_found' }
  }

  return {
    open,
    // Razorpay's name for the payment method of wallets is singular.
    preselect: (options, way) => ({
      ...options,
      prefill: { ...(options.prefill as object), method: way === 'wallets' ? 'wallet' : way },
    }),
    find,
    readWebhookEvent,
    refund: giveBack,
    findRefund,
    signedReturn: ({ providerRef }, fields) => {
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = fields
      if (!providerRef || !paymentId || !signature || !keys.keySecret) return false
      return isSame(hmacSha256(keys.keySecret, `${providerRef}|${paymentId}`), signature)
    },
  }
}

type Meaning = Omit<WebhookEvent, 'eventId' | 'kind'>

/** Returns the origins that Razorpay's script calls and shows in frames; a simulator has only one. */
function hostsOf(url: string): string {
  const { origin, hostname } = new URL(url)
  return hostname.endsWith('.razorpay.com') ? 'https://*.razorpay.com' : origin
}

const jsonHeader = { 'content-type': 'application/json' }

/**
 * Returns minor units; in a currency with three decimals, Razorpay requires the last digit to be 0
 * (docs/reference/providers.md#razorpay-amounts).
 */
function amountOf(minor: Minor, currency: Currency): number {
  if (minorDigits(currency) === 3 && minor % 10n !== 0n)
    throw new ProviderError('refused', 'Razorpay takes no thousandths')
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) throw new ProviderError('refused', 'the sum is too large')
  return Number(minor)
}

/** Returns whether a payment was captured, which is also true for a refunded payment. */
function isCaptured({ status }: Payment): boolean {
  return status === 'captured' || status === 'refunded'
}

function isSum(one: Payment, sum: { amountMinor: Minor; currency: Currency }): boolean {
  return BigInt(one.amount) === sum.amountMinor && one.currency === sum.currency
}

function capturedOf({ id, amount, currency, amount_refunded }: Payment): Captured {
  return { paymentId: id, amountMinor: BigInt(amount), currency, refundedMinor: BigInt(amount_refunded ?? 0) }
}

function reasonOf({ status, error_reason, error_code }: Payment): string {
  return codeOf(error_reason) ?? codeOf(error_code) ?? codeOf(status) ?? 'unknown'
}

function refundState({ id, status }: z.infer<typeof refund>): RefundState {
  const known = { processed: 'done', failed: 'failed' } as const
  return { status: known[status as keyof typeof known] ?? 'pending', refundId: id, reason: codeOf(status) }
}

/** Reads a dispute; a dispute that is closed without a named winner was lost if money was taken for it. */
function disputeMeaning(
  payload: z.infer<typeof event>['payload'],
  { eventId, kind }: { eventId: string; kind: string },
): Meaning {
  const found = dispute.safeParse(payload.dispute?.entity).data
  const paymentId = found?.payment_id ?? payload.payment?.entity.id
  const { amount, currency, respond_by, amount_deducted: taken } = found ?? {}
  const word = found?.status ?? kind.slice('payment.dispute.'.length)
  const ends: Record<string, DisputeNews['status']> = {
    won: 'won',
    lost: 'lost',
    closed: taken ? 'lost' : 'won',
  }
  return {
    about: paymentId === undefined ? null : { paymentId },
    paymentStatus: null,
    dispute: {
      disputeId: found?.id ?? eventId,
      status: ends[word] ?? 'open',
      providerStatus: codeOf(word),
      reason: codeOf(found?.reason_code),
      ...(paymentId !== undefined && { paymentId }),
      ...(typeof amount === 'number' && currency && { amountMinor: BigInt(amount), currency }),
      ...(typeof taken === 'number' && { takenMinor: BigInt(taken) }),
      ...(respond_by && { respondBy: new Date(respond_by * 1000) }),
    },
  }
}

function refundNews(returned: z.infer<typeof refund>): WebhookEvent['refund'] {
  const state = refundState(returned).status
  return { refundId: returned.id, state, ...(returned.receipt && { key: returned.receipt }) }
}

/** Translates a refusal; the status 409 means that the same request is still being processed. */
function refusalOf(answer: ProviderAnswer): ProviderError {
  const kind = answer.status === 409 ? 'unknown' : 'refused'
  return new ProviderError(kind, `Razorpay refused with ${answer.status} ${codeIn(answer)}`)
}

function codeIn({ body }: ProviderAnswer): string {
  const { code, reason } = failure.safeParse(body).data?.error ?? {}
  // Razorpay sends NA for an empty reason.
  return (reason !== 'NA' && codeOf(reason)) || (codeOf(code) ?? 'without a code')
}
