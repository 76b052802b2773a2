/** The label of each kind of ledger account, and the group in which the report of liabilities shows it. */
export const accountKinds = {
  wallet_own: { name: 'Wallets, own money', side: 'owed' },
  wallet_promotion: { name: 'Wallets, promotion credit', side: 'owed' },
  rider_earnings: { name: 'Riders’ earnings', side: 'owed' },
  store_payable: { name: 'Stores', side: 'owed' },
  visit_kept: { name: 'Kept deposits', side: 'owed' },
  order_clearing: { name: 'Open orders', side: 'owed' },
  refunds_due: { name: 'Refunds in progress', side: 'owed' },
  rider_cash: { name: 'Cash with riders', side: 'ours' },
  provider_clearing: { name: 'Payment providers', side: 'ours' },
  house_cash: { name: "The platform's cash and bank", side: 'ours' },
  disputes_held: { name: 'Disputed at banks', side: 'ours' },
  commission_debt: { name: 'Commissions to take back', side: 'ours' },
  promotion_expense: { name: 'Cost of promotions', side: 'result' },
  commission_expense: { name: 'Cost of commissions', side: 'result' },
  refund_expense: { name: 'Cost of refunds', side: 'result' },
  dispute_loss: { name: 'Cost of lost disputes', side: 'result' },
  adjustments: { name: 'Corrections of wallets', side: 'result' },
  delivery_margin: { name: 'Delivery and commission', side: 'result' },
  cancellation_income: { name: 'Money retained from cancelled orders', side: 'result' },
  stylist_earnings: { name: 'Stylists’ earnings', side: 'salons' },
  stylist_costs: { name: 'Salons’ cost of stylists', side: 'salons' },
} as const

/** The kind of a ledger account, as the column `kind` stores it. */
export type AccountKind = keyof typeof accountKinds

/** The groups of ledger accounts, with their labels in the report of liabilities. */
export const accountSides = {
  owed: 'Owed by the shop',
  ours: 'Held by the shop or owed to the shop',
  result: 'Income and costs',
  salons: 'Between salons and their stylists',
} as const
/** The group of ledger accounts in which the dashboard lists a kind of account. */
export type AccountSide = keyof typeof accountSides
