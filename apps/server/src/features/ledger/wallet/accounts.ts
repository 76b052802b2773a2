import type { TextKey } from '@nukkad/contract/texts/en.ts'
import type { Currency, Minor } from '@nukkad/rules/money.ts'

/** The kinds of accounts of one person, whose balance is stored and may not be overdrawn. */
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
  | 'visit_kept'
  | 'stylist_earnings'
  | 'stylist_costs'
export type AccountKind = (typeof personalKinds)[number] | HouseKind

/** Identifies an account within one currency. The first posting creates the account. */
export type AccountRef = {
  kind: AccountKind
  userId?: number
  storeId?: number
  provider?: string
  /** The stylist to whom the store owes the money; set only for `stylist_earnings`. */
  stylistId?: number
}

/**
 * An `amountMinor` above 0 increases the amount that the platform owes to the account's owner, an amount below 0
 * reduces that amount. `postTransfer` drops zeros.
 */
export type Posting = { account: AccountRef; amountMinor: Minor }

export type TransferToPost = {
  /** The reason of the transfer. For each source, a transfer of one kind is posted at most once. */
  kind: string
  source: { type: string; id: string | number | bigint }
  currency: Currency
  /** The key of the text that describes the transfer. The text is shown in the reader's language. */
  description: { key: TextKey; params?: Record<string, string | number> }
  postings: readonly Posting[]
  actingStaffId?: number | null
}
