import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { en } from '@nukkad/contract/texts/en.ts'
import { isOpenedByPerson, plainPagePolicy, waitPage } from './plain-page.ts'

const RETRY_AFTER_SECONDS = 5
const CHECK_CONNECTIONS_EVERY_MS = 1000
const CLOSE_IDLE_EVERY_MS = 50
/** Maximum time to wait for the port, because a server that is still stopping gives its requests 10 s to finish. */
const WAIT_FOR_PORT_MS = 15_000
const TRY_PORT_EVERY_MS = 200

/** The port, which is open before the server is ready. */
export type FrontDoor = {
  url: string
  /** Stores Fastify's handler, to which requests are passed after `open` was called. */
  serverFactory: (handler: RequestListener) => Server
  open: () => void
  /**
   * Stops passing requests to Fastify, which must happen before Fastify is closed, because a closing Fastify answers in
   * another format.
   */
  shut: () => void
  /** Accepts no more connections, and resolves after the requests in progress are answered. */
  close: () => Promise<void>
}

/**
 * Opens the port immediately. Until the database is ready, `/healthz` reports that the process is alive, so that no
 * supervisor restarts it, and all other requests get 503. If the previous server still holds the port while it stops,
 * waits for that server.
 * @throws Error such as EADDRINUSE when the port is not free within `waitMs`
 */
export async function openFrontDoor({
  port,
  host,
  waitMs = WAIT_FOR_PORT_MS,
  onBusy = () => {},
}: {
  port: number
  host: string
  waitMs?: number
  /** Called once if the port is not free yet. */
  onBusy?: () => void
}): Promise<FrontDoor> {
  let handler = answerWhile('starting')
  let next = handler
  const server = createServer({ connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS }, (request, response) =>
    handler(request, response),
  )
  await listenOnceFree(server, { address: { port, host }, until: performance.now() + waitMs, onBusy })
  let closing: Promise<void> | undefined
  return {
    url: urlOf(server.address() as AddressInfo),
    serverFactory: (given) => {
      next = given
      return server
    },
    open: () => {
      handler = next
    },
    shut: () => {
      handler = answerWhile('stopping')
    },
    close: () => {
      closing ??= closeServer(server)
      return closing
    },
  }
}

/** Returns a listener that reports only that the process is alive, and refuses all other requests with this reason. */
function answerWhile(reason: 'starting' | 'stopping'): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return answer(response, 200, { status: 'alive' })
    if (path !== '/readyz' && isOpenedByPerson(request)) return answerPerson(response)
    const error = { code: 'TEMPORARILY_AWAY', request_id: crypto.randomUUID() }
    const reasons = path === '/readyz' ? { reasons: [reason] } : {}
    answer(response, 503, { success: false, message: en.error_TEMPORARILY_AWAY, ...reasons, error })
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  send(response, { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) })
}

/** Answers a person's browser with a page that reloads when the server may be ready. */
function answerPerson(response: ServerResponse): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': plainPagePolicy }
  send(response, { status: 503, headers, body: waitPage(en.error_TEMPORARILY_AWAY, RETRY_AFTER_SECONDS) })
}

type Sent = { status: number; headers: Record<string, string>; body: string }

function send(response: ServerResponse, { status, headers, body }: Sent): void {
  response
    .writeHead(status, {
      ...headers,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      // The connection must close, because the server does not read the body of a refused request.
      connection: 'close',
    })
    .end(body)
}

async function listenOnceFree(
  server: Server,
  { address, until, onBusy }: { address: Address; until: number; onBusy: () => void },
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await listen(server, address)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || performance.now() >= until) throw error
      if (tries === 0) onBusy()
      await sleep(TRY_PORT_EVERY_MS)
    }
  }
}

type Address = { port: number; host: string }

function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function closeServer(server: Server): Promise<void> {
  // Idle connections are closed again and again, because a connection becomes idle only after its last answer has been
  // sent.
  const sweeping = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(sweeping)
}

function urlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
