import { alarmCodes } from '@nukkad/contract/operations/alarms.ts'
import { paymentIssueKinds } from '@nukkad/contract/payments/attempts.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { listMigrations } from '#db/migrate.ts'
import type { AppOptions } from './app-options.ts'
import { AppError } from './errors.ts'
import { requireMonitor } from './monitor.ts'

const OLDEST_JOB_SECONDS = 60

/** What operators and their monitors ask: alive, ready, figures, and the versions that browsers watch. */
export function addOperations(app: FastifyInstance, { db, pool, settings, config, isStopping }: AppOptions): void {
  const startedAt = Date.now()
  const counts = new Map<string, number>()
  app.addHook('onResponse', async (request, reply) => {
    const key = `${request.routeOptions.url ?? 'unknown'} ${reply.statusCode}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })

  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    if (isStopping()) throw new AppError('TEMPORARILY_AWAY')
    const reasons = await findReasonsNotToServe(db)
    if (reasons.length > 0) throw new AppError('TEMPORARILY_AWAY', { extra: { reasons } })
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    requireMonitor(request, config)
    // A database that is away must not take the other figures with it.
    const waiting = await countWaitingForPerson(db).catch(() => [])
    const alarms = await countOpenAlarms(db).catch(() => [])
    const books = await findNewestCheck(db).catch(() => undefined)
    const lines = [
      '# TYPE nukkad_up_seconds gauge',
      `nukkad_up_seconds ${Math.round((Date.now() - startedAt) / 1000)}`,
      '# TYPE nukkad_pool_connections gauge',
      `nukkad_pool_connections{state="open"} ${pool.totalCount}`,
      `nukkad_pool_connections{state="idle"} ${pool.idleCount}`,
      `nukkad_pool_connections{state="waiting"} ${pool.waitingCount}`,
      ...(waiting.length > 0 ? ['# TYPE nukkad_waiting_for_person gauge'] : []),
      ...waiting.map(({ what, count }) => `nukkad_waiting_for_person{what="${what}"} ${count}`),
      ...(alarms.length > 0 ? ['# TYPE nukkad_alarms gauge'] : []),
      ...alarms.map(({ code, count }) => `nukkad_alarms{code="${code}"} ${count}`),
      ...(books ? ['# TYPE nukkad_book_differences gauge', `nukkad_book_differences ${books.differences}`] : []),
      ...(books ? ['# TYPE nukkad_book_check_age_seconds gauge', `nukkad_book_check_age_seconds ${books.age}`] : []),
      '# TYPE nukkad_requests_total counter',
      ...[...counts].map(
        ([key, count]) => `nukkad_requests_total{route="${key.split(' ')[0]}",status="${key.split(' ')[1]}"} ${count}`,
      ),
    ]
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`)
  })

  app.get('/version.json', async (_request, reply) => {
    const versions = settings.versions()
    reply.header('cache-control', 'no-cache')
    return { forceNewSettingsVersion: versions.settings, forceCacheClearVersion: versions.cacheClear }
  })
}

/** What no job clears up: open disputes, what payments leave to a person by its kind, and money that wants a second one. */
async function countWaitingForPerson(db: AppOptions['db']): Promise<{ what: string; count: number }[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'disputes' as what, count(*)::int as count from payment_disputes where status = 'open'
    union all select k.kind, count(i.id)::int from unnest(${paymentIssueKinds}::text[]) as k (kind)
                left join payment_issues i on i.kind = k.kind and i.handled_at is null group by k.kind
    union all select 'proposals', count(*)::int from money_proposals where state = 'waiting'`.execute(db)
  return rows
}

/** How many alarms of each code are open, 0 included. */
async function countOpenAlarms(db: AppOptions['db']): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select c.code, count(a.id)::int as count from unnest(${alarmCodes}::text[]) as c (code)
      left join alarms a on a.code = c.code and a.closed_at is null group by c.code order by c.code`.execute(db)
  return rows
}

/** What the newest look at the books found, and how long ago in seconds. */
async function findNewestCheck(db: AppOptions['db']): Promise<{ differences: number; age: number } | undefined> {
  const { rows } = await sql<{ differences: number; age: number }>`
    select difference_count as differences, round(extract(epoch from now() - started_at))::int as age
      from ledger_checks order by started_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

async function findReasonsNotToServe(db: AppOptions['db']): Promise<string[]> {
  const newest = listMigrations().at(-1)?.name
  const { rows } = await sql<{ migration: string | null; oldest_job_seconds: number | null }>`
    select (select max(name) from schema_migrations) as migration,
           (select extract(epoch from now() - min(run_at))::float8 from waiting_jobs() as run_at) as oldest_job_seconds`.execute(
    db,
  )
  const state = rows[0]
  return [
    ...(state?.migration === newest ? [] : ['schema version']),
    ...((state?.oldest_job_seconds ?? 0) > OLDEST_JOB_SECONDS ? ['jobs are late'] : []),
  ]
}
