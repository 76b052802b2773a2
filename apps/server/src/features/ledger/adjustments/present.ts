import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { wireTime } from '#http/wire-time.ts'
import type { ApprovalRequestToPresent, RequestToPresent } from './queries.ts'

type Reader = { timeZone: string }
type AdjustmentOnWire = Output<'dashboard/wallet-adjustments'>['data'][number]
type RefundOnWire = Output<'dashboard/refunds'>['data'][number]

export function presentAdjustment(row: ApprovalRequestToPresent, reader: Reader): AdjustmentOnWire {
  return {
    ...presentApprovalRequest(row, reader),
    direction: row.amount_minor > 0n ? 'credit' : 'debit',
    pocket: row.promotion_minor === 0n ? 'own' : 'promotion',
    note: row.note,
  }
}

export function presentRefund(row: ApprovalRequestToPresent, reader: Reader): RefundOnWire {
  return {
    ...presentApprovalRequest(row, reader),
    to: row.destination!, // Never null: a constraint requires a refund to have a destination.
    promotion: wireMoney(row.promotion_minor, row.currency),
    order_id: row.order_id,
    unique_order_id: row.unique_order_id,
    payment_id: row.payment_row_id === null ? null : Number(row.payment_row_id),
    provider_state: row.refund_status,
  }
}

type RequestOnWire = Output<'dashboard/store-settlements/record'>['data']

/** Presents a reported payment, a commission above a cap, a store settlement or a cash collection to staff. */
export function presentRequest(row: RequestToPresent, { timeZone }: Reader): RequestOnWire {
  const { id, state, currency, reason, note, needs_approval, decision_reason, order_id, unique_order_id } = row
  const named = (personId: number | null, name: string | null) =>
    personId === null ? null : { id: personId, name: name ?? '' }
  return {
    id,
    state,
    currency,
    reason,
    note,
    needs_approval,
    decision_reason,
    order_id,
    unique_order_id,
    amount: wireMoney(row.amount_minor, currency),
    customer: named(row.customer_id, row.customer_name),
    store: named(row.store_id, row.store_name),
    rider: named(row.rider_id, row.rider_name),
    proposed_by: named(row.proposed_by, row.proposer_name),
    decided_by: named(row.decided_by, row.decider_name),
    created_at: wireTime(row.created_at, timeZone),
    decided_at: row.decided_at && wireTime(row.decided_at, timeZone),
  }
}

function presentApprovalRequest(row: ApprovalRequestToPresent, { timeZone }: Reader) {
  const { id, state, currency, reason, needs_approval, decision_reason } = row
  return {
    id,
    state,
    currency,
    reason,
    needs_approval,
    decision_reason,
    customer: { id: row.user_id, name: row.customer_name },
    amount: wireMoney(row.amount_minor < 0n ? -row.amount_minor : row.amount_minor, currency),
    proposed_by: { id: row.proposed_by, name: row.proposer_name },
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name ?? '' },
    created_at: wireTime(row.created_at, timeZone),
    decided_at: row.decided_at && wireTime(row.decided_at, timeZone),
  }
}
