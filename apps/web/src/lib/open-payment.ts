import type { PayWay } from '@nukkad/contract/payments/providers.ts'
import { ApiError, call } from './api.ts'
import { errorText, t } from './catalogue.ts'
import { newKey } from './new-key.ts'
import type { Method } from './payment-methods.ts'

/** The URL of the provider's page for the payer, or a text that explains why the payment could not be started. */
export type Way = { kind: 'open'; url: string } | { kind: 'failed'; text: string }

/** Starts the payment of an order that awaits it. A failure to start the payment does not affect the order (GAP-79). */
export function openOrderPayment(orderId: number, gateway: string, way?: PayWay): Promise<Way> {
  const input = { order_id: orderId, gateway, way }
  return open(input, (idempotencyKey) => call('payment/start', input, { idempotencyKey }))
}

/** Starts a top-up of the wallet by an amount, a decimal string in major units. */
export function openTopUp(amount: string, { method, way }: Pick<Method, 'method' | 'way'>): Promise<Way> {
  const input = { amount, gateway: method, way }
  return open(input, (idempotencyKey) => call('wallet-top-up', input, { idempotencyKey }))
}

/**
 * A request to start a payment that got no answer; if the payer presses the button again, the app sends it again with
 * its idempotency key.
 */
let unanswered: { print: string; key: string } | undefined

async function open(input: object, ask: (key: string) => Promise<{ url: string }>): Promise<Way> {
  const print = JSON.stringify(input)
  if (unanswered?.print !== print) unanswered = { print, key: newKey() }
  try {
    const { url } = await ask(unanswered.key)
    unanswered = undefined
    return { kind: 'open', url }
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.status > 0 && error.code !== 'IDEMPOTENCY_IN_PROGRESS'
    if (isAnswered) unanswered = undefined
    return { kind: 'failed', text: failureText(error) }
  }
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('error_PROVIDER_AWAY')
  return error.status === 429 ? t('tooManyApiCallMessage') : errorText(error.code)
}

/**
 * Leaves for the provider by a full navigation of the outermost page, because providers refuse to be shown in the frame
 * of the desktop page (GAP-84).
 */
export function leaveToPay(url: string): void {
  const page = top ?? self
  page.location.assign(url)
}
