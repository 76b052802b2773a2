-- Referrals: whose code an order used, what friends' orders earn and owe, and which browsers tell one person from two.
alter table orders add column shared_by integer;
alter table orders add constraint orders__shared_by foreign key (shared_by) references users (id);
alter table orders add constraint orders__not_own_code check (shared_by <> user_id);
alter table orders add constraint orders__one_code check (shared_by is null or coupon_id is null);
comment on column orders.shared_by is 'Whose own code was used in place of a coupon (INT-04).';

-- A referrer was there before and is set with the account, so that no chain of referrers comes back to its beginning.
alter table users drop constraint users__not_own_referrer;
alter table users add constraint users__referrer_came_first check (referred_by < id);
create index users__by_referrer on users (referred_by, id desc) where referred_by is not null;
create or replace function keep_referrer() returns trigger language plpgsql as $$
begin
  raise exception 'the referrer of user % is set once', old.id using errcode = 'restrict_violation';
end $$;
create trigger users_referrer_set_once before update of referred_by on users for each row
  when (new.referred_by is distinct from old.referred_by and new.referred_by is not null) execute function keep_referrer();

create table known_devices (
  device_hash bytea not null,
  user_id integer not null,
  constraint known_devices__device_user primary key (device_hash, user_id),
  constraint known_devices__user foreign key (user_id) references users (id) on delete cascade
);
create index known_devices__by_user on known_devices (user_id);
comment on table known_devices is 'Which accounts a browser has served, by the hash of its push address; one browser is taken for one person.';
create or replace function note_device() returns trigger language plpgsql as $$
begin
  insert into known_devices (device_hash, user_id) values (sha256(convert_to(new.endpoint, 'UTF8')), new.user_id)
  on conflict do nothing;
  return null;
end $$;
create trigger push_subscriptions_note_device after insert or update of user_id on push_subscriptions
  for each row execute function note_device();

create table commissions (
  id bigint generated always as identity,
  order_id integer not null,
  user_id integer not null,
  kind text not null,
  currency char(3) not null,
  amount_minor bigint not null,
  reversed_minor bigint not null default 0,
  status text not null,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint commissions__id primary key (id),
  constraint commissions__order_kind unique (order_id, kind),
  constraint commissions__order_user unique (order_id, user_id),
  constraint commissions__order foreign key (order_id) references orders (id),
  constraint commissions__user foreign key (user_id) references users (id),
  constraint commissions__kind check (kind in ('referral', 'share')),
  constraint commissions__status check (status in ('held', 'credited', 'forfeited')),
  constraint commissions__amount check (amount_minor > 0 and reversed_minor between 0 and amount_minor)
);
create index commissions__held on commissions (due_at, id) where status = 'held';
create index commissions__by_user on commissions (user_id);
comment on column commissions.reversed_minor is 'Minor units taken back because of refunds; before the credit it is credited less.';
comment on column commissions.status is 'held until due_at; forfeited when its earner was banned or deleted by then.';

alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'delivery_margin', 'order_clearing', 'provider_clearing', 'adjustments'));
alter table ledger_accounts drop constraint ledger_accounts__stored_balance;
alter table ledger_accounts add constraint ledger_accounts__stored_balance check (
  (kind in ('wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt')) = (balance_minor is not null));
alter table ledger_accounts drop constraint ledger_accounts__balance;
alter table ledger_accounts add constraint ledger_accounts__balance check (
  case when kind in ('rider_cash', 'commission_debt') then coalesce(balance_minor, 0) <= 0 else coalesce(balance_minor, 0) >= 0 end);
