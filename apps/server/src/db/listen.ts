import pg from 'pg'
import type { DatabaseAddress } from './connection.ts'

export type Channel = 'settings_changed' | 'catalogue_changed' | 'order_events'
type Listener = (payload: string) => void

export type Listening = {
  on: (channel: Channel, listener: Listener) => void
  close: () => Promise<void>
}

const RETRY_AFTER_MS = 1000

/**
 * Hears what the database announces at commit, on one connection of its own that is opened again when it breaks.
 * After a break every channel is told once with an empty payload, since something may have been missed.
 */
export async function listen(address: DatabaseAddress, warn: (error: Error) => void): Promise<Listening> {
  const listeners = new Map<Channel, Listener[]>()
  let client: pg.Client | undefined
  let closed = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client(typeof address === 'string' ? { connectionString: address } : address)
    next.on('error', (error) => {
      warn(error)
      reconnect()
    })
    next.on('notification', ({ channel, payload }) => tell(channel as Channel, payload ?? ''))
    await next.connect()
    await next.query('listen settings_changed; listen catalogue_changed; listen order_events')
    client = next
  }
  const tell = (channel: Channel, payload: string): void => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  const reconnect = (): void => {
    client = undefined
    if (closed) return
    setTimeout(() => {
      connect().then(
        () => listeners.forEach((_, channel) => void tell(channel, '')),
        (error: Error) => {
          warn(error)
          reconnect()
        },
      )
    }, RETRY_AFTER_MS).unref()
  }

  await connect()
  return {
    on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
