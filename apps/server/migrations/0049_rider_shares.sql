-- The platform's commission that paid a rider, because charge and tip of the order were less, covers no promotion credit.
create index orders__rider_from_commission on orders (store_id)
  where rider_commission_minor + rider_tip_minor > delivery_charge_minor + tip_minor;

create or replace function store_funds(store integer, in_currency bpchar, out balance_minor bigint, out unseen_minor bigint, out uncovered_minor bigint)
language sql stable as $$
  select b.balance, u.unseen, c.credit - greatest(c.commission - u.commission - f.earned - r.paid, 0)
    from (select coalesce(sum(p.amount_minor), 0)::bigint as balance
            from ledger_accounts a join postings p on p.account_id = a.id
           where a.kind = 'store_payable' and a.store_id = store and a.user_id is null and a.provider is null and a.currency = in_currency) b,
         (select coalesce(sum(o.total_minor - o.delivery_charge_minor - o.tip_minor - o.promotion_withheld_minor - o.store_commission_minor), 0)::bigint as unseen,
                 coalesce(sum(o.store_commission_minor), 0)::bigint as commission
            from orders o
           where o.store_id = store and o.currency = in_currency and o.status = 5
             and o.payment_approved_at is not null and o.payment_confirmed_at is null and is_payment_unseen(o)) u,
         (select (select coalesce(sum(o.wallet_promotion_minor - o.promotion_withheld_minor), 0)::bigint from orders o
                   where o.store_id = store and o.currency = in_currency and o.status = 5 and o.wallet_promotion_minor > 0
                     and not is_payment_unseen(o)) as credit,
                 (select coalesce(sum(p.amount_minor), 0)::bigint
                    from ledger_accounts a join postings p on p.account_id = a.id
                   where a.kind = 'delivery_margin' and a.store_id = store and a.currency = in_currency) as commission) c,
         (select coalesce(sum(case k.status when 'credited' then k.amount_minor else k.amount_minor - k.reversed_minor end), 0)::bigint as earned
            from commissions k join orders o on o.id = k.order_id
           where o.store_id = store and o.currency = in_currency and k.status <> 'forfeited') f,
         (select coalesce(sum(o.rider_commission_minor + o.rider_tip_minor - o.delivery_charge_minor - o.tip_minor), 0)::bigint as paid
            from orders o
           where o.store_id = store and o.currency = in_currency and o.status = 5
             and o.rider_commission_minor + o.rider_tip_minor > o.delivery_charge_minor + o.tip_minor) r
$$;
