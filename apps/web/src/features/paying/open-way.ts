import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'

/** Where a payer goes next, or why he cannot, in words. */
export type Way = { kind: 'open'; url: string } | { kind: 'failed'; text: string }

/** Begins to pay an order that awaits it. The order stays, whatever comes of this (GAP-79). */
export function openOrderPayment(orderId: number, gateway: string): Promise<Way> {
  return wayOf(call('payment/start', { order_id: orderId, gateway }))
}

/** Begins to put money into the wallet; the amount is a decimal in major units. */
export function openTopUp(amount: string, gateway: string): Promise<Way> {
  return wayOf(call('wallet-top-up', { amount, gateway }))
}

async function wayOf(asked: Promise<{ url: string }>): Promise<Way> {
  try {
    return { kind: 'open', url: (await asked).url }
  } catch (error) {
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
