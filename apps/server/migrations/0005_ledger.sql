-- Double-entry money. Postings only ever grow, sum to zero in each transfer, and move a wallet's balance in the same statement.
create table ledger_accounts (
  id bigint generated always as identity,
  kind text not null,
  user_id integer,
  store_id integer,
  provider text,
  currency char(3) not null default 'INR',
  balance_minor bigint,
  created_at timestamptz not null default now(),
  constraint ledger_accounts__id primary key (id),
  constraint ledger_accounts__user foreign key (user_id) references users (id),
  constraint ledger_accounts__store foreign key (store_id) references stores (id),
  constraint ledger_accounts__kind check (kind in (
    'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'store_payable',
    'promotion_expense', 'commission_expense', 'delivery_margin', 'order_clearing', 'provider_clearing', 'adjustments')),
  constraint ledger_accounts__identity unique nulls not distinct (kind, user_id, store_id, provider, currency),
  constraint ledger_accounts__stored_balance check (
    (kind in ('wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash')) = (balance_minor is not null)),
  constraint ledger_accounts__balance check (
    case kind when 'rider_cash' then coalesce(balance_minor, 0) <= 0 else coalesce(balance_minor, 0) >= 0 end)
);
comment on table ledger_accounts is
  'Positive: we owe it to the account''s owner. Cash in a rider''s hands is negative: he owes it to us.';
comment on column ledger_accounts.balance_minor is
  'Minor units. Stored for accounts of one person only; house accounts are summed, since one hot row would queue every order.';
create index ledger_accounts__by_user on ledger_accounts (user_id) where user_id is not null;

create table transfers (
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  kind text not null,
  source_type text not null,
  source_id text not null,
  currency char(3) not null,
  description_key text not null,
  description_params jsonb not null default '{}',
  acting_staff_id integer,
  created_at timestamptz not null default now(),
  constraint transfers__id primary key (id),
  constraint transfers__kind_source unique (kind, source_type, source_id),
  constraint transfers__uuid unique (uuid),
  constraint transfers__acting_staff foreign key (acting_staff_id) references users (id)
);
comment on column transfers.description_key is 'Text key; the description is written in the language of its reader.';

create table postings (
  id bigint generated always as identity,
  transfer_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  constraint postings__id primary key (id),
  constraint postings__transfer foreign key (transfer_id) references transfers (id),
  constraint postings__account foreign key (account_id) references ledger_accounts (id),
  constraint postings__amount check (amount_minor <> 0)
);
create index postings__by_account on postings (account_id, id desc);
create index postings__by_transfer on postings (transfer_id);
comment on column postings.amount_minor is 'Minor units; positive enters the account, negative leaves it.';

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger postings_append_only before update or delete on postings for each row execute function refuse_change();
create trigger postings_no_truncate before truncate on postings for each statement execute function refuse_change();
create trigger transfers_append_only before update or delete on transfers for each row execute function refuse_change();
create trigger transfers_no_truncate before truncate on transfers for each statement execute function refuse_change();

create or replace function transfer_sums_to_zero() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount_minor) into total from postings where transfer_id = new.transfer_id;
  if total <> 0 then
    raise exception 'postings of transfer % sum to %', new.transfer_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger postings_sum_to_zero after insert on postings
  deferrable initially deferred for each row execute function transfer_sums_to_zero();

create or replace function posting_matches_account() returns trigger language plpgsql as $$
begin
  if (select a.currency <> t.currency from ledger_accounts a, transfers t where a.id = new.account_id and t.id = new.transfer_id) then
    raise exception 'posting crosses currencies' using errcode = 'check_violation';
  end if;
  -- The balance moves here and nowhere else; its check refuses what is not there.
  update ledger_accounts set balance_minor = balance_minor + new.amount_minor
   where id = new.account_id and balance_minor is not null;
  return new;
end $$;
create trigger postings_move_balance before insert on postings for each row execute function posting_matches_account();
