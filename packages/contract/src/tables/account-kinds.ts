/** What each kind of account of the ledger is called, and whether somebody waits for what lies on it. */
export const accountKinds = {
  wallet_own: { name: 'Wallets, own money', side: 'owed' },
  wallet_promotion: { name: 'Wallets, promotion credit', side: 'owed' },
  rider_earnings: { name: 'Riders’ earnings', side: 'owed' },
  store_payable: { name: 'Stores', side: 'owed' },
  order_clearing: { name: 'Open orders', side: 'owed' },
  refunds_due: { name: 'Refunds on their way', side: 'owed' },
  rider_cash: { name: 'Cash with riders', side: 'ours' },
  provider_clearing: { name: 'Payment providers', side: 'ours' },
  house_cash: { name: 'Cash and bank of the house', side: 'ours' },
  disputes_held: { name: 'Disputed at banks', side: 'ours' },
  commission_debt: { name: 'Commissions to take back', side: 'ours' },
  promotion_expense: { name: 'Cost of promotions', side: 'result' },
  commission_expense: { name: 'Cost of commissions', side: 'result' },
  refund_expense: { name: 'Cost of refunds', side: 'result' },
  dispute_loss: { name: 'Cost of lost disputes', side: 'result' },
  adjustments: { name: 'Corrections of wallets', side: 'result' },
  delivery_margin: { name: 'Delivery and commission', side: 'result' },
  cancellation_income: { name: 'Kept of cancelled orders', side: 'result' },
} as const

export type AccountKind = keyof typeof accountKinds

export const accountSides = {
  owed: 'What we owe',
  ours: 'What is ours or owed to us',
  result: 'What it has brought and cost',
} as const
export type AccountSide = keyof typeof accountSides
