import { disputeMoney } from '@nukkad/rules/dispute.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { DisputeNews, ProviderName } from '#outside/payments/provider.ts'
import { type DisputedPayment, type KeptDispute, setDisputeMoney } from './dispute-queries.ts'

type Told = { provider: ProviderName; news: DisputeNews; dispute: KeptDispute; payment: DisputedPayment }

/**
 * Moves what a dispute has changed: out of what the provider owes us into what banks hold, from there into the loss that the
 * house bears, or back. The same news again find nothing to move. Fees of the provider are in its statement alone.
 * @returns a word on what a person should look at, where nothing can be booked
 * @see docs/decisions/0037
 */
export async function bookDispute(tx: Tx, { provider, news, dispute, payment }: Told): Promise<string | null> {
  const { id, status, held_minor: heldMinor, lost_minor: lostMinor } = dispute
  if (dispute.currency !== null && dispute.currency !== payment.currency)
    return 'a dispute in another currency than its payment'
  // News of another state than the one that holds came late, and tell nothing of the money.
  const takenMinor = news.status === status ? news.takenMinor : undefined
  const now = disputeMoney({ heldMinor, lostMinor }, { status, sumMinor: sumOf(news, dispute, payment), takenMinor })
  const moved = { held: now.heldMinor - heldMinor, lost: now.lostMinor - lostMinor }
  if (moved.held === 0n && moved.lost === 0n) return null
  await setDisputeMoney(tx, id, now)
  await postTransfer(tx, {
    kind: 'dispute',
    source: { type: 'dispute', id: `${id}-${dispute.times_booked + 1}` },
    currency: payment.currency,
    description: { key: 'walletTransactionRefundSent' },
    postings: [
      { account: { kind: 'disputes_held' }, amountMinor: -moved.held },
      { account: { kind: 'dispute_loss' }, amountMinor: -moved.lost },
      { account: { kind: 'provider_clearing', provider }, amountMinor: moved.held + moved.lost },
    ],
  })
  return null
}

/** What went back by refunds of our own is booked with them, and lost no second time. */
function sumOf({ isRefunded }: DisputeNews, { amount_minor }: KeptDispute, payment: DisputedPayment): bigint {
  return isRefunded ? payment.amount_minor - payment.refunding_minor : (amount_minor ?? payment.amount_minor)
}
