import assert from 'node:assert/strict'
import { type Currency, type Minor, minorDigits, wireNumber } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import { adapter, secretsOf } from '../adapter.ts'
import { askProvider, codeOf, type ProviderAnswer, readAnswer } from '../http.ts'
import { type PaymentAttempt, type ProviderCalls, ProviderError, type RefundState } from '../provider.ts'
import { type MercadoPagoPayment, mercadoPagoPayment, paymentStatusOf } from './payments.ts'
import { isUnsignedHint, readMercadoPagoEvent } from './webhook.ts'

type Keys = {
  accessToken: string
  /**
   * Secrets of the application's webhook (not the access token); more than one while the operator changes the secret.
   */
  webhookSecrets: readonly string[]
  /** The currency of the account's country. */
  currency: Currency
}
type Options = { baseUrl?: string; timeoutMs?: number; now?: () => number }

const PROVIDER = 'Mercado Pago'
const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU']
/** Maximum number of payments of one attempt that are read, including declined ones. */
const MAX_PAYMENTS = 50

/** The adapter of Mercado Pago, with the keys of the settings. */
export const mercadoPago = adapter({
  addresses: { MERCADOPAGO_BASE_URL: 'https://api.mercadopago.com' },
  make: ({ get, urls }) =>
    createMercadoPago(
      {
        accessToken: get('mercadopagoAccessToken'),
        webhookSecrets: secretsOf(get('mercadopagoWebhookSecret'), get('mercadopagoWebhookSecretPrevious')),
        currency: get('mercadopagoCurrency'),
      },
      { baseUrl: urls.MERCADOPAGO_BASE_URL },
    ),
})

/**
 * Connects to Mercado Pago's Checkout Pro, in the currency of the account's country
 * (docs/reference/providers.md#mercado-pago). The adapter finds payments by our reference, so an attempt can still be
 * queried if the answer to its opening was lost. A declined payment does not end the attempt: the payer may try again
 * on the same page until it expires.
 */
export function createMercadoPago(
  { accessToken, webhookSecrets, currency: own }: Keys,
  { baseUrl = 'https://api.mercadopago.com', timeoutMs, now = Date.now }: Options = {},
): ProviderCalls {
  assert(accessToken !== '', 'Mercado Pago needs an access token')
  assert(
    webhookSecrets.length > 0 && !webhookSecrets.includes(''),
    'Mercado Pago needs the secret of its webhook events',
  )
  assert(currencies.includes(own), `Mercado Pago has no accounts in ${own}`)

  type Sent = { body: object; idempotencyKey: string; method?: 'PUT' }
  const ask = async (path: string, post?: Sent): Promise<ProviderAnswer> => {
    const answer = await askProvider(PROVIDER, `${baseUrl}${path}`, {
      method: post ? (post.method ?? 'POST') : 'GET',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(post && { 'x-idempotency-key': post.idempotencyKey }),
      },
      ...(post && { body: JSON.stringify(post.body) }),
      timeoutMs,
    })
    if (answer.status !== 200 && answer.status !== 201 && answer.status !== 404) throw refusal(answer)
    return answer
  }
  const get = async <T>(schema: z.ZodType<T>, path: string): Promise<T | undefined> => {
    const answer = await ask(path)
    return answer.status === 404 ? undefined : readAnswer(PROVIDER, schema, answer.body)
  }
  const post = async <T>(schema: z.ZodType<T>, path: string, body: object, idempotencyKey: string): Promise<T> => {
    const answer = await ask(path, { body, idempotencyKey })
    if (answer.status === 404) throw refusal(answer)
    return readAnswer(PROVIDER, schema, answer.body)
  }
  const listPayments = async (reference: string): Promise<MercadoPagoPayment[]> => {
    const query = new URLSearchParams({
      external_reference: reference,
      sort: 'date_created',
      criteria: 'desc',
      limit: String(MAX_PAYMENTS),
    })
    const found = await get(z.object({ results: z.array(mercadoPagoPayment) }), `/v1/payments/search?${query}`)
    return (found?.results ?? []).filter((payment) => payment.external_reference === reference)
  }

  return {
    open: async (attempt) => {
      const body = preferenceOf(attempt)
      const opened = await post(preference, '/checkout/preferences', body, `pay-${attempt.reference}`)
      return { providerRef: opened.id, page: { kind: 'redirect', url: opened.init_point } }
    },
    find: async ({ reference }) => paymentStatusOf(await listPayments(reference)),
    close: async ({ reference, providerRef }) => {
      if (providerRef === null) return
      const body = { expires: true, expiration_date_to: dateText(new Date(now())) }
      const sent = { body, idempotencyKey: `close-${reference}-${now()}`, method: 'PUT' as const }
      const answer = await ask(`/checkout/preferences/${encodeURIComponent(providerRef)}`, sent)
      if (answer.status === 404) throw refusal(answer)
    },
    isUnsignedHint,
    readWebhookEvent: (request) =>
      readMercadoPagoEvent(request, {
        webhookSecrets,
        now: now(),
        findPayment: (id) => get(mercadoPagoPayment, `/v1/payments/${id}`),
        findOrder: (id) => get(z.object({ external_reference: z.string().nullish() }), `/merchant_orders/${id}`),
        listPayments,
      }),
    refund: async ({ key, paymentId, amountMinor, capturedMinor, currency }) => {
      const body = amountMinor === capturedMinor ? {} : { amount: numberOf(amountMinor, currency) }
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`
      return stateOfRefund(await post(refundAnswer, path, body, `refund-${key}`))
    },
    findRefund: async ({ paymentId, refundId }) => {
      // A refund cannot be found without its id, which a repeated request with the same key returns.
      if (refundId === null) return { status: 'pending', refundId }
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(refundId)}`
      const found = await get(refundAnswer, path)
      return found ? stateOfRefund(found) : { status: 'pending', refundId }
    },
  }
}

const preference = z.object({ id: z.string().min(1), init_point: z.url({ protocol: /^https?$/ }) })
const refundAnswer = z.object({ id: z.union([z.int(), z.string().min(1)]), status: z.string() })

function preferenceOf(attempt: PaymentAttempt): object {
  const { reference, amountMinor, currency, description, payer, returnUrl, webhookUrl, expiresAt } = attempt
  return {
    items: [
      {
        id: reference,
        title: description,
        quantity: 1,
        unit_price: numberOf(amountMinor, currency),
        currency_id: currency,
      },
    ],
    payer: { name: payer.name, phone: { number: payer.phone }, ...(payer.email !== null && { email: payer.email }) },
    back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
    ...(returnUrl.startsWith('https:') && { auto_return: 'approved' }),
    external_reference: reference,
    // Mercado Pago refuses a webhook URL on this machine, so the adapter sends no such URL, and a query finds the
    // payment instead.
    ...(new URL(webhookUrl).hostname !== 'localhost' && { notification_url: webhookUrl }),
    expires: true,
    expiration_date_to: dateText(expiresAt),
  }
}

/** Returns the time with an offset, because Mercado Pago does not accept a `Z`. */
function dateText(date: Date): string {
  return date.toISOString().replace('Z', '+00:00')
}

/**
 * Returns the amount as the JSON number that Mercado Pago expects, parsed from its decimal string and never calculated.
 * @throws ProviderError `refused` for zero, and for centavos in Colombia, where only whole pesos are accepted
 */
function numberOf(amountMinor: Minor, currency: Currency): number {
  if (amountMinor <= 0n) throw new ProviderError('refused', 'Mercado Pago takes no payment of nothing')
  if (currency === 'COP' && amountMinor % 10n ** BigInt(minorDigits(currency)) !== 0n)
    throw new ProviderError('refused', 'Mercado Pago takes whole pesos in COP')
  return wireNumber(amountMinor, currency)
}

const errorBody = z.object({
  error: z.unknown().optional(),
  cause: z.array(z.object({ code: z.unknown().optional() })).optional(),
})

/**
 * Translates an answer without success; after the statuses 423 and 424, and after everything that is not a refusal, the
 * call is tried again.
 */
function refusal({ status, body }: ProviderAnswer): ProviderError {
  const read = errorBody.safeParse(body).data
  const cause = read?.cause?.[0]?.code
  const code = codeOf(typeof cause === 'number' ? String(cause) : (cause ?? read?.error))
  const isDefinite = status >= 400 && status !== 423 && status !== 424
  const words = `Mercado Pago refused with ${status}${code === undefined ? '' : `, ${code}`}`
  return new ProviderError(isDefinite ? 'refused' : 'unknown', words)
}

function stateOfRefund({ id, status }: z.infer<typeof refundAnswer>): RefundState {
  const refundId = String(id)
  if (status === 'approved') return { status: 'done', refundId }
  if (status === 'rejected' || status === 'cancelled') return { status: 'failed', refundId, reason: status }
  return { status: 'pending', refundId }
}
