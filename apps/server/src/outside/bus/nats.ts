import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'
import { libraries } from '#libraries.ts'

const CONNECT_TIMEOUT_MS = 2000
const RECONNECT_AFTER_MS = 250
const PING_EVERY_MS = 2000
const MAX_UNANSWERED_PINGS = 2

/** A connection to NATS, which the process opens again after each loss. */
export type Messages = {
  /** Sends a message to all other processes of this shop; returns false if the message could not be sent. */
  send: (subject: string, text: string) => boolean
  close: () => Promise<void>
}

type Open = {
  /** One or more URLs of NATS servers, separated by commas. */
  url: string
  /** The prefix of all subjects, so that several shops can share one NATS server. */
  space: string
  onMessage: (subject: string, text: string) => void
  /** Called when a connection is open, and when it is lost. */
  onState: (isConnected: boolean) => void
  onError: (error: Error) => void
}

/** NATS refused the name, the password or the token. */
export class NatsRefused extends Error {
  override name = 'NatsRefused'
}

/**
 * Parses the URLs of NATS servers: `nats://` or `tls://` with `user:password@` or `token@`, separated by commas.
 * @throws Error that says what to change
 */
export function parseNatsUrl(url: string): ConnectionOptions {
  const addresses = url.split(',').map((each) => {
    if (!/^(nats|tls):\/\/[^/?#]+$/.test(each)) throw new Error('must be nats://host:port or tls://host:port')
    // The scheme is replaced by `http`, because JavaScript parses all parts of a URL only for special schemes.
    return new URL(each.replace(/^(nats|tls):/, 'http:'))
  })
  const [{ username, password }] = addresses as [URL]
  const credentials = password
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : username
      ? { token: decodeURIComponent(username) }
      : {}
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
    ...credentials,
    ...(url.startsWith('tls:') && { tls: {} }),
  }
}

/**
 * Connects to NATS and keeps trying until `close`, so a process also starts while the NATS server is away. A process
 * does not receive its own messages.
 * @throws NatsRefused when NATS answers and refuses us
 */
export async function openMessages({ url, space, onMessage, onState, onError }: Open): Promise<Messages> {
  const options: ConnectionOptions = {
    ...parseNatsUrl(url),
    name: 'nukkad',
    noEcho: true,
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_AFTER_MS,
    reconnectJitter: RECONNECT_AFTER_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: MAX_UNANSWERED_PINGS,
    ignoreAuthErrorAbort: true,
  }
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let isConnected = false
  const setConnected = (state: boolean): void => {
    if (state === isConnected) return
    isConnected = state
    onState(state)
  }
  const use = async (opened: NatsConnection): Promise<void> => {
    if (closing.signal.aborted) return opened.close()
    connection = opened
    opened.subscribe(`${space}.>`, {
      callback: (error, message) =>
        error ? onError(error) : onMessage(message.subject.slice(space.length + 1), message.string()),
    })
    setConnected(true)
    for await (const status of opened.status()) {
      if (status.type === 'disconnect' || status.type === 'close') setConnected(false)
      if (status.type === 'reconnect') setConnected(true)
      if (status.type === 'error') onError(status.error)
    }
  }
  const tryToConnect = async (): Promise<boolean> => {
    const opened = await libraries.nats.connect(options)
    use(opened).catch(onError)
    return true
  }
  const keepTrying = async (): Promise<void> => {
    while (!closing.signal.aborted && !(await tryToConnect().catch(() => false)))
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
  }
  await tryToConnect().catch((error: Error) => {
    if (error.name === 'AuthorizationError') throw new NatsRefused(error.message, { cause: error })
    onError(error)
    void keepTrying()
  })
  return {
    send: (subject, text) => {
      if (!connection || !isConnected) return false
      try {
        connection.publish(`${space}.${subject}`, text)
        return true
      } catch (error) {
        onError(error as Error)
        return false
      }
    },
    close: async () => {
      closing.abort()
      await connection?.close()
    },
  }
}
