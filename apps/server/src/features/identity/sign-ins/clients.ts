import type { From } from './begin-session.ts'

/**
 * Returns the names under which an account may know a client: its browser, by the device cookie, and its address. Apps
 * send no cookie, so they have only the address, which they share with everyone behind it.
 */
export function clientsOf({ client, device }: Pick<From, 'client' | 'device'>): string[] {
  const address = `address:${client.key}`
  return device?.id ? [`device:${device.id}`, address] : [address]
}

/** Returns whether a name of a client names a browser. */
export function isDevice(client: string): boolean {
  return client.startsWith('device:')
}
