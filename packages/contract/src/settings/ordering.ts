import { bool, choice, inGroup, list, number, privateKey, publicKey, secret, text, url } from './spec.ts'

/** Maps, places and how far a store reaches. */
export const locationSettings = inGroup('location', {
  googleApiKey: publicKey('GOOGLE_MAPS_BROWSER_KEY', 'Map key for browsers; restrict it to this site.'),
  googleApiKeyIP: secret('GOOGLE_MAPS_SERVER_KEY', 'Map key for the server, restricted to its address.'),
  googleApiKeyNoRestriction: secret('GOOGLE_MAPS_UNRESTRICTED_KEY', 'Map key without restriction.'),
  mapApiKey: secret('MAP_API_KEY', 'Map key of older apps.'),
  mapTileStyleUrl: url('', 'Style of a tile map; empty uses the drawn map of the city.'),
  enableGoogleAPI: bool('false', "Uses the map provider's place search."),
  geocoder: {
    ...choice(['local', 'nominatim', 'google'], 'local', 'Who names a spot on the map; local needs nobody.', 'private'),
    env: 'GEOCODER',
  },
  nominatimUrl: {
    ...url(
      'https://nominatim.openstreetmap.org',
      'Where Nominatim is; the public server allows one question a second.',
      'private',
    ),
    env: 'NOMINATIM_BASE_URL',
  },
  nominatimUserAgent: {
    ...text('Nukkad', 'How this site introduces itself to Nominatim.', 'private'),
    env: 'NOMINATIM_USER_AGENT',
  },
  nominatimEmail: privateKey('NOMINATIM_EMAIL', 'Contact for the operators of Nominatim.'),
  googleMapsUrl: {
    ...url('https://maps.googleapis.com', 'Where the geocoder of Google is.', 'private'),
    env: 'GOOGLE_MAPS_BASE_URL',
  },
  googleFullAddress: bool('false', 'Keeps the whole text the geocoder answers.'),
  enGDMA: bool('false', 'Measures distance by road instead of in a straight line.'),
  showMap: bool('true', 'Shows the live map while an order is tracked.'),
  // GAP-20
  flatApartmentAddressRequired: bool('false', 'Makes the house or flat a required field.'),
  enDelChrRnd: bool('true', 'Rounds a delivery charge by distance up to a whole unit.'),
  // GAP-71
  defaultDeliveryRadiusKm: number('10', 'How far a new store delivers, in km.'),
  // GAP-71
  storeListLimit: number('60', 'Most stores one list answers, nearest first.'),
})

/** Signing in and signing up. */
export const loginSettings = inGroup('login', {
  enSOV: bool('true', 'Every registration proves its phone with a code.'),
  enOLnR: bool('false', 'Logging in and signing up work by code only.'),
  enPassResetEmail: bool('true', 'Offers resetting a forgotten password by e-mail.'),
  phoneCountryCode: list('+91', 'Country codes offered before a phone number.'),
  codeCountries: list(
    '',
    'Countries whose mobile numbers receive codes, as two-letter codes (IN, NP). Empty: the countries of the country codes setting.',
  ),
  enableFacebookLogin: bool('false', 'Offers logging in with Facebook.'),
  facebookAppId: publicKey('FACEBOOK_APP_ID', 'Application id at Facebook.'),
  facebookAppSecret: secret('FACEBOOK_APP_SECRET', 'Secret with which Facebook logins are checked.'),
  facebookLoginButtonText: text('Continue with Facebook', 'Words on the Facebook button.'),
  enableGoogleLogin: bool('false', 'Offers logging in with Google.'),
  googleAppId: publicKey('GOOGLE_CLIENT_ID', 'Client id at Google.'),
  googleLoginButtonText: text('Continue with Google', 'Words on the Google button.'),
  registerErrorMessage: text('Sorry, sign-up failed. Please try again.', 'Shown when an account could not be made.'),
  showCustomerVatNumber: bool('false', 'Shows the tax number tile on the account screen.'),
  allowChangeNumber: bool('false', 'Lets customers change their phone number.'),
  removeEmailOnOtp: bool('false', 'Leaves the e-mail field out when signing up by code.'),
  showDeleteMyAccount: bool('false', 'Offers deleting the account on the account screen.'),
  showSupportDetails: bool('false', 'Shows the support contact on login and tracking.'),
  supportContactNumber: text('', 'Phone number of support.'),
})

/** Cart, tax, tips, coupons and scheduling. */
export const cartSettings = inGroup('cart', {
  cartAddonPricing: choice(
    ['replace', 'add'],
    'replace',
    'Whether add-ons replace the price of an item or are added to it.',
  ),
  taxApplicable: bool('false', 'Charges tax on orders.'),
  taxPercentage: number('', 'Tax in percent.'),
  tips: list('10,20,30', 'Tip amounts on offer.'),
  tips_percentage: list('2,5,10', 'Tip percentages on offer.'),
  showTipsAmount: bool('false', 'Offers tips as amounts.'),
  showTipsPercentage: bool('false', 'Offers tips as percentages of the items.'),
  showCouponDescriptionOnSuccess: bool('false', "Shows a coupon's description once it is applied."),
  enableOrderSchedulingOnCustomer: bool('true', 'Lets customers order for a later time.'),
  orderSchedulingFutureDays: number('7', 'How many days ahead an order can be scheduled.'),
  enFixedNumberOfDays: bool('false', 'Offers exactly that many days, closed ones included.'),
  minsBeforeScheduleOrderProcessed: number(
    '30',
    'Minutes before its slot that a scheduled order goes to the store.',
    'private',
  ),
  storeSurgeCharges: text('', 'Name of a surge charge, for apps that show one.'),
})

/** Payment and the providers' keys (INT-22: a provider without keys is not offered). */
export const checkoutSettings = inGroup('checkout', {
  allowPaymentGatewaySelection: bool('false', 'Lets stores choose their own ways to pay.', 'private'),
  offersCash: bool('true', 'Takes cash.', 'private'),
  offersRazorpay: bool('true', 'Offers Razorpay, once its keys are set.', 'private'),
  offersPaytm: bool('true', 'Offers Paytm, once its keys are set.', 'private'),
  offersStripe: bool('true', 'Offers Stripe, once its keys are set.', 'private'),
  offersPaymongo: bool('true', 'Offers PayMongo, once its keys are set.', 'private'),
  offersMercadoPago: bool('true', 'Offers Mercado Pago, once its keys are set.', 'private'),
  offersKhalti: bool('true', 'Offers Khalti, once its key is set.', 'private'),
  enCODonSF: bool('true', 'Allows paying at the counter for self-pickup.'),
  showCashChange: bool('true', 'Asks cash customers what they need change for.'),
  awaitingPaymentThreshold: number('15', 'Minutes until an unpaid order lapses.'),
  deliveryMethod: text('', 'Way to pay that is chosen at first.'),
  walletName: text('Wallet', 'Name of the wallet.'),
  stripePublicKey: publicKey('STRIPE_PUBLISHABLE_KEY', 'Publishable key at Stripe.'),
  stripeSecretKey: secret('STRIPE_SECRET_KEY', 'Secret key at Stripe.'),
  stripeWebhookSecret: secret('STRIPE_WEBHOOK_SECRET', 'Secret that signs notices from Stripe.'),
  stripeWebhookSecretPrevious: secret(
    'STRIPE_WEBHOOK_SECRET_PREVIOUS',
    'The secret before, while Stripe is switched to the new one.',
  ),
  stripeCurrencies: list('INR', 'Currencies that the account at Stripe charges.', 'private'),
  stripeLocale: text('auto', "Language of Stripe's forms."),
  stripeInlineCardCheckout: bool('false', 'Shows the card form in the page.'),
  stripeCheckoutPostalCode: bool('true', 'Asks for the postal code of the card.'),
  stripeAcceptIdealPayment: bool('false', 'Offers iDEAL through Stripe.'),
  stripeAcceptFpxPayment: bool('false', 'Offers FPX through Stripe.'),
  stripeAcceptAliPay: bool('false', 'Offers Alipay through Stripe.'),
  stripeAcceptBitCoin: bool('false', 'Offers Bitcoin through Stripe, for apps that know it.'),
  paypalEnv: choice(['sandbox', 'production'], 'sandbox', 'PayPal is not supported; apps of others read this.'),
  paypalSandboxKey: text('', 'PayPal is not supported; apps of others read this.'),
  paypalProductionKey: text('', 'PayPal is not supported; apps of others read this.'),
  paystackPublicKey: text('', 'PayStack is not supported; apps of others read this.'),
  flutterwavePublicKey: text('', 'Flutterwave is not supported; apps of others read this.'),
  razorpayKeyId: publicKey('RAZORPAY_KEY_ID', 'Key id at Razorpay.'),
  razorpayKeySecret: secret('RAZORPAY_KEY_SECRET', 'Key secret at Razorpay.'),
  enableRazorpayWebhook: bool('false', 'Accepts notices from Razorpay.', 'private'),
  razorpayWebhookSecret: secret('RAZORPAY_WEBHOOK_SECRET', 'Secret that signs notices from Razorpay.'),
  razorpayWebhookSecretPrevious: secret(
    'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
    'The secret before, while Razorpay is switched to the new one.',
  ),
  razorpayMerchantId: secret('RAZORPAY_MERCHANT_ID', 'Merchant id at Razorpay.'),
  paymongoPK: publicKey('PAYMONGO_PUBLIC_KEY', 'Public key at PayMongo.'),
  paymongoSK: secret('PAYMONGO_SECRET_KEY', 'Secret key at PayMongo.'),
  paymongoWebhookSecret: secret('PAYMONGO_WEBHOOK_SECRET', 'Secret that signs notices from PayMongo.'),
  paymongoWebhookSecretPrevious: secret(
    'PAYMONGO_WEBHOOK_SECRET_PREVIOUS',
    'The secret before, while PayMongo is switched to the new one.',
  ),
  paymongoMethods: list('card,gcash,paymaya,grab_pay,qrph', 'Ways to pay that PayMongo offers.', 'private'),
  mercadopagoAccessToken: secret('MERCADOPAGO_ACCESS_TOKEN', 'Access token at Mercado Pago.'),
  mercadopagoWebhookSecret: secret('MERCADOPAGO_WEBHOOK_SECRET', 'Secret that signs notices from Mercado Pago.'),
  mercadopagoWebhookSecretPrevious: secret(
    'MERCADOPAGO_WEBHOOK_SECRET_PREVIOUS',
    'The secret before, while Mercado Pago is switched to the new one.',
  ),
  mercadopagoCurrency: text('', 'Currency of the account at Mercado Pago, such as BRL.', 'private'),
  paytm_environment: choice(
    ['local', 'production'],
    'local',
    'Whether Paytm runs in its test or live system.',
    'private',
  ),
  paytm_merchant_id: secret('PAYTM_MERCHANT_ID', 'Merchant id at Paytm.'),
  paytm_merchant_key: secret('PAYTM_MERCHANT_KEY', 'Merchant key at Paytm.'),
  paytm_merchant_key_previous: secret(
    'PAYTM_MERCHANT_KEY_PREVIOUS',
    'The key before, while Paytm is switched to the new one.',
  ),
  paytm_merchant_website: text('', 'Website name registered at Paytm.', 'private'),
  paytm_channel: text('', 'Channel registered at Paytm.', 'private'),
  paytm_industry_type: text('', 'Industry registered at Paytm.', 'private'),
  khaltiPublicKey: publicKey('KHALTI_PUBLIC_KEY', 'Public key at Khalti.'),
  khaltiSecretKey: secret('KHALTI_SECRET_KEY', 'Secret key at Khalti.'),
})
