-- A store is paid out money that the platform has: not a payment that only staff have seen, and promotion credit only as far
-- as the platform's commission from the same store covers it.
alter table orders add column promotion_withheld_minor bigint not null default 0;
update orders o set promotion_withheld_minor = b.withheld
  from (select t.source_id, sum(p.amount_minor) as withheld
          from transfers t join postings p on p.transfer_id = t.id
          join ledger_accounts a on a.id = p.account_id and a.kind = 'promotion_expense'
         where t.kind = 'order_settlement' and t.source_type = 'order' and p.amount_minor > 0
         group by t.source_id) b
 where o.id::text = b.source_id;
alter table orders add constraint orders__promotion_withheld check (
  promotion_withheld_minor between 0 and wallet_promotion_minor);
comment on column orders.promotion_withheld_minor is
  'Minor units of promotion credit that the store is not paid for, because its own people spent it there.';

-- A bank statement confirms a payment that staff reported, in the word of a person who neither reported nor approved it.
alter table orders add column payment_confirmed_at timestamptz;
alter table orders add column payment_confirmed_by integer;
alter table orders add constraint orders__payment_confirmed_by foreign key (payment_confirmed_by) references users (id);
alter table orders add constraint orders__payment_confirmed check (
  num_nonnulls(payment_confirmed_at, payment_confirmed_by) in (0, 2)
  and (payment_confirmed_at is null or payment_approved_at is not null));
create index orders__unconfirmed_by_store on orders (store_id)
  where payment_approved_at is not null and payment_confirmed_at is null;
create index orders__promotion_by_store on orders (store_id) where wallet_promotion_minor > 0;

-- Whether only staff have seen the payment of an order.
create function is_payment_unseen(o orders) returns boolean language sql stable as $$
  select o.payment_approved_at is not null and o.payment_confirmed_at is null
     and not exists (select from payments p where p.order_id = o.id and p.use = 'order')
$$;

-- What a store has with the platform in one currency, minor units, from one snapshot.
--   balance: what was booked for it and not asked for, after commission; below zero it owes.
--   unseen: its share of delivered orders whose payment only staff have seen.
--   uncovered: promotion credit spent there less the commission that the platform keeps of its orders after what friends
--     earned of them; held while above zero. Below zero it is commission that has nothing to cover yet.
create function store_funds(store integer, in_currency bpchar, out balance_minor bigint, out unseen_minor bigint, out uncovered_minor bigint)
language sql stable as $$
  select b.balance, u.unseen, c.credit - greatest(c.commission - u.commission - f.earned, 0)
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
           where o.store_id = store and o.currency = in_currency and k.status <> 'forfeited') f
$$;

-- What can be paid out to a store: its balance without what is held. Below zero it owes cash, commission or confirmation.
create function store_free_minor(store integer, in_currency bpchar) returns bigint language sql stable as $$
  select balance_minor - unseen_minor - greatest(uncovered_minor, 0) from store_funds(store, in_currency)
$$;

-- The person who confirms a payment has neither reported nor approved it, and does it once.
create function keep_payment_confirmation() returns trigger language plpgsql as $$
begin
  if old.payment_confirmed_by is not null or exists (
    select from money_proposals m
     where m.order_id = new.id and m.kind = 'payment' and m.state = 'booked'
       and new.payment_confirmed_by in (m.proposed_by, m.decided_by)) then
    raise exception 'the payment of order % needs another person to confirm it', new.id
      using errcode = 'check_violation', constraint = 'orders__confirmed_by_other';
  end if;
  return new;
end $$;
create trigger orders_keep_payment_confirmation before update of payment_confirmed_at, payment_confirmed_by on orders
  for each row execute function keep_payment_confirmation();
