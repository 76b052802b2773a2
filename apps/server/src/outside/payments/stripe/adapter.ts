import { z } from 'zod'
import { adapter } from '../adapter.ts'
import { askProvider, codeOf, type ProviderAnswer, readAnswer } from '../http.ts'
import {
  type KnownAttempt,
  type Opened,
  type PaymentAttempt,
  type PaymentStatus,
  type ProviderCalls,
  ProviderError,
  type RefundOrder,
  type RefundState,
} from '../provider.ts'
import { amountOf, intent, intentStatus, refund, refundState, session, sessionStatus } from './objects.ts'
import { readStripeEvent } from './webhook.ts'

export type StripeKeys = {
  /** The secret key, whose prefix gives the mode: `sk_live_` or `sk_test_`. */
  secretKey: string
  webhookSecret: string
  /** The previous webhook secret, which also signs events while the operator changes the secret. */
  previousWebhookSecret?: string
}

type Options = { baseUrl?: string; timeoutMs?: number; now?: () => Date }

/** The API version whose answers this file reads; the account's default version may differ. */
const API_VERSION = '2026-10-28.endive'
/** Minimum and maximum time in which a session can be paid, half an hour and a day. */
const MIN_MS = 30 * 60_000
const MAX_MS = 24 * 60 * 60_000

const failure = z.object({ error: z.object({ type: z.unknown().optional(), code: z.unknown().optional() }) })

/** The adapter of Stripe, with the keys of the settings. */
export const stripe = adapter({
  addresses: { STRIPE_BASE_URL: 'https://api.stripe.com' },
  make: ({ get, urls }) =>
    createStripe(
      {
        secretKey: get('stripeSecretKey'),
        webhookSecret: get('stripeWebhookSecret'),
        previousWebhookSecret: get('stripeWebhookSecretPrevious'),
      },
      { baseUrl: urls.STRIPE_BASE_URL },
    ),
})

/**
 * Connects to Stripe: each attempt opens its hosted page, and a payment intent is the payment.
 * @see docs/reference/providers.md#stripe, GAP-36
 */
export function createStripe(
  keys: StripeKeys,
  { baseUrl = 'https://api.stripe.com', timeoutMs, now = () => new Date() }: Options = {},
): ProviderCalls {
  const ask = (path: string, post?: { form: object; key: string }): Promise<ProviderAnswer> =>
    askProvider('Stripe', `${baseUrl}/v1${path}`, {
      timeoutMs,
      headers: {
        authorization: `Bearer ${keys.secretKey}`,
        'stripe-version': API_VERSION,
        ...(post && { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': post.key }),
      },
      ...(post && { method: 'POST' as const, body: new URLSearchParams(pairsOf(post.form)).toString() }),
    })
  const want = async <T>(form: z.ZodType<T>, path: string, post?: { form: object; key: string }): Promise<T> => {
    const answer = await ask(path, post)
    if (answer.status !== 200) throw refusalOf(answer)
    return readAnswer('Stripe', form, answer.body)
  }

  /** Opens a session at Stripe; for at least a day, the same attempt gets the same session. */
  async function open(attempt: PaymentAttempt): Promise<Opened> {
    const { reference, description } = attempt
    const form = {
      mode: 'payment',
      client_reference_id: reference,
      success_url: attempt.returnUrl,
      cancel_url: attempt.returnUrl,
      ...(attempt.payer.email && { customer_email: attempt.payer.email }),
      line_items: [{ quantity: 1, price_data: { ...priceOf(attempt), product_data: { name: description } } }],
      metadata: { attempt_id: reference },
      payment_intent_data: { description, metadata: { attempt_id: reference } },
      // With adaptive pricing, Stripe might offer the payer another currency than that of the order.
      adaptive_pricing: { enabled: false },
      ...endOf(attempt, now()),
    }
    const opened = await want(session, '/checkout/sessions', { form, key: `pay-${reference}` })
    if (!opened.url) throw new ProviderError('unknown', 'Stripe answered what cannot be read')
    return { providerRef: opened.id, page: { kind: 'redirect', url: opened.url } }
  }

  async function openIntent(attempt: PaymentAttempt): Promise<Opened> {
    const { reference, description, currency } = attempt
    const form = {
      amount: amountOf(attempt.amountMinor, currency),
      currency: currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      description,
      metadata: { attempt_id: reference },
    }
    const opened = await want(intent, '/payment_intents', { form, key: `intent-${reference}` })
    if (!opened.client_secret) throw new ProviderError('unknown', 'Stripe answered what cannot be read')
    return { providerRef: opened.id, page: { kind: 'intent', clientSecret: opened.client_secret } }
  }

  /**
   * Queries an attempt. In some countries Stripe cannot search by our reference; if the answer to opening an attempt
   * was lost there, no one has the page's URL, so no one can pay.
   */
  async function find({ providerRef, reference }: KnownAttempt): Promise<PaymentStatus> {
    if (!providerRef) return { status: 'pending', captured: [], reason: 'not_opened' }
    const id = encodeURIComponent(providerRef)
    if (providerRef.startsWith('pi_')) {
      const found = await want(intent, `/payment_intents/${id}?expand[]=latest_charge`)
      return ofAttempt(found.metadata?.attempt_id, reference, () => intentStatus(found))
    }
    const found = await want(session, `/checkout/sessions/${id}?expand[]=payment_intent.latest_charge`)
    return ofAttempt(found.client_reference_id, reference, () => sessionStatus(found))
  }

  /**
   * Closes an attempt. Each try to close a session has its own key, because a request that was refused while a payer
   * was paying may succeed a minute later with a new key.
   */
  async function close({ providerRef, reference }: KnownAttempt): Promise<void> {
    if (!providerRef) return
    const id = encodeURIComponent(providerRef)
    const post = { form: {}, key: `close-${reference}-${now().getTime()}` }
    if (providerRef.startsWith('pi_')) await want(intent, `/payment_intents/${id}/cancel`, post)
    else await want(session, `/checkout/sessions/${id}/expire`, post)
  }

  /**
   * Refunds a payment. First searches for a refund of an earlier try, because Stripe forgets a key after a day, and our
   * tries may take longer.
   */
  async function giveBack(wanted: RefundOrder): Promise<RefundState> {
    const before = await findRefund(wanted)
    if (before.refundId) return before
    const form = {
      payment_intent: wanted.paymentId,
      amount: amountOf(wanted.amountMinor, wanted.currency),
      metadata: { refund_key: wanted.key },
    }
    const answer = await ask('/refunds', { form, key: `refund-${wanted.key}` })
    if (answer.status === 200) return refundState(readAnswer('Stripe', refund, answer.body))
    const { type, code } = errorIn(answer)
    if (answer.status !== 400 || type !== 'invalid_request_error') throw refusalOf(answer)
    return { status: 'failed', refundId: null, reason: codeOf(code) ?? 'invalid_request_error' }
  }

  async function findRefund({ refundId, paymentId, key }: RefundOrder): Promise<RefundState> {
    if (refundId) return refundState(await want(refund, `/refunds/${encodeURIComponent(refundId)}`))
    const query = new URLSearchParams({ payment_intent: paymentId, limit: '100' })
    const { data } = await want(z.object({ data: z.array(refund) }), `/refunds?${query}`)
    const ours = data.find(({ metadata }) => metadata?.refund_key === key)
    return ours ? refundState(ours) : { status: 'pending', refundId: null, reason: 'not_found' }
  }

  return {
    open,
    openIntent,
    find,
    close,
    readWebhookEvent: async (request) =>
      readStripeEvent(request, {
        secrets: [keys.webhookSecret, keys.previousWebhookSecret],
        isLive: /^[sr]k_live_/.test(keys.secretKey),
        now: now(),
      }),
    refund: giveBack,
    findRefund,
  }
}

function priceOf({ amountMinor, currency }: PaymentAttempt) {
  return { currency: currency.toLowerCase(), unit_amount: amountOf(amountMinor, currency) }
}

/**
 * Returns the time at which the payment page closes: half an hour after the attempt ends. Stripe requires a closing
 * time of at least half an hour from now, so it accepts this time as long as the attempt can be paid. Every repeated
 * request names the same closing time. A payment in the last half hour before the page closes counts as late.
 */
function endOf({ expiresAt }: PaymentAttempt, now: Date): { expires_at?: number } {
  const end = expiresAt.getTime() + MIN_MS
  return end < now.getTime() + MAX_MS ? { expires_at: Math.ceil(end / 1000) } : {}
}

function ofAttempt(
  theirs: string | null | undefined,
  reference: string,
  paymentStatus: () => PaymentStatus,
): PaymentStatus {
  if (theirs !== reference) throw new ProviderError('refused', 'Stripe found what belongs to another attempt')
  return paymentStatus()
}

/** Flattens an object for a form: `{a: {b: [1]}}` becomes the pair `a[b][0]` and `1`. */
function pairsOf(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const path = prefix ? `${prefix}[${name}]` : name
    return typeof inner === 'object' && inner !== null ? pairsOf(inner, path) : [[path, String(inner)]]
  })
}

/** Translates a refusal; the status 409 means that a request with the same key is still being processed. */
function refusalOf(answer: ProviderAnswer): ProviderError {
  const { type, code } = errorIn(answer)
  const kind = answer.status === 409 || code === 'rate_limit' ? 'unknown' : 'refused'
  return new ProviderError(kind, `Stripe refused with ${answer.status} ${codeOf(code) ?? codeOf(type) ?? 'no code'}`)
}

function errorIn({ body }: ProviderAnswer): { type?: unknown; code?: unknown } {
  return failure.safeParse(body).data?.error ?? {}
}
