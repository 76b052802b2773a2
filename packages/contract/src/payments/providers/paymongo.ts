import { bool, forOtherApps, list, publicKey, secret } from '../../settings/spec.ts'
import { provider } from './provider.ts'

/** The settings and texts of PayMongo. */
export const paymongo = provider({
  settings: {
    offersPaymongo: bool('true', 'Offers PayMongo, once its keys are set.', 'private'),
    paymongoPK: forOtherApps(publicKey('PAYMONGO_PUBLIC_KEY', 'Public key at PayMongo.')),
    paymongoSK: secret('PAYMONGO_SECRET_KEY', 'Secret key at PayMongo.'),
    paymongoWebhookSecret: secret('PAYMONGO_WEBHOOK_SECRET', 'Secret that signs webhook events from PayMongo.'),
    paymongoWebhookSecretPrevious: secret(
      'PAYMONGO_WEBHOOK_SECRET_PREVIOUS',
      'The previous secret, while PayMongo is switched to the new one.',
    ),
    paymongoMethods: list('card,gcash,paymaya,grab_pay,qrph', 'Payment methods that PayMongo offers.', 'private'),
  },
  settingNames: {
    offersPaymongo: 'Offer PayMongo',
    paymongoPK: 'PayMongo: public key',
    paymongoSK: 'PayMongo: secret key',
    paymongoWebhookSecret: 'PayMongo: signing secret of webhooks',
    paymongoWebhookSecretPrevious: 'PayMongo: signing secret before',
    paymongoMethods: 'PayMongo: payment methods',
  },
  texts: {
    en: {
      checkoutPayMongoText: 'PayMongo',
      checkoutPayMongoSubText: 'Cards and GCash',
    },
    hi: {
      checkoutPayMongoText: 'PayMongo',
      checkoutPayMongoSubText: 'कार्ड और GCash',
    },
    kn: {
      checkoutPayMongoText: 'PayMongo',
      checkoutPayMongoSubText: 'ಕಾರ್ಡ್ ಮತ್ತು GCash',
    },
    ur: {
      checkoutPayMongoText: 'PayMongo',
      checkoutPayMongoSubText: 'کارڈ اور GCash',
    },
  },
})
