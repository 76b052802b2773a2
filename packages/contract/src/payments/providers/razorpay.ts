import { bool, forOtherApps, publicKey, secret } from '../../settings/spec.ts'
import { provider } from './provider.ts'

/** The settings and texts of Razorpay. */
export const razorpay = provider({
  settings: {
    offersRazorpay: bool('true', 'Offers Razorpay, once its keys are set.', 'private'),
    razorpayKeyId: publicKey('RAZORPAY_KEY_ID', 'Key id at Razorpay.'),
    razorpayKeySecret: secret('RAZORPAY_KEY_SECRET', 'Key secret at Razorpay.'),
    enableRazorpayWebhook: forOtherApps(bool('false', 'Accepts webhook events from Razorpay.', 'private')),
    razorpayWebhookSecret: secret('RAZORPAY_WEBHOOK_SECRET', 'Secret that signs webhook events from Razorpay.'),
    razorpayWebhookSecretPrevious: secret(
      'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
      'The previous secret, while Razorpay is switched to the new one.',
    ),
    razorpayMerchantId: secret('RAZORPAY_MERCHANT_ID', 'Merchant id at Razorpay.'),
  },
  settingNames: {
    offersRazorpay: 'Offer Razorpay',
    razorpayKeyId: 'Razorpay: key id',
    razorpayKeySecret: 'Razorpay: key secret',
    enableRazorpayWebhook: 'Razorpay: accept webhooks',
    razorpayWebhookSecret: 'Razorpay: signing secret of webhooks',
    razorpayWebhookSecretPrevious: 'Razorpay: signing secret before',
    razorpayMerchantId: 'Razorpay: merchant id',
  },
  texts: {
    en: {
      checkoutRazorpayText: 'Razorpay',
      checkoutRazorpaySubText: 'UPI, cards, wallets',
    },
    hi: {
      checkoutRazorpayText: 'Razorpay',
      checkoutRazorpaySubText: 'UPI, कार्ड, वॉलेट',
    },
    kn: {
      checkoutRazorpayText: 'Razorpay',
      checkoutRazorpaySubText: 'UPI, ಕಾರ್ಡ್, ವಾಲೆಟ್',
    },
    ur: {
      checkoutRazorpayText: 'Razorpay',
      checkoutRazorpaySubText: 'UPI، کارڈ، والٹ',
    },
  },
})
