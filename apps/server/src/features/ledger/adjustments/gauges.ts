import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Gauge of the approval requests without a decision. */
export const approvalGauges: readonly GaugeSource[] = [
  {
    name: 'nukkad_waiting_for_person',
    help: 'Disputes, payment issues and approval requests that need manual action',
    read: async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from money_proposals where state = 'waiting'`.execute(db)
      return rows.map(({ count }) => ({ labels: { what: 'proposals' }, value: count }))
    },
  },
]
