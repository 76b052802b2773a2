import type { Tx } from '#db/connection.ts'
import { applyPaymentStatus, OTHER_SUM } from '#features/payments/attempts/apply-payment-status.ts'
import { type AttemptRow, findAttempt, findAttemptOfPayment } from '#features/payments/attempts/attempt-queries.ts'
import { keepDispute } from '#features/payments/disputes/disputes.ts'
import { insertIssue, isKeptApart } from '#features/payments/issues/issue-queries.ts'
import { findRefundByProviderId } from '#features/payments/refunds/refund-queries.ts'
import { recordRefund, refundOfKey } from '#features/payments/refunds/refunds.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import type { PaymentProvider, WebhookEvent } from '#outside/payments/provider.ts'
import { insertEvent, isEventKnown } from './event-queries.ts'

/**
 * Records a verified webhook event once, and applies it in the same transaction. An event that matches no payment of
 * the shop is listed for review. It is still answered with success, because sending it again would not help.
 * @see docs/reference/security.md#payments
 */
export async function recordEvent(
  tx: Tx,
  services: Services,
  { name: provider }: PaymentProvider,
  webhookEvent: WebhookEvent,
): Promise<void> {
  const { eventId, kind, about, paymentStatus, refund, dispute } = webhookEvent
  const attempt = about ? await findNamed(tx, provider, about) : undefined
  const event = { provider, eventId, kind, attemptId: attempt?.id ?? null }
  if (await isEventKnown(tx, event)) return
  const disputed = dispute ? await keepDispute(tx, services, provider, dispute) : null
  const note = reviewNote(webhookEvent, attempt) ?? disputed
  const outcome = note ? 'parked' : paymentStatus || refund || dispute ? 'applied' : 'ignored'
  if (!(await insertEvent(tx, { ...event, outcome, note }))) return
  if (note) logEvent(services.log, 'webhook_event.needs_review', { provider, eventId, kind, note })
  if (attempt && paymentStatus) await applyPaymentStatus(tx, services, attempt, paymentStatus)
  if (refund) await applyRefundNews(tx, services, { name: provider, refund })
  // An amount mismatch has its own payment issue already.
  if (!note || (await isKeptApart(tx, { provider, captured: paymentStatus?.captured ?? [] }))) return
  const reason = `${kind}: ${note}`
  await insertIssue(tx, { kind: 'notice', provider, providerRef: eventId, attemptId: event.attemptId, reason })
}

/** Returns why staff must check an event: its attempt is unknown, or an amount differs. */
function reviewNote({ about, paymentStatus }: WebhookEvent, attempt: AttemptRow | undefined): string | null {
  if (about && paymentStatus && !attempt) return 'no attempt of ours'
  const isOdd = paymentStatus?.captured.some(
    ({ amountMinor, currency }) => amountMinor !== attempt!.amount_minor || currency !== attempt!.currency,
  )
  return isOdd ? OTHER_SUM : null
}

async function findNamed(
  tx: Tx,
  provider: PaymentProvider['name'],
  { reference, providerRef, paymentId }: NonNullable<WebhookEvent['about']>,
): Promise<AttemptRow | undefined> {
  const byReference = reference === undefined ? undefined : await findAttempt(tx, { reference })
  if (byReference) return isOf(byReference, { provider, providerRef }) ? byReference : undefined
  const byRef = providerRef === undefined ? undefined : await findAttempt(tx, { provider, providerRef })
  return byRef ?? (paymentId === undefined ? undefined : findAttemptOfPayment(tx, { provider, paymentId }))
}

/**
 * Returns whether a webhook event with our reference belongs to this attempt: it must name the provider's id of this
 * attempt.
 */
function isOf(
  attempt: AttemptRow,
  { provider, providerRef }: { provider: PaymentProvider['name']; providerRef: string | undefined },
): boolean {
  if (attempt.provider !== provider) return false
  return providerRef === undefined || attempt.provider_ref === null || providerRef === attempt.provider_ref
}

async function applyRefundNews(
  tx: Tx,
  services: Services,
  { name, refund }: { name: PaymentProvider['name']; refund: NonNullable<WebhookEvent['refund']> },
): Promise<void> {
  const { refundId, key = '' } = refund
  const known = await findRefundByProviderId(tx, { provider: name, refundId, ownId: refundOfKey(key) })
  if (known) await recordRefund(tx, services, known.id, { status: refund.state, refundId: refund.refundId })
}
