import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { listMigrations } from '#db/migrate.ts'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'
import { readJobDelay } from '#worker/job-delay.ts'
import type { AppOptions } from './app-options.ts'
import { AppError } from './errors.ts'
import { countCalls } from './metrics.ts'
import { requireMonitor } from './monitor.ts'

const OLDEST_JOB_SECONDS = 60

/** Answers operators and their monitors: liveness, readiness, figures, and the versions that browsers watch. */
export function addOperations(app: FastifyInstance, options: AppOptions & { gauges: readonly GaugeSource[] }): void {
  const { db, settings, config, isStopping } = options
  const readFigures = countCalls(app, options, options.gauges)

  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    if (isStopping()) throw new AppError('TEMPORARILY_AWAY')
    const reasons = await findReasonsNotToServe(db)
    if (reasons.length > 0) throw new AppError('TEMPORARILY_AWAY', { extra: { reasons } })
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    requireMonitor(request, config)
    const { contentType, text } = await readFigures()
    return reply.type(contentType).send(text)
  })

  app.get('/version.json', async (_request, reply) => {
    const versions = settings.versions()
    reply.header('cache-control', 'no-cache')
    return { forceNewSettingsVersion: versions.settings, forceCacheClearVersion: versions.cacheClear }
  })
}

async function findReasonsNotToServe(db: AppOptions['db']): Promise<string[]> {
  const newest = listMigrations().at(-1)?.name
  const { rows } = await sql<{
    migration: string | null
  }>`select max(name) as migration from schema_migrations`.execute(db)
  return [
    ...(rows[0]?.migration === newest ? [] : ['schema version']),
    ...((await readJobDelay(db)) > OLDEST_JOB_SECONDS ? ['jobs are late'] : []),
  ]
}
