import { bool, forOtherApps, list, publicKey, secret, text } from '../../settings/spec.ts'
import { provider } from './provider.ts'

/** The settings and texts of Stripe. */
export const stripe = provider({
  settings: {
    offersStripe: bool('true', 'Offers Stripe, once its keys are set.', 'private'),
    stripePublicKey: forOtherApps(publicKey('STRIPE_PUBLISHABLE_KEY', 'Publishable key at Stripe.')),
    stripeSecretKey: secret('STRIPE_SECRET_KEY', 'Secret key at Stripe.'),
    stripeWebhookSecret: secret('STRIPE_WEBHOOK_SECRET', 'Secret that signs webhook events from Stripe.'),
    stripeWebhookSecretPrevious: secret(
      'STRIPE_WEBHOOK_SECRET_PREVIOUS',
      'The previous secret, while Stripe is switched to the new one.',
    ),
    stripeCurrencies: list('INR', 'Currencies that the Stripe account can charge.', 'private'),
    stripeLocale: forOtherApps(text('auto', "Language of Stripe's forms.")),
    stripeInlineCardCheckout: forOtherApps(bool('false', 'Shows the card form in the page.')),
    stripeCheckoutPostalCode: forOtherApps(bool('true', 'Asks for the postal code of the card.')),
    stripeAcceptIdealPayment: forOtherApps(bool('false', 'Offers iDEAL through Stripe.')),
    stripeAcceptFpxPayment: forOtherApps(bool('false', 'Offers FPX through Stripe.')),
    stripeAcceptAliPay: forOtherApps(bool('false', 'Offers Alipay through Stripe.')),
    stripeAcceptBitCoin: forOtherApps(bool('false', 'Offers Bitcoin through Stripe, for other apps.')),
  },
  settingNames: {
    offersStripe: 'Offer Stripe',
    stripePublicKey: 'Stripe: publishable key',
    stripeSecretKey: 'Stripe: secret key',
    stripeWebhookSecret: 'Stripe: signing secret of webhooks',
    stripeWebhookSecretPrevious: 'Stripe: signing secret before',
    stripeCurrencies: 'Stripe: currencies',
    stripeLocale: 'Stripe: language of the forms',
    stripeInlineCardCheckout: 'Stripe: card form in the page',
    stripeCheckoutPostalCode: 'Stripe: ask for the postal code',
    stripeAcceptIdealPayment: 'Stripe: offer iDEAL',
    stripeAcceptFpxPayment: 'Stripe: offer FPX',
    stripeAcceptAliPay: 'Stripe: offer Alipay',
    stripeAcceptBitCoin: 'Stripe: offer Bitcoin',
  },
  texts: {
    en: {
      checkoutStripeText: 'Card',
      checkoutStripeSubText: 'Credit or debit',
      checkoutStripeIdealText: 'iDEAL',
      checkoutStripeIdealSubText: 'Dutch banks',
      checkoutStripeFpxText: 'FPX',
      checkoutStripeFpxSubText: 'Malaysian banks',
    },
    hi: {
      checkoutStripeText: 'कार्ड',
      checkoutStripeSubText: 'क्रेडिट या डेबिट',
      checkoutStripeIdealText: 'iDEAL',
      checkoutStripeIdealSubText: 'नीदरलैंड के बैंक',
      checkoutStripeFpxText: 'FPX',
      checkoutStripeFpxSubText: 'मलेशिया के बैंक',
    },
    kn: {
      checkoutStripeText: 'ಕಾರ್ಡ್',
      checkoutStripeSubText: 'ಕ್ರೆಡಿಟ್ ಅಥವಾ ಡೆಬಿಟ್',
      checkoutStripeIdealText: 'iDEAL',
      checkoutStripeIdealSubText: 'ನೆದರ್‌ಲ್ಯಾಂಡ್ಸ್ ಬ್ಯಾಂಕುಗಳು',
      checkoutStripeFpxText: 'FPX',
      checkoutStripeFpxSubText: 'ಮಲೇಷ್ಯಾ ಬ್ಯಾಂಕುಗಳು',
    },
    ur: {
      checkoutStripeText: 'کارڈ',
      checkoutStripeSubText: 'کریڈٹ یا ڈیبٹ',
      checkoutStripeIdealText: 'iDEAL',
      checkoutStripeIdealSubText: 'نیدرلینڈز کے بینک',
      checkoutStripeFpxText: 'FPX',
      checkoutStripeFpxSubText: 'ملائیشیا کے بینک',
    },
  },
})
