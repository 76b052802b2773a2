import { mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

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
