import { z } from 'zod'
import { codeOf } from '../http.ts'
import type { Captured, PaymentStatus, RefundState } from '../provider.ts'

const id = z.string().min(1)
const metadata = z.record(z.string(), z.unknown()).nullish()
const amount = z.int().nonnegative()

export const payMongoRefund = z.object({
  id,
  attributes: z.object({ amount, status: z.string(), payment_id: id.optional(), metadata }),
})
export type PayMongoRefund = z.infer<typeof payMongoRefund>

export const payMongoPayment = z.object({
  id,
  attributes: z.object({
    amount,
    currency: z.string(),
    status: z.string(),
    failed_code: z.string().nullish(),
    external_reference_number: z.string().nullish(),
    metadata,
    refunds: z.array(payMongoRefund).nullish(),
  }),
})
export type PayMongoPayment = z.infer<typeof payMongoPayment>

/** A dispute. PayMongo documents only the name of its events, so every field may be missing. */
export const payMongoDispute = z.object({
  id,
  attributes: z
    .object({
      status: z.string().nullish().catch(undefined),
      reason: z.string().nullish().catch(undefined),
      amount: amount.nullish().catch(undefined),
      currency: z.string().nullish().catch(undefined),
      payment_id: id.nullish().catch(undefined),
      payment: z.object({ id }).nullish().catch(undefined),
    })
    .catch({}),
})
export type PayMongoDispute = z.infer<typeof payMongoDispute>

const payments = z.array(payMongoPayment).nullish()

export const payMongoIntent = z.object({ id, attributes: z.object({ status: z.string(), payments, metadata }) })
export type PayMongoIntent = z.infer<typeof payMongoIntent>

export const payMongoSession = z.object({
  id,
  attributes: z.object({
    checkout_url: z.url({ protocol: /^https?$/ }),
    status: z.string().nullish(),
    reference_number: z.string().nullish(),
    payments,
    payment_intent: z.object({ id }).nullish(),
  }),
})
export type PayMongoSession = z.infer<typeof payMongoSession>

/**
 * Returns the payment status of a session and its intent. A declined card does not end the attempt: the payer may try
 * again on the same page. The session's own status does not prove a payment
 * (docs/reference/providers.md#paymongo-statuses-and-tests).
 */
export function paymentStatusOf(session: PayMongoSession, intent: PayMongoIntent | undefined): PaymentStatus {
  const known = [...(session.attributes.payments ?? []), ...(intent?.attributes.payments ?? [])]
  const paymentStatus = statusOfPayments([...new Map(known.map((payment) => [payment.id, payment])).values()])
  const isWaiting = known.some(({ attributes }) => attributes.status === 'pending')
  if (paymentStatus.status !== 'pending' || isWaiting || intent?.attributes.status === 'processing')
    return paymentStatus
  if (intent?.attributes.status === 'cancelled') return { ...paymentStatus, status: 'cancelled' }
  return session.attributes.status === 'expired' ? { ...paymentStatus, status: 'expired' } : paymentStatus
}

export function statusOfPayments(payments: readonly PayMongoPayment[]): PaymentStatus {
  const captured = payments.filter(({ attributes }) => attributes.status === 'paid').map(capturedOf)
  if (captured.length > 0) return { status: 'paid', captured }
  const reason = codeOf(payments.findLast(({ attributes }) => attributes.status === 'failed')?.attributes.failed_code)
  return { status: 'pending', captured, ...(reason && { reason }) }
}

function capturedOf({ id: paymentId, attributes }: PayMongoPayment): Captured {
  const given = (attributes.refunds ?? []).filter((refund) => refund.attributes.status !== 'failed')
  const refundedMinor = given.reduce((total, refund) => total + BigInt(refund.attributes.amount), 0n)
  return { paymentId, amountMinor: BigInt(attributes.amount), currency: attributes.currency, refundedMinor }
}

export function stateOfRefund({ id: refundId, attributes: { status } }: PayMongoRefund): RefundState {
  if (status === 'succeeded') return { status: 'done', refundId }
  if (status === 'failed') return { status: 'failed', refundId, reason: status }
  return { status: 'pending', refundId }
}
