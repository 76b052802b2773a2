import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { loadLiveOrders } from '../../demo/src/load/load-live-orders.ts'
import type { Cluster } from '../../scripts/cluster/cluster.ts'
import { databaseUrl } from '../../scripts/cluster/engines.ts'
import { eachInParallel } from '../../scripts/steps.ts'
import { addSessions, newListeners, type Person } from './people.ts'
import { follow } from './streams.ts'

const POSITIONS = 300
const POSITION_EVERY_MS = 100
const HEARD_WITHIN_MS = 5000
/** Maximum number of event streams of one person; with more, the oldest would end. */
const STREAMS_PER_PERSON = 5
const OPENING_AT_ONCE = 50
/** Maximum number of tries to open an event stream. The test tries once every fifth of a second. */
const MAX_TRIES = 300
const FAN_OUTS = 40
const FAN_OUT_EVERY_MS = 1500
const SETTLE_MS = 5000
const PORT_OF_HTTP = /:(\d+)$/

/** Measured delays in milliseconds. */
export type Delays = { p50: number; p99: number; count: number; missing: number }

/**
 * Measures how late positions arrive: a rider reports them to the first web server, and the customer listens at the
 * second, which holds `streams` open event streams.
 */
export async function measurePositions(cluster: Cluster, client: pg.Client, streams: number): Promise<Delays> {
  await loadLiveOrders(databaseUrl(cluster.place))
  await client.query("insert into settings (key, value) values ('limitPositionsPerRider', '1000000')")
  const { rows } = await client.query<{ rider: number; customer: number }>(
    'select rider_id as rider, user_id as customer from orders where rider_id is not null and status = any ($1) limit 1',
    [[3, 4]],
  )
  const { rider, customer } = rows[0]!
  const newPerson = (userId: number): Person => ({ userId, token: randomBytes(32).toString('base64url') })
  const [riding, waiting] = [newPerson(rider), newPerson(customer)]
  await addSessions(client, [riding], 'delivery')
  await addSessions(client, [waiting], 'customer')
  const [first, second] = cluster.place.ports.apps.map((port) => `http://127.0.0.1:${port}`) as [string, string]
  const idle = await openIdle(second, client, { streams, audience: 'customer' })
  const heardAt = new Map<string, number>()
  const stream = follow({
    url: second,
    token: waiting.token,
    onEvent: (data, at) => {
      const { type, latitude } = JSON.parse(data) as { type: string; latitude?: number }
      if (type === 'rider-position' && !heardAt.has(String(latitude))) heardAt.set(String(latitude), at)
    },
  })
  while (!stream.isOpen()) await sleep(20)
  const sentAt = new Map<string, number>()
  const calls: Promise<unknown>[] = []
  for (let index = 0; index < POSITIONS; index++) {
    const latitude = (12.93 + index / 100_000).toFixed(6)
    sentAt.set(String(Number(latitude)), performance.now())
    calls.push(report(first, riding.token, latitude))
    await sleep(POSITION_EVERY_MS)
  }
  await Promise.all(calls)
  for (const until = performance.now() + HEARD_WITHIN_MS; heardAt.size < POSITIONS && performance.now() < until; )
    await sleep(20)
  stream.stop()
  await idle.close()
  return delaysOf([...sentAt].map(([latitude, at]) => (heardAt.get(latitude) ?? Number.NaN) - at))
}

async function report(url: string, token: string, latitude: string): Promise<void> {
  const answer = await fetch(`${url}/public/api/delivery/set-delivery-guy-gps-location`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, delivery_lat: latitude, delivery_long: '77.624500', heading: 90 }),
  })
  if (!answer.ok) throw new Error(`a position was refused: ${await answer.text()}`)
}

/**
 * Opens `streams` event streams of order boards on the third web server, and changes orders. Each change of an order
 * reaches every board.
 * @returns the memory of the server for each stream, and the times from the change to each board
 */
export async function measureStreams(
  cluster: Cluster,
  client: pg.Client,
  { streams, change }: { streams: number; change: () => Promise<void> },
): Promise<{ bytesPerStream: number; fanOut: Delays }> {
  const url = `http://127.0.0.1:${cluster.place.ports.apps[2]}`
  const { pid } = cluster.parts.apps[2]!
  await sleep(SETTLE_MS)
  const before = memoryOf(pid)
  const arrivals: number[] = []
  const idle = await openIdle(url, client, {
    streams,
    audience: 'staff',
    onData: () => arrivals.push(performance.now()),
  })
  await sleep(SETTLE_MS)
  const after = memoryOf(pid)
  const delays: number[] = []
  for (let count = 0; count < FAN_OUTS; count++) {
    arrivals.length = 0
    const startedAt = performance.now()
    await change()
    for (const until = performance.now() + HEARD_WITHIN_MS; arrivals.length < streams && performance.now() < until; )
      await sleep(10)
    const heard = arrivals.map((at) => at - startedAt)
    for (let missing = heard.length; missing < streams; missing++) heard.push(Number.NaN)
    delays.push(...heard)
    await sleep(FAN_OUT_EVERY_MS)
  }
  await idle.close()
  return { bytesPerStream: (after - before) / streams, fanOut: delaysOf(delays) }
}

type Idle = { streams: number; audience: 'customer' | 'staff'; onData?: () => void }

/**
 * Opens many event streams with bare sockets, so that they cost this process little. `onData` is called for each event.
 */
async function openIdle(url: string, client: pg.Client, { streams, audience, onData = () => {} }: Idle) {
  const people = await newListeners(client, Math.ceil(streams / STREAMS_PER_PERSON), audience)
  const port = Number(PORT_OF_HTTP.exec(url)![1])
  const sockets: Socket[] = []
  const wanted = people.flatMap((person) => Array.from({ length: STREAMS_PER_PERSON }, () => person)).slice(0, streams)
  await eachInParallel(wanted, OPENING_AT_ONCE, async ({ token }) => {
    sockets.push(await openSocket(port, token, onData))
  })
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await sleep(SETTLE_MS)
    },
  }
}

async function openSocket(port: number, token: string, onData: () => void): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    if (tries > MAX_TRIES) throw new Error('a stream could not be opened')
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.write(`GET /public/api/events HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${token}\r\n\r\n`)
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('data', (data) => resolve(data.includes('HTTP/1.1 200')))
      socket.once('error', () => resolve(false)).once('close', () => resolve(false))
    })
    if (opened) {
      socket.on('data', (data) => {
        if (data.includes('data: ')) onData()
      })
      socket.on('error', () => {})
      return socket
    }
    // The server refused the event stream because it was overloaded, so the test tries again.
    socket.destroy()
    await sleep(200)
  }
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

/** Returns the percentiles of delays; NaN is the delay of a message that never arrived. */
function delaysOf(delaysMs: readonly number[]): Delays {
  const heard = delaysMs.filter((delay) => !Number.isNaN(delay)).sort((one, other) => one - other)
  const at = (share: number) => heard[Math.min(heard.length - 1, Math.floor(heard.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: heard.length, missing: delaysMs.length - heard.length }
}
