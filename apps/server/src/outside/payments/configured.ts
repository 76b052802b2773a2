import { AssertionError } from 'node:assert'
import { type ProviderName, providerNames, providers } from '@nukkad/contract/payments/providers.ts'
import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import { findProviderName } from '@nukkad/rules/payment-methods.ts'
import type { Config } from '#config.ts'
import type { ProviderSettings } from '#outside/message-provider.ts'
import { createKhalti } from './khalti.ts'
import { createMercadoPago } from './mercado-pago.ts'
import { createPayMongo } from './paymongo.ts'
import { createPaytm } from './paytm.ts'
import type { PaymentProvider } from './provider.ts'
import { createRazorpay } from './razorpay.ts'
import { createStripe } from './stripe.ts'

type Urls = Config['paymentUrls']
type Maker = { make: (get: (key: SettingKey) => string, urls: Urls) => PaymentProvider }

/** The settings that each provider needs and with which it is offered, as settings that exist. */
const rows: Readonly<Record<ProviderName, { offeredBy: SettingKey; needs: readonly SettingKey[] }>> = providers

/** Returns the previous secret, while a provider changes to a new one; an empty secret would sign anything. */
const before = (secret: string) => secret && { previousWebhookSecret: secret }
const secretsOf = (...secrets: string[]) => secrets.filter((secret) => secret !== '')
const paytmSystems = { local: 'https://securestage.paytmpayments.com', production: 'https://secure.paytmpayments.com' }

const makers: Record<ProviderName, Maker> = {
  razorpay: {
    make: (get, urls) =>
      createRazorpay(
        {
          keyId: get('razorpayKeyId'),
          keySecret: get('razorpayKeySecret'),
          webhookSecret: get('razorpayWebhookSecret'),
          ...before(get('razorpayWebhookSecretPrevious')),
          ...(get('razorpayMerchantId') && { accountId: get('razorpayMerchantId') }),
        },
        { baseUrl: urls.razorpay, checkoutUrl: urls.razorpayScript },
      ),
  },
  paytm: {
    make: (get, urls) =>
      createPaytm(
        {
          merchantId: get('paytm_merchant_id'),
          merchantKey: get('paytm_merchant_key'),
          websiteName: get('paytm_merchant_website'),
          previousMerchantKey: get('paytm_merchant_key_previous'),
        },
        { baseUrl: urls.paytm ?? paytmSystems[get('paytm_environment') === 'production' ? 'production' : 'local'] },
      ),
  },
  stripe: {
    make: (get, urls) =>
      createStripe(
        {
          secretKey: get('stripeSecretKey'),
          webhookSecret: get('stripeWebhookSecret'),
          ...before(get('stripeWebhookSecretPrevious')),
        },
        { baseUrl: urls.stripe, currencies: listOf(get('stripeCurrencies')) },
      ),
  },
  paymongo: {
    make: (get, urls) =>
      createPayMongo(
        {
          secretKey: get('paymongoSK'),
          webhookSecrets: secretsOf(get('paymongoWebhookSecret'), get('paymongoWebhookSecretPrevious')),
          methods: listOf(get('paymongoMethods')),
        },
        { baseUrl: urls.paymongo },
      ),
  },
  'mercado-pago': {
    make: (get, urls) =>
      createMercadoPago(
        {
          accessToken: get('mercadopagoAccessToken'),
          webhookSecrets: secretsOf(get('mercadopagoWebhookSecret'), get('mercadopagoWebhookSecretPrevious')),
          currency: get('mercadopagoCurrency'),
        },
        { baseUrl: urls.mercadoPago },
      ),
  },
  khalti: {
    make: (get, urls) => createKhalti({ secretKey: get('khaltiSecretKey') }, { baseUrl: urls.khalti }),
  },
}

export type Payments = {
  /** Lists the providers whose keys are all set now. */
  listConfigured: () => PaymentProvider[]
  /**
   * Lists those of them that the operator has not switched off, from which a customer may choose (U-22). Attempts that
   * began before are still queried and answered.
   */
  listOffered: () => PaymentProvider[]
  find: (name: ProviderName) => PaymentProvider | undefined
  /** Finds an offered provider by the name of a gateway row or of a payment method (docs/reference/wire.md#payments). */
  findByGateway: (gateway: string) => PaymentProvider | undefined
}

/** Creates the payment providers of the settings. New keys take effect with the next request. */
export function configuredPayments(
  settings: ProviderSettings,
  { paymentUrls: urls }: Pick<Config, 'paymentUrls'>,
): Payments {
  const find = (name: ProviderName): PaymentProvider | undefined => {
    const maker = makers[name]
    if (!rows[name].needs.every((key) => settings.get(key) !== '')) return undefined
    return makeIfSound(() => maker.make(settings.get, urls))
  }
  const listConfigured = () => providerNames.flatMap((name) => find(name) ?? [])
  const listOffered = () => listConfigured().filter(({ name }) => settings.get(rows[name].offeredBy) === 'true')
  return {
    find,
    listConfigured,
    listOffered,
    findByGateway: (gateway) => {
      const name = findProviderName(gateway)
      return listOffered().find((provider) => provider.name === name)
    },
  }
}

function listOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}

/** Leaves out a provider whose keys cannot be right, like one without keys. */
function makeIfSound(make: () => PaymentProvider): PaymentProvider | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof AssertionError) return undefined
    throw error
  }
}
