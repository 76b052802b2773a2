-- A payer can win money back from the bank for weeks. The store's share of such orders is not paid out while the bank can
-- still take it, and a store bears its share of what was lost.
alter table payments add column held_until timestamptz not null default now();
update payments set held_until = captured_at + interval '7 days';
alter table payments add constraint payments__held check (held_until <= captured_at + interval '60 days');
comment on column payments.held_until is 'Until when the store''s share of what it paid is not paid out; set when it is captured, by paymentHoldDays.';
create index payments__held on payments (held_until);
create index payment_attempts__by_user on payment_attempts (user_id);

alter table payment_disputes add column lost_at timestamptz;
comment on column payment_disputes.lost_at is 'When its money was lost; null for losses from before stores bore any, which stay with the platform.';

-- Who answers for what a payer's bank took: delivered orders that the money paid for, and the wallet that it filled. What is
-- in no row is borne by the platform.
create table dispute_shares (
  id integer generated always as identity,
  dispute_id integer not null,
  order_id integer,
  lost_minor bigint not null default 0,
  moved_minor bigint not null default 0,
  times_booked integer not null default 0,
  updated_at timestamptz not null default now(),
  constraint dispute_shares__id primary key (id),
  constraint dispute_shares__bearer unique nulls not distinct (dispute_id, order_id),
  constraint dispute_shares__dispute foreign key (dispute_id) references payment_disputes (id),
  constraint dispute_shares__order foreign key (order_id) references orders (id),
  constraint dispute_shares__money check (moved_minor between 0 and lost_minor)
);
create index dispute_shares__by_order on dispute_shares (order_id) where order_id is not null;
comment on column dispute_shares.order_id is 'The order whose money was lost; null for the payer''s wallet.';
comment on column dispute_shares.lost_minor is 'Minor units of the lost payment that this order or wallet answers for.';
comment on column dispute_shares.moved_minor is 'Minor units of it that were taken from the store or the wallet; the rest is the platform''s.';
comment on column dispute_shares.times_booked is 'How often its money has moved; numbers the transfers, so that each happens once.';

create function order_lost_minor(o orders) returns bigint language sql stable as $$
  select coalesce(sum(s.lost_minor), 0)::bigint from dispute_shares s where s.order_id = o.id
$$;

-- What providers put into a customer's wallet: top-ups, and payments of orders that were cancelled. Without what went back.
create function wallet_fillings(customer integer, in_currency bpchar)
returns table (payment_row_id bigint, amount_minor bigint, captured_at timestamptz, held_until timestamptz, is_disputed boolean)
language sql stable as $$
  select p.id, p.amount_minor - p.refunding_minor - least(coalesce(o.kept_own_minor, 0), p.amount_minor - p.refunding_minor),
         p.captured_at, p.held_until,
         exists (select from payment_disputes d where d.payment_row_id = p.id and d.status = 'open')
    from payment_attempts a join payments p on p.attempt_id = a.id
    left join orders o on o.id = p.order_id
   where a.user_id = customer and p.currency = in_currency and (p.use = 'top_up' or (p.use = 'order' and o.status = 6))
$$;

-- How much of an order's money the payer's bank may still take, minor units: within the days after a payment, and in open
-- disputes. Wallet money counts as far as the wallet was filled through a provider before; the minute allows for both at once.
-- A set of one row, so that PostgreSQL plans it into the statements that ask for many orders.
create function order_risk(o orders) returns table (days_minor bigint, disputed_minor bigint) language sql stable as $$
  select greatest(least(o.wallet_own_minor + o.paid_online_minor - l.lost - x.disputed,
                        case when d.is_held and not d.is_disputed then o.paid_online_minor else 0 end
                        + least(o.wallet_own_minor, w.held)), 0)::bigint,
         greatest(least(o.wallet_own_minor + o.paid_online_minor - l.lost, x.disputed), 0)::bigint
    from (select coalesce(sum(s.lost_minor), 0) as lost from dispute_shares s where s.order_id = o.id) l,
         (select coalesce(bool_or(p.held_until > now()), false) as is_held,
                 coalesce(bool_or(exists (select from payment_disputes d where d.payment_row_id = p.id and d.status = 'open')), false) as is_disputed
            from payments p where p.order_id = o.id and p.use = 'order') d,
         (select coalesce(sum(f.amount_minor - f.lost) filter (where f.held_until > now() and not f.is_disputed), 0) as held,
                 coalesce(sum(f.amount_minor - f.lost) filter (where f.is_disputed), 0) as disputed
            from (select w.*, least(w.amount_minor, (select coalesce(sum(q.lost_minor), 0) from payment_disputes q
                                                       where q.payment_row_id = w.payment_row_id)) as lost
                    from wallet_fillings(o.user_id, o.currency) w
                   where o.wallet_own_minor > 0 and w.captured_at < coalesce(o.placed_at, now()) + interval '1 minute') f) w,
         lateral (select case when d.is_disputed then o.paid_online_minor else 0 end + least(o.wallet_own_minor, w.disputed) as disputed) x
$$;

-- Whether a bank may still take an order's money.
create function is_payment_at_risk(o orders) returns boolean language sql stable as $$
  select o.wallet_own_minor + o.paid_online_minor > 0 and (select days_minor + disputed_minor > 0 from order_risk(o))
$$;

-- What a store was booked for an order, after commission, and the part of it that stands for this much of the customer's
-- money. Promotion credit that the store is not paid for brings it nothing, so it is left out on both sides.
create function store_share_minor(o orders, money_minor bigint) returns bigint language sql immutable as $$
  select case when money_minor = 0 then 0 else
    ceil((o.total_minor - o.delivery_charge_minor - o.tip_minor - o.promotion_withheld_minor - o.store_commission_minor)::numeric
         * money_minor / (o.total_minor - o.promotion_withheld_minor))::bigint end
$$;

-- The same of the platform's commission.
create function commission_share_minor(o orders, money_minor bigint) returns bigint language sql immutable as $$
  select case when money_minor = 0 then 0 else
    ceil(o.store_commission_minor::numeric * money_minor / (o.total_minor - o.promotion_withheld_minor))::bigint end
$$;

-- Delivered orders of a store whose money a bank may still take: delivered since the first payment that is still held, which
-- only payments that staff approved can come after, or of customers with an open dispute. No hold is longer than sixty days.
create function orders_at_risk(store integer, in_currency bpchar)
returns table (order_id integer, days_minor bigint, disputed_minor bigint, commission_minor bigint) language sql stable as $$
  select o.id, store_share_minor(o, r.days_minor + r.disputed_minor) - store_share_minor(o, r.disputed_minor),
         store_share_minor(o, r.disputed_minor), commission_share_minor(o, r.days_minor + r.disputed_minor)
    from orders o cross join lateral order_risk(o) r
   where o.store_id = store and o.currency = in_currency and o.status = 5 and o.wallet_own_minor + o.paid_online_minor > 0
     and (o.payment_approved_at is null or not is_payment_unseen(o))
     and (o.delivered_at > (select min(p.captured_at) from payments p where p.held_until > now()) - interval '1 minute'
          or (o.payment_approved_at is not null and o.delivered_at > now() - interval '61 days')
          or o.user_id in (select a.user_id from payment_disputes d join payments p on p.id = d.payment_row_id
                             join payment_attempts a on a.id = p.attempt_id where d.status = 'open'))
     and r.days_minor + r.disputed_minor > 0
$$;

-- Held on top: the store's share of orders whose money a bank may still take. Their commission covers nothing yet, and that
-- of lost money nothing any more.
drop function store_free_minor(integer, bpchar);
drop function store_funds(integer, bpchar);
create function store_funds(store integer, in_currency bpchar, out balance_minor bigint, out unseen_minor bigint,
                            out uncovered_minor bigint, out days_minor bigint, out disputed_minor bigint)
language sql stable as $$
  select b.balance, u.unseen + h.held,
         c.credit - greatest(c.commission - u.commission - h.commission - k.commission - l.commission - f.earned - r.paid, 0),
         k.days, k.disputed
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
         (select coalesce(sum(a.days_minor), 0)::bigint as days, coalesce(sum(a.disputed_minor), 0)::bigint as disputed,
                 coalesce(sum(a.commission_minor), 0)::bigint as commission
            from orders_at_risk(store, in_currency) a) k,
         (select coalesce(sum(commission_share_minor(o, order_lost_minor(o))), 0)::bigint as commission
            from orders o
           where o.store_id = store and o.currency = in_currency and o.status = 5
             and o.id in (select s.order_id from dispute_shares s where s.lost_minor > 0)) l,
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

-- What can be paid out to a store: its balance without what is held. Below zero it owes cash, commission or confirmation.
create function store_free_minor(store integer, in_currency bpchar) returns bigint language sql stable as $$
  select balance_minor - unseen_minor - greatest(uncovered_minor, 0) - days_minor - disputed_minor from store_funds(store, in_currency)
$$;
