import type { Need } from '@nukkad/contract/insight/needs-you.ts'
import { type SqlBool, sql } from 'kysely'
import { hurriedStatuses, isOfGoods, newStatuses, orderStatusList } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'
import type { Session } from '#http/session.ts'

/** Maximum number of late orders that an answer lists. */
const MAX_LATE = 5

type Stores = Session['stores']
/** The person, the stores whose orders they see, and the stores whose reviews they answer. */
export type Reader = { userId: number; orders: Stores; reviews: Stores }

export type LateRow = {
  id: number
  unique_order_id: string
  store: string
  store_phone: string | null
  rider: string | null
  rider_phone: string | null
  promised_at: Date
  count: number
}

/**
 * Lists the open orders that are most behind their promised time; each row also has the number of all late orders. As
 * on the order board, an order is not late if its customer still has to collect it or pay for it.
 */
export async function listLate(db: Db, stores: Stores): Promise<LateRow[]> {
  const own = stores === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`o.store_id = any (${[...stores]}::int[])`
  const { rows } = await sql<LateRow>`
    select o.id, o.unique_order_id, s.name as store, s.phone as store_phone, r.name as rider, r.phone as rider_phone,
           coalesce(o.promised_at, o.scheduled_for) as promised_at, (count(*) over ())::int as count
      from orders o join stores s on s.id = o.store_id left join users r on r.id = o.rider_id
     where o.status in ${hurriedStatuses} and ${isOfGoods}
       and coalesce(o.promised_at, o.scheduled_for) <= now() - interval '1 minute' and ${own}
     order by coalesce(o.promised_at, o.scheduled_for), o.id limit ${MAX_LATE}`.execute(db)
  return rows
}

export type WaitingRow = { need: Need; count: number; since: Date | null }

/** Counts the waiting items of these kinds; a kind without a waiting item has no row. */
export async function countWaiting(
  db: Db,
  { userId, orders, reviews }: Reader,
  kinds: readonly Need[],
): Promise<WaitingRow[]> {
  const [ofOrders, ofReviews] = [orders, reviews].map((stores) => (stores === 'all' ? null : [...stores]))
  const { rows } = await sql<WaitingRow>`
    select w.need, w.count, w.since from (
      select 'new_orders' as need, count(*)::int as count, min(o.placed_at) as since from orders o
       where o.status in ${newStatuses} and ${isOfGoods}
         and (${ofOrders}::int[] is null or o.store_id = any (${ofOrders}::int[]))
      union all
      select 'cases', count(*)::int, min(c.opened_at) from order_cases c left join money_proposals m on m.id = c.approval_id
       where c.state = 'open' or (c.state = 'settled' and m.state = 'refused')
      union all
      select 'trip_troubles', count(*)::int, min(o.trouble_at) from orders o
       where o.trouble is not null and o.status in ${orderStatusList('accepted', 'assigned', 'picked_up')}
      union all
      select 'payment_issues', count(*)::int, min(i.created_at) from payment_issues i where i.handled_at is null
      union all
      select 'disputes', count(*)::int, min(d.created_at) from payment_disputes d where d.status = 'open'
      union all
      select case m.kind when 'refund' then 'refunds' when 'payment' then 'payment_approvals'
                         when 'adjustment' then 'wallet_adjustments' when 'commission' then 'commission_approvals'
                         when 'store_settlement' then 'store_settlements' when 'cash_collection' then 'cash_requests' end,
             count(*)::int, min(m.created_at)
        from money_proposals m where m.state = 'waiting' and m.proposed_by is distinct from ${userId} group by m.kind
      union all
      select 'payouts', count(*)::int, min(p.created_at) from store_payouts p where p.status = 'PENDING'
      union all
      select 'full_riders', count(distinct a.user_id)::int, null
        from riders r join ledger_accounts a on a.user_id = r.user_id
       where r.cash_limit_minor > 0 and a.kind = 'rider_cash' and -a.balance_minor >= r.cash_limit_minor
      union all
      select 'stores', count(*)::int, min(s.created_at) from stores s where not s.is_accepted
      union all
      select 'reviews', count(*)::int, min(v.created_at) from reviews v
       where v.rating_store in (1, 2) and v.reply is null and v.is_shown and v.created_at > now() - interval '30 days'
         and (${ofReviews}::int[] is null or v.store_id = any (${ofReviews}::int[]))
      union all
      select 'data_requests', count(*)::int, min(q.asked_at) from data_requests q where q.state = 'open') w
     where w.count > 0 and w.need = any (${[...kinds]}::text[])`.execute(db)
  return rows
}
