import type { From } from './begin-session.ts'

/**
 * Returns the names under which an account may know a client: its browser, by the device cookie, and its IP address.
 * Apps send no cookie, so they have only the IP address, which they share with everyone in the same network.
 */
export function clientsOf({ client, device }: Pick<From, 'client' | 'device'>): string[] {
  const address = `address:${client.key}`
  return device?.id ? [`device:${device.id}`, address] : [address]
}

/** Returns whether the name of a client, as an account knows it, is that of a browser. */
export function isDevice(client: string): boolean {
  return client.startsWith('device:')
}
