import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseAddress, openDb, openPool } from '#db/connection.ts'
import { Replica } from '#db/replica.ts'
import { jobs as ledgerJobs } from '#features/ledger/wallet/jobs.ts'
import { shareAnnouncements } from '#outside/bus/share-announcements.ts'
import { askProvider } from '#outside/payments/http.ts'
import { createS3Files } from '#outside/storage/s3.ts'
import { usualPatience } from '#outside/storage/s3-client.ts'
import { useTestApp } from './harness.ts'
import { hasNats, openNats } from './nats.ts'

const root = join(import.meta.dirname, '../../..')
const rulesFile = join(root, 'deploy/prometheus/alerts.yml')
const rules = readFileSync(rulesFile, 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
const named = new Set(rules.match(/\b(nukkad|nodejs)_\w+/g))
const promtool = ['/usr/bin/promtool', join(root, 'node_modules/.cache/promtool/promtool')].find(existsSync)
if (!promtool)
  process.stdout.write('Skipped: promtool is not installed (prometheus of Debian), so no alert was made to fire.\n')

let address: DatabaseAddress
const test = useTestApp({
  // The drills break the database on purpose, so their answers do not count as tested answers of the calls.
  isNoted: false,
  mayFail: true,
  config: { natsUrl: 'nats://127.0.0.1' },
  lineTo: async (direct) => {
    address = direct
    return direct
  },
  // Returns a replica that is no longer a standby.
  replicaOf: async (primary) => {
    const pool = openPool(address, { size: 1 })
    return new Replica({ primary, db: openDb(pool), pool, onForeign: () => {} })
  },
})
const scrape = async () => String((await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })).body)

/** Runs `body` while a table is locked, so that the calls that read the table wait. */
async function whileLocked(body: (owner: pg.PoolClient) => Promise<void>): Promise<void> {
  const pool = openPool(address, { size: 1, asApplication: false, onError: () => {} })
  const owner = await pool.connect()
  await owner.query('begin; lock table notifications')
  await body(owner).finally(() => owner.query('rollback'))
  owner.release()
  await pool.end()
}

/**
 * For each alert, a drill that causes the alert's trouble on the running server. A drill may return the metrics that it
 * has read during the trouble.
 */
const drills: Record<string, () => Promise<string | undefined>> = {
  ErrorRateHigh: async () => {
    const { token } = await test.build.customer()
    await inOwner('alter table notifications rename to notifications_away')
    expect((await test.call('get-user-notifications', {}, { token })).status).toBe(500)
    await inOwner('alter table notifications_away rename to notifications')
  },
  CallsSlow: async () => {
    const { token } = await test.build.customer()
    await whileLocked(async (owner) => {
      const slow = test.call('get-user-notifications', {}, { token })
      const isSlow = async () => {
        const { rows } = await owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and clock_timestamp() - query_start > '0.6 s'`,
        )
        return rows.length > 0
      }
      await expect.poll(isSlow).toBe(true)
      await owner.query('commit')
      expect((await slow).status).toBe(200)
    })
  },
  EventLoopLate: async () => {
    // Blocks the server's event loop three times with a program, as a long computation would.
    for (let round = 0; round < 3; round++) {
      execFileSync('sleep', ['0.4'])
      await setImmediate()
    }
  },
  PoolExhausted: async () => {
    const held = await Promise.all(Array.from({ length: 16 }, () => test.pool.connect()))
    let isOver = false
    const wait = async (): Promise<void> => {
      if (isOver) return
      const client = await test.pool.connect().catch(() => undefined)
      client?.release()
      await wait()
    }
    const waiting = Array.from({ length: 40 }, wait)
    const figures = await scrape()
    isOver = true
    for (const client of held) client.release()
    await Promise.all(waiting)
    return figures
  },
  JobsLate: async () => {
    await sql`select queue_job('none', '{}', 'drill', now() - interval '10 minutes', 5)`.execute(test.db)
  },
  LedgerDiffers: async () => {
    const { id } = await test.build.customer()
    await inOwner(
      `insert into ledger_accounts (kind, user_id, currency, balance_minor) values ('wallet_own', ${id}, 'INR', 5)`,
    )
    await ledgerJobs.tasks['check-books']!({}, test.services)
  },
  OutsidePartyFailing: async () => {
    await askProvider('Khalti', 'http://127.0.0.1:1/').catch(() => {})
  },
  BusLost: async () => {
    const nats = await openNats()
    const silent = { warn: () => {}, onBusError: () => {} }
    const listening = await shareAnnouncements({ url: nats.url, space: 'drill', address, ...silent })
    test.services.bus.shareThrough(listening.shared)
    await expect.poll(scrape).toMatch(/^nukkad_bus_lost 0$/m)
    await nats.kill()
    await expect.poll(scrape).toMatch(/^nukkad_bus_lost 1$/m)
    await listening.close()
  },
  // The drill does nothing, because the server of this file has had a replica that is behind since its start.
  ReplicaBehind: async () => undefined,
  StorageFailing: async () => {
    const keys = { accessKeyId: 'a', secretAccessKey: 'b', publicEndpoint: undefined, prefix: '' }
    const settings = { endpoint: 'http://127.0.0.1:1', bucket: 'files', region: 'any', ...keys }
    const { storage } = createS3Files({ settings, log: test.services.log, patience: { ...usualPatience, tries: 1 } })
    for (const name of ['a.png', 'b.png']) await storage.write(name, Buffer.from('a')).catch(() => {})
  },
  BackupOld: async () => {
    await sql`insert into backup_runs (cause, status, done_at) values ('planned', 'done', now() - interval '27 hours')`.execute(
      test.db,
    )
  },
}

async function inOwner(statement: string): Promise<void> {
  const pool = openPool(address, { size: 1, asApplication: false, onError: () => {} })
  await pool.query(statement)
  await pool.end()
}

type Figures = ReadonlyMap<string, number>
/** Reads from the text of the metrics those that alert rules use, by their names with their labels. */
function read(text: string): Figures {
  const lines = [...text.matchAll(/^((\w+)(?:\{.*\})?) (\S+)$/gm)].filter(([, , name]) => named.has(name!))
  // A large number replaces infinity in the metrics, because promtool cannot read infinity.
  return new Map(
    lines.map(([, series, , value]) => [series!, Math.min(Number(value!.replace('+Inf', 'Infinity')), 1e9)]),
  )
}

/**
 * Returns the metrics as series of one value a minute. Counters keep growing each minute by the difference between the
 * two readings of the metrics; all other metrics stay at the second reading.
 */
function seriesOf(before: Figures, after: Figures): { series: string; values: string }[] {
  return [...after].map(([series, value]) => {
    const start = before.get(series) ?? 0
    const isCounter = /_(total|bucket|count|sum)(\{|$)/.test(series)
    return { series, values: isCounter ? `${start}+${value - start}x60` : `${value}x60` }
  })
}

describe.skipIf(!promtool)('a drill of each alert rule, with the metrics of the server', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-alerts-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /**
   * Checks whether an alert fires after 40 minutes with the given metrics. Returns the difference to the expectation,
   * or an empty string if there is none.
   */
  function judge(alert: string, isFiring: boolean, before: Figures, after: Figures): string {
    const expr = `sgn(count(ALERTS{alertname="${alert}", alertstate="firing"})) or vector(0)`
    const file = join(folder, `${alert}.json`)
    const expected = { expr, eval_time: '40m', exp_samples: [{ labels: '{}', value: isFiring ? 1 : 0 }] }
    const input = { interval: '1m', input_series: seriesOf(before, after), promql_expr_test: [expected] }
    writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: [input] }))
    const { status, stdout, stderr } = spawnSync(promtool!, ['test', 'rules', file], { encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}`
  }

  let ordinary: Figures
  beforeAll(async () => {
    await ledgerJobs.tasks['check-books']!({}, test.services)
    await test.call('get-settings', {})
    ordinary = read(await scrape())
  })

  it('exists for each rule', () => {
    expect(Object.keys(drills).toSorted()).toEqual(alerts.toSorted())
  })

  it('raises none of its alerts before its failure', () => {
    const always = ['BusLost', 'ReplicaBehind']
    for (const alert of alerts.filter((name) => !always.includes(name)))
      expect({ alert, said: judge(alert, false, ordinary, ordinary) }).toEqual({ alert, said: '' })
  })

  it.each(alerts)('%s fires', async (alert) => {
    if (alert === 'BusLost' && !hasNats) return void process.stdout.write('Skipped: NATS is not installed.\n')
    const before = read(await scrape())
    const after = read((await drills[alert]!()) ?? (await scrape()))
    expect(judge(alert, true, before, after)).toBe('')
  })
})
