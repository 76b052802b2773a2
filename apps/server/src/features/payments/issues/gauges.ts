import { paymentIssueKinds } from '@nukkad/contract/payments/attempts.ts'
import { sql } from 'kysely'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Counts open disputes and, by kind, the payment issues that need manual action. */
export const readPaymentGauges: GaugeSource = async (db) => {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'disputes' as what, count(*)::int as count from payment_disputes where status = 'open'
    union all select k.kind, count(i.id)::int from unnest(${paymentIssueKinds}::text[]) as k (kind)
                left join payment_issues i on i.kind = k.kind and i.handled_at is null group by k.kind`.execute(db)
  return rows.map(({ what, count }) => ({ name: 'nukkad_waiting_for_person', labels: { what }, value: count }))
}
