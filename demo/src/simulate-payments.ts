import { networkInterfaces } from 'node:os'
import { isSettingKey, settings as registry } from '@nukkad/contract/settings/registry.ts'
import type { Config } from '@nukkad/server/config.ts'
import { simulateAll, simulatedKeys, simulatedUrls, simulations } from '@nukkad/simulators/payments/all.ts'
import { startSimulator } from '@nukkad/simulators/payments/server.ts'

type SimulatedTill = {
  /** The keys that the environment of a real shop would hold. */
  keys: NodeJS.ProcessEnv
  /** Makes the simulators send their webhook events to the shop once it listens. */
  notify: (shopUrl: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Simulates all payment providers for a demo shop, at a free port of the same address, and points the shop at them.
 * Their state ends with the process.
 */
export async function simulatePayments(config: Config): Promise<SimulatedTill> {
  const simulator = await startSimulator(simulateAll(), { host: config.host })
  const { port } = new URL(simulator.url)
  Object.assign(config.paymentUrls, simulatedUrls(`http://${reachableHost(config)}:${port}`))
  return {
    keys: keysByVariable(),
    notify: async (shopUrl) => {
      // The other providers send no webhook events, or get their address with each payment.
      for (const [name, { events }] of Object.entries(simulations))
        if (events === 'registered')
          await simulator.act(name, 'notify-at', { url: `${shopUrl}/public/api/payment/${name}/webhook` })
    },
    close: simulator.close,
  }
}

/**
 * A host name that both this machine and the payer's browser can reach: the shop's own name, or an address of the first
 * network.
 */
function reachableHost({ host, publicUrl }: Config): string {
  if (publicUrl) return new URL(publicUrl).hostname
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

function keysByVariable(): NodeJS.ProcessEnv {
  const named = Object.entries(simulatedKeys).flatMap(([key, value]) => {
    const variable = isSettingKey(key) && 'env' in registry[key] ? registry[key].env : undefined
    return variable ? [[variable, value] as const] : []
  })
  return Object.fromEntries(named)
}
