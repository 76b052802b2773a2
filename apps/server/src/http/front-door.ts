import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { en } from '@nukkad/contract/texts/en.ts'

const RETRY_AFTER_SECONDS = 5
const CHECK_CONNECTIONS_EVERY_MS = 1000
const CLOSE_IDLE_EVERY_MS = 50
/** A server that still ends here gives its running requests 10 s. */
const WAIT_FOR_PORT_MS = 15_000
const TRY_PORT_EVERY_MS = 200

/** The port, which is open before there is anything to serve. */
export type FrontDoor = {
  url: string
  /** For Fastify: takes its handler, and uses it from `open` on. */
  serverFactory: (handler: RequestListener) => Server
  open: () => void
  /** Takes no more connections and resolves when what runs has been answered. */
  close: () => Promise<void>
}

/**
 * Opens the port at once. Until the database is there, `/healthz` says that the process is alive, so nobody restarts it,
 * and everything else is answered 503. The server of a start that was killed may still end and hold the port: it is
 * waited for.
 * @throws Error such as EADDRINUSE when the port cannot be had within `waitMs`
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
  /** Called once, when the port is waited for. */
  onBusy?: () => void
}): Promise<FrontDoor> {
  let handler: RequestListener = answerWhileStarting
  let next: RequestListener = answerWhileStarting
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
    close: () => {
      closing ??= closeServer(server)
      return closing
    },
  }
}

const answerWhileStarting: RequestListener = (request, response) => {
  const path = request.url?.split('?')[0]
  if (path === '/healthz') return answer(response, 200, { status: 'alive' })
  const error = { code: 'TEMPORARILY_AWAY', request_id: crypto.randomUUID() }
  const reasons = path === '/readyz' ? { reasons: ['starting'] } : {}
  answer(response, 503, { success: false, message: en.error_TEMPORARILY_AWAY, ...reasons, error })
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      // The body of the request is left unread.
      connection: 'close',
    })
    .end(JSON.stringify(body))
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
  // A connection becomes idle only when its last answer has left.
  const sweeping = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(sweeping)
}

function urlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
