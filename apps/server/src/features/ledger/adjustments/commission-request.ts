import type { CommissionCaps } from '@nukkad/rules/referral.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { Commissions } from '#db/schema.ts'
import { insertApprovalRequest } from './approval-requests.ts'

/** Codes of the caps that a commission exceeds, stored as the reason of the approval request. */
const capCodes = { personMinor: 'cap_person', pairMinor: 'cap_pair', allMinor: 'cap_day' } as const

type Commission = Pick<Selectable<Commissions>, 'id' | 'order_id' | 'user_id' | 'currency' | 'amount_minor'>

/** Requests an approval of a commission above a cap, in the transaction that records it. */
export async function askForCommission(tx: Tx, row: Commission, cap: keyof CommissionCaps): Promise<void> {
  await insertApprovalRequest(tx, {
    kind: 'commission',
    user_id: row.user_id,
    order_id: row.order_id,
    commission_id: row.id,
    currency: row.currency,
    amount_minor: row.amount_minor,
    reason: capCodes[cap],
    needs_approval: true,
    proposed_by: null,
  })
}
