import { randomBytes } from 'node:crypto'
import type { SimulatedAnswer } from '../server.ts'

export type Order = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: unknown
  created_at: number
}
export type Payment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  method: 'upi'
  captured: boolean
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  error_code: string | null
  error_reason: string | null
  notes: Record<string, string>
  created_at: number
}
export type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  speed_requested: string
  created_at: number
}
const orderFields = new Set(['amount', 'currency', 'receipt', 'notes', 'partial_payment'])
const thousandths = new Set(['BHD', 'KWD', 'OMR'])

/** Returns Razorpay's minimum amount, which is INR 1.00, or one minor unit of any other currency. */
function minimumOf(currency: string): number {
  return currency === 'INR' ? 100 : 1
}

export function refusedOrder(body: Record<string, unknown>): SimulatedAnswer | undefined {
  const extra = Object.keys(body).find((name) => !orderFields.has(name))
  if (extra) return refuse(`${extra} is/are not required and should not be sent`, extra)
  const { amount, currency, receipt } = body
  if (!Number.isInteger(amount)) return refuse('The amount must be an integer.', 'amount')
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    return refuse('The currency field is required.', 'currency')
  const least = minimumOf(currency)
  if (Number(amount) < least) return refuse(`The amount must be at least ${currency} ${least}`, 'amount')
  if (thousandths.has(currency) && Number(amount) % 10 !== 0)
    return refuse('The amount must end with a zero.', 'amount')
  if (receipt !== undefined && (typeof receipt !== 'string' || receipt.length > 40))
    return refuse('The receipt may not be greater than 40 characters.', 'receipt')
  return undefined
}

export function refusedRefund(payment: Payment, amount: unknown): SimulatedAnswer | undefined {
  if (payment.refund_status === 'full') return refuse('The payment has been fully refunded already.')
  if (!payment.captured) return refuse('The payment status should be captured for action to be taken')
  if (!Number.isInteger(amount) || Number(amount) < minimumOf(payment.currency))
    return refuse('The amount must be at least INR 1.00', 'amount')
  if (payment.amount_refunded + Number(amount) > payment.amount)
    return refuse('The refund amount provided is greater than amount captured.', 'amount')
  return undefined
}

export function addRefunded(payment: Payment, amount: number): void {
  payment.amount_refunded += amount
  const isFull = payment.amount_refunded === payment.amount
  payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null
  payment.status = isFull ? 'refunded' : 'captured'
}

export function refuse(description: string, field: string | null = null, status = 400): SimulatedAnswer {
  const reason = field ? 'input_validation_failed' : 'NA'
  return {
    status,
    body: { error: { code: 'BAD_REQUEST_ERROR', description, field, source: 'business', step: 'NA', reason } },
  }
}

export function list(items: readonly object[]): SimulatedAnswer {
  return { status: 200, body: { entity: 'collection', count: items.length, items } }
}

export type Dispute = {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: string
  phase: 'chargeback'
  created_at: number
}

/** Opens a dispute of the payer's bank over the whole amount of a payment, with a week to answer. */
export function openDispute({ id, amount, currency }: Payment): Dispute {
  const now = Math.floor(Date.now() / 1000)
  return {
    id: `disp_${randomBytes(7).toString('hex')}`,
    entity: 'dispute',
    payment_id: id,
    amount,
    currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received',
    respond_by: now + 7 * 86_400,
    status: 'open',
    phase: 'chargeback',
    created_at: now,
  }
}
