import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'
import { listen } from './events.ts'
import { onSessionEnd, setHolder, tokenOf } from './tokens.ts'

/** The server's answers, one for each connection in order. */
let answers: ((response: ServerResponse) => void)[]
let asked: number
let server: Server
let stop = () => {}

const refuses = (status: number, code: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code } }))
const moved = { type: 'order-status', unique_order_id: 'OD-1', orderstatus_id: 2 }
const tells = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`id: 7\ndata: ${JSON.stringify(moved)}\n\n`)

beforeEach(async () => {
  asked = 0
  server = createServer((_request, response) => answers[asked++]?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = globalThis.fetch
  installBrowser()
  const ignore = () => {}
  vi.stubGlobal('document', { hidden: false, addEventListener: ignore, removeEventListener: ignore })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => ask(`http://127.0.0.1:${port}${path}`, init))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  setHolder('customer', { auth_token: 'a'.repeat(40), id: 7 })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

test('[GAP-83] a session that the server ended also ends when the event stream is refused', async () => {
  const ended = vi.fn()
  onSessionEnd('customer', ended)
  answers = [refuses(401, 'SESSION_REVOKED')]
  stop = listen('customer', () => {})
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(tokenOf('customer')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toBe(1)
})

test.each([
  [401, 'UNAUTHORISED'],
  [403, 'ACCOUNT_BANNED'],
  [404, 'NOT_FOUND'],
])('[GAP-81] a stream refused with %i is opened again after half a minute', async (status, code) => {
  const heard = vi.fn()
  answers = [refuses(status, code), tells]
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  stop = listen('customer', heard)
  await vi.waitFor(() => expect(pauses).toHaveBeenCalledWith(expect.any(Function), 30_000))
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(moved))
  expect(tokenOf('customer')).toBeDefined()
})
