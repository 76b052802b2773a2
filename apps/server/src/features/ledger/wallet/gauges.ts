import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

export const ledgerGauges: readonly GaugeSource[] = [
  {
    name: 'nukkad_book_differences',
    help: 'Differences that the newest ledger check found',
    read: async (db) => {
      const { rows } = await sql<{ differences: number }>`
        select difference_count as differences from ledger_checks order by started_at desc, id desc limit 1`.execute(db)
      return rows.map(({ differences }) => ({ value: differences }))
    },
  },
  {
    name: 'nukkad_book_check_age_seconds',
    help: 'Age of the newest ledger check',
    read: async (db) => {
      const { rows } = await sql<{ age: number }>`
        select round(extract(epoch from now() - started_at))::int as age
          from ledger_checks order by started_at desc, id desc limit 1`.execute(db)
      return rows.map(({ age }) => ({ value: age }))
    },
  },
]
