import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { disputeMoney } from '@nukkad/rules/dispute.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { DisputeNews } from '#outside/payments/provider.ts'
import { type DisputedPayment, type KeptDispute, setDisputeMoney } from './dispute-queries.ts'

type DisputeChange = { provider: ProviderName; news: DisputeNews; dispute: KeptDispute; payment: DisputedPayment }

/**
 * Moves the money of a dispute: from the provider's balance to the amount that banks hold, and from there to the
 * platform's loss or back. A repeated event of a dispute moves no money. The provider's fees are not booked; its
 * statement lists them.
 * @returns a note for staff if nothing can be booked, else null
 * @see docs/decisions/0037
 */
export async function bookDispute(tx: Tx, { provider, news, dispute, payment }: DisputeChange): Promise<string | null> {
  const { id, status, held_minor: heldMinor, lost_minor: lostMinor } = dispute
  if (dispute.currency !== null && dispute.currency !== payment.currency)
    return 'a dispute in another currency than its payment'
  // An event whose state differs from the stored state arrived late, so it moves no money.
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

/**
 * Returns the disputed amount without the part that we have refunded ourselves, because the refunded part must not be
 * booked a second time as lost.
 */
function sumOf({ isRefunded }: DisputeNews, { amount_minor }: KeptDispute, payment: DisputedPayment): bigint {
  return isRefunded ? payment.amount_minor - payment.refunding_minor : (amount_minor ?? payment.amount_minor)
}
