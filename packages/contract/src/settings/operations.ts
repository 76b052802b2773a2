import { bool, choice, inGroup, longSecret, longText, naming, number, privateKey, text } from './spec.ts'

/** What riders see, earn and must enter. */
export const deliverySettings = inGroup('delivery', {
  enableDeliveryPin: bool('true', 'A delivery is completed only with the PIN of the customer.'),
  enableDeliveryGuyEarning: bool('true', 'Credits riders their commission.'),
  deliveryGuyCommissionFrom: choice(
    ['FULLORDER', 'DELIVERYCHARGE'],
    'FULLORDER',
    'What a rider earns a share of.',
    'private',
  ),
  riderOpenOrderLimit: number('3', 'Open orders one rider may hold, unless his own figure says otherwise.', 'private'),
  showDeliveryCollection: bool('true', 'Shows riders the cash they hold.'),
  showOrderAddonsDelivery: bool('true', 'Shows add-ons to riders.'),
  showDeliveryFullAddressOnList: bool('false', 'Shows whole addresses in the list, before an order is accepted.'),
  showUserInfoBeforePickup: bool('true', 'Shows the customer before the order is picked up.'),
  showPriceAndOrderCommentsDelivery: bool('false', 'Shows prices and notes to riders.'),
  showStorePhoneDelivery: bool('false', 'Shows the phone of the store to riders.'),
  showSubTotalDelivery: bool('false', 'Shows the item total to riders.'),
  showTipDelivery: bool('false', 'Shows the tip to riders before delivery.'),
  showCouponDelivery: bool('false', 'Shows the coupon to riders.'),
  showOrderTaxDelivery: bool('false', 'Shows the tax to riders.'),
  deliveryAcceptTimeThreshold: number('45', 'Minutes without a rider until staff are warned.', 'private'),
  autoAssignNearestDeliveryGuy: bool('false', 'Gives new orders to the nearest free rider by itself.'),
  autoAssignDeliveryGuyDelay: number('', 'Minutes to wait before that.'),
  enableDeliveryGuyIncentive: bool('false', 'Pays riders bonuses by rule.'),
  deliveryGuyIncentiveData: longText('', 'Rules of those bonuses, as JSON.'),
  deliveryAppRequestedCashChangeMsg: text(
    'Customer needs change for',
    'Words before the amount a rider needs change for.',
  ),
})

/** Stores, their owners and the dashboard. */
export const storeSettings = inGroup('stores', {
  minPayout: number('150', 'Smallest payout a store can ask for.', 'private'),
  paymentHoldDays: number(
    '7',
    'Days after a payment through a provider during which the store’s share of the order is not paid out, because the customer’s bank may take the money back; 0 to 60. A change applies to payments from then on.',
    'private',
  ),
  storesBearLostDisputes: bool(
    'true',
    'When a customer’s bank takes a payment back for good, the store loses its share of the order. Switched off, the platform bears all of it.',
    'private',
  ),
  restaurantAcceptTimeThreshold: number(
    '10',
    'Minutes without an answer of the store until staff are warned.',
    'private',
  ),
  restaurantNewOrderRefreshRate: number('15', 'Seconds between two looks at new orders on the dashboard.', 'private'),
  restaurantNotificationAudioTrack: naming(
    'file',
    text('Alert-5', 'Sound of a new order on the dashboard.', 'private'),
  ),
  restaurantNewOrderNotificationMsg: text('New order received', 'Title of the push a store owner gets.', 'private'),
  restaurantNewOrderNotificationMsgSub: text('Open the order list', 'Text of the push a store owner gets.', 'private'),
  hideCustomerDetailsFromStoreOwner: bool(
    'false',
    'Hides e-mail, phone and address of customers from owners; a salon that goes to them sees where to while it does.',
    'private',
  ),
  adminDailyTargetRevenue: number('', 'Revenue a day should bring, shown on the dashboard.', 'private'),
  walletAdjustmentApprovalAmount: number(
    '5000',
    'Daily amount above which staff need an approver: wallet corrections and reported payments of one customer, and payments from one store. Refunds count per order.',
    'private',
  ),
  staffDailyAmount: number(
    '10000',
    'Daily amount that one member of staff can move without an approver. Wallet corrections, refunds, reported payments and payments from stores count together.',
    'private',
  ),
  allowStoreOwnersPlaceLoginOrders: bool('false', 'Lets store owners order for callers, in their own stores.'),
  enDevMode: bool('true', 'Developer mode of older dashboards; this product does not read it.', 'private'),
  moduleRedownloadNotice: text('', 'Notice kept for dashboards of older servers.', 'private'),
  lastFoodomaaNewsFetchTime: text('', 'Time kept for dashboards of older servers.', 'private'),
})

/** Ratings and reviews. */
export const ratingSettings = inGroup('ratings', {
  enRAR: bool('true', 'Lets customers rate delivered orders.'),
  rarModEnHomeBanner: bool('true', 'Reminds of an unrated order on home.'),
  rarModShowBannerRestaurantName: bool('true', 'Names the store in that reminder.'),
  rarModHomeBannerPosition: number('2', 'Place of the reminder in the store list.'),
  rarModHomeBannerBgColor: {
    type: 'colour',
    default: 'rgb(255, 235, 59)',
    visibility: 'public',
    help: 'Background of the reminder.',
  },
  rarModHomeBannerTextColor: {
    type: 'colour',
    default: 'rgb(0, 0, 0)',
    visibility: 'public',
    help: 'Text of the reminder.',
  },
  rarModHomeBannerStarsColor: {
    type: 'colour',
    default: 'rgb(255, 162, 0)',
    visibility: 'public',
    help: 'Stars of the reminder.',
  },
  rarModHomeBannerText: text('Rate this order', 'Words of the reminder.'),
  rarReviewBoxTitle: text('Tell us more', 'Title over the review field.'),
  ratingNotificationDelay: number('', 'Minutes after delivery until a customer is asked to rate.'),
})

/** Bonuses, referrals and commissions; amounts in whole currency units (INT-01 to INT-04, GAP-60). */
export const rewardSettings = inGroup('rewards', {
  enableReferAndEarn: bool('true', 'Switches the referral programme on.'),
  referAndEarnText: longText('', 'Text about the programme, for apps that show it.'),
  referralBonusType: choice(
    ['registration', 'order'],
    'registration',
    "Pays on sign-up or on the friend's first delivered order.",
  ),
  signupBonusScope: choice(
    ['all', 'referred'],
    'all',
    'Whether every new customer gets the bonus or only referred ones.',
  ),
  referralSuccessAmountReferredUser: number('200', 'Welcome bonus of a new customer.'),
  referralSuccessAmountReferringUser: number('200', 'Reward of the customer who referred a friend.'),
  homeReferralRewardAmount: number('50', 'Referral reward named on the home banner.'),
  minimumSuccessfulReferralOrderAmount: number(
    '',
    'Smallest first order of a friend that pays, when paying on orders.',
  ),
  referralCommissionPercent: number('5', "Percent of a referred friend's orders that the referrer earns."),
  couponShareCommissionPercent: number('5', 'Percent of an order that the owner of the shared code earns.'),
  sharedCouponDiscountPercent: number('0', "Percent a friend saves with a customer's own code."),
  referralRewardsPerMonth: number('20', 'Most referral rewards one customer gets in a month.', 'private'),
  commissionHoldingDays: number('7', 'Days between delivery and the credit of a commission.', 'private'),
  commissionCapPerson: number(
    '1000',
    'Commission that one customer can earn in a day. Above it, staff approve each commission. In whole currency units.',
    'private',
  ),
  commissionCapPair: number(
    '300',
    "Commission that one customer's orders at one store can pay in a day. Above it, staff approve each commission. In whole currency units.",
    'private',
  ),
  commissionCapDay: number(
    '20000',
    'Commission that all customers together can earn in a day. Above it, staff approve each commission. In whole currency units.',
    'private',
  ),
  commissionAlarmPercent: number(
    '60',
    "An alarm is raised when a store's orders paid out more than this share of its commission as referral commissions. Percent, over 30 days.",
    'private',
  ),
})

/**
 * Rate limits of docs/reference/security.md#authentication and docs/reference/security.md#rate-limits; production
 * refuses an unlimited figure.
 */
export const limitSettings = inGroup('limits', {
  limitCallsPerMinute: number('500', 'Calls one address may make in a minute.', 'private'),
  limitPagesPerMinute: number(
    '6000',
    'Pages and files that one address can fetch in a minute. A page counts as 10, a file as 1.',
    'private',
  ),
  limitLoginFailuresPerAccount: number(
    '5',
    'Wrong passwords and codes that one account allows before each further attempt has to wait longer.',
    'private',
  ),
  limitLoginFailuresPerAddress: number(
    '20',
    'Wrong passwords and codes that one address can enter in 15 minutes.',
    'private',
  ),
  limitCouponTriesPerCustomer: number('10', 'Coupon codes one customer may try in a minute.', 'private'),
  limitCouponTriesPerAddress: number('30', 'Coupon codes one address may try in a minute.', 'private'),
  limitPaymentsPerCustomer: number('10', 'Payments one customer may begin or ask about in a minute.', 'private'),
  limitUnsignedNotices: number(
    '30',
    'Notices without a signature that one provider is asked about in a minute.',
    'private',
  ),
  limitPaymentReturns: number('20', 'Times one payment is asked about in a minute by payers who come back.', 'private'),
  limitOrdersPerCustomer: number('6', 'Orders one customer may place in a minute.', 'private'),
  limitUnpaidOrdersPerCustomer: number(
    '3',
    'Orders one customer may have that wait for their payment. They hold stock and uses of coupons meanwhile.',
    'private',
  ),
  limitRegistrationsPerAddress: number('100', 'Accounts one address may open in an hour.', 'private'),
  limitSearchesPerAddress: number('30', 'Searches from one address in a minute.', 'private'),
  limitAddressReadingsPerAddress: number('60', 'Spots one address may have named in a minute.', 'private'),
  limitPositionsPerRider: number('30', 'Positions one rider may report in a minute.', 'private'),
  limitCodeGapSeconds: number(
    '30',
    'Seconds between two codes to one phone. The pause grows when codes are asked for from many networks.',
    'private',
  ),
  limitCodesPerQuarterHour: number(
    '3',
    'Codes that one client or network may have sent to one phone in 15 minutes.',
    'private',
  ),
  limitCodesPerDay: number('8', 'Codes that one client or network may have sent to one phone in a day.', 'private'),
  limitCodesPerAddress: number('200', 'Codes asked for from one address in an hour.', 'private'),
  limitCodesToCustomersPerDay: number('10000', 'Codes sent to the phones of existing customers in a day.', 'private'),
  limitCodesToNewcomersPerDay: number(
    '5000',
    'Codes sent in a day to phone numbers that are not confirmed yet.',
    'private',
  ),
  limitCodeMailsPerDay: number('5000', 'Codes sent by e-mail in a day.', 'private'),
  limitExportsPerCustomer: number('10', 'Times one customer may download his data in an hour.', 'private'),
  limitCallsPerKey: number('120', 'Calls one API key may make in a minute.', 'private'),
  limitExportsPerMember: number('60', 'Exports one member of staff or store owner may begin in an hour.', 'private'),
})

/** Where exports of the dashboard go besides the browser. */
export const exportSettings = inGroup('exports', {
  driveServiceAccountJson: longSecret(
    'GDRIVE_SERVICE_ACCOUNT_JSON',
    'Key file (JSON) of a Google service account that is a member of the shared drive.',
  ),
  driveFolderId: naming(
    'id',
    privateKey('GDRIVE_FOLDER_ID', 'Id of the folder at Google Drive into which exports go.'),
  ),
})

/**
 * Backups that the clock makes (docs/reference/security.md#running-it); they lie beside the data and are copied away by
 * somebody else.
 */
export const backupSettings = inGroup('backups', {
  backupPlan: choice(['off', 'hourly', 'daily'], 'hourly', 'How often a backup is made by itself.', 'private'),
  backupsKept: number('24', 'Planned backups that are kept; the oldest goes when a newer one is there.', 'private'),
})
