import { bool, secret, text } from '../../settings/spec.ts'
import { provider } from './provider.ts'

/** The settings and texts of Mercado Pago. */
export const mercadoPago = provider({
  settings: {
    offersMercadoPago: bool('true', 'Offers Mercado Pago, once its keys are set.', 'private'),
    mercadopagoAccessToken: secret('MERCADOPAGO_ACCESS_TOKEN', 'Access token at Mercado Pago.'),
    mercadopagoWebhookSecret: secret(
      'MERCADOPAGO_WEBHOOK_SECRET',
      'Secret that signs webhook events from Mercado Pago.',
    ),
    mercadopagoWebhookSecretPrevious: secret(
      'MERCADOPAGO_WEBHOOK_SECRET_PREVIOUS',
      'The previous secret, while Mercado Pago is switched to the new one.',
    ),
    mercadopagoCurrency: text('', 'Currency of the account at Mercado Pago, such as BRL.', 'private'),
  },
  settingNames: {
    offersMercadoPago: 'Offer Mercado Pago',
    mercadopagoAccessToken: 'Mercado Pago: access token',
    mercadopagoWebhookSecret: 'Mercado Pago: signing secret of webhooks',
    mercadopagoWebhookSecretPrevious: 'Mercado Pago: signing secret before',
    mercadopagoCurrency: 'Mercado Pago: currency of the account',
  },
  texts: {
    en: {
      checkoutMercadoPagoText: 'Mercado Pago',
      checkoutMercadoPagoSubText: 'Latin American cards',
    },
    hi: {
      checkoutMercadoPagoText: 'Mercado Pago',
      checkoutMercadoPagoSubText: 'लैटिन अमेरिका के कार्ड',
    },
    kn: {
      checkoutMercadoPagoText: 'Mercado Pago',
      checkoutMercadoPagoSubText: 'ಲ್ಯಾಟಿನ್ ಅಮೆರಿಕದ ಕಾರ್ಡ್‌ಗಳು',
    },
    ur: {
      checkoutMercadoPagoText: 'Mercado Pago',
      checkoutMercadoPagoSubText: 'لاطینی امریکا کے کارڈ',
    },
  },
})
