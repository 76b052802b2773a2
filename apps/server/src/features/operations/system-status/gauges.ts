import { alarmCodes } from '@nukkad/contract/operations/alarms.ts'
import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'
import { readJobDelay } from '#worker/job-delay.ts'

/** Counts the open alarms of each code. */
export const readAlarmGauges: GaugeSource = async (db) => {
  const { rows } = await sql<{ code: string; count: number }>`
    select c.code, count(a.id)::int as count from unnest(${alarmCodes}::text[]) as c (code)
      left join alarms a on a.code = c.code and a.closed_at is null group by c.code order by c.code`.execute(db)
  return rows.map(({ code, count }) => ({ name: 'nukkad_alarms', labels: { code }, value: count }))
}

/** Reads the delay of the jobs, the failing webhook deliveries and the age of the newest backup. */
export const readOperationGauges: GaugeSource = async (db) => {
  const { rows } = await sql<{ failing: number; backup_age: number | null }>`
    select (select count(*)::int from webhook_deliveries where status = 'waiting' and tries > 0) as failing,
           (select round(extract(epoch from now() - max(done_at)))::int from backup_runs where status = 'done') as backup_age`.execute(
    db,
  )
  const { failing, backup_age: age } = rows[0]!
  return [
    { name: 'nukkad_oldest_job_seconds', value: await readJobDelay(db) },
    { name: 'nukkad_webhook_deliveries_failing', value: failing },
    ...(age === null ? [] : [{ name: 'nukkad_backup_age_seconds' as const, value: age }]),
  ]
}
