import type { Form } from './form.ts'

type CardError = { type: 'card_error'; code: string; decline_code: string; message: string }
export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: string
  capture_method: string
  client_secret: string
  description: string | null
  metadata: Form
  livemode: boolean
  latest_charge: string | null
  last_payment_error: CardError | null
}
export type Session = {
  id: string
  object: 'checkout.session'
  mode: 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Form
  success_url: string
  cancel_url: string
  expires_at: number
  livemode: boolean
  payment_intent: string | null
  url: string | null
}
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason: string | null
  metadata: Form
}
export const declined: CardError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
