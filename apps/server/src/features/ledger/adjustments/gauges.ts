import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Counts the approval requests that wait for a decision. */
export const readApprovalGauges: GaugeSource = async (db) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from money_proposals where state = 'waiting'`.execute(db)
  return rows.map(({ count }) => ({ name: 'nukkad_waiting_for_person', labels: { what: 'proposals' }, value: count }))
}
