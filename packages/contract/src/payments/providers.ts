/** The common payment methods, such as UPI, that several providers take, in the order in which the apps list them. */
export const payWays = ['upi', 'card', 'netbanking', 'wallets'] as const
/** A common payment method that several providers take. */
export type PayWay = (typeof payWays)[number]

/** The facts about a payment provider that the server, the apps and the database share. */
type ProviderRow = {
  /** The provider's payment method in `place-order` and in stored orders. */
  method: Uppercase<string>
  /** The name and the id of the provider's gateway row (docs/reference/wire.md#payments). */
  gateway: string
  gatewayId: number
  /** The provider's name as the company spells it. */
  label: string
  /**
   * The common payment methods, such as UPI, under which the apps list the provider. A provider without common methods,
   * such as a national wallet, is listed by its own name.
   */
  ways: readonly PayWay[]
  /**
   * The currencies that the provider takes, or the setting that lists the currencies of the shop's account at the
   * provider.
   */
  currencies: readonly string[] | { setting: string }
  /** The setting that switches the provider on or off. */
  offeredBy: string
  /**
   * The required settings. If one of these settings is empty, the provider is not offered (INT-22,
   * docs/reference/providers.md#when-a-provider-is-not-configured).
   */
  needs: readonly string[]
  /**
   * Keys of texts of the phone app: the name of the provider, if the shop may change it, and the methods that the
   * provider takes.
   */
  texts: { name?: string; methods: string }
}

/**
 * The payment providers by their names in URLs (GAP-79). The types and lists of methods and gateways, the filters and
 * names of the dashboard and the rows of the table `payment_methods` follow from this registry. The settings and texts
 * of each provider are in `providers/`; its adapter is in `apps/server/src/outside/payments/`.
 */
export const providers = {
  razorpay: {
    method: 'RAZORPAY',
    gateway: 'Razorpay',
    gatewayId: 2,
    label: 'Razorpay',
    ways: [...payWays],
    currencies: ['INR'],
    offeredBy: 'offersRazorpay',
    needs: ['razorpayKeyId', 'razorpayKeySecret', 'razorpayWebhookSecret'],
    texts: { name: 'checkoutRazorpayText', methods: 'checkoutRazorpaySubText' },
  },
  paytm: {
    method: 'PAYTM',
    gateway: 'Paytm',
    gatewayId: 3,
    label: 'Paytm',
    ways: [...payWays],
    currencies: ['INR'],
    offeredBy: 'offersPaytm',
    needs: ['paytm_merchant_id', 'paytm_merchant_key', 'paytm_merchant_website'],
    texts: { name: 'checkoutPaytmText', methods: 'checkoutPaytmSubText' },
  },
  stripe: {
    method: 'STRIPE',
    gateway: 'Stripe',
    gatewayId: 4,
    label: 'Stripe',
    ways: ['card'],
    currencies: { setting: 'stripeCurrencies' },
    offeredBy: 'offersStripe',
    needs: ['stripeSecretKey', 'stripeWebhookSecret', 'stripeCurrencies'],
    texts: { methods: 'checkoutStripeSubText' },
  },
  paymongo: {
    method: 'PAYMONGO',
    gateway: 'PayMongo',
    gatewayId: 5,
    label: 'PayMongo',
    ways: [],
    currencies: ['PHP'],
    offeredBy: 'offersPaymongo',
    needs: ['paymongoSK', 'paymongoWebhookSecret'],
    texts: { name: 'checkoutPayMongoText', methods: 'checkoutPayMongoSubText' },
  },
  'mercado-pago': {
    method: 'MERCADOPAGO',
    gateway: 'MercadoPago',
    gatewayId: 6,
    label: 'Mercado Pago',
    ways: [],
    currencies: { setting: 'mercadopagoCurrency' },
    offeredBy: 'offersMercadoPago',
    needs: ['mercadopagoAccessToken', 'mercadopagoWebhookSecret', 'mercadopagoCurrency'],
    texts: { name: 'checkoutMercadoPagoText', methods: 'checkoutMercadoPagoSubText' },
  },
  khalti: {
    method: 'KHALTI',
    gateway: 'Khalti',
    gatewayId: 7,
    label: 'Khalti',
    ways: [],
    currencies: ['NPR'],
    offeredBy: 'offersKhalti',
    needs: ['khaltiSecretKey'],
    texts: { name: 'checkoutKhaltiText', methods: 'checkoutKhaltiSubText' },
  },
} as const satisfies Record<string, ProviderRow>

/** The name of a payment provider in URLs and in the database. */
export type ProviderName = keyof typeof providers
/** The name of a provider's gateway row. */
export type ProviderGateway = (typeof providers)[ProviderName]['gateway']
/** The payment method of a provider in `place-order`. */
export type ProviderMethod = (typeof providers)[ProviderName]['method']

/** All providers by name, in the order of the registry. */
export const providerNames = Object.keys(providers) as ProviderName[]
