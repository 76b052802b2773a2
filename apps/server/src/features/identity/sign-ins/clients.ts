import type { From } from './begin-session.ts'

/**
 * The names under which a client may be known to an account: its browser, by the device cookie, and its address. Apps
 * send no cookie and have the address alone, which they share with whoever else is behind it.
 */
export function clientsOf({ client, device }: Pick<From, 'client' | 'device'>): string[] {
  const address = `address:${client.key}`
  return device?.id ? [`device:${device.id}`, address] : [address]
}

/** Whether such a name is a browser's. */
export function isDevice(client: string): boolean {
  return client.startsWith('device:')
}
