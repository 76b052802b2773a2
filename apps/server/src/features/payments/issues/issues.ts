import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { wireTime } from '#http/wire-time.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { type IssueRow, lockIssue, setHandled } from './issue-queries.ts'

type Handling = { id: number; note: string; staffId: number; request: { id: string; client: Client } }

/**
 * Records how a person handled a payment issue, and moves no money, because refunds are separate approval requests. A
 * repeated call changes nothing.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED
 */
export async function handleIssue(tx: Tx, { id, note, staffId, request }: Handling): Promise<void> {
  const issue = await lockIssue(tx, id)
  if (!issue) throw new AppError('NOT_FOUND')
  if (issue.handled_by === staffId) return
  if (issue.handled_by !== null) throw new AppError('ALREADY_DECIDED')
  await setHandled(tx, { id, staffId, note })
  await writeAudit(tx, {
    actorId: staffId,
    action: 'payment_issue.handled',
    object: { type: 'payment_issue', id },
    before: { kind: issue.kind, state: 'open' },
    after: { state: 'handled' },
    reason: note,
    request,
  })
}

export function presentIssue(row: IssueRow, timeZone: string): Output<'dashboard/payment-issues'>['data'][number] {
  const { id, kind, provider, provider_ref, reason, currency, amount_minor, order_id, unique_order_id } = row
  return {
    id,
    kind,
    provider,
    provider_ref,
    reason,
    order_id,
    unique_order_id,
    currency,
    payment_id: row.payment_row_id === null ? null : Number(row.payment_row_id),
    amount: amount_minor !== null && currency !== null ? wireMoney(amount_minor, currency) : null,
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? '' },
    created_at: wireTime(row.created_at, timeZone),
    handled_at: row.handled_at && wireTime(row.handled_at, timeZone),
    handled_by: row.handled_by === null ? null : { id: row.handled_by, name: row.handler_name ?? '' },
    note: row.handling_note,
  }
}
