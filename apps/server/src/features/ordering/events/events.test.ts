import net from 'node:net'
import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction, noteEvent, type Tx } from '#db/connection.ts'
import { listen } from '#db/listen.ts'
import { type BusMessage, createLocalBus } from '#http/bus.ts'
import { openStreams } from '#http/open-streams.ts'
import { endSession, openSession } from '#http/session.ts'
import { createServices } from '#services.ts'
import { openTestApp, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { startAnnouncing } from './announce.ts'

const harness = useTestApp()
const staff = createStaff(harness)
let port = 0

beforeAll(async () => {
  await harness.app.listen({ port: 0, host: '127.0.0.1' })
  port = (harness.app.server.address() as net.AddressInfo).port
})
afterEach(() => vi.useRealTimers())

type Received = { id?: string; event: StreamEvent }

/** Opens a stream as the web app does: with fetch, the token in a header, and events read as they arrive. */
async function listenTo(
  token: string | undefined,
  {
    lastEventId,
    at = port,
    cookie,
    site = 'same-origin',
  }: { lastEventId?: string; at?: number; cookie?: string; site?: string } = {},
) {
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${at}/public/api/events`, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
      ...(cookie && { cookie, 'sec-fetch-site': site, 'content-type': 'application/json' }),
    },
    signal: stop.signal,
  })
  const seen: Received[] = []
  const raw: string[] = []
  const ended = response.ok ? read(response, seen, raw) : Promise.resolve('refused')
  const until = (count: number) =>
    vi.waitFor(() => {
      if (seen.length < count) throw new Error(`${seen.length} of ${count} events`)
      return seen
      // The test may take longer than the heartbeat interval of the listening connection, even on a slow machine.
    }, 20_000)
  return { response, seen, raw, until, ended, stop: () => stop.abort() }
}

async function read(response: Response, seen: Received[], raw: string[]): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      raw.push(part.value)
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const data = block.match(/^data: (.*)$/m)?.[1]
        const id = block.match(/^id: (.*)$/m)?.[1]
        if (data) seen.push({ ...(id && { id }), event: JSON.parse(data) })
      }
    }
    return 'ended'
  } catch {
    return 'broken'
  }
}

/** Moves an order as the use cases do: changes its row and inserts the event in one transaction. */
async function move(
  order: { id: number; store_id: number; user_id: number },
  { from, to, riderId = null }: { from: number | null; to: number; riderId?: number | null },
) {
  return inTransaction(harness.db, async (tx) => {
    await tx.updateTable('orders').set({ status: to, rider_id: riderId }).where('id', '=', order.id).execute()
    return insertEvent(tx, order, { from, to, riderId })
  })
}

async function insertEvent(
  tx: Tx,
  { id: order_id, store_id, user_id }: { id: number; store_id: number; user_id: number },
  { from, to, riderId = null }: { from: number | null; to: number; riderId?: number | null },
) {
  noteEvent(tx)
  return tx
    .insertInto('order_events')
    .values({
      order_id,
      store_id,
      user_id,
      rider_id: riderId,
      kind: 'test',
      from_status: from,
      to_status: to,
      actor: 'clock',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Writes many events of an order in one transaction. */
async function insertSteps(
  { id: order_id, store_id, user_id }: { id: number; store_id: number; user_id: number },
  count: number,
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    order_id,
    store_id,
    user_id,
    kind: `step-${index}`,
    actor: 'clock',
    to_status: 1,
  }))
  await inTransaction(harness.db, async (tx) => {
    noteEvent(tx)
    await tx.insertInto('order_events').values(rows).execute()
  })
}

async function orderOf(
  userId: number,
  row: { status?: number; delivery_type?: number; store_id?: number; rider_id?: number } = {},
) {
  const store_id = row.store_id ?? (await harness.build.store()).id
  return harness.build.order({ user_id: userId, ...row, store_id })
}

describe('access to streams', () => {
  test('[GAP-81] a missing token, an unknown one and a banned account are refused', async () => {
    const missing = await listenTo(undefined)
    expect(missing.response.status).toBe(401)
    expect(await missing.response.json()).toMatchObject({
      message: 'Token not provided',
      error: { code: 'SESSION_MISSING' },
    })

    const unknown = await listenTo('x'.repeat(43))
    expect(await unknown.response.json()).toMatchObject({ error: { code: 'SESSION_REVOKED' } })

    const banned = await harness.build.customer({ is_active: false })
    const refused = await listenTo(banned.token)
    expect(refused.response.status).toBe(401)
    expect(await refused.response.json()).toMatchObject({ error: { code: 'ACCOUNT_BANNED' } })
  })

  test('[GAP-81] a token in the URL is not accepted', async () => {
    const { token } = await harness.build.customer()
    const answer = await fetch(`http://127.0.0.1:${port}/public/api/events?token=${token}`)
    expect(answer.status).toBe(401)
    await answer.body?.cancel()
  })

  test('[GAP-75] staff need the permission to see orders', async () => {
    const refused = await listenTo(undefined, { cookie: await staff.cookieWith('order_actions') })
    expect(refused.response.status).toBe(403)
    expect(await refused.response.json()).toMatchObject({ error: { code: 'PERMISSION_MISSING' } })
    const foreign = await listenTo(undefined, { cookie: await staff.cookieWith('order_view'), site: 'cross-site' })
    expect(await foreign.response.json()).toMatchObject({ error: { code: 'FOREIGN_ORIGIN' } })
    const open = await listenTo(undefined, { cookie: await staff.cookieWith('order_view') })
    expect(open.response.status).toBe(200)
    open.stop()
  })
})

describe('a customer', () => {
  test('[GAP-81][F-11] receives each change of their own orders once, with an id, and nothing of other orders', async () => {
    const [asha, other] = await Promise.all([harness.build.customer(), harness.build.customer()])
    const stream = await listenTo(asha.token)
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toContain('no-store')
    const [own, foreign] = [await orderOf(asha.id), await orderOf(other.id)]

    await move(foreign, { from: null, to: 1 })
    await move(own, { from: null, to: 1 })
    await move(own, { from: 1, to: 2 })
    await move(foreign, { from: 1, to: 2 })
    await stream.until(2)
    stream.stop()

    const { id: order_id, unique_order_id } = own
    expect(stream.seen).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        event: { type: 'order-status', order_id, unique_order_id, orderstatus_id: 1 },
      },
      {
        id: expect.stringMatching(/^\d+$/),
        event: { type: 'order-status', order_id, unique_order_id, orderstatus_id: 2 },
      },
    ])
    expect(stream.raw[0]).toMatch(/^retry: 3000\n\n/)
    expect(stream.response.headers.get('transfer-encoding')).toBeNull()
  })

  test('[GAP-81] a client that returns with its last id receives the missed events, then new ones', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    const stream = await listenTo(asha.token)
    await move(own, { from: null, to: 1 })
    const [seen] = await stream.until(1)
    stream.stop()
    await stream.ended

    await move(own, { from: 1, to: 2 })
    await move(await orderOf((await harness.build.customer()).id), { from: 1, to: 2 })
    await move(own, { from: 2, to: 6 })

    const again = await listenTo(asha.token, { lastEventId: seen!.id! })
    await again.until(2)
    await move(await orderOf(asha.id), { from: null, to: 1 })
    await again.until(3)
    again.stop()
    expect(again.seen.map(({ event }) => 'orderstatus_id' in event && event.orderstatus_id)).toEqual([2, 6, 1])
    expect(new Set(again.seen.map(({ id }) => id)).size).toBe(3)
  })

  test('[GAP-81] all missed events arrive, oldest first; of more than two thousand, only the newest', async () => {
    const asha = await harness.build.customer()
    let announced = 0
    const leave = harness.services.bus.subscribe(`user:${asha.id}`, () => void announced++)
    await insertSteps(await orderOf(asha.id), 2030)
    await vi.waitFor(() => expect(announced).toBe(2030), 15_000)
    leave()
    const positions = await harness.db
      .selectFrom('order_announcements')
      .select('position')
      .where('user_id', '=', asha.id)
      .orderBy('position')
      .execute()
    const stream = await listenTo(asha.token, { lastEventId: '0' })
    await stream.until(2000)
    stream.stop()
    expect(stream.seen.map(({ id }) => id)).toEqual(positions.slice(30).map(({ position }) => String(position)))
  })

  test.each(['', 'abc', '-1', '9'.repeat(30)])('[GAP-81] an invalid last id (%s) is ignored', async (lastEventId) => {
    const { token } = await harness.build.customer()
    const stream = await listenTo(token, { lastEventId })
    expect(stream.response.status).toBe(200)
    stream.stop()
  })

  test('[GAP-42] receives the position of their rider, without an id to resume from', async () => {
    const asha = await harness.build.customer()
    const stream = await listenTo(asha.token)
    const event = {
      type: 'rider-position' as const,
      order_id: 1,
      latitude: 12.9,
      longitude: 77.6,
      heading: null,
      at: '',
    }
    harness.services.bus.publish(`user:${asha.id}`, { event })
    harness.services.bus.publish(`user:${asha.id}`, {
      event: { type: 'offer-taken', order_id: 1, unique_order_id: 'x' },
    })
    await stream.until(1)
    stream.stop()
    expect(stream.seen).toEqual([{ event }])
  })
})

describe('the dashboard', () => {
  test('[U-19] staff receive events of every order, owners those of their stores, and both resume after a disconnection', async () => {
    const [store, other] = [await harness.build.store(), await harness.build.store()]
    const owner = await harness.build.owner({ stores: [store] })
    const cookie = await staff.cookieWith('order_view')
    const { id } = await harness.build.customer()
    const streams = [await listenTo(undefined, { cookie }), await listenTo(owner.token)]
    const [own, foreign] = [await orderOf(id, { store_id: store.id }), await orderOf(id, { store_id: other.id })]
    await move(own, { from: null, to: 1 })
    await move(foreign, { from: null, to: 1 })
    await move(own, { from: 1, to: 2 })
    await Promise.all([streams[0]!.until(3), streams[1]!.until(2)])
    for (const stream of streams) stream.stop()
    const heard = streams.map(({ seen }) =>
      seen.map(({ event }) => event.type === 'desk-order' && [event.order_id, event.orderstatus_id]),
    )
    expect(heard).toEqual([
      [
        [own.id, 1],
        [foreign.id, 1],
        [own.id, 2],
      ],
      [
        [own.id, 1],
        [own.id, 2],
      ],
    ])
    const lastEventId = streams[0]!.seen[0]!.id!
    const again = [await listenTo(undefined, { cookie, lastEventId }), await listenTo(owner.token, { lastEventId })]
    await Promise.all([again[0]!.until(2), again[1]!.until(1)])
    for (const stream of again) stream.stop()
    expect(again.map(({ seen }) => seen.map(({ event }) => 'order_id' in event && event.order_id))).toEqual([
      [foreign.id, own.id],
      [own.id],
    ])
  })

  test('[T-07] a cook receives the events of their store, also after a disconnection, and no others', async () => {
    const [store, other] = [await harness.build.store(), await harness.build.store()]
    const cook = await harness.build.employee({ store, role: 'kitchen' })
    const { id } = await harness.build.customer()
    const stream = await listenTo(cook.token)
    const [foreign, own] = [await orderOf(id, { store_id: other.id }), await orderOf(id, { store_id: store.id })]
    await move(foreign, { from: null, to: 1 })
    await move(own, { from: null, to: 1 })
    await move(foreign, { from: 1, to: 2 })
    await move(own, { from: 1, to: 2 })
    await stream.until(2)
    stream.stop()
    const lastEventId = stream.seen[0]!.id!
    const again = await listenTo(cook.token, { lastEventId })
    await again.until(1)
    again.stop()
    const heard = [...stream.seen, ...again.seen].map(({ event }) => 'order_id' in event && event.order_id)
    expect(heard).toEqual([own.id, own.id, own.id])
  })

  test('[U-19] an open board counts as use of the session; removing the permission ends the stream', async () => {
    const person = await staff.member('order_view')
    const { cookie } = await staff.signIn(person)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = await listenTo(undefined, { cookie })
    const seenAgo = async (minutes: number) =>
      harness.db
        .updateTable('sessions')
        .set({ last_seen_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', person.id)
        .execute()
    const lastSeen = async () =>
      (
        await harness.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at.getTime()
    await seenAgo(29)
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(Date.now() - (await lastSeen())).toBeLessThan(60_000), 5000)
    await harness.db.deleteFrom('staff_permissions').where('user_id', '=', person.id).execute()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await stream.ended).toBe('ended')
  })

  test('[U-19] both riders receive an event when staff give an order to another rider', async () => {
    const store = await harness.build.store()
    const [ravi, sita] = [await harness.build.rider(), await harness.build.rider()]
    const order = await orderOf((await harness.build.customer()).id, { store_id: store.id })
    const streams = [await listenTo(ravi.token), await listenTo(sita.token)]
    await move(order, { from: 2, to: 3, riderId: ravi.id })
    await streams[0]!.until(1)
    const cookie = await staff.cookieWith('order_actions')
    const answer = await staff.ask(
      'dashboard/orders/assign-rider',
      { order_id: order.id, rider_id: sita.id },
      { cookie },
    )
    expect(answer.status).toBe(200)
    await Promise.all([streams[0]!.until(2), streams[1]!.until(1)])
    for (const stream of streams) stream.stop()
    for (const { seen } of streams)
      expect(seen.slice(-1)).toMatchObject([{ event: { type: 'job-changed', order_id: order.id, orderstatus_id: 3 } }])
  })
})

describe('a rider', () => {
  test('[GAP-81][GAP-45] receives offers of their stores while on duty, and the end of these offers', async () => {
    const store = await harness.build.store()
    const [ravi, sita, resting, stranger] = await Promise.all([
      harness.build.rider({ stores: [store] }),
      harness.build.rider({ stores: [store] }),
      harness.build.rider({ stores: [store], is_on_duty: false }),
      harness.build.rider({ stores: [await harness.build.store()] }),
    ])
    const streams = await Promise.all([ravi, sita, resting, stranger].map(({ token }) => listenTo(token)))
    const order = await orderOf((await harness.build.customer()).id, { store_id: store.id })
    const { id: order_id, unique_order_id } = order

    await move(order, { from: 1, to: 2 })
    await streams[1]!.until(1)
    await move(order, { from: 2, to: 3, riderId: ravi.id })
    await move(order, { from: 3, to: 4, riderId: ravi.id })
    await Promise.all([streams[0]!.until(3), streams[1]!.until(2)])
    for (const stream of streams) stream.stop()

    const offer = { type: 'offer', order_id, unique_order_id, store: 'Corner Kitchen' }
    const job = { type: 'job-changed', order_id, unique_order_id }
    expect(streams.map(({ seen }) => seen.map(({ event }) => event))).toEqual([
      [offer, { ...job, orderstatus_id: 3 }, { ...job, orderstatus_id: 4 }],
      [offer, { type: 'offer-taken', order_id, unique_order_id }],
      [],
      [],
    ])
  })

  test('[GAP-81] self-pickup orders are offered to no rider; the rider of a cancelled job gets an event', async () => {
    const store = await harness.build.store()
    const ravi = await harness.build.rider({ stores: [store] })
    const stream = await listenTo(ravi.token)
    const { id } = await harness.build.customer()
    await move(await orderOf(id, { store_id: store.id, delivery_type: 2 }), { from: 1, to: 2 })
    await move(await orderOf(id, { store_id: store.id, status: 1 }), { from: 3, to: 6, riderId: ravi.id })
    await stream.until(1)
    stream.stop()
    expect(stream.seen).toMatchObject([{ event: { type: 'job-changed', orderstatus_id: 6 } }])
  })

  test('[N-02] a person with two sessions receives the events of each session in its own stream', async () => {
    const store = await harness.build.store()
    const ravi = await harness.build.rider({ stores: [store] })
    const streams = await Promise.all([listenTo(ravi.token), listenTo(await harness.build.alsoCustomer(ravi.id))])
    await move(await orderOf(ravi.id, { store_id: store.id }), { from: 1, to: 2 })
    await Promise.all(streams.map((stream) => stream.until(1)))
    for (const stream of streams) stream.stop()
    expect(streams.map(({ seen }) => seen.map(({ event }) => event.type))).toEqual([['offer'], ['order-status']])
  })
})

describe('a whole trip', () => {
  test('[GAP-81][F-11][GAP-42] the customer follows their order from offer to door', async () => {
    const store = await harness.build.store()
    const [ravi, asha] = [await harness.build.rider({ stores: [store] }), await harness.build.customer()]
    const order = await orderOf(asha.id, { store_id: store.id, status: 2 })
    const streams = [await listenTo(asha.token), await listenTo(ravi.token)]
    const options = { token: ravi.token }
    const step = { order_id: order.id, delivery_pin: order.delivery_pin }
    await harness.call('delivery/accept-to-deliver', step, options)
    await harness.call('delivery/pickedup-order', step, options)
    await streams[0]!.until(2)
    const position = { delivery_lat: 12.94, delivery_long: 77.63, heading: 90 }
    await harness.call('delivery/set-delivery-guy-gps-location', position, options)
    await streams[0]!.until(3)
    await harness.call('delivery/deliver-order', step, options)
    await Promise.all([streams[0]!.until(4), streams[1]!.until(3)])
    for (const stream of streams) stream.stop()

    const { id: order_id, unique_order_id } = order
    const state = (type: string, orderstatus_id: number) => ({ type, order_id, unique_order_id, orderstatus_id })
    expect(streams.map(({ seen }) => seen.map(({ event }) => event))).toEqual([
      [
        state('order-status', 3),
        state('order-status', 4),
        { type: 'rider-position', order_id, latitude: 12.94, longitude: 77.63, heading: 90, at: expect.any(String) },
        state('order-status', 5),
      ],
      [state('job-changed', 3), state('job-changed', 4), state('job-changed', 5)],
    ])
  })
})

describe('the life of a stream', () => {
  test('[GAP-81] heartbeats come every 15 seconds, and a session that ended ends its streams within a minute', async () => {
    const [leaving, banned, staying] = await Promise.all([1, 2, 3].map(() => harness.build.customer()))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const streams = await Promise.all([leaving, banned, staying].map((person) => listenTo(person!.token)))
    await vi.advanceTimersByTimeAsync(15_000)
    await vi.waitFor(() => expect(streams[2]!.raw.join('')).toContain('\n\n:\n\n'), 5000)

    await endSession(harness.db, (await openSession(harness.db, leaving!.token)).id)
    await harness.db.updateTable('users').set({ is_active: false }).where('id', '=', banned!.id).execute()
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await Promise.all([streams[0]!.ended, streams[1]!.ended])).toEqual(['ended', 'ended'])

    harness.services.bus.publish(`user:${staying!.id}`, {
      event: { type: 'order-status', order_id: 1, unique_order_id: 'still-there', orderstatus_id: 2 },
    })
    await streams[2]!.until(1)
    streams[2]!.stop()
  })

  test('[GAP-81] a person has at most five streams; a sixth closes the oldest', async () => {
    const { token } = await harness.build.customer()
    const streams = []
    for (let index = 0; index < 6; index++) streams.push(await listenTo(token))
    expect(await streams[0]!.ended).toBe('ended')
    const others = await Promise.race([
      ...streams.slice(1).map(({ ended }) => ended),
      new Promise((resolve) => setTimeout(resolve, 200, 'open')),
    ])
    expect(others).toBe('open')
    for (const stream of streams) stream.stop()
  })

  test('[GAP-81] a client that does not read is disconnected', async () => {
    const asha = await harness.build.customer()
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET /public/api/events HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer ${asha.token}\r\nX-Forwarded-For: 1\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    const dropped = new Promise((resolve) => socket.once('close', resolve))
    const text = 'x'.repeat(20_000)
    for (let count = 0; count < 2000; count++) {
      harness.services.bus.publish(`user:${asha.id}`, {
        event: { type: 'order-status', order_id: count, unique_order_id: text, orderstatus_id: 1 },
      })
      if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    socket.resume()
    await dropped
    expect(received).toBeLessThan(2000 * 20_000)
  })

  test('[GAP-81] a client that leaves while its session is read leaves no stream behind', async () => {
    const { token } = await harness.build.customer()
    await vi.waitFor(() => expect(openStreams.count).toBe(0), 20_000)
    const { mayEnd, ended } = await holdSessions()
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET /public/api/events HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), 5000)
    const serverSide = new Promise((resolve) => harness.app.server.once('connection', resolve))
    socket.destroy()
    // Opens a second connection, which the server accepts only after it has read the end of the first one.
    const next = net.connect(port, '127.0.0.1')
    await serverSide
    next.destroy()
    mayEnd()
    await ended
    const later = await listenTo(token)
    expect(later.response.status).toBe(200)
    later.stop()
    await vi.waitFor(() => expect(openStreams.count).toBe(0), 20_000)
  })

  test('[GAP-81] a server that stops closes its streams immediately', async () => {
    const second = await openTestApp()
    const { token } = await second.build.customer()
    await second.app.listen({ port: 0, host: '127.0.0.1' })
    const at = (second.app.server.address() as net.AddressInfo).port
    const streams = await Promise.all([listenTo(token, { at }), listenTo(token, { at })])
    const startedAt = performance.now()
    await second.close()
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended'])
  })
})

/** Takes a lock by `statement` in a transaction, and holds it until `mayEnd` is called. */
async function hold(statement: RawBuilder<unknown>) {
  const held = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve } = Promise.withResolvers<void>()
  const ended = inTransaction(harness.db, async (tx) => {
    await statement.execute(tx)
    held.resolve()
    await mayEnd
  })
  await held.promise
  return { mayEnd: resolve, ended }
}

/** Holds the table of sessions, so that a request waits when it reads its session. */
const holdSessions = () => hold(sql`lock table sessions in access exclusive mode`)

/** Counts the connections to this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
     where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    harness.db,
  )
  return rows[0]!.count
}

/** Gives positions to all committed events. */
async function announceAll(): Promise<void> {
  await sql`select announce_events(${100_000})`.execute(harness.db)
}

/** Returns the events that have no position yet. */
const waiting = () => harness.db.selectFrom('unannounced_events').select('event_id').execute()

/** Holds the lock that a process takes before it gives positions to events. */
const holdPositions = () => hold(sql`select pg_advisory_xact_lock(${4_711_005})`)

describe('announcements', () => {
  /** Starts a transaction that writes an event and waits before its commit. */
  async function holdCommit(order: { id: number; store_id: number; user_id: number }, to: number) {
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const done = inTransaction(harness.db, async (tx) => {
      await insertEvent(tx, order, { from: 1, to })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    return async () => {
      mayCommit.resolve()
      await done
    }
  }

  test('[GAP-81] an event with a lower id that commits later arrives later, live and in the replay', async () => {
    const asha = await harness.build.customer()
    const [first, second] = [await orderOf(asha.id), await orderOf(asha.id)]
    const live = await listenTo(asha.token)
    await move(first, { from: null, to: 1 })
    await live.until(1)
    const commit = await holdCommit(first, 2)
    await move(second, { from: null, to: 1 })
    const [, newer] = await live.until(2)
    // The client loses its connection here, after it has received the event with the higher id, but not the event with
    // the lower id, which is committed only now.
    live.stop()
    await commit()
    const again = await listenTo(asha.token, { lastEventId: newer!.id! })
    await again.until(1)
    again.stop()
    expect(again.seen.map(({ event }) => event)).toMatchObject([{ order_id: first.id, orderstatus_id: 2 }])
  })

  /** Returns the positions of an order's events, by the ids of the events. */
  async function positionsOf(orderId: number): Promise<(bigint | null)[]> {
    const rows = await harness.db
      .selectFrom('order_events')
      .leftJoin('order_announcements', 'order_announcements.event_id', 'order_events.id')
      .select('position')
      .where('order_id', '=', orderId)
      .orderBy('order_events.id')
      .execute()
    return rows.map(({ position }) => position)
  }

  test('[GAP-81] no order waits for positions: it commits while they are assigned, and gets its own soon after', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    const { mayEnd, ended } = await holdPositions()
    await move(own, { from: null, to: 1 })
    expect(await positionsOf(own.id)).toEqual([null])
    mayEnd()
    await ended
    await expect.poll(() => positionsOf(own.id)).toEqual([expect.any(BigInt)])
  })

  test('[GAP-81] an event whose process ended before it announced gets its position at the next heartbeat', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    const live = await listenTo(asha.token)
    // Simulates a process that ends right after the commit of an event, before the event gets a position.
    await harness.db
      .insertInto('order_events')
      .values({
        order_id: own.id,
        store_id: own.store_id,
        user_id: asha.id,
        kind: 'test',
        to_status: 1,
        actor: 'clock',
      })
      .execute()
    await live.until(1)
    live.stop()
    expect(live.seen).toMatchObject([{ event: { order_id: own.id, orderstatus_id: 1 } }])
  })

  test('[GAP-81] an event that is rolled back is never announced', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    const failing = inTransaction(harness.db, async (tx) => {
      await insertEvent(tx, own, { from: null, to: 1 })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await announceAll()
    expect(await positionsOf(own.id)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('[GAP-81] several processes that announce in parallel give each event one position, in the order of each order', async () => {
    const asha = await harness.build.customer()
    const orders = await Promise.all(Array.from({ length: 12 }, () => orderOf(asha.id)))
    const processes = await Promise.all(
      Array.from({ length: 4 }, () => startAnnouncing({ ...harness.services, bus: createLocalBus() })),
    )
    await Promise.all(
      orders.map(async (order, index) => {
        for (const [from, to] of [
          [null, 1],
          [1, 2],
          [2, 6],
        ] as const) {
          await move(order, { from, to })
          await Promise.all([processes[index % 4]!.announce(), processes[(index + 1) % 4]!.announce()])
        }
      }),
    )
    await announceAll()
    for (const { id } of orders) {
      const positions = await positionsOf(id)
      expect(positions).toEqual([expect.any(BigInt), expect.any(BigInt), expect.any(BigInt)])
      expect(positions).toEqual(positions.toSorted((a, b) => Number(a! - b!)))
    }
    expect(await waiting()).toEqual([])
  })

  test('[GAP-81] a stream that another process has sent more to receives nothing twice', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    const first = await listenTo(asha.token)
    await move(own, { from: null, to: 1 })
    const [seen] = await first.until(1)
    first.stop()
    const second = await listenTo(asha.token, { lastEventId: seen!.id! })
    // Another process has already sent this event; this process publishes it a second time now.
    harness.services.bus.publish(`user:${asha.id}`, { id: BigInt(seen!.id!), event: seen!.event })
    await move(own, { from: 1, to: 2 })
    await second.until(1)
    second.stop()
    expect(second.seen).toMatchObject([{ event: { orderstatus_id: 2 } }])
  })

  test('[GAP-81] a last id from before a restored backup does not stop the stream', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    const stream = await listenTo(asha.token, { lastEventId: '900000000000' })
    await move(own, { from: null, to: 1 })
    await stream.until(1)
    stream.stop()
    expect(stream.seen).toMatchObject([{ event: { order_id: own.id } }])
  })

  test('[GAP-81] a process that has just started sends no events that were committed before', async () => {
    const asha = await harness.build.customer()
    const own = await orderOf(asha.id)
    await move(own, { from: null, to: 1 })
    await announceAll()
    const bus = createLocalBus()
    const heard: BusMessage[] = []
    bus.subscribe(`user:${asha.id}`, (message) => void heard.push(message))
    const { lookForNew, announce } = await startAnnouncing({ ...harness.services, bus })
    // Looks for new events without a notification, as after a lost database connection.
    await lookForNew()
    expect(heard).toEqual([])
    await move(own, { from: 1, to: 2 })
    await announce()
    await Promise.all([lookForNew(), lookForNew()])
    await lookForNew()
    expect(heard).toMatchObject([{ event: { orderstatus_id: 2 } }])
  })

  test('[GAP-81] the map shows a rider whose requests another process handles', async () => {
    const store = await harness.build.store()
    const [ravi, asha] = [await harness.build.rider({ stores: [store] }), await harness.build.customer()]
    const order = await orderOf(asha.id, { store_id: store.id, status: 3, rider_id: ravi.id })
    const other = await createServices({ ...harness.services, env: {} })
    const listening = await listen(harness.services.address, () => {})
    await other.follow(listening)
    const heard: BusMessage[] = []
    other.bus.subscribe(`user:${asha.id}`, (message) => void heard.push(message))
    const position = { delivery_lat: 12.94, delivery_long: 77.63, heading: 90 }
    await harness.call('delivery/set-delivery-guy-gps-location', position, { token: ravi.token })
    await vi.waitFor(() => expect(heard).toHaveLength(1), 5000)
    await listening.close()
    expect(heard).toMatchObject([{ event: { type: 'rider-position', order_id: order.id, latitude: 12.94 } }])
  })

  test('[GAP-81] a burst of 4,000 events reaches an open board completely', async () => {
    const asha = await harness.build.customer()
    const stream = await listenTo(undefined, { cookie: await staff.cookieWith('order_view') })
    await insertSteps(await orderOf(asha.id), 4000)
    await stream.until(4000)
    stream.stop()
    expect(stream.seen).toHaveLength(4000)
    expect(new Set(stream.seen.map(({ id }) => id)).size).toBe(4000)
  })

  test('[GAP-81] many simultaneous events keep their order and share their queries', async () => {
    const asha = await harness.build.customer()
    const orders = await Promise.all(Array.from({ length: 20 }, () => orderOf(asha.id)))
    const stream = await listenTo(asha.token)
    await Promise.all(
      orders.map(async (order) => {
        await move(order, { from: null, to: 1 })
        await move(order, { from: 1, to: 2 })
        await move(order, { from: 2, to: 6 })
      }),
    )
    await stream.until(60)
    stream.stop()
    for (const { id } of orders) {
      const states = stream.seen.flatMap(({ event }) =>
        event.type === 'order-status' && event.order_id === id ? [event.orderstatus_id] : [],
      )
      expect(states).toEqual([1, 2, 6])
    }
  })
})
