import { ApiError, call } from './api.ts'
import { errorText, t } from './catalogue.ts'
import { newKey } from './new-key.ts'

/** Where a payer goes next, or why he cannot, in words. */
export type Way = { kind: 'open'; url: string } | { kind: 'failed'; text: string }

/** Begins to pay an order that awaits it. The order stays, whatever comes of this (GAP-79). */
export function openOrderPayment(orderId: number, gateway: string): Promise<Way> {
  const input = { order_id: orderId, gateway }
  return open(input, (idempotencyKey) => call('payment/start', input, { idempotencyKey }))
}

/** Begins to put money into the wallet; the amount is a decimal in major units. */
export function openTopUp(amount: string, gateway: string): Promise<Way> {
  const input = { amount, gateway }
  return open(input, (idempotencyKey) => call('wallet-top-up', input, { idempotencyKey }))
}

/** What was asked and never answered: pressing again asks for the same thing, by the same key. */
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

/** Leaves for the provider by full navigation; its page may not stand in the frame of the desktop preview (GAP-84). */
export function leaveToPay(url: string): void {
  const page = top ?? self
  page.location.assign(url)
}
