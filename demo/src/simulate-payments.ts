import { networkInterfaces } from 'node:os'
import { isSettingKey, settings as registry } from '@nukkad/contract/settings/registry.ts'
import type { Config } from '@nukkad/server/config.ts'
import { simulateAll, simulatedKeys, simulatedUrls, simulations } from '@nukkad/simulators/payments/all.ts'
import { startSimulator } from '@nukkad/simulators/payments/server.ts'

type SimulatedTill = {
  /** The keys that a real shop would have in its environment. */
  keys: NodeJS.ProcessEnv
  /** Makes the simulators send their webhook events to the shop as soon as it listens. */
  notify: (shopUrl: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Simulates all payment providers for a demo shop, on a free port of the same address, and makes the shop use them. The
 * data of the simulators is lost when the process ends.
 */
export async function simulatePayments(config: Config): Promise<SimulatedTill> {
  const simulator = await startSimulator(simulateAll(), { host: config.host })
  const { port } = new URL(simulator.url)
  Object.assign(config.paymentUrls, simulatedUrls(`http://${reachableHost(config)}:${port}`))
  return {
    keys: keysByVariable(),
    notify: async (shopUrl) => {
      // Only providers whose `events` are `registered` need a registered URL for webhook events. The other providers
      // send no events, or get the URL with each payment.
      for (const [name, { events }] of Object.entries(simulations))
        if (events === 'registered')
          await simulator.act(name, 'notify-at', { url: `${shopUrl}/public/api/payment/${name}/webhook` })
    },
    close: simulator.close,
  }
}

/**
 * Returns a host that both this machine and the payer's browser can reach: the host name of the shop, or the address of
 * the first network interface.
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
