import { mkdir } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { startTraces } from '#trace/start.ts'

const test = useTestApp()
const { cookieWith, ask } = createStaff(test)

it('[U-02] the state of the server is shown to those who may change settings', async () => {
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
