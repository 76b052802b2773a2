export type ChoiceOfStore = {
  /** Whether the shop lets stores choose (`allowPaymentGatewaySelection`). */
  mayChoose: boolean
  /** What the store has chosen, by the names of gateway rows. */
  chosen: readonly string[]
}

/**
 * Whether a store takes this gateway, of those that the shop offers. Its own choice counts where it may have one and
 * has one; else it takes all. The wallet is no gateway and always taken.
 * @see docs/reference/wire.md#payments `get-payment-gateways`
 */
export function takesGateway({ mayChoose, chosen }: ChoiceOfStore, gateway: string): boolean {
  return !mayChoose || chosen.length === 0 || chosen.includes(gateway)
}
