import { AssertionError } from 'node:assert'
import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { Config } from '#config.ts'
import type { ProviderSettings } from '#outside/message-provider.ts'
import { createKhalti } from './khalti.ts'
import { createMercadoPago } from './mercado-pago.ts'
import { createPayMongo } from './paymongo.ts'
import { createPaytm } from './paytm.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { createRazorpay } from './razorpay.ts'
import { createStripe } from './stripe.ts'

type Urls = Config['paymentUrls']
type Maker = {
  /** The operator's switch. Attempts that began before it was switched off are still queried and answered. */
  offeredBy: SettingKey
  /**
   * Without one of these settings the provider is not offered (INT-22,
   * docs/reference/providers.md#when-a-provider-is-not-configured).
   */
  needs: readonly SettingKey[]
  make: (get: (key: SettingKey) => string, urls: Urls) => PaymentProvider
}

/** Returns the previous secret, while a provider changes to a new one; an empty secret would sign anything. */
const before = (secret: string) => secret && { previousWebhookSecret: secret }
const secretsOf = (...secrets: string[]) => secrets.filter((secret) => secret !== '')
const paytmSystems = { local: 'https://securestage.paytmpayments.com', production: 'https://secure.paytmpayments.com' }

const makers: Record<ProviderName, Maker> = {
  razorpay: {
    offeredBy: 'offersRazorpay',
    needs: ['razorpayKeyId', 'razorpayKeySecret', 'razorpayWebhookSecret'],
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
    offeredBy: 'offersPaytm',
    needs: ['paytm_merchant_id', 'paytm_merchant_key', 'paytm_merchant_website'],
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
    offeredBy: 'offersStripe',
    needs: ['stripeSecretKey', 'stripeWebhookSecret', 'stripeCurrencies'],
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
    offeredBy: 'offersPaymongo',
    needs: ['paymongoSK', 'paymongoWebhookSecret'],
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
    offeredBy: 'offersMercadoPago',
    needs: ['mercadopagoAccessToken', 'mercadopagoWebhookSecret', 'mercadopagoCurrency'],
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
    offeredBy: 'offersKhalti',
    needs: ['khaltiSecretKey'],
    make: (get, urls) => createKhalti({ secretKey: get('khaltiSecretKey') }, { baseUrl: urls.khalti }),
  },
}

export type Payments = {
  /** Lists the providers whose keys are all set now. */
  listConfigured: () => PaymentProvider[]
  /** Lists those of them that the operator has not switched off, from which a customer may choose (U-22). */
  listOffered: () => PaymentProvider[]
  find: (name: ProviderName) => PaymentProvider | undefined
  /**
   * Finds an offered provider by the name of a gateway row or of a payment method, which differ only in upper and lower
   * case (docs/reference/wire.md#payments).
   */
  findByGateway: (gateway: string) => PaymentProvider | undefined
}

/** Creates the payment providers of the settings. New keys take effect with the next request. */
export function configuredPayments(
  settings: ProviderSettings,
  { paymentUrls: urls }: Pick<Config, 'paymentUrls'>,
): Payments {
  const find = (name: ProviderName): PaymentProvider | undefined => {
    const maker = makers[name]
    if (!maker.needs.every((key) => settings.get(key) !== '')) return undefined
    return makeIfSound(() => maker.make(settings.get, urls))
  }
  const listConfigured = () => (Object.keys(makers) as ProviderName[]).flatMap((name) => find(name) ?? [])
  const listOffered = () => listConfigured().filter(({ name }) => settings.get(makers[name].offeredBy) === 'true')
  return {
    find,
    listConfigured,
    listOffered,
    findByGateway: (gateway) => listOffered().find((provider) => lettersOf(provider.gateway) === lettersOf(gateway)),
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

function lettersOf(gateway: string): string {
  return gateway.toLowerCase().replaceAll(/[^a-z]/g, '')
}
