import type { Tx } from '#db/connection.ts'
import { applyPaymentStatus, OTHER_SUM } from '#features/payments/attempts/apply-payment-status.ts'
import { type AttemptRow, findNamedAttempt } from '#features/payments/attempts/find-named-attempt.ts'
import { keepDispute } from '#features/payments/disputes/disputes.ts'
import { addIssue } from '#features/payments/issues/add-issue.ts'
import { applyRefundNews } from '#features/payments/refunds/refunds.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import type { PaymentProvider, WebhookEvent } from '#outside/payments/provider.ts'
import { insertEvent, isEventKnown, isKeptApart } from './event-queries.ts'

/**
 * Records a verified webhook event once, and applies it in the same transaction. An event that matches no payment of
 * the shop is listed for review. The server accepts also an event that needs review, because sending it again would not
 * help.
 * @see docs/reference/security.md#payments
 */
export async function recordEvent(
  tx: Tx,
  services: Services,
  { name: provider }: PaymentProvider,
  webhookEvent: WebhookEvent,
): Promise<void> {
  const { eventId, kind, about, paymentStatus, refund, dispute } = webhookEvent
  const attempt = about ? await findNamedAttempt(tx, provider, about) : undefined
  const event = { provider, eventId, kind, attemptId: attempt?.id ?? null }
  if (await isEventKnown(tx, event)) return
  const disputed = dispute ? await keepDispute(tx, services, provider, dispute) : null
  const note = reviewNote(webhookEvent, attempt) ?? disputed
  const outcome = note ? 'parked' : paymentStatus || refund || dispute ? 'applied' : 'ignored'
  if (!(await insertEvent(tx, { ...event, outcome, note }))) return
  if (note) logEvent(services.log, 'webhook_event.needs_review', { provider, eventId, kind, note })
  if (attempt && paymentStatus) await applyPaymentStatus(tx, services, attempt, paymentStatus)
  if (refund) await applyRefundNews(tx, services, { provider, refund })
  // No issue is added for an amount mismatch, because the mismatch has its own payment issue already.
  if (!note || (await isKeptApart(tx, { provider, captured: paymentStatus?.captured ?? [] }))) return
  const reason = `${kind}: ${note}`
  await addIssue(tx, { kind: 'notice', provider, providerRef: eventId, attemptId: event.attemptId, reason })
}

/** Returns why staff must check an event: its attempt is unknown, or an amount differs. */
function reviewNote({ about, paymentStatus }: WebhookEvent, attempt: AttemptRow | undefined): string | null {
  if (about && paymentStatus && !attempt) return 'no attempt of ours'
  const isOdd = paymentStatus?.captured.some(
    ({ amountMinor, currency }) => amountMinor !== attempt!.amount_minor || currency !== attempt!.currency,
  )
  return isOdd ? OTHER_SUM : null
}
