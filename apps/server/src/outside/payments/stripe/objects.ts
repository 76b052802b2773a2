import { type Currency, divideRounded, type Minor, minorDigits } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import { codeOf } from '../http.ts'
import { type Captured, type DisputeNews, type PaymentStatus, ProviderError, type RefundState } from '../provider.ts'

const metadata = z.record(z.string(), z.string()).nullish()

export const intent = z.object({
  id: z.string(),
  amount: z.int().nonnegative(),
  amount_received: z.int().nonnegative().nullish(),
  currency: z.string(),
  status: z.string(),
  metadata,
  client_secret: z.string().nullish(),
  latest_charge: z.union([z.string(), z.object({ amount_refunded: z.int().nonnegative() })]).nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
})
type Intent = z.infer<typeof intent>

export const session = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.int().nonnegative().nullish(),
  currency: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  payment_intent: z.union([z.string(), intent]).nullish(),
})
export type Session = z.infer<typeof session>

export const refund = z.object({
  id: z.string(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  payment_intent: z.string().nullish(),
  metadata,
})

export const dispute = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().nullish(),
  amount: z.int().nonnegative().nullish(),
  currency: z.string().nullish(),
  payment_intent: z.string().nullish(),
  evidence_details: z.object({ due_by: z.int().positive().nullish() }).nullish(),
  balance_transactions: z.array(z.object({ amount: z.int() })).nullish(),
})

/** Statuses of disputes that ended without cost: a warning that is over, or a prevented dispute. */
const disputeEnds = { won: 'won', lost: 'lost', warning_closed: 'won', prevented: 'won' } as const

export function disputeNews(found: z.infer<typeof dispute>): DisputeNews {
  const { id: disputeId, status, reason, amount, currency, payment_intent, evidence_details } = found
  const { balance_transactions: balances } = found
  const sum = typeof amount === 'number' && currency ? sumOf(amount, currency) : undefined
  const due = evidence_details?.due_by
  return {
    disputeId,
    status: disputeEnds[status as keyof typeof disputeEnds] ?? 'open',
    providerStatus: codeOf(status),
    reason: codeOf(reason),
    ...(payment_intent && { paymentId: payment_intent }),
    ...sum,
    ...(sum && balances && { takenMinor: isTaken(balances) ? sum.amountMinor : 0n }),
    ...(due && { respondBy: new Date(due * 1000) }),
  }
}

/**
 * Returns whether money was taken for a dispute; its amounts may be in any currency of the account, so only their sign
 * counts; fees are not part of `amount`.
 */
function isTaken(balances: readonly { amount: number }[]): boolean {
  return balances.reduce((total, { amount }) => total + amount, 0) < 0
}

/**
 * Returns the status of a session; during a payment that takes days, the session is complete but unpaid, so the intent
 * decides.
 */
export function sessionStatus(found: Session): PaymentStatus {
  if (found.payment_status === 'paid') return { status: 'paid', captured: [capturedOfSession(found)] }
  if (found.status === 'expired') return { status: 'expired', captured: [] }
  const paying = found.payment_intent
  if (found.status !== 'complete' || !paying || typeof paying === 'string') return { status: 'pending', captured: [] }
  return intentStatus(paying)
}

/** Returns the status of an intent; if the intent needs a card and has no error, the payer has not tried to pay yet. */
export function intentStatus(found: Intent): PaymentStatus {
  const { status, last_payment_error: error } = found
  if (status === 'succeeded') return { status: 'paid', captured: [capturedOfIntent(found)] }
  const reason = codeOf(error?.decline_code) ?? codeOf(error?.code) ?? codeOf(status)
  if (status === 'canceled') return { status: 'cancelled', captured: [], reason }
  if (status === 'requires_payment_method' && error) return { status: 'failed', captured: [], reason }
  return { status: 'pending', captured: [], reason }
}

export function refundState({ id, status, failure_reason }: z.infer<typeof refund>): RefundState {
  const known = { succeeded: 'done', failed: 'failed', canceled: 'failed' } as const
  const state = known[status as keyof typeof known] ?? 'pending'
  return { status: state, refundId: id, reason: codeOf(failure_reason) ?? codeOf(status) }
}

/**
 * Returns the captured amount under the intent's id, so that events of the session and of the intent name the same
 * payment.
 */
function capturedOfSession({ payment_intent: paying, amount_total, currency }: Session): Captured {
  if (paying && typeof paying === 'object') return capturedOfIntent(paying)
  if (!paying || typeof amount_total !== 'number' || !currency)
    throw new ProviderError('unknown', 'Stripe answered what cannot be read')
  return { paymentId: paying, ...sumOf(amount_total, currency), refundedMinor: 0n }
}

function capturedOfIntent({ id, amount, amount_received, currency, latest_charge: charge }: Intent): Captured {
  const refunded = charge && typeof charge === 'object' ? charge.amount_refunded : 0
  const { amountMinor: refundedMinor } = sumOf(refunded, currency)
  return { paymentId: id, ...sumOf(amount_received ?? amount, currency), refundedMinor }
}

/**
 * Decimals that Stripe uses instead of those of ISO 4217: two for currencies that no longer have any, none for the
 * Malagasy ariary.
 */
const unusualDigits: Record<Currency, number> = { ISK: 2, UGX: 2, MGA: 0 }

/**
 * Returns an amount in Stripe's smallest unit of the currency.
 * @throws ProviderError `refused` for an amount that Stripe cannot charge: thousandths, or fractions in a currency
 * without them
 */
export function amountOf(minor: Minor, currency: Currency): number {
  const [ours, theirs] = [minorDigits(currency), unusualDigits[currency] ?? minorDigits(currency)]
  const scaled = minor * 10n ** BigInt(Math.max(theirs - ours, 0))
  const unit = 10n ** BigInt(Math.max(ours - theirs, 0))
  const isWhole = scaled % unit === 0n && (theirs < 3 || scaled % 10n === 0n)
  if (!isWhole || scaled > BigInt(Number.MAX_SAFE_INTEGER))
    throw new ProviderError('refused', `Stripe cannot charge this sum in ${currency}`)
  return Number(scaled / unit)
}

function sumOf(amount: number, lowerCased: string): { amountMinor: Minor; currency: Currency } {
  const currency = lowerCased.toUpperCase()
  const [ours, theirs] = [minorDigits(currency), unusualDigits[currency] ?? minorDigits(currency)]
  const scaled = BigInt(amount) * 10n ** BigInt(Math.max(ours - theirs, 0))
  return { amountMinor: divideRounded(scaled, 10n ** BigInt(Math.max(theirs - ours, 0)), 'down'), currency }
}
