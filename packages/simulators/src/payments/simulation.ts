import type { SimulatedProvider } from './server.ts'

/** A simulated payment provider with the facts that tests, fault tests and the demo need to use it. */
export type Simulation = {
  create: () => SimulatedProvider
  /** The settings with the keys that the simulator knows. The simulator's keys are valid nowhere else. */
  settings: Record<string, string>
  /** Returns the provider's URLs at the simulator server with this URL, by environment variable. */
  addresses: (url: string) => Record<string, string>
  /** A currency that the provider takes with the settings of its simulator. */
  currency: string
  /** The name of the field in which the provider's actions expect the reference of a payment attempt. */
  target: string
  /**
   * Where the provider sends webhook events: to a URL that was registered once, to the URL of each payment, or nowhere.
   */
  events: 'registered' | 'each-payment' | 'none'
}

/** The secret with which the simulators sign webhook events. */
export const webhookSecret = 'a secret that signs webhook events'
