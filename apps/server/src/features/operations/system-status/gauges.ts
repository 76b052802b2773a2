import { alarmCodes } from '@nukkad/contract/operations/alarms.ts'
import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Open alarms, late jobs, failing webhook deliveries and the age of the newest backup. */
export const operationGauges: readonly GaugeSource[] = [
  {
    name: 'nukkad_alarms',
    help: 'Open alarms by code',
    read: async (db) => {
      const { rows } = await sql<{ code: string; count: number }>`
        select c.code, count(a.id)::int as count from unnest(${alarmCodes}::text[]) as c (code)
          left join alarms a on a.code = c.code and a.closed_at is null group by c.code order by c.code`.execute(db)
      return rows.map(({ code, count }) => ({ labels: { code }, value: count }))
    },
  },
  {
    name: 'nukkad_oldest_job_seconds',
    help: 'How late the oldest job is that should have run; 0 when none is late',
    read: async (db) => {
      const { rows } = await sql<{ late: number | null }>`
        select extract(epoch from now() - min(run_at))::float8 as late from waiting_jobs() as run_at`.execute(db)
      return [{ value: Math.max(0, rows[0]?.late ?? 0) }]
    },
  },
  {
    name: 'nukkad_webhook_deliveries_failing',
    help: 'Deliveries to webhook endpoints that failed at least once and are tried again',
    read: async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from webhook_deliveries where status = 'waiting' and tries > 0`.execute(db)
      return rows.map(({ count }) => ({ value: count }))
    },
  },
  {
    name: 'nukkad_backup_age_seconds',
    help: 'Age of the newest complete backup',
    read: async (db) => {
      const { rows } = await sql<{ age: number | null }>`
        select round(extract(epoch from now() - max(done_at)))::int as age from backup_runs where status = 'done'`.execute(
        db,
      )
      return rows.flatMap(({ age }) => (age === null ? [] : [{ value: age }]))
    },
  },
]
