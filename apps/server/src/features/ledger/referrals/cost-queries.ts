import type { Currency, Minor } from '@nukkad/rules/money.ts'
import { sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'

export type CostRow = {
  /** A month such as `2026-11`. */
  month: string
  currency: Currency
  bonus_minor: Minor
  bonus_count: number
  reward_minor: Minor
  reward_count: number
  /** The commissions of the month less the part that refunds took back. */
  commission_minor: Minor
  commission_count: number
}

const MONTHS = 12

/**
 * Selects the cost of the referral programme in each of the last twelve months, from the platform's side of the ledger.
 */
export const costRows = (timeZone: string) => sql`(
    with paid as (
      select to_char(t.created_at at time zone ${timeZone}, 'YYYY-MM') as month, t.currency, t.kind, -p.amount_minor as minor
        from transfers t
        join postings p on p.transfer_id = t.id
        join ledger_accounts a on a.id = p.account_id and a.kind in ('promotion_expense', 'commission_expense')
       where t.kind in ('signup_bonus', 'referral_reward', 'referral_commission', 'share_commission', 'commission_reversal')
         and t.created_at >= (date_trunc('month', now() at time zone ${timeZone}) - make_interval(months => ${MONTHS - 1}::int))
                             at time zone ${timeZone}
    )
    select month, currency,
           coalesce(sum(minor) filter (where kind = 'signup_bonus'), 0)::bigint as bonus_minor,
           count(*) filter (where kind = 'signup_bonus')::int as bonus_count,
           coalesce(sum(minor) filter (where kind = 'referral_reward'), 0)::bigint as reward_minor,
           count(*) filter (where kind = 'referral_reward')::int as reward_count,
           coalesce(sum(minor) filter (where kind like '%commission%'), 0)::bigint as commission_minor,
           count(*) filter (where kind in ('referral_commission', 'share_commission'))::int as commission_count
      from paid group by month, currency)`

/**
 * Lists the cost of referrals by month and currency, in minor units, newest month first. Months begin in the shop's
 * time zone.
 */
export async function listCosts(db: Db, timeZone: string): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    select c.* from ${costRows(timeZone)} c order by c.month desc, c.currency`.execute(db)
  return rows
}

/** Lists the amount and number of held commissions by currency. */
export async function listPromises(db: Db): Promise<{ currency: Currency; minor: Minor; count: number }[]> {
  const { rows } = await sql<{ currency: Currency; minor: Minor; count: number }>`
    select currency, sum(amount_minor - reversed_minor)::bigint as minor, count(*)::int as count
      from commissions where status = 'held' group by currency order by currency`.execute(db)
  return rows
}

export type LastDays = { bonus_count: number; reward_count: number; referred_minor: Minor; shared_minor: Minor }

/**
 * Finds, for the last thirty days, the number of bonuses and rewards that were paid, and the sales of delivered orders
 * that can earn a commission (GAP-68).
 */
export async function findLastDays(db: Db, currency: Currency): Promise<LastDays> {
  const { rows } = await sql<LastDays>`
    select (select count(*)::int from transfers where kind = 'signup_bonus' and created_at > now() - interval '30 days') as bonus_count,
           (select count(*)::int from transfers where kind = 'referral_reward' and created_at > now() - interval '30 days') as reward_count,
           coalesce(sum(o.subtotal_minor - o.coupon_minor) filter (where u.referred_by is not null), 0)::bigint as referred_minor,
           coalesce(sum(o.subtotal_minor - o.coupon_minor) filter (where o.shared_by is not null), 0)::bigint as shared_minor
      from orders o join users u on u.id = o.user_id
     where o.status = ${orderStatus.delivered} and o.currency = ${currency} and o.placed_at > now() - interval '30 days'`.execute(
    db,
  )
  return rows[0]!
}
