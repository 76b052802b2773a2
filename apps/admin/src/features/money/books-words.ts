type Account = { name: string; means: string; side: 'owed' | 'ours' | 'result' }

/** What each kind of account of the ledger is, in words; `side` says whether somebody waits for it. */
const accounts: Record<string, Account> = {
  wallet_own: { name: 'Wallets, own money', means: 'Customers can spend it or have it sent back.', side: 'owed' },
  wallet_promotion: { name: 'Wallets, promotion credit', means: 'Customers can spend it here.', side: 'owed' },
  rider_earnings: { name: 'Riders’ earnings', means: 'Commission and tips that riders have earned.', side: 'owed' },
  store_payable: { name: 'Stores', means: 'What stores have earned and not been paid.', side: 'owed' },
  order_clearing: { name: 'Open orders', means: 'Paid ahead for orders that are not over.', side: 'owed' },
  refunds_due: { name: 'Refunds on their way', means: 'Payers get it back.', side: 'owed' },
  rider_cash: { name: 'Cash with riders', means: 'Taken at doors and not handed in.', side: 'ours' },
  provider_clearing: { name: 'Payment providers', means: 'Paid by customers; the provider sends it on.', side: 'ours' },
  house_cash: {
    name: 'Cash and bank of the house',
    means: 'Collected from riders, less what was paid out.',
    side: 'ours',
  },
  commission_debt: { name: 'Commissions to take back', means: 'Of orders that were refunded later.', side: 'ours' },
  promotion_expense: { name: 'Cost of promotions', means: 'Welcome bonuses, rewards and coupons.', side: 'result' },
  commission_expense: { name: 'Cost of commissions', means: 'Given to customers for referred orders.', side: 'result' },
  refund_expense: { name: 'Cost of refunds', means: 'Given back of delivered orders.', side: 'result' },
  adjustments: { name: 'Corrections of wallets', means: 'What staff added, less what they took.', side: 'result' },
  delivery_margin: {
    name: 'Delivery and commission',
    means: 'Delivery charges, less what riders earn of orders; with the commission of stores once they are paid out.',
    side: 'result',
  },
  cancellation_income: { name: 'Kept of cancelled orders', means: 'Not given back.', side: 'result' },
}

export function accountWords(kind: string): Account {
  return accounts[kind] ?? { name: kind, means: '', side: 'result' }
}

/** What each comparison of the checker looks at. */
const checks: Record<string, string> = {
  balances: 'Balance of a person and the sum of what moved it',
  chains: 'Chain of a person’s entries',
  chainEnds: 'End of a chain and its account',
  currencies: 'Everything in one currency, which is zero',
  transfers: 'One transfer, which is zero',
  couponUses: 'Uses of a coupon and its count',
  orderSubtotals: 'Subtotal of an order and its lines',
  orderDiscounts: 'Discount of an order and its coupon',
  settlements: 'A delivered order and its settlement',
  clearing: 'Money that waits for open orders',
  kept: 'What was kept of cancelled orders',
  orderPayments: 'An order and its payment',
  captures: 'A payment and its booking',
  refunds: 'What goes back of a payment and its refunds',
  refundsDue: 'What payers are still owed',
  orderRefunds: 'What went back of an order and what was booked',
  commissions: 'Cost of commissions and what was given',
}

export function checkWords(check: string): string {
  return checks[check] ?? check
}
