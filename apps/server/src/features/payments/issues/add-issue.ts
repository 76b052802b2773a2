import type { PaymentIssueKind } from '@nukkad/contract/payments/attempts.ts'
import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

type NewIssue = {
  kind: PaymentIssueKind
  provider: ProviderName
  /** The provider's id of its webhook event, payment or refund. */
  providerRef?: string | null
  attemptId?: bigint | null
  paymentRowId?: bigint | null
  /** The reason that staff read, in English. */
  reason: string
}

/**
 * Adds a payment issue for staff in the transaction that finds the problem. While the issue is open, a repeated event
 * of the provider does not add the issue again. The calling function must have locked the order or payment of the
 * issue.
 */
export async function addIssue(tx: Tx, issue: NewIssue): Promise<void> {
  const { kind, provider, providerRef = null, attemptId = null, paymentRowId = null, reason } = issue
  await sql`
    insert into payment_issues (kind, provider, provider_ref, attempt_id, payment_row_id, reason)
    select ${kind}::text, ${provider}::text, ${providerRef}::text, ${attemptId}::bigint, ${paymentRowId}::bigint, ${reason}::text
     where not exists (select from payment_issues
                        where kind = ${kind} and provider = ${provider} and handled_at is null
                          and (provider_ref, attempt_id, payment_row_id)
                              is not distinct from (${providerRef}::text, ${attemptId}::bigint, ${paymentRowId}::bigint))`.execute(
    tx,
  )
}
