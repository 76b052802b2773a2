-- Cash that only a rider says they took is paid out to no store before the rider has handed it in.
create index orders__cash_of_rider on orders (rider_id, currency, delivered_at desc nulls last, id desc)
  where status = 5 and payment_mode = 'COD' and delivery_type <> 2 and payable_minor > 0;

-- Orders whose cash a rider still holds: the newest ones, up to the amount that the rider owes. What a rider hands in is of
-- the oldest orders.
create function uncollected_orders(rider integer, in_currency bpchar) returns setof orders language plpgsql stable as $$
declare
  one orders;
  rest bigint := (select -a.balance_minor from ledger_accounts a
                   where a.kind = 'rider_cash' and a.user_id = rider and a.currency = in_currency);
begin
  for one in
    select o.* from orders o
     where o.rider_id = rider and o.currency = in_currency
       and o.status = 5 and o.payment_mode = 'COD' and o.delivery_type <> 2 and o.payable_minor > 0
     order by o.delivered_at desc nulls last, o.id desc
  loop
    exit when rest is null or rest <= 0;
    return next one;
    rest := rest - one.payable_minor;
  end loop;
end $$;

-- Whether the rider of an order still holds its cash.
create function is_cash_uncollected(o orders) returns boolean language sql stable as $$
  select o.rider_id is not null and o.payment_mode = 'COD' and o.delivery_type <> 2 and o.payable_minor > 0 and o.status = 5
     and exists (select from uncollected_orders(o.rider_id, o.currency) u where u.id = o.id)
$$;

-- Held on top: the store's share of orders whose cash riders hold, without promotion credit, which is held by itself; the
-- commission of these orders covers nothing yet.
create or replace function store_funds(store integer, in_currency bpchar, out balance_minor bigint, out unseen_minor bigint, out uncovered_minor bigint)
language sql stable as $$
  select b.balance, u.unseen + h.held, c.credit - greatest(c.commission - u.commission - h.commission - f.earned - r.paid, 0)
    from (select coalesce(sum(p.amount_minor), 0)::bigint as balance
            from ledger_accounts a join postings p on p.account_id = a.id
           where a.kind = 'store_payable' and a.store_id = store and a.user_id is null and a.provider is null and a.currency = in_currency) b,
         (select coalesce(sum(o.total_minor - o.delivery_charge_minor - o.tip_minor - o.promotion_withheld_minor - o.store_commission_minor), 0)::bigint as unseen,
                 coalesce(sum(o.store_commission_minor), 0)::bigint as commission
            from orders o
           where o.store_id = store and o.currency = in_currency and o.status = 5
             and o.payment_approved_at is not null and o.payment_confirmed_at is null and is_payment_unseen(o)) u,
         (select coalesce(sum(greatest(o.total_minor - o.delivery_charge_minor - o.tip_minor - o.wallet_promotion_minor - o.store_commission_minor, 0)), 0)::bigint as held,
                 coalesce(sum(o.store_commission_minor), 0)::bigint as commission
            from ledger_accounts a
            cross join lateral uncollected_orders(a.user_id, a.currency) o
           where a.kind = 'rider_cash' and a.balance_minor < 0 and a.currency = in_currency and o.store_id = store) h,
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
