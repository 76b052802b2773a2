import type { Minor } from '@nukkad/rules/money.ts'
import { splitCredit, splitReversal } from '@nukkad/rules/referral.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'

/** Welcome bonus and reward: credit that buys but is never paid out (GAP-82). */
export function promotionPostings(userId: number, amountMinor: Minor): Posting[] {
  return [
    { account: { kind: 'promotion_expense' }, amountMinor: -amountMinor },
    { account: { kind: 'wallet_promotion', userId }, amountMinor },
  ]
}

/** A commission is own money; what its earner owes from reversals is paid first. */
export function commissionPostings(userId: number, amountMinor: Minor, owedMinor: Minor): Posting[] {
  const { repaidMinor, creditedMinor } = splitCredit(amountMinor, owedMinor)
  return [
    { account: { kind: 'commission_expense' }, amountMinor: -amountMinor },
    { account: { kind: 'commission_debt', userId }, amountMinor: repaidMinor },
    { account: { kind: 'wallet_own', userId }, amountMinor: creditedMinor },
  ]
}

/** A commission goes back whole: from own money as far as that goes, and as a debt for the rest. */
export function reversalPostings(userId: number, amountMinor: Minor, ownMinor: Minor): Posting[] {
  const { takenMinor, owedMinor } = splitReversal(amountMinor, ownMinor)
  return [
    { account: { kind: 'wallet_own', userId }, amountMinor: -takenMinor },
    { account: { kind: 'commission_debt', userId }, amountMinor: -owedMinor },
    { account: { kind: 'commission_expense' }, amountMinor },
  ]
}
