import type { Minor } from '@nukkad/rules/money.ts'
import { keptShare } from '@nukkad/rules/visit-terms.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import { findTermsOfOrder, listDueKept } from './kept-queries.ts'
import { termsOfRules } from './present.ts'
import { endKept } from './write-kept.ts'

type Paid = { id: number; wallet_own_minor: bigint; wallet_promotion_minor: bigint; paid_online_minor: bigint }

/**
 * Returns the part of the payment that the customer of an order does not get back, in minor units, by the terms that
 * they accepted: after a late cancellation, or when they did not come.
 */
export async function keptOfVisit(tx: Tx, order: Paid, how: 'cancelled' | 'no_show'): Promise<Minor> {
  const visit = await findTermsOfOrder(tx, order.id)
  if (!visit) return 0n
  const paidMinor = order.wallet_own_minor + order.wallet_promotion_minor + order.paid_online_minor
  const accepted = termsOfRules(visit.terms)
  // Takes the lower one of deposit and payment, because a coupon can have made the order's amount lower than the
  // deposit.
  const terms = { ...accepted, depositMinor: accepted.depositMinor < paidMinor ? accepted.depositMinor : paidMinor }
  return keptShare(
    terms,
    how === 'no_show'
      ? { status: how, at: Date.now() }
      : { status: how, by: 'customer', at: Date.now(), startsAt: visit.starts_at.getTime() },
  )
}

/**
 * Pays the stores their kept shares whose objection time has ended. The part of a share that a bank took back stays with
 * the platform.
 */
export async function payKeptShares({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  for (const { order_id: orderId, lost_minor: lostMinor } of await listDueKept(db))
    await inTransaction(db, (tx) => endShare(tx, orderId, lostMinor)).catch((error: Error) =>
      logEvent(log, 'visit.kept_share_failed', { err: error, order: orderId }),
    )
}

async function endShare(tx: Tx, orderId: number, lostMinor: Minor): Promise<void> {
  const kept = await endKept(tx, orderId, lostMinor)
  if (!kept) return
  const { paidMinor, store_id: storeId, currency } = kept
  await postTransfer(tx, {
    kind: 'visit_kept_ended',
    source: { type: 'order', id: orderId },
    currency,
    description: { key: 'visitKeptShare' },
    postings: [
      { account: { kind: 'visit_kept' }, amountMinor: -paidMinor - lostMinor },
      { account: { kind: 'store_payable', storeId }, amountMinor: paidMinor },
      { account: { kind: 'cancellation_income' }, amountMinor: lostMinor },
    ],
  })
}
