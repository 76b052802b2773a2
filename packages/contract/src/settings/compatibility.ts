import {
  bool,
  choice,
  colour,
  inGroupForOtherApps,
  list,
  longText,
  naming,
  number,
  privateKey,
  secret,
  text,
  url,
} from './spec.ts'

/**
 * Settings that this product does not use. The server stores unread settings for other apps, and sends the public ones
 * among them to browsers. The dashboard lists unread settings apart, so that operators do not wonder why a switch has
 * no effect.
 */
export const compatibilitySettings = {
  ...inGroupForOtherApps('branding', {
    splashLogo: naming(
      'file',
      text('splash.jpg', 'File name of the picture that shows while the installed app opens.'),
    ),
    recommendedBadgeColor: colour('#d53d4c', 'Colour of the badge for recommended items.'),
    popularBadgeColor: colour('#ff5722', 'Colour of the badge for popular items.'),
    newBadgeColor: colour('#2196F3', 'Colour of the badge for new items.'),
    firstScreenHeroImage: naming('picture', text('', 'Large picture of the welcome screen.')),
    firstScreenHeroImageSm: naming(
      'picture',
      text('', 'Small preview that shows until the large welcome picture has loaded.'),
    ),
    'favicon-16x16': naming('file', text('favicon-16x16.png', 'Site icon, 16 pixels.')),
    'favicon-128x128': naming('file', text('favicon-128x128.png', 'Site icon, 128 pixels.')),
    useSimpleSpinner: bool('false', 'Shows a plain spinner while content loads, instead of outlines of it.'),
    storeAppPrimaryColor: colour('', 'Accent colour of the native app for store owners.'),
  }),
  ...inGroupForOtherApps('prices', {
    enableAddonDrawer: bool('false', 'Older apps open add-ons in a drawer; this product always does.'),
    showAddonPricesOnCart: bool('false', 'Shows the price of each add-on under its cart line.'),
    showFromNowDate: bool('true', 'Shows dates in lists as the time since then, such as 2 hours ago.'),
    showPriceForTwo: bool('false', 'Shows the price range on store cards.'),
  }),
  ...inGroupForOtherApps('home', {
    mockSearchOnHomepage: bool('true', 'Shows a search box on home that opens the search screen.'),
    restaurantCategorySliderSize: number('3', 'Size of the category tiles, 1 to 5.'),
    homePageCategoryStyle: text('', 'Style of the category tiles, for other apps.'),
    homePageCategoryType: text('', 'Kind of category tiles, for other apps.'),
    showStoreCategoriesFilter: bool('false', 'Shows category chips above the store list.'),
    showCustomerNameHome: bool('false', 'Greets signed-in customers by name.'),
    showWelcomeMessage: bool('false', 'Shows the welcome text on home.'),
    showTryItOnPhone: bool('true', 'Shows a QR code on wide screens, so that visitors can open the app on a phone.'),
    hideDesktopView: bool('false', 'Shows the app itself on wide screens, without the phone frame.'),
    multiLanguageSelection: bool('true', 'Shows the choice of language when there is more than one.'),
  }),
  ...inGroupForOtherApps('location', {
    googleApiKeyNoRestriction: secret('GOOGLE_MAPS_UNRESTRICTED_KEY', 'Google Maps key that any site can use.'),
    mapApiKey: secret('MAP_API_KEY', 'Map key of older apps.'),
    enableGoogleAPI: bool('false', "Uses the map provider's place search."),
    enGDMA: bool('false', 'Measures distance by road instead of in a straight line.'),
  }),
  ...inGroupForOtherApps('login', {
    registerErrorMessage: text(
      'Sorry, sign-up failed. Please try again.',
      'Text shown when an account could not be created.',
    ),
    allowChangeNumber: bool('false', 'Lets customers change their phone number.'),
    showDeleteMyAccount: bool('false', 'Offers account deletion on the account screen.'),
  }),
  ...inGroupForOtherApps('cart', {
    tips_percentage: list('2,5,10', 'Tip percentages that customers can choose.'),
    showTipsPercentage: bool('false', 'Offers tips as percentages of the items.'),
    showCouponDescriptionOnSuccess: bool('false', "Shows a coupon's description once it is applied."),
    storeSurgeCharges: text('', 'Name of a surge charge, for apps that show one.'),
  }),
  ...inGroupForOtherApps('checkout', {
    deliveryMethod: text('', 'Payment method that is selected when the checkout opens.'),
    walletName: text('Wallet', 'Name of the wallet.'),
    paypalEnv: choice(['sandbox', 'production'], 'sandbox', 'PayPal is not supported. Other apps read this.'),
    paypalSandboxKey: text('', 'PayPal is not supported. Other apps read this.'),
    paypalProductionKey: text('', 'PayPal is not supported. Other apps read this.'),
    paystackPublicKey: text('', 'PayStack is not supported. Other apps read this.'),
    flutterwavePublicKey: text('', 'Flutterwave is not supported. Other apps read this.'),
  }),
  ...inGroupForOtherApps('push', {
    firebaseSDKSnippet: secret('PUSH_SDK_SNIPPET', 'Push configuration of older dashboards.'),
    firebaseRealtimeDatabaseUrl: url('', 'Realtime database of native apps.'),
    oneSignalAppId: secret('ONESIGNAL_APP_ID', 'Push account of the native store app.'),
    oneSignalRestApiKey: secret('ONESIGNAL_REST_API_KEY', 'Push key of the native store app.'),
    hasSocketPush: bool('false', 'Native apps receive push messages over a socket.'),
    iHaveFoodomaaAndroidApp: bool('false', 'A native customer app is in use.'),
    iHaveFoodomaaDeliveryApp: bool('false', 'A native rider app is in use.'),
    iHaveFoodomaaStoreApp: bool('false', 'A native store app is in use.'),
    intentDomains: list('', 'Domains that native apps open themselves.', 'private'),
  }),
  ...inGroupForOtherApps('sms', {
    msg91SenderId: privateKey('MSG91_SENDER_ID', 'Sender name registered at MSG91.'),
    smsOrderNotify: bool('false', 'Texts customers about their orders.', 'private'),
  }),
  ...inGroupForOtherApps('email', {
    defaultEmailGateway: choice(['sendgrid', 'smtp'], 'sendgrid', 'Mail provider.'),
    sendgrid_api_key: secret('SENDGRID_API_KEY', 'Key at SendGrid.'),
    mail_driver: text('', 'Mail transport, for older servers.', 'private'),
    // U-27
    exportDriveFolderId: naming('id', text('', 'Google Drive folder for exports of older dashboards.', 'private')),
    exportDriveRefreshToken: secret(
      'GDRIVE_REFRESH_TOKEN',
      'Token with write access to the Google Drive folder, for older dashboards.',
    ),
  }),
  ...inGroupForOtherApps('delivery', {
    showSubTotalDelivery: bool('false', 'Shows the item total to riders.'),
    showTipDelivery: bool('false', 'Shows the tip to riders before delivery.'),
    showCouponDelivery: bool('false', 'Shows the coupon to riders.'),
    showOrderTaxDelivery: bool('false', 'Shows the tax to riders.'),
    autoAssignNearestDeliveryGuy: bool('false', 'Gives new orders to the nearest free rider automatically.'),
    autoAssignDeliveryGuyDelay: number('', 'Minutes before the nearest rider gets an order.'),
    enableDeliveryGuyIncentive: bool('false', 'Pays riders bonuses by rule.'),
    deliveryGuyIncentiveData: longText('', 'Rules for the bonuses of riders, as JSON.'),
    deliveryAppRequestedCashChangeMsg: text(
      'Customer needs change for',
      'Text before the amount for which a rider needs change.',
    ),
  }),
  ...inGroupForOtherApps('stores', {
    restaurantNewOrderRefreshRate: number(
      '15',
      'Seconds between two checks for new orders on the dashboard.',
      'private',
    ),
    restaurantNotificationAudioTrack: naming(
      'file',
      text('Alert-5', 'Sound of a new order on the dashboard.', 'private'),
    ),
    enDevMode: bool('true', 'Developer mode of older dashboards.', 'private'),
    moduleRedownloadNotice: text('', 'Notice kept for dashboards of older servers.', 'private'),
    lastFoodomaaNewsFetchTime: text('', 'Time kept for dashboards of older servers.', 'private'),
  }),
  ...inGroupForOtherApps('ratings', {
    rarModEnHomeBanner: bool('true', 'Shows a reminder on home to rate a delivered order.'),
    rarModShowBannerRestaurantName: bool('true', "Shows the store's name in the reminder to rate an order."),
    rarModHomeBannerPosition: number('2', 'Position in the store list of the reminder to rate an order.'),
    rarModHomeBannerBgColor: {
      type: 'colour',
      default: 'rgb(255, 235, 59)',
      visibility: 'public',
      help: 'Background colour of the reminder to rate an order.',
    },
    rarModHomeBannerTextColor: {
      type: 'colour',
      default: 'rgb(0, 0, 0)',
      visibility: 'public',
      help: 'Text colour of the reminder to rate an order.',
    },
    rarModHomeBannerStarsColor: {
      type: 'colour',
      default: 'rgb(255, 162, 0)',
      visibility: 'public',
      help: 'Star colour of the reminder to rate an order.',
    },
    rarModHomeBannerText: text('Rate this order', 'Text of the reminder to rate an order.'),
    ratingNotificationDelay: number('', 'Minutes after delivery until a customer is asked to rate.'),
  }),
}
