import assert from 'node:assert/strict'
import { z } from 'zod'
import { adapter, listOf, secretsOf } from '../adapter.ts'
import { askProvider, basicAuth, codeOf, readAnswer } from '../http.ts'
import { type PaymentAttempt, type ProviderCalls, ProviderError, type RefundOrder } from '../provider.ts'
import {
  type PayMongoPayment,
  payMongoIntent,
  payMongoPayment,
  payMongoRefund,
  payMongoSession,
  paymentStatusOf,
  stateOfRefund,
} from './resources.ts'
import { readPayMongoEvent } from './webhook.ts'

type Keys = {
  /** The secret key, whose prefix `sk_test_` or `sk_live_` gives the mode of all calls and events. */
  secretKey: string
  /** Secrets that sign webhook events; more than one while the operator changes the secret. */
  webhookSecrets: readonly string[]
  /** Payment methods that PayMongo offers the payer, such as `card` and `gcash`. */
  methods: readonly string[]
}
type Options = { baseUrl?: string; timeoutMs?: number; now?: () => number }

const PROVIDER = 'PayMongo'
/**
 * Minimum amounts in centavos, PHP 20.00 for a payment and PHP 1.00 for a refund
 * (docs/reference/providers.md#paymongo-amounts-and-keys).
 */
const MIN_PAYMENT_MINOR = 2000n
const MIN_REFUND_MINOR = 100n

/** The adapter of PayMongo, with the keys of the settings. */
export const paymongo = adapter({
  addresses: { PAYMONGO_BASE_URL: 'https://api.paymongo.com' },
  make: ({ get, urls }) =>
    createPayMongo(
      {
        secretKey: get('paymongoSK'),
        webhookSecrets: secretsOf(get('paymongoWebhookSecret'), get('paymongoWebhookSecretPrevious')),
        methods: listOf(get('paymongoMethods')),
      },
      { baseUrl: urls.PAYMONGO_BASE_URL },
    ),
})

/**
 * Connects to PayMongo's hosted checkout, in Philippine pesos (docs/reference/providers.md#paymongo). PayMongo has no
 * idempotency keys and cannot be queried by our reference, so the status of an attempt stays unknown if the answer to
 * its opening was lost. A lost answer does no harm, because only this answer had the URL of PayMongo's page.
 */
export function createPayMongo(
  { secretKey, webhookSecrets, methods }: Keys,
  { baseUrl = 'https://api.paymongo.com', timeoutMs, now = Date.now }: Options = {},
): ProviderCalls {
  assert(/^sk_(test|live)_./.test(secretKey), 'PayMongo needs a secret key of test or live mode')
  assert(webhookSecrets.length > 0 && !webhookSecrets.includes(''), 'PayMongo needs the secret of its webhook')
  assert(methods.length > 0, 'PayMongo needs a way to pay')

  const ask = async <T>(schema: z.ZodType<T>, path: string, attributes?: object): Promise<T> => {
    const answer = await askProvider(PROVIDER, `${baseUrl}/v1${path}`, {
      method: attributes ? 'POST' : 'GET',
      headers: { authorization: basicAuth(secretKey, ''), 'content-type': 'application/json' },
      ...(attributes && { body: JSON.stringify({ data: { attributes } }) }),
      timeoutMs,
    })
    if (answer.status !== 200 && answer.status !== 201) throw refusal(answer)
    return readAnswer(PROVIDER, z.object({ data: schema }), answer.body).data
  }
  const findPayment = (id: string): Promise<PayMongoPayment> => ask(payMongoPayment, `/payments/${segment(id)}`)
  /** Finds the refund of an earlier try by the idempotency key that we stored with it. */
  const findMadeRefund = async ({ paymentId, refundId, key }: RefundOrder) => {
    if (refundId !== null) return stateOfRefund(await ask(payMongoRefund, `/refunds/${segment(refundId)}`))
    const { refunds } = (await findPayment(paymentId)).attributes
    const made = refunds?.find(({ attributes }) => attributes.metadata?.refund_row === key)
    return made && stateOfRefund(made)
  }

  return {
    open: async (attempt) => {
      if (attempt.amountMinor < MIN_PAYMENT_MINOR)
        throw new ProviderError('refused', 'PayMongo takes payments from PHP 20.00')
      const { id, attributes } = await ask(payMongoSession, '/checkout_sessions', sessionOf(attempt, methods))
      return { providerRef: id, page: { kind: 'redirect', url: attributes.checkout_url } }
    },
    find: async ({ reference, providerRef }) => {
      if (providerRef === null) return { status: 'pending', captured: [] }
      const session = await ask(payMongoSession, `/checkout_sessions/${segment(providerRef)}`)
      if (session.attributes.reference_number !== reference)
        throw new ProviderError('refused', 'PayMongo names another attempt')
      const intentId = session.attributes.payment_intent?.id
      const intent =
        intentId === undefined ? undefined : await ask(payMongoIntent, `/payment_intents/${segment(intentId)}`)
      return paymentStatusOf(session, intent)
    },
    close: async ({ providerRef }) => {
      if (providerRef !== null) await ask(payMongoSession, `/checkout_sessions/${segment(providerRef)}/expire`, {})
    },
    readWebhookEvent: async (request) =>
      readPayMongoEvent(request, { webhookSecrets, isLive: secretKey.startsWith('sk_live_'), now: now() }),
    refund: async (order) => {
      if (order.amountMinor < MIN_REFUND_MINOR) throw new ProviderError('refused', 'PayMongo gives back from PHP 1.00')
      const made = await findMadeRefund(order)
      if (made) return made
      const refund = await ask(payMongoRefund, '/refunds', {
        amount: Number(order.amountMinor),
        payment_id: order.paymentId,
        reason: 'requested_by_customer',
        metadata: { refund_row: order.key },
      })
      return stateOfRefund(refund)
    },
    findRefund: async (order) => (await findMadeRefund(order)) ?? { status: 'pending', refundId: null },
  }
}

function sessionOf(attempt: PaymentAttempt, methods: readonly string[]): object {
  const { reference, amountMinor, currency, description, payer, returnUrl } = attempt
  return {
    line_items: [{ name: description, quantity: 1, amount: Number(amountMinor), currency }],
    payment_method_types: methods,
    success_url: returnUrl,
    cancel_url: returnUrl,
    description,
    reference_number: reference,
    metadata: { reference },
    billing: { name: payer.name, phone: payer.phone, ...(payer.email !== null && { email: payer.email }) },
    send_email_receipt: false,
    show_description: true,
    show_line_items: true,
  }
}

const errorBody = z.object({ errors: z.array(z.object({ code: z.unknown().optional() })) })

/** Translates an answer without success: a 4xx is a definite refusal; any other status leaves the result unknown. */
function refusal({ status, body }: { status: number; body: unknown }): ProviderError {
  const code = codeOf(errorBody.safeParse(body).data?.errors[0]?.code)
  const words = `PayMongo refused with ${status}${code === undefined ? '' : `, ${code}`}`
  return new ProviderError(status >= 400 ? 'refused' : 'unknown', words)
}

const segment = encodeURIComponent
