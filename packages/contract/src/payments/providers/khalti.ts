import { bool, forOtherApps, publicKey, secret } from '../../settings/spec.ts'
import { provider } from './provider.ts'

/** The settings and texts of Khalti. */
export const khalti = provider({
  settings: {
    offersKhalti: bool('true', 'Offers Khalti, once its key is set.', 'private'),
    khaltiPublicKey: forOtherApps(publicKey('KHALTI_PUBLIC_KEY', 'Public key at Khalti.')),
    khaltiSecretKey: secret('KHALTI_SECRET_KEY', 'Secret key at Khalti.'),
  },
  settingNames: {
    offersKhalti: 'Offer Khalti',
    khaltiPublicKey: 'Khalti: public key',
    khaltiSecretKey: 'Khalti: secret key',
  },
  texts: {
    en: {
      checkoutKhaltiText: 'Khalti',
      checkoutKhaltiSubText: 'Khalti wallet or bank',
    },
    hi: {
      checkoutKhaltiText: 'Khalti',
      checkoutKhaltiSubText: 'Khalti वॉलेट या बैंक',
    },
    kn: {
      checkoutKhaltiText: 'Khalti',
      checkoutKhaltiSubText: 'Khalti ವಾಲೆಟ್ ಅಥವಾ ಬ್ಯಾಂಕ್',
    },
    ur: {
      checkoutKhaltiText: 'Khalti',
      checkoutKhaltiSubText: 'Khalti والٹ یا بینک',
    },
  },
})
