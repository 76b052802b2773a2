import { inTransaction, type Tx } from '#db/connection.ts'
import { applyFinding, OTHER_SUM } from '#features/payments/attempts/apply-finding.ts'
import { type AttemptRow, findAttempt, findAttemptOfPayment } from '#features/payments/attempts/attempt-queries.ts'
import { keepDispute } from '#features/payments/disputes/disputes.ts'
import { insertIssue, isKeptApart } from '#features/payments/issues/issue-queries.ts'
import { findRefundByProviderId } from '#features/payments/refunds/refund-queries.ts'
import { recordRefund, refundOfKey } from '#features/payments/refunds/refunds.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import type { Notice, NoticeRequest, PaymentProvider } from '#outside/payments/provider.ts'
import { insertEvent, isEventKnown } from './event-queries.ts'

/**
 * Processes a provider's webhook event: verifies it, records it once, and applies it in the same transaction. An event
 * that fits nothing of ours needs review, and is still answered with success, because sending it again would change
 * nothing.
 * @throws NoticeRefused, ProviderError
 * @see docs/reference/security.md#payments
 */
export async function takeNotice(services: Services, provider: PaymentProvider, request: NoticeRequest): Promise<void> {
  const notice = await provider.readNotice(request)
  await inTransaction(services.db, (tx) => applyNotice(tx, services, provider, notice))
}

async function applyNotice(tx: Tx, services: Services, { name }: PaymentProvider, notice: Notice): Promise<void> {
  const attempt = notice.about ? await findNamed(tx, name, notice.about) : undefined
  const event = { provider: name, eventId: notice.eventId, kind: notice.kind, attemptId: attempt?.id ?? null }
  if (await isEventKnown(tx, event)) return
  const disputed = notice.dispute ? await keepDispute(tx, services, name, notice.dispute) : null
  const note = parkedFor(notice, attempt) ?? disputed
  const outcome = note ? 'parked' : notice.finding || notice.refund || notice.dispute ? 'applied' : 'ignored'
  if (!(await insertEvent(tx, { ...event, outcome, note }))) return
  if (note)
    logEvent(services.log, 'webhook_event.needs_review', {
      provider: name,
      eventId: notice.eventId,
      kind: notice.kind,
      note,
    })
  if (attempt && notice.finding) await applyFinding(tx, services, attempt, notice.finding)
  if (notice.refund) await applyRefundNews(tx, services, { name, refund: notice.refund })
  // An amount mismatch has its own payment issue already.
  if (!note || (await isKeptApart(tx, { provider: name, captured: notice.finding?.captured ?? [] }))) return
  const reason = `${notice.kind}: ${note}`
  await insertIssue(tx, {
    kind: 'notice',
    provider: name,
    providerRef: notice.eventId,
    attemptId: event.attemptId,
    reason,
  })
}

function parkedFor({ about, finding }: Notice, attempt: AttemptRow | undefined): string | null {
  if (about && finding && !attempt) return 'no attempt of ours'
  const isOdd = finding?.captured.some(
    ({ amountMinor, currency }) => amountMinor !== attempt!.amount_minor || currency !== attempt!.currency,
  )
  return isOdd ? OTHER_SUM : null
}

async function findNamed(
  tx: Tx,
  provider: PaymentProvider['name'],
  { reference, providerRef, paymentId }: NonNullable<Notice['about']>,
): Promise<AttemptRow | undefined> {
  const byReference = reference === undefined ? undefined : await findAttempt(tx, { reference })
  if (byReference) return isOf(byReference, { provider, providerRef }) ? byReference : undefined
  const byRef = providerRef === undefined ? undefined : await findAttempt(tx, { provider, providerRef })
  return byRef ?? (paymentId === undefined ? undefined : findAttemptOfPayment(tx, { provider, paymentId }))
}

/**
 * Returns whether a webhook event with our reference belongs to this attempt: it must name the provider's own id that
 * the attempt opened.
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
  { name, refund }: { name: PaymentProvider['name']; refund: NonNullable<Notice['refund']> },
): Promise<void> {
  const { refundId, key = '' } = refund
  const known = await findRefundByProviderId(tx, { provider: name, refundId, ownId: refundOfKey(key) })
  if (known) await recordRefund(tx, services, known.id, { status: refund.state, refundId: refund.refundId })
}
