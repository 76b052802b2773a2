import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { Tx } from '#db/connection.ts'
import type { WebhookEvent } from '#outside/payments/provider.ts'
import { type AttemptRow, findAttempt, findAttemptOfPayment } from './attempt-queries.ts'

export type { AttemptRow } from './attempt-queries.ts'

/**
 * Finds the attempt that a webhook event names: by our reference, or by the provider's id of the attempt or of its payment.
 */
export async function findNamedAttempt(
  tx: Tx,
  provider: ProviderName,
  { reference, providerRef, paymentId }: NonNullable<WebhookEvent['about']>,
): Promise<AttemptRow | undefined> {
  const byReference = reference === undefined ? undefined : await findAttempt(tx, { reference })
  if (byReference) return isOf(byReference, { provider, providerRef }) ? byReference : undefined
  const byRef = providerRef === undefined ? undefined : await findAttempt(tx, { provider, providerRef })
  return byRef ?? (paymentId === undefined ? undefined : findAttemptOfPayment(tx, { provider, paymentId }))
}

/**
 * Returns whether a webhook event belongs to the attempt whose reference it names: the event must also name the
 * provider's id of this attempt.
 */
function isOf(
  attempt: AttemptRow,
  { provider, providerRef }: { provider: ProviderName; providerRef: string | undefined },
): boolean {
  if (attempt.provider !== provider) return false
  return providerRef === undefined || attempt.provider_ref === null || providerRef === attempt.provider_ref
}
