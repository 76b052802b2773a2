import type { SimulatedProvider } from './server.ts'

/** A simulated provider with the facts by which tests, fault tests and the demo use it. */
export type Simulation = {
  create: () => SimulatedProvider
  /** The settings with the keys that the simulator knows. The keys are valid nowhere else. */
  settings: Record<string, string>
  /** Its addresses by environment variable, where it answers under this one. */
  addresses: (url: string) => Record<string, string>
  /** A currency that it takes with these settings. */
  currency: string
  /** The name under which its actions take the reference of an attempt. */
  target: string
  /** Where it sends webhook events: to an address that was registered once, to the address of each payment, or nowhere. */
  events: 'registered' | 'each-payment' | 'none'
}

/** The secret with which the simulators sign webhook events. */
export const webhookSecret = 'a secret that signs webhook events'
