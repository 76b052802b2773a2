import type { WalletBalances } from '@nukkad/rules/pricing.ts'
import type { Posting } from './accounts.ts'

/**
 * Returns the postings that move own money and promotion credit into clearing, where it stays until the order is
 * delivered or ends (GAP-82).
 */
export function payingPostings(userId: number, { ownMinor, promotionMinor }: WalletBalances): Posting[] {
  return [
    { account: { kind: 'wallet_promotion', userId }, amountMinor: -promotionMinor },
    { account: { kind: 'wallet_own', userId }, amountMinor: -ownMinor },
    { account: { kind: 'order_clearing' }, amountMinor: ownMinor + promotionMinor },
  ]
}

/** Returns the postings that move money from clearing back to own money and promotion credit. */
export function givingBackPostings(userId: number, { ownMinor, promotionMinor }: WalletBalances): Posting[] {
  return payingPostings(userId, { ownMinor: -ownMinor, promotionMinor: -promotionMinor })
}
