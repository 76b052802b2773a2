import type { Minor } from '@nukkad/rules/money.ts'
import { splitCredit, splitReversal } from '@nukkad/rules/referral.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'

/** Returns the postings of a welcome bonus or reward: promotion credit, which cannot be withdrawn (GAP-82). */
export function promotionPostings(userId: number, amountMinor: Minor): Posting[] {
  return [
    { account: { kind: 'promotion_expense' }, amountMinor: -amountMinor },
    { account: { kind: 'wallet_promotion', userId }, amountMinor },
  ]
}

/**
 * Returns the postings of a commission. The commission repays the earner's commission debt first; the rest becomes own
 * money.
 */
export function commissionPostings(userId: number, amountMinor: Minor, owedMinor: Minor): Posting[] {
  const { repaidMinor, creditedMinor } = splitCredit(amountMinor, owedMinor)
  return [
    { account: { kind: 'commission_expense' }, amountMinor: -amountMinor },
    { account: { kind: 'commission_debt', userId }, amountMinor: repaidMinor },
    { account: { kind: 'wallet_own', userId }, amountMinor: creditedMinor },
  ]
}

/** Returns the postings that take back a commission: first from own money, and the rest as commission debt. */
export function reversalPostings(userId: number, amountMinor: Minor, ownMinor: Minor): Posting[] {
  const { takenMinor, owedMinor } = splitReversal(amountMinor, ownMinor)
  return [
    { account: { kind: 'wallet_own', userId }, amountMinor: -takenMinor },
    { account: { kind: 'commission_debt', userId }, amountMinor: -owedMinor },
    { account: { kind: 'commission_expense' }, amountMinor },
  ]
}
