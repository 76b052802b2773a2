import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isDatabaseAway } from '#db/connection.ts'
import { listMigrations } from '#db/migrate.ts'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'
import { isRecording } from '#trace/spans.ts'
import { readJobDelay } from '#worker/job-delay.ts'
import type { AppOptions } from './app-options.ts'
import { AppError } from './errors.ts'
import { countCalls } from './metrics.ts'
import { requireMonitor } from './monitor.ts'

const OLDEST_JOB_SECONDS = 60

/** Answers operators and their monitors: liveness, readiness, figures, and the versions that browsers watch. */
export function addOperations(app: FastifyInstance, options: AppOptions & { gauges: readonly GaugeSource[] }): void {
  const { bus, settings, config, isStopping } = options
  const readFigures = countCalls(app, options, options.gauges)

  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    const reasons = isStopping() ? ['stopping'] : await findReasonsNotToServe(options)
    if (reasons.length > 0) throw new AppError('TEMPORARILY_AWAY', { extra: { reasons } })
    // The server is ready also without a NATS connection, because then the database carries the announcements.
    return { status: 'ready', ...(config.natsUrl && !bus.shared() && { bus: 'lost' }) }
  })

  app.get('/metrics', async (request, reply) => {
    requireMonitor(request, config)
    const { contentType, text } = await readFigures()
    return reply.type(contentType).send(text)
  })

  app.get('/version.json', async (_request, reply) => {
    const versions = settings.versions()
    reply.header('cache-control', 'no-cache')
    return {
      forceNewSettingsVersion: versions.settings,
      forceCacheClearVersion: versions.cacheClear,
      ...(isRecording() && { traces: true }),
    }
  })
}

/**
 * Returns the reasons why this server should get no requests. A schema that is newer than the server is no reason to
 * keep requests from it, because during a rolling restart the previous release keeps serving. Late jobs are a reason to
 * keep requests only from a process that runs jobs, so web servers keep serving when the worker is lost.
 */
async function findReasonsNotToServe({ db, config }: Pick<AppOptions, 'db' | 'config'>): Promise<string[]> {
  const newest = listMigrations().at(-1)?.name ?? ''
  try {
    const { rows } = await sql<{ is_applied: boolean }>`
      select exists (select from schema_migrations where name = ${newest}) as is_applied`.execute(db)
    const isLate = config.role !== 'web' && (await readJobDelay(db)) > OLDEST_JOB_SECONDS
    return [...(rows[0]?.is_applied ? [] : ['schema version']), ...(isLate ? ['jobs are late'] : [])]
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return [(error as NodeJS.ErrnoException).code === 'NO_SERVER' ? 'no primary database' : 'database away']
  }
}
