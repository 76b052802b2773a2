import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { khalti } from './khalti/simulator.ts'
import { mercadoPago } from './mercado-pago/simulator.ts'
import { paymongo } from './paymongo/simulator.ts'
import { paytm } from './paytm/simulator.ts'
import { razorpay } from './razorpay/simulator.ts'
import type { SimulatedProvider } from './server.ts'
import type { Simulation } from './simulation.ts'
import { stripe } from './stripe/simulator.ts'

/** The simulator of each payment provider in the registry. */
export const simulations = {
  razorpay,
  paytm,
  stripe,
  paymongo,
  'mercado-pago': mercadoPago,
  khalti,
} as const satisfies Record<ProviderName, Simulation>

/** The settings of all payment providers, with the keys that their simulators know. */
export const simulatedKeys: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(simulations).map(({ settings }) => settings),
)

/** Creates simulators of all providers. Each simulator has its own records. */
export function simulateAll(): SimulatedProvider[] {
  return Object.values(simulations).map(({ create }) => create())
}

/** Returns the URLs of all providers at the simulator server with this URL, by environment variable. */
export function simulatedUrls(url: string): Record<string, string> {
  return Object.assign({}, ...Object.entries(simulations).map(([name, { addresses }]) => addresses(`${url}/${name}`)))
}
