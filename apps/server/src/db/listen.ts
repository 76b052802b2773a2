import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createClient, type DatabaseAddress, isDatabaseAway } from './connection.ts'
import { dropConnection } from './servers.ts'

/** The kinds of announcements by which the database notifies processes of changes. */
export const channels = [
  'settings_changed',
  'catalogue_changed',
  'menus_changed',
  'names_changed',
  'order_events',
  'rider_positions',
] as const
export type Channel = (typeof channels)[number]
type Listener = (payload: string) => void

export type Listening = {
  on: (channel: Channel, listener: Listener) => void
  /**
   * Calls `listener` now and at each change, with true if announcements arrive and false if not. A stalled server is
   * noticed within ten seconds: the interval of the heartbeat plus the limit for its answer.
   */
  onState: (listener: (isOpen: boolean) => void) => void
  /** Calls `listener` each time that the database answers a heartbeat, which is every five seconds. */
  onBeat: (listener: () => void) => void
  /** The direct connection to all other processes; undefined if only the database connects them. */
  shared?: Shared
  close: () => Promise<void>
}

/** Sends announcements to all other processes directly, without the database. */
export type Shared = {
  isConnected: () => boolean
  announce: (channel: Channel, payload: string) => void
}

/** A repeated LISTEN changes nothing, so the heartbeat sends LISTEN to prove that the connection still answers. */
const LISTEN = channels.map((channel) => `listen ${channel}`).join('; ')
const ANSWER_TIMEOUT_MS = 5000
const HEARTBEAT_MS = 5000
const RETRY_AFTER_MS = [100, 500, 1000]
const END_WITHIN_MS = 500

/**
 * Receives the announcements that the database makes at commit, on a separate connection. One loop owns the connection
 * for announcements and opens the next only after the last is closed, so there is never a second one. After a lost
 * connection each channel is notified once with an empty payload, because announcements may have been missed.
 * @throws the database's error when the first connection is refused for a reason that does not pass with time
 */
export async function listen(address: DatabaseAddress, warn: (error: Error) => void): Promise<Listening> {
  const { deliver, setOpen, beat, ...hearing } = createListeners(warn)
  const closing = new AbortController()
  const opened = Promise.withResolvers<void>()
  let hasOpened = false
  const handleOpen = (): void => {
    setOpen(true)
    if (hasOpened) for (const channel of channels) deliver(channel, '')
    hasOpened = true
    opened.resolve()
  }

  const keepListening = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const held = await holdConnection(address, {
        signal: closing.signal,
        onOpen: handleOpen,
        onBeat: beat,
        onNotification: deliver,
      })
      setOpen(false)
      if (closing.signal.aborted) return
      if (!hasOpened && !isDatabaseAway(held.cause)) return opened.reject(held.cause)
      warn(held.cause)
      if (held.wasOpen) failures = 0
      const waitMs = RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)]!
      await sleep(waitMs, undefined, { signal: closing.signal, ref: !hasOpened }).catch(() => {})
    }
  }
  const running = keepListening()
  await opened.promise
  return {
    ...hearing,
    close: async () => {
      closing.abort()
      await running
    },
  }
}

/**
 * Holds the functions that listen to announcements, and calls them. An error of one listening function goes to `warn`
 * and does not affect the other functions.
 */
export function createListeners(warn: (error: Error) => void) {
  const listeners = new Map<Channel, Listener[]>()
  const stateListeners: ((isOpen: boolean) => void)[] = []
  const beatListeners: (() => void)[] = []
  let isOpen = false
  return {
    on: (channel: Channel, listener: Listener) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    onState: (listener: (isOpen: boolean) => void) => {
      stateListeners.push(listener)
      listener(isOpen)
    },
    onBeat: (listener: () => void) => void beatListeners.push(listener),
    deliver: (channel: Channel, payload: string): void => {
      for (const listener of listeners.get(channel) ?? []) {
        try {
          listener(payload)
        } catch (error) {
          warn(error as Error)
        }
      }
    },
    setOpen: (state: boolean): void => {
      isOpen = state
      for (const listener of stateListeners) listener(state)
    },
    beat: (): void => {
      for (const listener of beatListeners) listener()
    },
  }
}

type Use = {
  signal: AbortSignal
  onOpen: () => void
  onBeat: () => void
  onNotification: (channel: Channel, payload: string) => void
}

/**
 * Opens a connection and holds it until it is lost or `signal` aborts; closes it before returning. A client reports its
 * loss more than once (the server's last message, then the closed connection); only the first report counts.
 */
async function holdConnection(
  address: DatabaseAddress,
  { signal, onOpen, onBeat, onNotification }: Use,
): Promise<{ cause: Error; wasOpen: boolean }> {
  const client = createClient(address, {
    application_name: 'nukkad listener',
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  const lost = Promise.withResolvers<never>()
  // Handles the rejection, because nothing may await the promise at that moment, and an unhandled rejection would end
  // the process.
  lost.promise.catch(() => {})
  client.on('error', lost.reject)
  client.on('end', () => lost.reject(new Error('Connection terminated')))
  client.on('notification', ({ channel, payload }) => onNotification(channel as Channel, payload ?? ''))
  const handleAbort = (): void => lost.reject(new Error('Connection terminated'))
  signal.addEventListener('abort', handleAbort)
  let wasOpen = false
  try {
    await Promise.race([client.connect(), lost.promise])
    await Promise.race([client.query(LISTEN), lost.promise])
    wasOpen = true
    onOpen()
    // `Promise.race` with `lost.promise` is not used, because each race would stay in memory for the life of the
    // connection.
    const over = new AbortController()
    lost.promise.catch(() => over.abort())
    for (;;) {
      await sleep(HEARTBEAT_MS, undefined, { ref: false, signal: over.signal }).catch(() => lost.promise)
      await client.query(LISTEN)
      onBeat()
    }
  } catch (cause) {
    return { cause: cause as Error, wasOpen }
  } finally {
    signal.removeEventListener('abort', handleAbort)
    client.removeAllListeners('notification')
    if (signal.aborted) await endWithin(client, END_WITHIN_MS)
    dropConnection(client, new Error('Connection terminated'))
  }
}

async function endWithin(client: pg.Client, ms: number): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(ms, undefined, { ref: false })])
}
