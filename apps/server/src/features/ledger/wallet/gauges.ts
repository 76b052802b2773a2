import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Reads how many differences the newest ledger check found, and how long ago it ran. */
export const readLedgerGauges: GaugeSource = async (db) => {
  const { rows } = await sql<{ differences: number; age: number }>`
    select difference_count as differences, round(extract(epoch from now() - started_at))::int as age
      from ledger_checks order by started_at desc, id desc limit 1`.execute(db)
  return rows.flatMap(({ differences, age }) => [
    { name: 'nukkad_book_differences', value: differences },
    { name: 'nukkad_book_check_age_seconds', value: age },
  ])
}
