export type ChoiceOfStore = {
  /** Whether stores can choose their payment methods: the setting `allowPaymentGatewaySelection`. */
  mayChoose: boolean
  /** The names of the gateways that the store chose. */
  chosen: readonly string[]
}

/**
 * Returns true when a store accepts a gateway that the shop offers. A store that has chosen no gateway accepts all. The
 * wallet is not a gateway, and every store accepts it.
 * @see docs/reference/wire.md#payments `get-payment-gateways`
 */
export function takesGateway({ mayChoose, chosen }: ChoiceOfStore, gateway: string): boolean {
  return !mayChoose || chosen.length === 0 || chosen.includes(gateway)
}
