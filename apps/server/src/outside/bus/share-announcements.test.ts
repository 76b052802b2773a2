import { randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channel, Listening } from '#db/listen.ts'
import { useTestApp } from '#test/harness.ts'
import { hasNats, type Nats, openNats } from '#test/nats.ts'
import { ignoredMessages } from './ignored-messages.ts'
import { NatsRefused, parseNatsUrl } from './nats.ts'
import { shareAnnouncements } from './share-announcements.ts'

const WITHIN = { timeout: 30_000, interval: 20 }

describe('the address of NATS', () => {
  test('has one or more servers, with a user or a token', () => {
    expect(parseNatsUrl('nats://shop:bus%20secret@one:4222,nats://two')).toEqual({
      servers: ['one:4222', 'two:4222'],
      user: 'shop',
      pass: 'bus secret',
    })
    expect(parseNatsUrl('tls://token@[::1]:4333')).toEqual({ servers: ['[::1]:4333'], token: 'token', tls: {} })
    expect(parseNatsUrl('nats://one')).toEqual({ servers: ['one:4222'] })
  })

  test.each(['http://one', 'one:4222', 'nats://', 'nats://one/path', 'nats://one,two'])('%s is refused', (url) => {
    expect(() => parseNatsUrl(url)).toThrow('must be nats://host:port or tls://host:port')
  })
})

describe.skipIf(!hasNats)('processes that share announcements over NATS', { timeout: 90_000 }, () => {
  const app = useTestApp()
  let nats: Nats
  let space: string
  const processes: Process[] = []

  type Process = { listening: Listening; heard: [Channel, string][]; states: boolean[] }

  /** Starts the part of a server process that receives announcements; the first process to start is the relay. */
  async function join(): Promise<Process> {
    const listening = await shareAnnouncements({
      url: nats.url,
      space,
      address: app.services.address,
      warn: () => {},
      onBusError: () => {},
    })
    const joined: Process = { listening, heard: [], states: [] }
    for (const channel of ['settings_changed', 'menus_changed', 'rider_positions'] as const)
      listening.on(channel, (payload) => joined.heard.push([channel, payload]))
    listening.onState((isOpen) => joined.states.push(isOpen))
    processes.push(joined)
    return joined
  }

  /** Counts the processes of a test that listen to the database, which the application of the test harness does too. */
  async function countListeners(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where application_name = 'nukkad listener' and datname = current_database()`.execute(app.db)
    return rows[0]!.count - 1
  }

  /** Waits until only the relay listens to the database. */
  const untilOneListens = () => vi.waitFor(async () => expect(await countListeners()).toBe(1), WITHIN)

  async function announce(channel: Channel, payload: string): Promise<void> {
    await sql`select pg_notify(${channel}, ${payload})`.execute(app.db)
  }

  async function untilHeard(each: readonly Process[], channel: Channel, payload: string): Promise<void> {
    await vi.waitFor(() => {
      for (const { heard } of each) expect(heard).toContainEqual([channel, payload])
    }, WITHIN)
  }

  beforeEach(async () => {
    nats = await openNats()
    space = `test-${randomUUID()}`
  })
  afterEach(async () => {
    for (const { listening } of processes.splice(0)) await listening.close()
    await nats.kill()
  })

  test('[GAP-81] one of the processes listens to the database, and all receive its announcements', async () => {
    const all = [await join(), await join(), await join()]
    await untilOneListens()
    await announce('menus_changed', '7')
    await untilHeard(all, 'menus_changed', '7')
    expect(all.map(({ listening }) => listening.shared?.isConnected())).toEqual([true, true, true])
  })

  test('an announcement that does not come from the database reaches all processes except its sender', async () => {
    const [sender, ...others] = [await join(), await join(), await join()]
    await untilOneListens()
    sender!.listening.shared!.announce('rider_positions', '{"user_id":1}')
    await untilHeard(others, 'rider_positions', '{"user_id":1}')
    expect(sender!.heard).not.toContainEqual(['rider_positions', '{"user_id":1}'])
  })

  test('[GAP-81] when the process that listens ends, another one listens, and none misses an event', async () => {
    const [relay, ...others] = [await join(), await join(), await join()]
    await untilOneListens()
    await relay!.listening.close()
    for (const other of others) other.heard.length = 0
    await announce('menus_changed', '8')
    // If the announcement is lost when the relay changes, an empty announcement follows, which empties all caches.
    await untilHeard(others, 'settings_changed', '')
    await untilOneListens()
    await announce('menus_changed', '9')
    await untilHeard(others, 'menus_changed', '9')
  })

  test('[GAP-81] while NATS is unavailable each process listens to the database; when it is back, one does', async () => {
    const all = [await join(), await join()]
    await untilOneListens()
    await nats.kill()
    await vi.waitFor(async () => expect(await countListeners()).toBe(2), WITHIN)
    await vi.waitFor(() => expect(all.map(({ states }) => states.at(-1))).toEqual([true, true]), WITHIN)
    await announce('menus_changed', '10')
    await untilHeard(all, 'menus_changed', '10')
    expect(all.map(({ listening }) => listening.shared?.isConnected())).toEqual([false, false])
    await nats.start()
    await untilOneListens()
    await announce('menus_changed', '11')
    await untilHeard(all, 'menus_changed', '11')
    expect(all.map(({ states }) => states.at(-1))).toEqual([true, true])
  })

  test('a start without NATS works, and joins it later', async () => {
    await nats.kill()
    const all = [await join(), await join()]
    await announce('menus_changed', '12')
    await untilHeard(all, 'menus_changed', '12')
    await nats.start()
    await untilOneListens()
  })

  test('a wrong password for NATS makes the start fail', async () => {
    const url = `nats://shop:wrong@127.0.0.1:${nats.port}`
    await expect(
      shareAnnouncements({ url, space, address: app.services.address, warn: () => {}, onBusError: () => {} }),
    ).rejects.toBeInstanceOf(NatsRefused)
    expect(await countListeners()).toBe(0)
  })

  test('a message in an unknown form is counted and ignored, and messages of other spaces are not received', async () => {
    const process = await join()
    await untilOneListens()
    const before = ignoredMessages.count
    const stranger = await connect({ servers: `127.0.0.1:${nats.port}`, user: 'shop', pass: 'bus secret' })
    stranger.publish(`${space}.from_the_future`, 'x')
    stranger.publish('another-shop.menus_changed', '13')
    await stranger.flush()
    await vi.waitFor(() => expect(ignoredMessages.count).toBe(before + 1), WITHIN)
    await announce('menus_changed', '14')
    await untilHeard([process], 'menus_changed', '14')
    expect(process.heard).not.toContainEqual(['menus_changed', '13'])
    await stranger.close()
  })
})
