import { type Minor, parseMoney } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import { codeOf } from './http.ts'
import type { Captured, DisputeNews, Finding } from './provider.ts'

/** A payment, its sums turned into minor units of its own currency; one that has more decimals cannot be read. */
export const mercadoPagoPayment = z
  .object({
    id: z.union([z.int(), z.string().min(1)]),
    status: z.string(),
    status_detail: z.string().nullish(),
    // What the payer pays in all may be more, with interest on instalments; this is the sum that was asked for.
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

/** Money came in under each of these, whatever became of it later. */
const received = ['approved', 'in_mediation', 'refunded', 'charged_back']
const waiting = ['pending', 'in_process', 'authorized']

/** What the payments of one attempt say together, in any order: one that came in outweighs all others. */
export function findingOf(payments: readonly MercadoPagoPayment[]): Finding {
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

/** What a bank took back from us counts as given back, unless Mercado Pago made good for it. */
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
 * The dispute over a payment, which is told by the payment's own state: in mediation, or taken back by the bank, and then
 * who bore it. A payment that is approved or refunded says how one has ended, if there was one.
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
