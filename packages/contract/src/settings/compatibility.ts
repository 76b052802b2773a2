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
    enableAddonDrawer: bool(
      'false',
      'Older apps open add-ons in a drawer if this is on; the current app always opens them in a drawer.',
    ),
    showAddonPricesOnCart: bool('false', 'Shows the price of each add-on under its cart line.'),
    showFromNowDate: bool('true', 'Shows dates in lists as elapsed time, such as 2 hours ago.'),
    showPriceForTwo: bool('false', 'Shows the price range on store cards.'),
  }),
  ...inGroupForOtherApps('home', {
    mockSearchOnHomepage: bool('true', 'Shows a search box on the home page that opens the search screen.'),
    restaurantCategorySliderSize: number('3', 'Size of the category tiles, 1 to 5.'),
    homePageCategoryStyle: text('', 'Style of the category tiles, for other apps.'),
    homePageCategoryType: text('', 'Kind of category tiles, for other apps.'),
    showStoreCategoriesFilter: bool('false', 'Shows category chips above the store list.'),
    showCustomerNameHome: bool('false', 'Greets signed-in customers by name.'),
    showWelcomeMessage: bool('false', 'Shows the welcome text on the home page.'),
    showTryItOnPhone: bool('true', 'Shows a QR code on wide screens, so that visitors can open the app on a phone.'),
    hideDesktopView: bool('false', 'Shows the app itself on wide screens, without the phone frame.'),
    multiLanguageSelection: bool('true', 'Shows the choice of language when there is more than one.'),
  }),
  ...inGroupForOtherApps('location', {
    googleApiKeyNoRestriction: secret('GOOGLE_MAPS_UNRESTRICTED_KEY', 'Google Maps key that any site can use.'),
    mapApiKey: secret('MAP_API_KEY', 'Map key, used only by older apps.'),
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
    paypalEnv: choice(
      ['sandbox', 'production'],
      'sandbox',
      'PayPal is not supported here. Only other apps use this value.',
    ),
    paypalSandboxKey: text('', 'PayPal is not supported here. Only other apps use this key.'),
    paypalProductionKey: text('', 'PayPal is not supported here. Only other apps use this key.'),
    paystackPublicKey: text('', 'PayStack is not supported here. Only other apps use this key.'),
    flutterwavePublicKey: text('', 'Flutterwave is not supported here. Only other apps use this key.'),
  }),
  ...inGroupForOtherApps('push', {
    firebaseSDKSnippet: secret('PUSH_SDK_SNIPPET', 'Push configuration that older dashboards use.'),
    firebaseRealtimeDatabaseUrl: url('', 'URL of the realtime database that native apps use.'),
    oneSignalAppId: secret('ONESIGNAL_APP_ID', 'Push account of the native store app.'),
    oneSignalRestApiKey: secret('ONESIGNAL_REST_API_KEY', 'Push key of the native store app.'),
    hasSocketPush: bool('false', 'Native apps receive push messages over a socket.'),
    iHaveFoodomaaAndroidApp: bool('false', 'A native customer app is in use.'),
    iHaveFoodomaaDeliveryApp: bool('false', 'A native rider app is in use.'),
    iHaveFoodomaaStoreApp: bool('false', 'A native store app is in use.'),
    intentDomains: list('', 'Domains whose links native apps open instead of the browser.', 'private'),
  }),
  ...inGroupForOtherApps('sms', {
    msg91SenderId: privateKey('MSG91_SENDER_ID', 'Sender name registered at MSG91.'),
    smsOrderNotify: bool('false', 'Texts customers about their orders.', 'private'),
  }),
  ...inGroupForOtherApps('email', {
    defaultEmailGateway: choice(['sendgrid', 'smtp'], 'sendgrid', 'Mail provider.'),
    sendgrid_api_key: secret('SENDGRID_API_KEY', 'Key at SendGrid.'),
    mail_driver: text('', 'Mail transport that older servers use.', 'private'),
    // U-27
    exportDriveFolderId: naming('id', text('', 'Google Drive folder into which older dashboards export.', 'private')),
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
    autoAssignDeliveryGuyDelay: number('', 'Minutes until an order is given to the nearest rider.'),
    enableDeliveryGuyIncentive: bool('false', 'Pays riders bonuses by the rules for rider bonuses.'),
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
    moduleRedownloadNotice: text('', 'Notice about modules that older dashboards show.', 'private'),
    lastFoodomaaNewsFetchTime: text('', 'Time when older dashboards last loaded their news.', 'private'),
  }),
  ...inGroupForOtherApps('ratings', {
    rarModEnHomeBanner: bool('true', 'Shows a reminder on the home page to rate a delivered order.'),
    rarModShowBannerRestaurantName: bool('true', "Shows the store's name in the reminder to rate an order."),
    rarModHomeBannerPosition: number('2', 'Position of the reminder to rate an order in the store list.'),
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
    ratingNotificationDelay: number('', 'Minutes after delivery until the app asks the customer for a rating.'),
  }),
}
