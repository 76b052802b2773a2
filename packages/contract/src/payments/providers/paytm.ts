import { bool, choice, forOtherApps, secret, text } from '../../settings/spec.ts'
import { provider } from './provider.ts'

/** The settings and texts of Paytm. */
export const paytm = provider({
  settings: {
    offersPaytm: bool('true', 'Offers Paytm, once its keys are set.', 'private'),
    paytm_environment: choice(
      ['local', 'production'],
      'local',
      'System of Paytm that is used: test or live.',
      'private',
    ),
    paytm_merchant_id: secret('PAYTM_MERCHANT_ID', 'Merchant id at Paytm.'),
    paytm_merchant_key: secret('PAYTM_MERCHANT_KEY', 'Merchant key at Paytm.'),
    paytm_merchant_key_previous: secret(
      'PAYTM_MERCHANT_KEY_PREVIOUS',
      'The previous key, while Paytm is switched to the new one.',
    ),
    paytm_merchant_website: text('', 'Website name registered at Paytm.', 'private'),
    paytm_channel: forOtherApps(text('', 'Channel registered at Paytm.', 'private')),
    paytm_industry_type: forOtherApps(text('', 'Industry registered at Paytm.', 'private')),
  },
  settingNames: {
    offersPaytm: 'Offer Paytm',
    paytm_environment: 'Paytm: system',
    paytm_merchant_id: 'Paytm: merchant id',
    paytm_merchant_key: 'Paytm: merchant key',
    paytm_merchant_key_previous: 'Paytm: merchant key before',
    paytm_merchant_website: 'Paytm: website name',
    paytm_channel: 'Paytm: channel',
    paytm_industry_type: 'Paytm: industry',
  },
  choiceNames: { paytm_environment: { local: 'Test', production: 'Live' } },
  texts: {
    en: {
      checkoutPaytmText: 'Paytm',
      checkoutPaytmSubText: 'Paytm wallet, UPI, cards',
    },
    hi: {
      checkoutPaytmText: 'Paytm',
      checkoutPaytmSubText: 'Paytm वॉलेट, UPI, कार्ड',
    },
    kn: {
      checkoutPaytmText: 'Paytm',
      checkoutPaytmSubText: 'Paytm ವಾಲೆಟ್, UPI, ಕಾರ್ಡ್',
    },
    ur: {
      checkoutPaytmText: 'Paytm',
      checkoutPaytmSubText: 'Paytm والٹ، UPI، کارڈ',
    },
  },
})
