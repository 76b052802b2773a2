import { wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { requireSoundLedger } from '#features/ledger/wallet/run-ledger-check.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { lockPayout, type PayoutRow, setPayoutDecision } from './queries.ts'

type Decision =
  | { status: 'COMPLETED'; transaction_mode: string; transaction_id: string; message: string | null }
  | { status: 'REJECTED'; message: string }

type Decider = { staffId: number; request: { id: string; client: Client } }

/**
 * Ends a waiting payout. The amount of a paid payout leaves the platform; the amount of a rejected one is due to the
 * store again. If the same person repeats their decision, nothing changes.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED for the requester of the payout, BOOKS_DIFFER for a
 *   payment while the ledger check finds differences
 * @see docs/reference/wire.md#payouts, docs/reference/security.md#ledger
 */
export async function settlePayout(tx: Tx, id: number, decision: Decision, decider: Decider): Promise<void> {
  const { staffId, request } = decider
  const payout = await lockPayout(tx, id)
  if (!payout) throw new AppError('NOT_FOUND')
  if (payout.status === decision.status && payout.decided_by === staffId) return
  if (payout.status !== 'PENDING') throw new AppError('ALREADY_DECIDED', { extra: { status: payout.status } })
  if (payout.requested_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
  if (decision.status === 'COMPLETED') await requireSoundLedger(tx)
  await setPayoutDecision(tx, id, { ...decision, decided_by: staffId })
  await postTransfer(tx, {
    kind: decision.status === 'COMPLETED' ? 'payout' : 'payout_rejected',
    source: { type: 'payout', id },
    currency: payout.currency,
    actingStaffId: staffId,
    description: { key: 'storePayoutRequested' },
    postings: decision.status === 'COMPLETED' ? paying(payout) : takingBack(payout),
  })
  await writeAudit(tx, {
    actorId: staffId,
    action: decision.status === 'COMPLETED' ? 'payout.paid' : 'payout.rejected',
    object: { type: 'payout', id },
    before: { status: 'PENDING', amount: wireMoney(payout.amount_minor, payout.currency) },
    after: decision,
    reason: decision.message,
    request,
  })
}

function paying({ store_id: storeId, amount_minor }: PayoutRow): Posting[] {
  return [
    { account: { kind: 'store_payable', storeId, provider: 'payout' }, amountMinor: -amount_minor },
    { account: { kind: 'house_cash' }, amountMinor: amount_minor },
  ]
}

/**
 * Returns the postings that reverse a payout request. Commission stays booked, because it belongs to the orders and not
 * to the payout.
 */
function takingBack({ store_id: storeId, amount_minor }: PayoutRow): Posting[] {
  return [
    { account: { kind: 'store_payable', storeId, provider: 'payout' }, amountMinor: -amount_minor },
    { account: { kind: 'store_payable', storeId }, amountMinor: amount_minor },
  ]
}
