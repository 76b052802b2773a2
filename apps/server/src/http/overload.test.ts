import net from 'node:net'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { MAX_LAG_MS } from './overload.ts'

const test = useTestApp()
const punctual = useTestApp({ mostLagMs: MAX_LAG_MS })
const browsing = '/public/api/get-settings'
const ordering = '/public/api/place-order'

describe('overload', () => {
  it('browsing is refused first and ordering last, with a time to retry, and the server stays available', async () => {
    const statusOf = async (url: string, method?: 'GET') => (await test.send(url, { ...(method && { method }) })).status
    const seen = async () => [await statusOf(browsing), await statusOf(ordering), await statusOf('/healthz', 'GET')]
    const usual = [200, 401, 200]
    expect(await seen()).toEqual(usual)
    await whileWaiting(200, async () => expect(await seen()).toEqual(usual))
    await whileWaiting(201, async () => {
      expect(await seen()).toEqual([503, 401, 200])
      expect(await test.send(browsing)).toMatchObject({
        headers: { 'retry-after': '2' },
        body: { success: false, error: { code: 'TEMPORARILY_AWAY' } },
      })
    })
    await whileWaiting(201, async () => {
      const { status, headers, body } = await test.send('/stores/x', {
        method: 'GET',
        headers: { accept: 'text/html' },
      })
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '2'])
      expect(body).toContain('<meta http-equiv="refresh" content="2">')
    })
    // The URL of the page looks like that of an important call, but only the matched route counts, so the page is
    // refused.
    await whileWaiting(201, async () => {
      for (const disguised of ['/stores/x?/payment', '/cart?next=/pay/x', '/stores/place-order/x', '/payment'])
        expect(await statusOf(disguised, 'GET'), disguised).toBe(503)
      expect(await statusOf('/public/api/get-settings?/place-order')).toBe(503)
      for (const last of ['/public/api/payment/start', '/api/store-owner/get-orders', '/public/api/cancel-order'])
        expect(await statusOf(last), last).not.toBe(503)
    })
    await whileWaiting(401, async () => expect(await seen()).toEqual([503, 503, 200]))
    expect(await seen()).toEqual(usual)
  })

  it('refuses no call after one long pause, and refuses browsing under continuous load', async () => {
    const statuses: number[] = []
    const ask = async () => void statuses.push((await punctual.send(browsing)).status)
    await keepBusy(1500)
    await ask()
    await turn()
    await ask()
    expect(statuses).toEqual([200, 200])
    while (statuses.length < 20 && statuses.at(-1) === 200) {
      await keepBusy(350)
      await ask()
    }
    expect(statuses.at(-1)).toBe(503)
    // The server answers more than three requests before it refuses one: more than one delayed round of the event loop
    // is needed, because a single pause must refuse nothing. The exact number of requests that the server answers
    // depends on the machine.
    expect(statuses.length).toBeGreaterThan(3)
  })
})

describe('connections', () => {
  const behindProxies = useTestApp({ config: { trustedProxy: '127.4.0.0/16, 127.5.0.9' } })
  /** Opens one connection from each of these IP addresses in turn; returns how many the server keeps open. */
  async function countKept(from: string[], { app }: Pick<typeof test, 'app'>): Promise<number> {
    if (!app.server.listening) await app.listen({ port: 0, host: '0.0.0.0' })
    const { port } = app.server.address() as net.AddressInfo
    const arrived: net.Socket[] = []
    const handleArrival = (socket: net.Socket): void => void arrived.push(socket)
    app.server.on('connection', handleArrival)
    const sockets: net.Socket[] = []
    // Opens 100 connections at a time, because the system refuses more parallel connections than its queue can hold.
    for (let start = 0; start < from.length; start += 100) {
      for (const localAddress of from.slice(start, start + 100))
        sockets.push(net.connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}))
      await expect.poll(() => arrived.length, { timeout: 20_000, interval: 2 }).toBe(sockets.length)
    }
    app.server.off('connection', handleArrival)
    const kept = arrived.filter(({ destroyed }) => !destroyed)
    const allEnded = Promise.all(kept.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    for (const socket of sockets) socket.destroy()
    await allEnded
    return kept.length
  }

  it('the connections of one client are limited to 100 at a time', async () => {
    expect(await countKept(Array(130).fill('127.3.0.7'), test)).toBe(100)
  })

  it('the connections of a proxy for many clients are not limited', async () => {
    expect(await countKept(Array(130).fill('127.4.7.7'), behindProxies)).toBe(130)
    expect(await countKept(Array(130).fill('127.5.0.9'), behindProxies)).toBe(130)
    expect(await countKept(Array(130).fill('127.5.0.8'), behindProxies)).toBe(100)
  })

  it('the connections of one network are limited to the connections of 20 clients', async () => {
    const clients = Array.from({ length: 25 }, (_, index) => Array<string>(99).fill(`127.6.0.${index + 1}`)).flat()
    expect(await countKept(clients, test)).toBe(2000)
  }, 60_000)
})

/** Waits for one round of the event loop, in which a request from outside could arrive. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))

/** Blocks the event loop for this many milliseconds, as a long computation does. */
async function keepBusy(ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end);
  await turn()
}

/** Runs `act` while `count` requests wait for a connection of the server's pool. */
async function whileWaiting(count: number, act: () => Promise<void>): Promise<void> {
  const taken = await takeConnections(test.pool.options.max)
  const waiting = Array.from({ length: count }, async () => (await test.pool.connect()).release())
  try {
    await act()
  } finally {
    for (const client of taken) client.release()
    await Promise.all(waiting)
  }
}

const takeConnections = (count: number): Promise<pg.PoolClient[]> =>
  Promise.all(Array.from({ length: count }, () => test.pool.connect()))
