import { type AccountKind, type AccountSide, accountKinds } from '@nukkad/contract/tables/account-kinds.ts'

/** Describes each kind of account for readers without bookkeeping knowledge. */
const means: Record<AccountKind, string> = {
  wallet_own: 'Money that customers can spend or have sent back.',
  wallet_promotion: 'Credit that customers can spend only in this shop.',
  rider_earnings: 'Commission and tips that riders have earned.',
  visit_kept: 'Parts of deposits that salons will get when their customers can no longer object.',
  store_payable: 'Earnings of stores that are not paid out yet.',
  order_clearing: 'Money that customers paid in advance for orders in progress.',
  refunds_due: 'Money that payers get back.',
  rider_cash: 'Cash that riders collected from customers and have not handed in yet.',
  provider_clearing: 'Money that customers paid and the provider has not sent to the shop yet.',
  house_cash: 'Cash that was collected from riders, less the amounts that were paid out.',
  disputes_held: 'Money that providers took until a dispute ends.',
  commission_debt: 'Commissions that were paid for orders that were refunded later.',
  promotion_expense: 'Welcome bonuses, rewards and coupons.',
  commission_expense: 'Commissions that customers got for orders of friends.',
  refund_expense: 'Refunds of delivered orders.',
  dispute_loss: 'Money that banks took back after disputes.',
  adjustments: 'Amounts that staff added to wallets, less those that they took from them.',
  delivery_margin: 'Delivery charges less the riders’ earnings, and the stores’ commission.',
  cancellation_income: 'Not refunded.',
  stylist_earnings: 'Commissions and tips that salons pay their stylists themselves.',
  stylist_costs: 'Stylists’ commissions and tips as a cost of their salons.',
}

export function accountText(kind: string): { name: string; means: string; side: AccountSide } {
  const known = Object.hasOwn(accountKinds, kind) ? (kind as AccountKind) : undefined
  return known ? { ...accountKinds[known], means: means[known] } : { name: kind, means: '', side: 'result' }
}

/** Describes each comparison of the ledger check. */
const checks: Record<string, string> = {
  balances: 'Balance of a person and the total of its entries',
  chains: 'Chain of a person’s entries',
  chainEnds: 'End of a chain and its account',
  currencies: 'All entries in one currency, which add up to zero',
  transfers: 'The entries of one transfer, which add up to zero',
  couponUses: 'Uses of a coupon and its count',
  orderSubtotals: 'Subtotal of an order and its lines',
  orderDiscounts: 'Discount of an order and its coupon',
  settlements: 'A delivered order and its settlement',
  clearing: 'Money held for open orders',
  kept: 'Money retained from cancelled orders',
  orderPayments: 'An order and its payment',
  captures: 'A payment and its booking',
  refunds: 'Amount to refund of a payment, and its refunds',
  refundsDue: 'Money still owed to payers',
  disputes: 'Money taken by disputes, and its bookings',
  orderRefunds: 'Refunds of an order, and their bookings',
  commissions: 'Cost of commissions, and the commissions paid',
  stylistEarnings: 'Earnings of a stylist, and their bookings',
  visitEarnings: 'Earnings of a finished visit',
  visitEarningsTakenBack: 'Earnings of a refunded visit',
}

export function checkText(check: string): string {
  return checks[check] ?? check
}
