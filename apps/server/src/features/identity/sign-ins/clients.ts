import type { From } from './begin-session.ts'

/**
 * Returns the names under which an account may know a client: its browser, by the device cookie, and its address. Apps
 * send no cookie and have the address alone, which they share with all others behind it.
 */
export function clientsOf({ client, device }: Pick<From, 'client' | 'device'>): string[] {
  const address = `address:${client.key}`
  return device?.id ? [`device:${device.id}`, address] : [address]
}

/** Tells whether such a name is a browser's. */
export function isDevice(client: string): boolean {
  return client.startsWith('device:')
}
