import type { TextKey } from '@nukkad/contract/texts/en.ts'
import type { Currency, Minor } from '@nukkad/rules/money.ts'

/** Accounts of one person, whose balance is stored and may not be overdrawn. */
export const personalKinds = [
  'wallet_own',
  'wallet_promotion',
  'rider_earnings',
  'rider_cash',
  'commission_debt',
] as const
type HouseKind =
  | 'store_payable'
  | 'promotion_expense'
  | 'commission_expense'
  | 'refund_expense'
  | 'delivery_margin'
  | 'cancellation_income'
  | 'order_clearing'
  | 'provider_clearing'
  | 'refunds_due'
  | 'house_cash'
  | 'adjustments'
  | 'disputes_held'
  | 'dispute_loss'
export type AccountKind = (typeof personalKinds)[number] | HouseKind

/** Names an account; the same name in another currency is another account. It is made at its first posting. */
export type AccountRef = { kind: AccountKind; userId?: number; storeId?: number; provider?: string }

/** `amountMinor` above 0 enters the account: we owe its owner more. Below 0 leaves it. Zeros are left out. */
export type Posting = { account: AccountRef; amountMinor: Minor }

export type TransferToPost = {
  /** Why the money moves. Together with the source it happens once. */
  kind: string
  source: { type: string; id: string | number | bigint }
  currency: Currency
  /** Shown in the reader's language. */
  description: { key: TextKey; params?: Record<string, string | number> }
  postings: readonly Posting[]
  actingStaffId?: number | null
}
