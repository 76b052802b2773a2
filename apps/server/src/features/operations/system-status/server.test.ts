import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Config } from '#config.ts'
import { createLocalBus } from '#http/bus.ts'
import { useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { startTraces } from '#trace/start.ts'
import { reportNode } from './report-node.ts'

const WITHIN = { timeout: 30_000 }
const test = useTestApp()
const { cookieWith, ask } = createStaff(test)

it('[U-02] the state of the server is shown to people who may change settings', async () => {
  const cookie = await cookieWith('settings_manage')
  expect((await ask('dashboard/server', {}, { cookie })).body.disk_free_bytes).toBeNull()
  await mkdir(test.services.config.dataDir)
  const { body } = await ask('dashboard/server', {}, { cookie })
  expect(body).toMatchObject({ node: process.versions.node, mode: 'test', time_zone: 'Asia/Kolkata' })
  expect(body.postgres).toMatch(/^\d+\.\d+/)
  expect(Date.parse(body.started_at)).toBeLessThan(Date.now())
  expect(body.database_bytes).toBeGreaterThan(1_000_000)
  expect(body.disk_free_bytes).toBeGreaterThan(0)
  expect(body.memory_bytes).toBeGreaterThan(10_000_000)
})

it('the slowest calls are shown with their parts while calls are traced', async () => {
  const cookie = await cookieWith('settings_manage')
  const slowCalls = async () => (await ask('dashboard/server', {}, { cookie })).body.slow_calls
  expect(await slowCalls()).toBeNull()
  const stop = startTraces({ ratio: 1, endpoint: undefined }, pino({ level: 'silent' }))
  try {
    expect(await slowCalls()).toEqual([])
    const customer = await test.build.customer()
    await test.call('place-order', { order: [] }, { token: customer.token })
    const calls = (await slowCalls())!
    expect(calls.map(({ name }) => name).toSorted()).toEqual(['dashboard/server', 'place-order'])
    const refused = calls.find(({ name }) => name === 'place-order')!
    expect(refused).toMatchObject({ status: 400, error: 'INVALID_INPUT', left_out: 0 })
    expect(refused.spans[0]).toMatchObject({ name: 'select', error: null, depth: 1 })
    expect(refused.spans[0]!.statement).toMatch(/^select s\.id, s\.user_id, /)
  } finally {
    await stop()
  }
  expect(await slowCalls()).toBeNull()
})

describe('the processes of the shop', () => {
  const list = async () => {
    const cookie = await cookieWith('settings_manage')
    const { nodes } = (await ask('dashboard/server', {}, { cookie })).body
    // Both servers run in this test's process and have the same start time, so the order of the list is not fixed.
    return nodes.toSorted((one, other) => (one.role < other.role ? -1 : 1))
  }
  const start = (config: Partial<Config>, isStopping = () => false) => {
    const services = { ...test.services, bus: createLocalBus(), config: { ...test.services.config, ...config } }
    return reportNode({ services, isStopping })
  }
  const untilListed = (count: number) => expect.poll(async () => (await list()).length, WITHIN).toBe(count)

  it('[U-02] each shows its role, host, load and connections; one that stops shows this too', async () => {
    let isStopping = false
    const stopWeb = start({ role: 'web', natsUrl: 'nats://shop:secret@bus' }, () => isStopping)
    await untilListed(1)
    const stopWorker = start({ role: 'worker' })
    await untilListed(2)
    const [web, worker] = await list()
    expect(web).toEqual({
      id: expect.any(String),
      role: 'web',
      host: hostname(),
      process_id: process.pid,
      release: 'sources',
      started_at: expect.any(String),
      seen_seconds: expect.any(Number),
      is_silent: false,
      is_draining: false,
      busy_percent: expect.any(Number),
      memory_bytes: expect.any(Number),
      streams: 0,
      database_server: 'socket',
      standby: null,
      bus: 'lost',
    })
    expect(worker).toMatchObject({ role: 'worker', bus: null })
    isStopping = true
    await expect.poll(async () => (await list()).map(({ is_draining }) => is_draining), WITHIN).toEqual([true, false])
    await stopWeb()
    expect((await list()).map(({ id }) => id)).toEqual([worker!.id])
    await stopWorker()
    expect(await list()).toEqual([])
  })

  it('one that was killed shows no activity, and is removed after ten minutes', async () => {
    const row = { role: 'web', host: 'one', release: 'a', is_draining: false, busy_percent: 3, streams: 12 }
    const killed = { ...row, id: randomUUID(), process_id: 7, started_at: new Date(), memory_bytes: 1n }
    const seen = (minutes: number) => ({ seen_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    await test.db
      .insertInto('nodes')
      .values({ ...killed, ...seen(9) })
      .execute()
    expect(await list()).toMatchObject([{ id: killed.id, is_silent: true, seen_seconds: expect.any(Number) }])
    expect((await list())[0]!.seen_seconds).toBeGreaterThanOrEqual(9 * 60)
    await test.db.updateTable('nodes').set(seen(11)).execute()
    expect(await list()).toEqual([])
    const stop = start({ role: 'web' })
    await untilListed(1)
    const { count } = await test.db
      .selectFrom('nodes')
      .select((rows) => rows.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
    await stop()
  })
})
