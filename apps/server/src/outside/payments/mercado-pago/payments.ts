import { type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import { codeOf } from '../http.ts'
import type { Captured, DisputeNews, PaymentStatus } from '../provider.ts'

/** A payment, with its amounts in minor units of its currency; an amount with too many decimals is refused. */
export const mercadoPagoPayment = z
  .object({
    id: z.union([z.int(), z.string().min(1)]),
    status: z.string(),
    status_detail: z.string().nullish(),
    // The amount that we asked for, without the interest on instalments that the payer may pay in addition.
    transaction_amount: z.number(),
    transaction_amount_refunded: z.number().nullish(),
    currency_id: z.string(),
    external_reference: z.string().nullish(),
    date_created: z.string().nullish(),
  })
  .transform((payment, context) => {
    const amountMinor = parseMoney(payment.transaction_amount, payment.currency_id)
    const refundedMinor = parseMoney(payment.transaction_amount_refunded ?? 0, payment.currency_id)
    if (amountMinor === undefined || refundedMinor === undefined) {
      context.addIssue('not a sum of this currency')
      return z.NEVER
    }
    return { ...payment, id: String(payment.id), amountMinor, refundedMinor }
  })
export type MercadoPagoPayment = z.infer<typeof mercadoPagoPayment>

/** The statuses of payments whose money was captured, including the statuses that such a payment may have later. */
const received = ['approved', 'in_mediation', 'refunded', 'charged_back']
const waiting = ['pending', 'in_process', 'authorized']

/** Combines the payments of one attempt, in any order: a payment that captured money decides the result. */
export function paymentStatusOf(payments: readonly MercadoPagoPayment[]): PaymentStatus {
  const inOrder = payments.toSorted((a, b) => Date.parse(b.date_created ?? '') - Date.parse(a.date_created ?? ''))
  const captured = inOrder.filter(({ status }) => received.includes(status))
  if (captured.length > 0) return { status: 'paid', captured: captured.map(capturedOf), ...reasonOf(captured[0]!) }
  const newest = inOrder.find(({ status }) => waiting.includes(status)) ?? inOrder[0]
  if (newest?.status !== 'cancelled') return { status: 'pending', captured: [], ...(newest && reasonOf(newest)) }
  const status = newest.status_detail === 'expired' ? 'expired' : 'cancelled'
  return { status, captured: [], ...reasonOf(newest) }
}

function capturedOf(payment: MercadoPagoPayment): Captured {
  const { id: paymentId, amountMinor, currency_id: currency } = payment
  return { paymentId, amountMinor, currency, refundedMinor: givenBack(payment) }
}

/** Returns the amount that went back to the payer, including chargebacks that Mercado Pago did not cover. */
function givenBack({ status, status_detail, amountMinor, refundedMinor }: MercadoPagoPayment): Minor {
  if (status === 'refunded') return amountMinor
  return status === 'charged_back' && status_detail !== 'reimbursed' ? amountMinor : refundedMinor
}

const endings: Record<string, DisputeNews['status']> = {
  approved: 'won',
  refunded: 'lost',
  reimbursed: 'won',
  settled: 'lost',
}

/**
 * Returns the dispute over a payment, from the payment's own status: in mediation, or charged back, with who bore the
 * loss. An approved or refunded payment shows how a dispute over it ended, if there was a dispute.
 */
export function disputeOf(payment: MercadoPagoPayment): DisputeNews | undefined {
  const { id, status, status_detail: detail, amountMinor, currency_id: currency } = payment
  const isDisputed = status === 'in_mediation' || status === 'charged_back'
  if (!isDisputed && status !== 'approved' && status !== 'refunded') return undefined
  const word = status === 'charged_back' ? (detail ?? '') : status
  return {
    disputeId: id,
    paymentId: id,
    status: endings[word] ?? 'open',
    providerStatus: codeOf(status === 'charged_back' && detail ? `${status}.${detail}` : status),
    ...(isDisputed ? { amountMinor, currency } : { isOnlyIfKnown: true }),
    ...(status === 'charged_back' && { takenMinor: amountMinor }),
    ...(status === 'refunded' && { isRefunded: true }),
  }
}

function reasonOf({ status, status_detail }: MercadoPagoPayment): { reason?: string } {
  if (status === 'approved') return {}
  const reason = codeOf(status_detail) ?? codeOf(status)
  return reason === undefined ? {} : { reason }
}
