import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type DatabaseAddress, openDb, openPool } from '#db/connection.ts'
import { Replica } from '#db/replica.ts'
import { jobs as ledgerJobs } from '#features/ledger/wallet/jobs.ts'
import { askProvider } from '#outside/payments/http.ts'
import { createS3Files } from '#outside/storage/s3.ts'
import { usualPatience } from '#outside/storage/s3-client.ts'
import { useTestApp } from '#test/harness.ts'

let address: DatabaseAddress
const test = useTestApp({
  lineTo: async (direct) => {
    address = direct
    return direct
  },
  replicaOf: async (primary) => {
    const pool = openPool(address, { size: 1 })
    return new Replica({ primary, db: openDb(pool), pool, onForeign: () => {} })
  },
})
const read = async () => String((await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })).body)
const rules = readFileSync(join(import.meta.dirname, '../../../../deploy/prometheus/alerts.yml'), 'utf8')

it('has every metric that an alert rule names', async () => {
  await ledgerJobs.tasks['check-books']!({}, test.services)
  await sql`insert into backup_runs (cause, status, done_at) values ('planned', 'done', now())`.execute(test.db)
  await askProvider('Stripe', 'http://127.0.0.1:1/').catch(() => {})
  const nowhere = {
    endpoint: 'http://127.0.0.1:1',
    bucket: 'files',
    region: 'any',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    publicEndpoint: undefined,
    prefix: '',
  }
  const { storage } = createS3Files({
    settings: nowhere,
    log: test.services.log,
    patience: { ...usualPatience, tries: 1 },
  })
  await storage.write('a.png', Buffer.from('a')).catch(() => {})
  await test.call('get-settings', {})
  const figures = await read()
  const named = new Set(rules.match(/\b(nukkad|nodejs|process)_\w+/g))
  expect(named.size).toBeGreaterThan(8)
  const missing = [...named].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(figures))
  expect(missing).toEqual([])
})

it('measures calls by route, and counts them by route and status', async () => {
  const count = async (start: string) => {
    const line = (await read())
      .split('\n')
      .find((found) => found.startsWith(start) && found.includes('get-all-languages'))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const requests = 'nukkad_requests_total{'
  const durations = 'nukkad_call_duration_seconds_count{'
  expect([await count(requests), await count(durations)]).toEqual([0, 0])
  await test.call('get-all-languages', {})
  await test.call('get-all-languages', {})
  expect([await count(requests), await count(durations)]).toEqual([2, 2])
})

it('counts a provider that does not answer', async () => {
  const count = async () =>
    Number((await read()).match(/nukkad_provider_answers_total\{provider="Khalti",outcome="silent"\} (\d+)/)?.[1] ?? 0)
  const before = await count()
  await askProvider('Khalti', 'http://127.0.0.1:1/').catch(() => {})
  expect(await count()).toBe(before + 1)
})

it('keeps its other metrics when one source fails', async () => {
  const figures = await read()
  expect(figures).toMatch(/^nukkad_alarms\{/m)
  const owner = openPool(test.services.address, { size: 1, asApplication: false, onError: () => {} })
  await owner.query('alter table alarms rename to alarms_away')
  try {
    const without = await read()
    expect(without).not.toMatch(/^nukkad_alarms\{/m)
    expect(without).toMatch(/^nukkad_up_seconds \d+$/m)
    expect(without).toMatch(/^nukkad_oldest_job_seconds /m)
  } finally {
    await owner.query('alter table alarms_away rename to alarms')
    await owner.end()
  }
})
