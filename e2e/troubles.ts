import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The parts that no longer exist on the server: a store, a file of the app, or the version that a browser knows. */
export type Troubles = { store?: string; part?: RegExp; version?: string }

/**
 * Starts a proxy between product and browser, which also affects the service worker, and produces the faults named in
 * `troubles`. Each proxy has its own origin, so that the browsers of two proxies share nothing.
 */
export async function startTroubles(
  product: string,
): Promise<{ url: string; troubles: Troubles; stop: () => Promise<void> }> {
  const troubles: Troubles = {}
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (troubles.store && path.includes('/get-restaurant-info') && path.endsWith(`/${troubles.store}`))
      return void answer(400, { message: 'no', error: { code: 'STORE_UNKNOWN', request_id: 'x' } })
    if (troubles.part?.test(path)) return void response.writeHead(404).end()
    if (troubles.version && path === '/version.json')
      return void answer(200, { forceNewSettingsVersion: 'known', forceCacheClearVersion: troubles.version })
    return pass(product, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    troubles,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(product: string, request: IncomingMessage, response: ServerResponse): void {
  const onward = send(new URL(request.url ?? '/', product), { method: request.method, headers: request.headers })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
