import type { Minor } from '@nukkad/rules/money.ts'
import { keptCommission } from '@nukkad/rules/referral.ts'
import type { Tx } from '#db/connection.ts'
import { lockWallet, postTransfer } from '#features/ledger/wallet/ledger.ts'
import { reversalPostings } from './postings.ts'
import { type CommissionRow, listEarners, lockCommissions, lockEarners, lockParties, setCommission } from './queries.ts'

/** The refunded part of a delivered order's total, including earlier refunds, in minor units. */
export type RefundedShare = { refundedMinor: Minor; ofMinor: Minor }

/**
 * Locks everyone whose wallet a refund of this order may change, in the order of their ids, so that parallel refunds
 * cannot deadlock.
 */
export async function lockPartiesOfRefund(
  tx: Tx,
  { user_id: buyerId, shared_by: sharedBy }: { user_id: number; shared_by: number | null },
): Promise<void> {
  await lockParties(tx, { buyerId, sharedBy })
}

/**
 * Locks the people whose wallets may change, in the order of their ids, before commissions are taken back: the customer
 * and everyone who earned by these orders.
 */
export async function holdPeople(
  tx: Tx,
  { userId, orderIds }: { userId: number; orderIds: readonly number[] },
): Promise<void> {
  await lockEarners(tx, [userId, ...(await listEarners(tx, orderIds))])
}

/**
 * Takes back the part of an order's commissions that belongs to its refunds, in the transaction of the refund. Takes
 * own money first; the rest becomes a debt that the earner's next commissions repay (decision 0021). A repeated or
 * parallel call with the same amount takes nothing back twice.
 * @see GAP-68, docs/reference/security.md#ledger
 */
export async function reverseCommissions(tx: Tx, order: { id: number }, refunded: RefundedShare): Promise<void> {
  const rows = await lockCommissions(tx, order.id)
  await lockEarners(
    tx,
    rows.map(({ user_id }) => user_id),
  )
  for (const row of rows) {
    const reversedMinor = row.amount_minor - keptCommission(row.amount_minor, refunded)
    if (reversedMinor <= row.reversed_minor) continue
    if (row.status === 'credited') await takeBack(tx, row, reversedMinor)
    await setCommission(tx, row.id, { reversed_minor: reversedMinor })
  }
}

async function takeBack(tx: Tx, row: CommissionRow, reversedMinor: Minor): Promise<void> {
  const { ownMinor } = await lockWallet(tx, row.user_id, row.currency)
  await postTransfer(tx, {
    kind: 'commission_reversal',
    source: { type: 'commission', id: `${row.id}:${reversedMinor}` },
    currency: row.currency,
    description: { key: 'walletTransactionCommissionReversed' },
    postings: reversalPostings(row.user_id, reversedMinor - row.reversed_minor, ownMinor),
  })
}
