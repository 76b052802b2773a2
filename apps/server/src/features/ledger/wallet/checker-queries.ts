import { sql } from 'kysely'
import { deliveryType, orderStatus, orderStatusList, unpaidStatuses } from '#db/codes.ts'
import { totalDifferences } from '#features/insight/reports/daily-totals.ts'

export type DifferenceRow = {
  /** The account, order, coupon or currency whose values differ. */
  subject: string
  expected: bigint
  found: bigint
}

/** The statements of the ledger check. Each statement returns a row for every difference that it finds. */
export const checks = {
  /** A person's stored balance equals the sum of the postings to their account. */
  balances: sql<DifferenceRow>`
    select concat_ws(' ', 'account', a.id, a.kind, 'of user', a.user_id) as subject,
           coalesce(p.total, 0)::bigint as expected, a.balance_minor as found
      from ledger_accounts a
      left join (select account_id, sum(amount_minor) as total from postings group by account_id) as p on p.account_id = a.id
     where a.balance_minor is not null and a.balance_minor <> coalesce(p.total, 0)`,

  /**
   * Each entry of a chain follows from the entry before, no entry is missing, and the account names the last one
   * (docs/reference/security.md#ledger).
   */
  chains: sql<DifferenceRow>`
    select 'entry ' || c.id || ' of account ' || c.account_id as subject, c.expected_no as expected, coalesce(c.entry_no, 0) as found
      from (select p.*, row_number() over chain as expected_no,
                   sha256(convert_to(entry_text(lag(p.entry_hash) over chain, p.account_id, p.entry_no, p.amount_minor,
                                                p.balance_after_minor, t), 'UTF8')) as expected_hash,
                   sum(p.amount_minor) over chain as expected_balance
              from postings p join ledger_accounts a on a.id = p.account_id join transfers t on t.id = p.transfer_id
             where a.balance_minor is not null
            window chain as (partition by p.account_id order by p.entry_no)) as c
     where c.entry_no is distinct from c.expected_no or c.entry_hash is distinct from c.expected_hash
        or c.balance_after_minor is distinct from c.expected_balance`,

  chainEnds: sql<DifferenceRow>`
    select 'account ' || a.id as subject, coalesce(p.entries, 0)::bigint as expected, a.entry_count as found
      from ledger_accounts a
      left join lateral (select count(*) as entries, (array_agg(entry_hash order by entry_no desc))[1] as last_hash
                           from postings where account_id = a.id) as p on true
     where a.balance_minor is not null
       and (a.entry_count <> coalesce(p.entries, 0) or a.last_hash is distinct from p.last_hash)`,

  /** All postings of a currency sum to zero. */
  currencies: sql<DifferenceRow>`
    select 'currency ' || a.currency as subject, 0::bigint as expected, sum(p.amount_minor)::bigint as found
      from postings p join ledger_accounts a on a.id = p.account_id
     group by a.currency having sum(p.amount_minor) <> 0`,

  transfers: sql<DifferenceRow>`
    select 'transfer ' || p.transfer_id as subject, 0::bigint as expected, sum(p.amount_minor)::bigint as found
      from postings p group by p.transfer_id having sum(p.amount_minor) <> 0`,

  /** A coupon's stored count equals the number of its uses. */
  couponUses: sql<DifferenceRow>`
    select 'coupon ' || c.id as subject, coalesce(u.uses, 0)::bigint as expected, c.used_count::bigint as found
      from coupons c
      left join (select coupon_id, count(*) as uses from coupon_uses group by coupon_id) as u on u.coupon_id = c.id
     where c.used_count <> coalesce(u.uses, 0)`,

  /** An order's subtotal equals the sum of its lines. */
  orderSubtotals: sql<DifferenceRow>`
    select 'order ' || o.id as subject, coalesce(l.subtotal, 0)::bigint as expected, o.subtotal_minor as found
      from orders o
      left join (select order_id, sum(unit_price_minor * quantity) as subtotal from order_lines group by order_id) as l
             on l.order_id = o.id
     where o.subtotal_minor <> coalesce(l.subtotal, 0)`,

  /** The discounts of an order's lines add up to its coupon saving. */
  orderDiscounts: sql<DifferenceRow>`
    select 'order ' || o.id as subject, coalesce(l.discount, 0)::bigint as expected, o.coupon_minor as found
      from orders o
      left join (select order_id, sum(discount_minor) as discount from order_lines group by order_id) as l
             on l.order_id = o.id
     where o.coupon_minor <> coalesce(l.discount, 0)`,

  /** Each delivered order has exactly one order settlement, and no other order has a settlement. */
  settlements: sql<DifferenceRow>`
    select 'order ' || o.id as subject, (o.status = ${orderStatus.delivered})::int::bigint as expected, count(t.id)::bigint as found
      from orders o
      left join transfers t on t.kind = 'order_settlement' and t.source_type = 'order' and t.source_id = o.id::text
     group by o.id, o.status
    having count(t.id) <> (o.status = ${orderStatus.delivered})::int`,

  /** The store commission recorded on an order equals the amount that its settlement booked. */
  storeCommissions: sql<DifferenceRow>`
    select 'order ' || o.id as subject, o.store_commission_minor as expected, coalesce(b.booked, 0)::bigint as found
      from orders o
      left join (select t.source_id, sum(p.amount_minor) as booked
                   from transfers t join postings p on p.transfer_id = t.id
                   join ledger_accounts a on a.id = p.account_id and a.kind = 'delivery_margin' and a.store_id is not null
                  where t.kind = 'order_settlement' and t.source_type = 'order'
                  group by t.source_id) as b on b.source_id = o.id::text
     where o.store_commission_minor <> coalesce(b.booked, 0)`,

  /** The commissions of an order are at most its platform income. */
  commissionsWithinIncome: sql<DifferenceRow>`
    select 'order ' || o.id as subject, greatest(o.platform_income_minor, 0) as expected, c.total::bigint as found
      from orders o
      join (select order_id, sum(amount_minor) as total from commissions where status <> 'forfeited' group by order_id) as c
        on c.order_id = o.id
     where o.platform_income_minor is not null and c.total > greatest(o.platform_income_minor, 0)`,

  /** The recorded store settlements equal the amounts booked as received from stores. */
  storeSettlements: sql<DifferenceRow>`
    select 'settlement ' || s.id as subject, s.amount_minor as expected, coalesce(sum(p.amount_minor), 0)::bigint as found
      from store_settlements s
      left join transfers t on t.kind = 'store_settlement' and t.source_type = 'store_settlement' and t.source_id = s.id::text
      left join postings p on p.transfer_id = t.id and p.amount_minor > 0
     group by s.id having s.amount_minor <> coalesce(sum(p.amount_minor), 0)`,

  /** The amounts that open orders took from wallets and providers equal the balance of the clearing account. */
  clearing: sql<DifferenceRow>`
    select 'clearing in ' || currency as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select currency, wallet_own_minor + wallet_promotion_minor + paid_online_minor as expected, 0 as found
              from orders where status not in ${orderStatusList('delivered', 'cancelled')} and (status <> ${orderStatus.payment_failed} or released_at is null)
            union all
            select a.currency, 0, p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind = 'order_clearing') as held
     group by currency having sum(expected) <> sum(found)`,

  /**
   * The retained payments of cancelled orders, without the shares that salons keep of deposits, equal the cancellation
   * income. The platform bears a kept share that the payer's bank took back.
   */
  kept: sql<DifferenceRow>`
    select 'kept in ' || currency as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select currency, kept_own_minor + kept_promotion_minor as expected, 0 as found from orders where status = ${orderStatus.cancelled}
            union all
            select currency, -amount_minor, 0 from visit_kept where state in ('waiting', 'paid')
            union all
            select a.currency, 0, p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind = 'cancellation_income') as held
     group by currency having sum(expected) <> sum(found)`,

  /** The kept shares of deposits that wait for objections equal the balance of their account. */
  visitKept: sql<DifferenceRow>`
    select 'kept of visits in ' || currency as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select currency, amount_minor as expected, 0 as found from visit_kept where state = 'waiting'
            union all
            select a.currency, 0, p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind = 'visit_kept') as held
     group by currency having sum(expected) <> sum(found)`,

  /** Each kept share that was paid reached its store in one transfer. */
  visitKeptPaid: sql<DifferenceRow>`
    select 'kept of order ' || k.order_id as subject, case when k.state = 'paid' then k.amount_minor else 0 end as expected,
           coalesce(b.booked, 0)::bigint as found
      from visit_kept k
      left join (select t.source_id, a.store_id, sum(p.amount_minor) as booked
                   from transfers t join postings p on p.transfer_id = t.id
                   join ledger_accounts a on a.id = p.account_id and a.kind = 'store_payable'
                  where t.kind = 'visit_kept_ended' and t.source_type = 'order'
                  group by t.source_id, a.store_id) as b on b.source_id = k.order_id::text and b.store_id = k.store_id
     where coalesce(b.booked, 0) <> case when k.state = 'paid' then k.amount_minor else 0 end`,

  /** The balance of a salon's account for each stylist equals the stylist's earnings. */
  stylistEarnings: sql<DifferenceRow>`
    select concat_ws(' ', 'earnings of stylist', stylist_id, 'in', currency) as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select stylist_id, currency, commission_minor + tip_minor as expected, 0 as found from visit_earnings
            union all
            select a.stylist_id, a.currency, 0, p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind = 'stylist_earnings') as earned
     group by stylist_id, currency having sum(expected) <> sum(found)`,

  /** The cost of a salon's stylists equals what the salon owes them, so the platform has no part in it. */
  stylistCosts: sql<DifferenceRow>`
    select concat_ws(' ', 'stylists of store', a.store_id, 'in', a.currency) as subject, 0::bigint as expected, sum(p.amount_minor)::bigint as found
      from ledger_accounts a join postings p on p.account_id = a.id
     where a.kind in ('stylist_earnings', 'stylist_costs')
     group by a.store_id, a.currency having sum(p.amount_minor) <> 0`,

  /**
   * Each service that a stylist did in a finished visit has one row of earnings, and the tips of these rows equal the
   * tip of the visit.
   */
  visitEarnings: sql<DifferenceRow>`
    select 'visit ' || v.id as subject, s.services + v.tip_minor as expected, e.rows + e.tips as found
      from visits v
      cross join lateral (select count(*) filter (where v.status = 'done' and s.stylist_id is not null) as services
                            from visit_services s where s.visit_id = v.id) as s
      cross join lateral (select count(*) as rows, coalesce(sum(e.tip_minor), 0)::bigint as tips
                            from visit_earnings e where e.visit_id = v.id and e.refunded_minor = 0) as e
     where s.services <> e.rows or v.tip_minor <> e.tips`,

  /**
   * The takings that were recorded for a visit add up to the amount that was due at the salon plus the tip, or no
   * takings were recorded.
   */
  visitTakings: sql<DifferenceRow>`
    select 'visit ' || v.id as subject,
           case when v.status = 'done' then coalesce(o.at_store_minor, s.price + g.price) + v.tip_minor else 0 end::bigint as expected,
           t.amount as found
      from (select visit_id, sum(amount_minor)::bigint as amount from visit_takings group by visit_id) as t
      join visits v on v.id = t.visit_id
      left join orders o on o.id = v.order_id
      cross join lateral (select coalesce(sum(s.price_minor), 0) as price from visit_services s where s.visit_id = v.id) as s
      cross join lateral (select coalesce(sum(g.unit_price_minor * g.quantity), 0) as price
                            from visit_goods g where g.visit_id = v.id) as g
     where t.amount <> case when v.status = 'done' then coalesce(o.at_store_minor, s.price + g.price) + v.tip_minor else 0 end`,

  /** The part of each commission that was taken back equals the refunded part of the order. */
  visitEarningsTakenBack: sql<DifferenceRow>`
    select concat_ws(' ', 'service', e.position, 'of visit', e.visit_id) as subject,
           case when o.refunded = 0 then 0 else div(e.commission_minor * o.refunded, o.total_minor) end::bigint as expected,
           coalesce(-b.commission, 0)::bigint as found
      from visit_earnings e join visits v on v.id = e.visit_id
      join (select id, total_minor, (refunded_own_minor + refunded_promotion_minor)::numeric as refunded from orders) as o on o.id = v.order_id
      left join (select visit_id, position, sum(commission_minor) as commission
                   from visit_earnings where refunded_minor > 0 group by visit_id, position) as b
             on b.visit_id = e.visit_id and b.position = e.position
     where e.refunded_minor = 0
       and coalesce(-b.commission, 0) <> case when o.refunded = 0 then 0 else div(e.commission_minor * o.refunded, o.total_minor) end`,

  /**
   * The state of a visit with an order matches the state of the order, and exactly the visits that take place have
   * claims.
   */
  visitStates: sql<DifferenceRow>`
    select 'visit ' || v.id as subject, o.status::bigint as expected, (select count(*) from visit_claims c where c.visit_id = v.id) as found
      from visits v join orders o on o.id = v.order_id
     where (case v.status when 'booked' then o.status = ${orderStatus.scheduled} when 'arrived' then o.status = ${orderStatus.accepted}
                          when 'done' then o.status = ${orderStatus.delivered} when 'no_show' then o.status = ${orderStatus.cancelled}
                          when 'held' then o.status in ${unpaidStatuses}
                          else o.status = ${orderStatus.cancelled} or o.status = ${orderStatus.payment_failed} and o.released_at is not null end) is not true
        or (v.status in ('no_show', 'cancelled')) = exists (select from visit_claims c where c.visit_id = v.id)`,

  /**
   * The amount that an order records as paid online equals the one captured payment of the order, unless staff reported
   * the payment.
   */
  orderPayments: sql<DifferenceRow>`
    select 'order ' || o.id as subject, coalesce(p.amount_minor, 0)::bigint as expected, o.paid_online_minor as found
      from orders o left join payments p on p.order_id = o.id and p.use = 'order'
     where o.paid_online_minor <> coalesce(p.amount_minor, case when o.payment_approved_at is null then 0 else o.payable_minor end)`,

  /** Each captured payment has exactly one transfer, whose kind matches the use of the payment. */
  captures: sql<DifferenceRow>`
    select 'payment ' || p.id as subject, 1::bigint as expected, count(t.id)::bigint as found
      from payments p
      left join transfers t on t.source_type = 'payment' and t.source_id = p.id::text
             and t.kind = case p.use when 'order' then 'payment_capture' when 'top_up' then 'top_up' else 'payment_surplus' end
     group by p.id having count(t.id) <> 1`,

  /**
   * The recorded payments of orders add up to the amounts of their attempts, also where one payment at a provider pays
   * a visit and its goods and is recorded in two rows.
   */
  paymentParts: sql<DifferenceRow>`
    select 'attempt ' || a.id as subject, a.amount_minor as expected, sum(p.amount_minor)::bigint as found
      from payments p join payment_attempts a on a.id = p.attempt_id
     where p.use = 'order'
     group by a.id having a.amount_minor <> sum(p.amount_minor)`,

  /**
   * Goods that share a payment with a visit await payment, fail and are paid together with it, and belong to its
   * customer and salon.
   */
  sharedPayments: sql<DifferenceRow>`
    select 'order ' || g.id as subject, 1::bigint as expected, 0::bigint as found
      from orders g join orders v on v.id = g.visit_order_id
     where g.shares_payment
       and ((v.paid_online_minor > 0) <> (g.paid_online_minor > 0)
            or (v.status in ${unpaidStatuses} or g.status in ${unpaidStatuses}) and (v.status <> g.status or (v.released_at is null) <> (g.released_at is null))
            or (v.user_id, v.store_id, v.currency, v.delivery_type) <> (g.user_id, g.store_id, g.currency, ${deliveryType.salon}))`,

  /** The refunding amount of a payment equals the sum of its refunds that did not fail. */
  refunds: sql<DifferenceRow>`
    select 'payment ' || p.id as subject, coalesce(r.total, 0)::bigint as expected, p.refunding_minor as found
      from payments p
      left join (select payment_row_id, sum(amount_minor) as total from refunds where status <> 'failed' group by payment_row_id) as r
             on r.payment_row_id = p.id
     where p.refunding_minor <> coalesce(r.total, 0)`,

  /**
   * The amount due to payers equals the unrefunded part of surplus payments, of funded refunds and of amounts due on
   * orders.
   */
  refundsDue: sql<DifferenceRow>`
    select 'refunds due in ' || currency as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select currency, amount_minor as expected, 0 as found from payments where use in ('surplus', 'mismatch')
            union all
            select p.currency, case when r.is_funded then r.amount_minor else 0 end
                               - case when r.status = 'done' then r.amount_minor else 0 end, 0
              from refunds r join payments p on p.id = r.payment_row_id
            union all
            select currency, refund_due_minor, 0 from orders where refund_due_minor > 0
            union all
            select a.currency, 0, p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind = 'refunds_due') as due
     group by currency having sum(expected) <> sum(found)`,

  /**
   * The refunded amount of a delivered order equals the total of its booked refund requests. A refund that repeats a
   * failed one is paid from the amount due to payers, so it is not counted again.
   */
  orderRefunds: sql<DifferenceRow>`
    select 'order ' || o.id as subject, coalesce(m.total, 0)::bigint as expected,
           o.refunded_own_minor + o.refunded_promotion_minor as found
      from orders o
      left join (select m.order_id, sum(m.amount_minor) as total
                   from money_proposals m left join refunds r on r.id = m.refund_id
                   join orders o on o.id = m.order_id and o.status = ${orderStatus.delivered}
                  where m.kind = 'refund' and m.state = 'booked' and (m.refund_id is null or r.is_funded)
                  group by m.order_id) as m on m.order_id = o.id
     where o.refunded_own_minor + o.refunded_promotion_minor <> coalesce(m.total, 0)`,

  /** The amounts that disputes hold and lost, less the loss shares taken, equal the amounts booked for disputes. */
  disputes: sql<DifferenceRow>`
    select 'disputes in ' || currency as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select p.currency, d.held_minor + d.lost_minor as expected, 0 as found
              from payment_disputes d join payments p on p.id = d.payment_row_id
            union all
            select p.currency, -s.moved_minor, 0
              from dispute_shares s join payment_disputes d on d.id = s.dispute_id join payments p on p.id = d.payment_row_id
            union all
            select a.currency, 0, -p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind in ('disputes_held', 'dispute_loss')) as taken
     group by currency having sum(expected) <> sum(found)`,

  /** The recorded loss shares equal the amounts taken from stores and wallets. */
  disputeShares: sql<DifferenceRow>`
    select concat_ws(' ', 'share', s.id, 'of dispute', s.dispute_id) as subject, s.moved_minor as expected,
           coalesce(-sum(p.amount_minor), 0)::bigint as found
      from dispute_shares s
      left join orders o on o.id = s.order_id
      left join transfers t on t.kind = 'dispute_share' and t.source_type = 'dispute_share' and t.source_id like s.id || '-%'
      left join postings p on p.transfer_id = t.id and p.account_id in (
             select a.id from ledger_accounts a
              where (a.kind = 'wallet_own' and s.order_id is null) or (a.kind = 'store_payable' and a.store_id = o.store_id))
     group by s.id having s.moved_minor <> coalesce(-sum(p.amount_minor), 0)`,

  /** The loss shares of a dispute are at most its loss, and those of an order at most the amount paid for it. */
  disputeSharesWithin: sql<DifferenceRow>`
    select 'dispute ' || d.id as subject, d.lost_minor as expected, sum(s.lost_minor)::bigint as found
      from dispute_shares s join payment_disputes d on d.id = s.dispute_id
     group by d.id having sum(s.lost_minor) > d.lost_minor
    union all
    select 'order ' || o.id, o.wallet_own_minor + o.paid_online_minor, sum(s.lost_minor)::bigint
      from dispute_shares s join orders o on o.id = s.order_id
     group by o.id having sum(s.lost_minor) > o.wallet_own_minor + o.paid_online_minor`,

  /** The cost of commissions equals the credited commissions less the amounts taken back. */
  commissions: sql<DifferenceRow>`
    select 'commissions in ' || currency as subject, sum(expected)::bigint as expected, sum(found)::bigint as found
      from (select currency, amount_minor - reversed_minor as expected, 0 as found from commissions where status = 'credited'
            union all
            select a.currency, 0, -p.amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id where a.kind = 'commission_expense') as cost
     group by currency having sum(expected) <> sum(found)`,

  /** The daily totals that reports read equal the orders of these days. */
  dailyTotals: totalDifferences,
}
