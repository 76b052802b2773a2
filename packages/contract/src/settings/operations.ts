import { bool, choice, inGroup, longSecret, longText, naming, number, privateKey, text, within } from './spec.ts'

/** Settings that decide what riders see, earn and must enter. */
export const deliverySettings = inGroup('delivery', {
  enableDeliveryPin: bool('true', "Requires the customer's PIN to complete a delivery."),
  enableDeliveryGuyEarning: bool('true', 'Riders earn a commission for each delivery.'),
  deliveryGuyCommissionFrom: choice(
    ['FULLORDER', 'DELIVERYCHARGE'],
    'FULLORDER',
    'Amount of which a rider earns a share.',
    'private',
  ),
  riderOpenOrderLimit: within(
    [1, 100],
    number(
      '3',
      'Open orders that a new rider may have, 1 to 100. To change the limit of one rider, open the rider’s page.',
      'private',
    ),
  ),
  showDeliveryCollection: bool('true', 'Shows riders the cash they hold.'),
  showOrderAddonsDelivery: bool('true', 'Shows add-ons to riders.'),
  showDeliveryFullAddressOnList: bool(
    'false',
    'Shows riders the whole address in the list of orders, before they accept an order.',
  ),
  showUserInfoBeforePickup: bool('true', 'Shows the customer to the rider before the order is picked up.'),
  showPriceAndOrderCommentsDelivery: bool('false', 'Shows prices and notes to riders.'),
  showStorePhoneDelivery: bool('false', 'Shows the phone of the store to riders.'),
  deliveryAcceptTimeThreshold: within(
    [1, 1440],
    number('10', 'Minutes without a rider until an order turns red on the order board, 1 to 1440.', 'private'),
  ),
})

/** Settings for stores, their owners and the dashboard. */
export const storeSettings = inGroup('stores', {
  minPayout: number('150', 'Minimum amount for a payout request.', 'private'),
  paymentHoldDays: within(
    [0, 60],
    number(
      '7',
      'Days for which the store’s share of an online payment is held, because the customer’s bank can still reverse the payment. 0 to 60. A change applies to new payments.',
      'private',
    ),
  ),
  storesBearLostDisputes: bool(
    'true',
    'When a customer’s bank takes a payment back permanently, the store loses its share of the order. If this is off, the platform bears the whole loss.',
    'private',
  ),
  restaurantAcceptTimeThreshold: within(
    [1, 1440],
    number('10', 'Minutes until an order that waits for its store turns red on the order board, 1 to 1440.', 'private'),
  ),
  restaurantNewOrderNotificationMsg: text(
    'New order received',
    'Title of the push message to store owners about a new order.',
    'private',
  ),
  restaurantNewOrderNotificationMsgSub: text(
    'Open the order list',
    'Text of the push message to store owners about a new order.',
    'private',
  ),
  hideCustomerDetailsFromStoreOwner: bool(
    'false',
    'Hides email, phone and address of customers from store owners. A salon that visits a customer at home sees the address during the visit.',
    'private',
  ),
  adminDailyTargetRevenue: number('', 'Revenue target for a day, shown on the dashboard.', 'private'),
  walletAdjustmentApprovalAmount: number(
    '5000',
    'Daily amount above which staff need an approver: wallet corrections and reported payments of one customer, and payments from one store. For refunds, the amount applies to each order.',
    'private',
  ),
  staffDailyAmount: number(
    '10000',
    'Daily amount that one member of staff can move without an approver. Wallet corrections, refunds, reported payments and payments from stores count together.',
    'private',
  ),
  allowStoreOwnersPlaceLoginOrders: bool('false', 'Lets store owners place orders for callers, in their own stores.'),
})

/** Ratings and reviews. */
export const ratingSettings = inGroup('ratings', {
  enRAR: bool('true', 'Lets customers rate delivered orders.'),
  rarReviewBoxTitle: text('Tell us more', 'Title over the field in which a customer writes a review.'),
})

/** Settings for bonuses, referrals and commissions; amounts are in whole currency units (INT-01 to INT-04, GAP-60). */
export const rewardSettings = inGroup('rewards', {
  enableReferAndEarn: bool('true', 'Turns the referral programme on.'),
  referAndEarnText: longText('', 'Text about the referral programme, for other apps.'),
  referralBonusType: choice(
    ['registration', 'order'],
    'registration',
    "Whether rewards are paid at registration or for the friend's first delivered order.",
  ),
  signupBonusScope: choice(
    ['all', 'referred'],
    'all',
    'Customers who get the sign-up bonus: all new ones or only referred ones.',
  ),
  referralSuccessAmountReferredUser: number('200', 'Welcome bonus for a new customer.'),
  referralSuccessAmountReferringUser: number('200', 'Reward for the customer who referred a friend.'),
  homeReferralRewardAmount: number('50', 'Referral reward that the home banner shows.'),
  minimumSuccessfulReferralOrderAmount: number(
    '',
    "Minimum amount of a friend's first order, if rewards are paid for that order.",
  ),
  referralCommissionPercent: number('5', "Percentage of a referred friend's orders that the referrer earns."),
  couponShareCommissionPercent: number(
    '5',
    'Percentage of an order that a customer earns when another customer uses their shared code.',
  ),
  sharedCouponDiscountPercent: number('0', "Percentage that a friend saves with a customer's own code."),
  referralRewardsPerMonth: number('20', 'Maximum number of referral rewards for one customer in a month.', 'private'),
  commissionHoldingDays: number(
    '7',
    'Days between the delivery of an order and the payment of its commissions.',
    'private',
  ),
  commissionCapPerson: number(
    '1000',
    'Commission that one customer can earn in a day. Above this amount, staff must approve each commission. The amount is in whole currency units.',
    'private',
  ),
  commissionCapPair: number(
    '300',
    "Commission that one customer's orders at one store can pay in a day. Above this amount, staff must approve each commission. The amount is in whole currency units.",
    'private',
  ),
  commissionCapDay: number(
    '20000',
    'Commission that all customers together can earn in a day. Above this amount, staff must approve each commission. The amount is in whole currency units.',
    'private',
  ),
  commissionAlarmPercent: number(
    '60',
    "The server raises an alarm when the referral commissions of a store's orders exceed this percentage of the store commission. Percent, over 30 days.",
    'private',
  ),
})

/**
 * The settings of the rate limits in docs/reference/security.md#authentication and
 * docs/reference/security.md#rate-limits. Operators cannot turn rate limits off.
 */
export const limitSettings = inGroup('limits', {
  limitCallsPerMinute: number('500', 'Requests that one IP address can make in a minute.', 'private'),
  limitPagesPerMinute: number(
    '6000',
    'Pages and files that one IP address can load in a minute. A page counts as 10, a file as 1.',
    'private',
  ),
  limitLoginFailuresPerAccount: number(
    '5',
    'The number of wrong passwords or codes for one account after which each further attempt has to wait longer.',
    'private',
  ),
  limitLoginFailuresPerAddress: number(
    '20',
    'Wrong passwords and codes that one IP address can enter in 15 minutes.',
    'private',
  ),
  limitCouponTriesPerCustomer: number('10', 'Coupon codes that one customer may try in a minute.', 'private'),
  limitCouponTriesPerAddress: number('30', 'Coupon codes that one IP address may try in a minute.', 'private'),
  limitPaymentsPerCustomer: number('10', 'Payments that one customer may begin or query in a minute.', 'private'),
  limitUnsignedNotices: number(
    '30',
    'Unsigned webhook events of one provider that cause a status query in a minute.',
    'private',
  ),
  limitPaymentReturns: number(
    '20',
    'Number of times a returning payer can cause a status query of one payment in a minute.',
    'private',
  ),
  limitOrdersPerCustomer: number('6', 'Orders that one customer may place in a minute.', 'private'),
  limitUnpaidOrdersPerCustomer: number(
    '3',
    'Orders of one customer that may wait for their payment. An unpaid order holds stock and the use of its coupon.',
    'private',
  ),
  limitRegistrationsPerAddress: number('100', 'Accounts that one IP address may open in an hour.', 'private'),
  limitSearchesPerAddress: number('30', 'Searches from one IP address in a minute.', 'private'),
  limitAddressReadingsPerAddress: number(
    '60',
    'Map points whose address one IP address may look up in a minute.',
    'private',
  ),
  limitPositionsPerRider: number('30', 'Positions that one rider may report in a minute.', 'private'),
  limitCodeGapSeconds: number(
    '30',
    'Seconds between two codes to one phone. The pause grows when many networks request codes.',
    'private',
  ),
  limitCodesPerQuarterHour: number(
    '3',
    'The number of codes to one phone that one browser or network can request in 15 minutes.',
    'private',
  ),
  limitCodesPerDay: number(
    '8',
    'The number of codes to one phone that one browser or network can request in a day.',
    'private',
  ),
  limitCodesPerAddress: number('200', 'Codes that one IP address can request in an hour.', 'private'),
  limitCodesToCustomersPerDay: number(
    '10000',
    'Maximum number of codes in a day to the phones of existing customers.',
    'private',
  ),
  limitCodesToNewcomersPerDay: number(
    '5000',
    'Maximum number of codes in a day to phone numbers that are not confirmed yet.',
    'private',
  ),
  limitCodeMailsPerDay: number('5000', 'Maximum number of codes sent by email in a day.', 'private'),
  limitExportsPerCustomer: number('10', 'Number of times one customer may download their data in an hour.', 'private'),
  limitCallsPerKey: number('120', 'Calls that one API key may make in a minute.', 'private'),
  limitExportsPerMember: number(
    '60',
    'Exports that one member of staff or store owner may begin in an hour.',
    'private',
  ),
})

/** Settings for the destinations of dashboard exports. */
export const exportSettings = inGroup('exports', {
  driveServiceAccountJson: longSecret(
    'GDRIVE_SERVICE_ACCOUNT_JSON',
    'Key file (JSON) of a Google service account that is a member of the shared drive.',
  ),
  driveFolderId: naming('id', privateKey('GDRIVE_FOLDER_ID', 'Id of the Google Drive folder for exports.')),
})

/**
 * Settings for planned backups (docs/reference/security.md#operation). The server stores backups next to the data, so
 * operators must copy them to another machine.
 */
export const backupSettings = inGroup('backups', {
  backupPlan: choice(
    ['off', 'hourly', 'daily'],
    'hourly',
    'How often the server makes a backup automatically.',
    'private',
  ),
  backupsKept: number('24', 'Number of planned backups to keep. Each new backup replaces the oldest one.', 'private'),
})
