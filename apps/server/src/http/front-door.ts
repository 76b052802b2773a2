import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { en } from '@nukkad/contract/texts/en.ts'

const RETRY_AFTER_SECONDS = 5
const CHECK_CONNECTIONS_EVERY_MS = 1000
const CLOSE_IDLE_EVERY_MS = 50

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
 * and everything else is answered 503.
 * @throws Error such as EADDRINUSE when the port cannot be had
 */
export async function openFrontDoor({ port, host }: { port: number; host: string }): Promise<FrontDoor> {
  let handler: RequestListener = answerWhileStarting
  let next: RequestListener = answerWhileStarting
  const server = createServer({ connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS }, (request, response) =>
    handler(request, response),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
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
