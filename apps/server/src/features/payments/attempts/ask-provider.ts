import { isAttemptOver } from '@nukkad/rules/payment-states.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { addIssue } from '#features/payments/issues/add-issue.ts'
import type { Services } from '#http/calls.ts'
import { takeFromLimit } from '#http/limits.ts'
import { logEvent } from '#log-events.ts'
import { ProviderError } from '#outside/payments/provider.ts'
import { applyPaymentStatus } from './apply-payment-status.ts'
import { type AttemptRow, countAsking, findAttempt } from './attempt-queries.ts'
import { askAt, askLater } from './start-payment.ts'

/**
 * Queries the provider for the status of an attempt and applies it, for every payer who returns, and for every webhook
 * event that alone is not proof of payment.
 * @returns the attempt in its new state
 * @throws ProviderError when the provider gives no answer
 */
export async function askProvider(services: Services, attempt: AttemptRow): Promise<AttemptRow> {
  const provider = services.outside.payments.find(attempt.provider)
  if (!provider) throw new ProviderError('unknown', `${attempt.provider} is not set up any more`)
  const paymentStatus = await provider.find({
    reference: attempt.reference,
    providerRef: attempt.provider_ref,
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
  })
  await inTransaction(services.db, (tx) => applyPaymentStatus(tx, services, attempt, paymentStatus))
  return (await findAttempt(services.db, { id: attempt.id }))!
}

/**
 * Queries the provider for a payer who returns from its page; the payer needs no session. A limit of queries for each
 * attempt and minute keeps strangers from flooding the provider through our server.
 * @throws AppError TOO_MANY_REQUESTS; ProviderError
 */
export async function askOnReturn(services: Services, attempt: AttemptRow): Promise<AttemptRow> {
  const most = services.settings.number('limitPaymentReturns')
  await takeFromLimit(services.db, { key: `payment-return:${attempt.id}`, most, windowSeconds: 60 })
  return askProvider(services, attempt)
}

/**
 * Queries the provider on a schedule, at growing intervals and for at most a day, until the answer is final
 * (docs/reference/security.md#payments). A paid attempt is queried once more when its page has expired: until then the
 * payer may pay a second time, and the webhook event about the second payment may be lost.
 */
export async function askByClock(services: Services, attemptId: bigint): Promise<void> {
  const attempt = await findAttempt(services.db, { id: attemptId })
  if (!attempt) return
  const asked = await askProvider(services, attempt).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    logEvent(services.log, 'payment.unknown', { attempt: attempt.reference, cause: error.message })
    return undefined
  })
  if (asked?.status === 'paid') return isPageOver(attempt) ? undefined : askWhenOver(services, attempt)
  // The server continues to query the provider after the attempt is over, because the provider may still report it as
  // paid.
  await inTransaction(services.db, async (tx) => {
    const goesOn = await askLater(tx, attempt, await countAsking(tx, attempt.id))
    if (!goesOn && !isAttemptOver((asked ?? attempt).status)) await leaveToPerson(tx, services, attempt)
  })
}

async function leaveToPerson(tx: Tx, { log }: Services, attempt: AttemptRow): Promise<void> {
  const { id: attemptId, provider, provider_ref: providerRef } = attempt
  const reason = 'no one knows after a day whether this was paid'
  await addIssue(tx, { kind: 'payment_unknown', provider, providerRef, attemptId, reason })
  logEvent(log, 'payment.unknown_after_a_day', { attempt: attempt.reference })
}

/**
 * Number of minutes after a provider's page has expired in which a payer who began at the last moment may still finish.
 */
const PAYING_MINUTES = 10

function overAt({ expires_at }: AttemptRow): Date {
  return new Date(expires_at.getTime() + PAYING_MINUTES * 60_000)
}

const isPageOver = (attempt: AttemptRow): boolean => overAt(attempt) <= new Date()

async function askWhenOver({ db }: Services, attempt: AttemptRow): Promise<void> {
  await inTransaction(db, (tx) => askAt(tx, attempt.id, overAt(attempt)))
}
