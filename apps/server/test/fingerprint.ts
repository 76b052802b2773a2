import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

const kept = [
  'users',
  'user_roles',
  'addresses',
  'orders',
  'order_lines',
  'order_events',
  'transfers',
  'postings',
  'ledger_accounts',
  'coupons',
  'coupon_uses',
  'reviews',
  'order_cases',
  'order_case_items',
  'money_proposal_items',
  'favourites',
  'notifications',
  'riders',
  'rider_positions',
  'stores',
  'items',
  'idempotency_keys',
  'money_proposals',
  'cash_collections',
  'store_payouts',
  'payments',
  'refunds',
  'commissions',
  'store_settlements',
  'absences',
  'booking_terms',
  'resources',
  'services',
  'stylists',
  'visit_claims',
  'visit_earnings',
  'visit_events',
  'visit_goods',
  'visit_kept',
  'visit_services',
  'visit_takings',
  'visits',
  'wait_entries',
] as const

/**
 * Returns one hash over every row that a refused call must leave unchanged; counters of tries are not included, because
 * they may change.
 */
export async function fingerprint(db: Db): Promise<string> {
  const parts = kept.map(
    (table) =>
      sql`(select md5(coalesce(string_agg((to_jsonb(t) - 'pin_attempts')::text, '' order by t::text), '')) from ${sql.table(table)} t)`,
  )
  const { rows } = await sql<{ hash: string }>`select md5(concat(${sql.join(parts)})) as hash`.execute(db)
  return rows[0]!.hash
}
