-- The platform's commission is booked with each order, and what friends earn of an order is a part of it.
alter table orders add column store_commission_minor bigint not null default 0;
alter table orders add column platform_income_minor bigint;
alter table orders add constraint orders__store_commission check (store_commission_minor >= 0);
comment on column orders.store_commission_minor is
  'Minor units that the store owes the platform for this order, booked at its settlement; 0 for orders settled before commissions were booked so.';
comment on column orders.platform_income_minor is
  'Minor units that the platform earned by this order at its settlement: commission, and delivery charge and tip less the rider''s share. Null before.';

-- What stores had not been paid out yet was held before commission. Its commission is booked here, once.
do $$
declare
  due record;
  margin bigint;
  transfer bigint;
begin
  for due in
    select a.id as payable, a.store_id, a.currency, b.total, b.total * s.commission_basis_points / 10000 as commission
      from ledger_accounts a
      join stores s on s.id = a.store_id
      join lateral (select coalesce(sum(amount_minor), 0)::bigint as total from postings where account_id = a.id) b on true
     where a.kind = 'store_payable' and a.user_id is null and a.provider is null and b.total > 0
  loop
    continue when due.commission = 0;
    insert into ledger_accounts (kind, store_id, currency) values ('delivery_margin', due.store_id, due.currency)
    on conflict on constraint ledger_accounts__identity do nothing;
    select id into margin from ledger_accounts
     where kind = 'delivery_margin' and store_id = due.store_id and currency = due.currency and user_id is null and provider is null;
    insert into transfers (kind, source_type, source_id, currency, description_key)
    values ('commission_carried_over', 'store', due.store_id || ':' || due.currency, due.currency, 'storeCommissionBooked')
    returning id into transfer;
    insert into postings (transfer_id, account_id, amount_minor)
    values (transfer, due.payable, -due.commission), (transfer, margin, due.commission);
  end loop;
end $$;

-- A payout takes what is left; its commission was booked with the orders and may be more than was due before it.
alter table store_payouts drop constraint store_payouts__amounts;
alter table store_payouts add constraint store_payouts__amounts check (
  amount_minor > 0 and commission_minor >= 0 and gross_minor = commission_minor + amount_minor);
comment on column store_payouts.gross_minor is 'Minor units due to the store before commission since its payout before.';
comment on column store_payouts.commission_minor is 'Minor units of commission booked since the payout before, cash at the counter included.';

-- What stores pay of their debt: commission of cash that they took at the counter.
create table store_settlements (
  id integer generated always as identity,
  store_id integer not null,
  currency char(3) not null,
  amount_minor bigint not null,
  reference text not null,
  received_by integer not null,
  created_at timestamptz not null default now(),
  constraint store_settlements__id primary key (id),
  constraint store_settlements__store foreign key (store_id) references stores (id),
  constraint store_settlements__received_by foreign key (received_by) references users (id),
  constraint store_settlements__amount check (amount_minor > 0),
  constraint store_settlements__reference check (length(reference) > 0)
);
create index store_settlements__by_store on store_settlements (store_id, id desc);
create trigger store_settlements_append_only before update or delete on store_settlements
  for each row execute function refuse_change();

-- Commissions of friends: never more than the platform's income of their order, and above a cap only after an approval.
alter table commissions drop constraint commissions__status;
alter table commissions add constraint commissions__status check (status in ('waiting', 'held', 'credited', 'forfeited'));
alter table commissions add column needs_approval boolean not null default false;
alter table commissions add constraint commissions__waiting check (status <> 'waiting' or needs_approval);
comment on column commissions.status is
  'waiting for an approval; held until due_at and until the platform has the money; forfeited when refused, or when its earner was banned or deleted by then.';
create index commissions__recent on commissions (created_at) where not needs_approval;
create index commissions__recent_by_user on commissions (user_id, created_at);

create function commissions_within_income() returns trigger language plpgsql as $$
declare
  income bigint;
  promised bigint;
begin
  select greatest(coalesce(platform_income_minor, 0), 0) into income from orders where id = new.order_id for no key update;
  select coalesce(sum(amount_minor), 0) into promised from commissions where order_id = new.order_id;
  if promised + new.amount_minor > income then
    raise exception 'commissions of order % are more than its income', new.order_id
      using errcode = 'check_violation', constraint = 'commissions__within_income';
  end if;
  return new;
end $$;
create trigger commissions_stay_within_income before insert on commissions
  for each row execute function commissions_within_income();

-- The people behind a store: its members, and owners of stores whose payouts go to the same account.
create function store_insiders(store integer) returns setof integer language sql stable as $$
  select user_id from store_members where store_id = store
  union
  select m.user_id
    from store_payout_details own
    join store_payout_details other on other.store_id <> own.store_id
     and ((own.account_number <> '' and regexp_replace(lower(other.account_number), '[^a-z0-9]', '', 'g')
                                      = regexp_replace(lower(own.account_number), '[^a-z0-9]', '', 'g'))
          or (own.upi_id <> '' and lower(trim(other.upi_id)) = lower(trim(own.upi_id))))
    join store_members m on m.store_id = other.store_id and m.role = 'owner'
   where own.store_id = store
$$;
