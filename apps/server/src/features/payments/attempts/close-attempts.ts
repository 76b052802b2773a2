import { isAttemptOver } from '@nukkad/rules/payment-states.ts'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { ProviderError } from '#outside/payments/provider.ts'
import { addJob } from '#worker/add-job.ts'
import { askProvider } from './ask-provider.ts'
import { findAttempt } from './attempt-queries.ts'
import { listAttemptsToClose, setClosed } from './close-queries.ts'

/**
 * Finds attempts that no one should pay any more, and queues a job to close each one; the scheduler calls this
 * function.
 */
export async function closeWhatIsOver({ db, outside }: Pick<Services, 'db' | 'outside'>): Promise<void> {
  const closing = outside.payments.listConfigured().filter(({ close }) => close !== undefined)
  const ids = await listAttemptsToClose(
    db,
    closing.map(({ name }) => name),
  )
  for (const id of ids)
    await inTransaction(db, (tx) =>
      addJob(tx, { name: 'close-attempt', payload: { attemptId: String(id) }, key: `close-${id}` }),
    )
}

/**
 * Asks the provider to end an attempt whose order is over, paid by another attempt, or past its time, and then queries
 * the status of the attempt, because the payer may have paid at that very moment. If the provider does not answer the
 * request to end an attempt, the job's next try repeats the request.
 * @throws ProviderError
 */
export async function closeAttempt(services: Services, attemptId: bigint): Promise<void> {
  const attempt = await findAttempt(services.db, { id: attemptId })
  if (!attempt || isAttemptOver(attempt.status)) return
  const known = {
    reference: attempt.reference,
    providerRef: attempt.provider_ref,
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
  }
  await services.outside.payments
    .find(attempt.provider)
    ?.close?.(known)
    .catch((error: unknown) => {
      // If the provider refuses to close an attempt, the attempt is over or is being paid right now; the query of its
      // status shows which of the two.
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    })
  await inTransaction(services.db, (tx) => setClosed(tx, attemptId))
  await askProvider(services, attempt)
}
