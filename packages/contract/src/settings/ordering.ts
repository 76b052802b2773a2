import { bool, choice, inGroup, list, number, privateKey, publicKey, secret, text, url, within } from './spec.ts'

/** Settings for maps, geocoding and delivery areas of stores. */
export const locationSettings = inGroup('location', {
  googleApiKey: publicKey(
    'GOOGLE_MAPS_BROWSER_KEY',
    'Google Maps key for browsers. At Google, restrict the key to this site.',
  ),
  googleApiKeyIP: secret(
    'GOOGLE_MAPS_SERVER_KEY',
    'Google Maps key for the server. At Google, restrict the key to the server’s IP address.',
  ),
  mapTileStyleUrl: url('', 'URL of the style of a tile map. If blank, the app shows the drawn map of the city.'),
  geocoder: {
    ...choice(
      ['local', 'nominatim', 'google'],
      'local',
      'Service that finds the address of a point on the map. The service “local” needs no provider.',
      'private',
    ),
    env: 'GEOCODER',
  },
  nominatimUrl: {
    ...url(
      'https://nominatim.openstreetmap.org',
      'URL of Nominatim. The public server allows one request a second.',
      'private',
    ),
    env: 'NOMINATIM_BASE_URL',
  },
  nominatimUserAgent: {
    ...text('Nukkad', 'User agent that this site sends to Nominatim.', 'private'),
    env: 'NOMINATIM_USER_AGENT',
  },
  nominatimEmail: privateKey('NOMINATIM_EMAIL', 'Contact email for the operators of Nominatim.'),
  googleMapsUrl: {
    ...url('https://maps.googleapis.com', 'URL of Google’s geocoder.', 'private'),
    env: 'GOOGLE_MAPS_BASE_URL',
  },
  googleFullAddress: bool('false', 'Shows the whole address that the geocoder returns, with house and street.'),
  showMap: bool('true', 'Shows the live map while an order is tracked.'),
  // GAP-20
  flatApartmentAddressRequired: bool('false', 'Makes the house or flat a required field of an address.'),
  enDelChrRnd: bool('true', 'Rounds delivery charges that depend on the distance up to a whole currency unit.'),
  // GAP-71
  defaultDeliveryRadiusKm: within(
    [0.1, 200],
    number('10', 'Delivery radius of a new store if none is entered for it, 0.1 to 200 km.'),
  ),
  // GAP-71
  storeListLimit: number('60', 'Maximum number of stores in one list, nearest first.'),
})

/** Login and registration. */
export const loginSettings = inGroup('login', {
  enSOV: bool('true', 'Requires a code to confirm the phone at registration.'),
  enOLnR: bool('false', 'Allows customers to sign in and register with only a code.'),
  enPassResetEmail: bool('true', 'Offers a password reset by email.'),
  phoneCountryCode: list('+91', 'Country codes that the phone field offers.'),
  codeCountries: list(
    '',
    'Countries whose mobile numbers receive codes, as two-letter codes (IN, NP). If blank, the countries whose country codes the phone field offers.',
  ),
  enableFacebookLogin: bool('false', 'Offers login with Facebook.'),
  facebookAppId: publicKey('FACEBOOK_APP_ID', 'Application id at Facebook.'),
  facebookAppSecret: secret('FACEBOOK_APP_SECRET', 'Secret with which the server checks Facebook logins.'),
  facebookLoginButtonText: text('Continue with Facebook', 'Text on the Facebook button.'),
  enableGoogleLogin: bool('false', 'Offers login with Google.'),
  googleAppId: publicKey('GOOGLE_CLIENT_ID', 'Client id at Google.'),
  googleLoginButtonText: text('Continue with Google', 'Text on the Google button.'),
  showCustomerVatNumber: bool('false', 'Shows the tax number tile on the account screen.'),
  removeEmailOnOtp: bool('false', 'Hides the email field when customers register with a code.'),
  showSupportDetails: bool('false', 'Shows the support contact on login and tracking.'),
  supportContactNumber: text('', 'Phone number of support.'),
})

/** Settings for the cart, tax, tips, coupons and scheduling. */
export const cartSettings = inGroup('cart', {
  cartAddonPricing: choice(
    ['replace', 'add'],
    'replace',
    'Effect of add-ons on the price of an item: they replace the price or are added to it.',
  ),
  taxApplicable: bool('false', 'Charges tax on orders.'),
  taxPercentage: number('', 'Tax in percent.'),
  tips: list('10,20,30', 'Tip amounts that customers can choose.'),
  showTipsAmount: bool('false', 'Offers tips as amounts.'),
  enableOrderSchedulingOnCustomer: bool('true', 'Customers can order for a later time.'),
  orderSchedulingFutureDays: number('7', 'Number of days ahead for which an order can be scheduled.'),
  enFixedNumberOfDays: bool(
    'false',
    'Counts closed days among the days ahead, so that customers see exactly the set number of days.',
  ),
  minsBeforeScheduleOrderProcessed: number(
    '30',
    'A scheduled order goes to the store this many minutes before its slot.',
    'private',
  ),
})

/** The settings of the checkout, without those of the payment providers, which are in `payments/providers/`. */
export const checkoutSettings = inGroup('checkout', {
  allowPaymentGatewaySelection: bool('false', 'Each store can choose its own payment methods.', 'private'),
  offersCash: bool('true', 'Takes cash.', 'private'),
  enCODonSF: bool('true', 'Customers who collect their order can pay cash at the counter.'),
  showCashChange: bool('true', 'Asks customers who pay cash which amount the rider should bring change for.'),
  awaitingPaymentThreshold: number('15', 'Minutes until an unpaid order expires.'),
})
