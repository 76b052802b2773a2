import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import type { Described, RequestTable } from './approval-page.tsx'
import { formatAmount, formatWhen } from './facts.ts'

/** The columns that every list of approval requests shows. */
export type RequestRow = Pick<
  RowOf<RequestTable>,
  | 'id'
  | 'state'
  | 'amount'
  | 'currency'
  | 'proposed_by'
  | 'proposed_by_id'
  | 'decided_by'
  | 'decision_reason'
  | 'created_at'
> & { customer_id?: number | null; rider_id?: number | null }

const stateText: Readonly<Record<string, string>> = {
  waiting: 'Waiting for approval',
  booked: 'Booked',
  refused: 'Refused',
}

type Said = Pick<Described, 'facts' | 'amountLabel'> & {
  requesterLabel: string | undefined
  requester: string | undefined
}

/** Returns the facts of one request: those of its kind, and those that every request has. */
export function requestFacts(row: RequestRow, said: Said): Described['facts'] {
  const { facts, amountLabel = 'Amount', requesterLabel = 'Requested by' } = said
  const [first, ...rest] = facts
  const requester = row.proposed_by ?? said.requester ?? '–'
  return [
    ...(first ? [first] : []),
    [amountLabel, <b key="amount">{formatAmount(row)}</b>],
    ...rest,
    ['State', stateText[row.state ?? '']],
    [requesterLabel, `${requester}, ${formatWhen(row.created_at)}`],
    ...(row.state === 'waiting' ? [] : ([['Decided by', row.decided_by ?? requester]] as const)),
    ...(row.decision_reason ? ([['Reason of the decision', row.decision_reason]] as const) : []),
  ]
}

/** Returns the customer or rider whose money the request moves. */
export function ownerOf({ customer_id, rider_id }: RequestRow): number | null {
  return customer_id ?? rider_id ?? null
}
