import { type AccountKind, type AccountSide, accountKinds } from '@nukkad/contract/tables/account-kinds.ts'

/** Describes each kind of account for readers without bookkeeping knowledge. */
const means: Record<AccountKind, string> = {
  wallet_own: 'Customers can spend it or have it sent back.',
  wallet_promotion: 'Customers can spend it here.',
  rider_earnings: 'Commission and tips that riders have earned.',
  visit_kept: 'Parts of deposits that salons keep, until their customers can no longer object.',
  store_payable: 'Earnings of stores that are not paid out yet.',
  order_clearing: 'Paid in advance for orders in progress.',
  refunds_due: 'Payers get it back.',
  rider_cash: 'Collected from customers and not handed in yet.',
  provider_clearing: 'Paid by customers; the provider sends it on.',
  house_cash: 'Collected from riders, less what was paid out.',
  disputes_held: 'Taken by providers until a dispute ends.',
  commission_debt: 'Paid for orders that were refunded later.',
  promotion_expense: 'Welcome bonuses, rewards and coupons.',
  commission_expense: 'Given to customers for referred orders.',
  refund_expense: 'Refunds of delivered orders.',
  dispute_loss: 'Taken back by banks after disputes.',
  adjustments: 'Amounts that staff added, less those they took.',
  delivery_margin:
    'Delivery charges, less what riders earn of orders; with the commission of stores once they are paid out.',
  cancellation_income: 'Not refunded.',
  stylist_earnings: 'Commissions and tips that salons pay their stylists themselves.',
  stylist_costs: 'The same amounts as a cost of the salons.',
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
