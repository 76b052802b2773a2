import { type AccountKind, type AccountSide, accountKinds } from '@nukkad/contract/tables/account-kinds.ts'

/** Describes each kind of account for readers without bookkeeping knowledge. */
const means: Record<AccountKind, string> = {
  wallet_own: 'Money that customers can spend or have sent back.',
  wallet_promotion: 'Credit that customers can spend only in this shop.',
  rider_earnings: 'Commission and tips that riders have earned.',
  visit_kept: 'Parts of deposits that salons will get when their customers can no longer object.',
  store_payable: 'Earnings of stores that are not paid out yet.',
  order_clearing: 'Money that customers paid in advance for orders in progress.',
  refunds_due: 'Money that the shop still has to pay back to payers.',
  rider_cash: 'Cash that riders collected from customers and have not handed in yet.',
  provider_clearing: 'Money that customers paid and the provider has not sent to the shop yet.',
  house_cash: 'Cash that riders handed in, less the amounts that the shop paid out in cash.',
  disputes_held: 'Money that payment providers hold back until a dispute ends.',
  commission_debt: 'Commissions that customers owe back, because the orders were refunded later.',
  promotion_expense: 'Money that the shop gave as welcome bonuses, rewards and coupons.',
  commission_expense: 'Commissions that customers got for orders of friends.',
  refund_expense: 'Money that the shop refunded for delivered orders.',
  dispute_loss: 'Money that banks took back after disputes.',
  adjustments: 'Amounts that staff added to wallets, less the amounts that staff took from wallets.',
  delivery_margin: 'Delivery charges less the riders’ earnings, and the stores’ commission.',
  cancellation_income: 'Money of cancelled orders that was not refunded.',
  stylist_earnings: 'Commissions and tips that salons pay their stylists themselves.',
  stylist_costs: 'Stylists’ commissions and tips as a cost of their salons.',
}

export function accountText(kind: string): { name: string; means: string; side: AccountSide } {
  const known = Object.hasOwn(accountKinds, kind) ? (kind as AccountKind) : undefined
  return known ? { ...accountKinds[known], means: means[known] } : { name: kind, means: '', side: 'result' }
}

/** Describes each comparison of the ledger check. */
const checks: Record<string, string> = {
  balances: 'Balance of a person equals the total of their entries',
  chains: 'Entries of a person are numbered and chained without a gap',
  chainEnds: 'An account names its last entry and the number of its entries',
  currencies: 'All entries in one currency add up to zero',
  transfers: 'The entries of one transfer add up to zero',
  couponUses: 'Counter of a coupon equals the number of its uses',
  orderSubtotals: 'Subtotal of an order equals the total of its lines',
  orderDiscounts: 'Discounts of the lines of an order add up to the discount of its coupon',
  settlements: 'A delivered order has exactly one settlement',
  clearing: 'Money held for open orders equals the payments of these orders',
  kept: 'Money retained from cancelled orders equals the booked income',
  orderPayments: 'Amount paid online for an order equals its captured payment',
  captures: 'A captured payment is booked exactly once',
  refunds: 'Amount to refund of a payment equals its refunds that did not fail',
  refundsDue: 'Money still owed to payers equals the refunds that are not done',
  disputes: 'Money taken by disputes equals the booked amount',
  orderRefunds: 'Refunded amount of an order equals its booked refunds',
  commissions: 'Cost of commissions equals the commissions paid',
  stylistEarnings: 'Balance of a stylist equals the earnings of the stylist',
  visitEarnings: 'A finished visit has earnings for each service and for the tip',
  visitEarningsTakenBack: 'Earnings taken back from a visit match its refund',
}

export function checkText(check: string): string {
  return checks[check] ?? check
}
