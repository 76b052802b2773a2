-- A salon owes its stylists commissions and tips for finished visits. The ledger records it in two accounts inside
-- the salon, whose sum is zero, so that no balance of the platform changes.
alter table stylists add column commission_basis_points integer not null default 0;
alter table stylists add constraint stylists__commission check (commission_basis_points between 0 and 10000);
comment on column stylists.commission_basis_points is 'Hundredths of a percent of the price of their services after discounts.';
alter table stylist_services add column commission_basis_points integer;
alter table stylist_services add constraint stylist_services__commission check (commission_basis_points between 0 and 10000);
comment on column stylist_services.commission_basis_points is 'Own rate for this service; null: the rate of the stylist.';

alter table visits add column tip_minor bigint not null default 0;
alter table visits add constraint visits__tip check (tip_minor >= 0 and (tip_minor = 0 or status = 'done'));
comment on column visits.tip_minor is 'Minor units that the customer gave at the salon; no part of the order.';

create table visit_earnings (
  id bigint generated always as identity,
  visit_id integer not null,
  position smallint not null,
  store_id integer not null,
  stylist_id integer not null,
  currency char(3) not null,
  refunded_minor bigint not null default 0,
  basis_points integer not null,
  base_minor bigint not null,
  commission_minor bigint not null,
  tip_minor bigint not null,
  created_at timestamptz not null default now(),
  constraint visit_earnings__id primary key (id),
  constraint visit_earnings__once unique (visit_id, position, refunded_minor),
  constraint visit_earnings__visit foreign key (visit_id) references visits (id),
  constraint visit_earnings__store foreign key (store_id) references stores (id),
  constraint visit_earnings__stylist foreign key (stylist_id) references stylists (id),
  constraint visit_earnings__rate check (basis_points between 0 and 10000),
  constraint visit_earnings__amounts check (case refunded_minor
    when 0 then base_minor >= 0 and commission_minor between 0 and base_minor and tip_minor >= 0
    else refunded_minor > 0 and base_minor <= 0 and commission_minor <= 0 and tip_minor = 0 end)
);
create index visit_earnings__by_store on visit_earnings (store_id, created_at);
comment on table visit_earnings is 'One row for each service of a finished visit, and one for each refund that takes a part back.';
comment on column visit_earnings.refunded_minor is '0 for the row of the end; else what the order''s refunds are together, minor units.';
comment on column visit_earnings.base_minor is 'Price of the service after discounts, minor units; negative for a part that a refund takes back.';
create trigger visit_earnings_append_only before update or delete on visit_earnings
  for each row execute function refuse_change();

insert into visit_earnings (visit_id, position, store_id, stylist_id, currency, basis_points, base_minor, commission_minor, tip_minor, created_at)
select v.id, s.position, v.store_id, s.stylist_id, t.currency, 0, s.price_minor, 0, 0, v.ended_at
  from visits v join visit_services s on s.visit_id = v.id join stores t on t.id = v.store_id
 where v.status = 'done' and s.stylist_id is not null;

-- A visit ends together with what its stylists earned, and its tip is shared out whole.
-- The previous release ends visits without earnings: the trigger adds the rows where the rate is 0, as all rates are
-- until an owner sets one. It finds accounts by the name of their constraint, which stays, and no stylist is null twice.
create function require_earnings() returns trigger language plpgsql as $$
begin
  insert into visit_earnings (visit_id, position, store_id, stylist_id, currency, basis_points, base_minor, commission_minor, tip_minor)
  select new.id, s.position, new.store_id, s.stylist_id, t.currency, 0, s.price_minor, 0, 0
    from visit_services s
    join stores t on t.id = new.store_id
    join stylists p on p.id = s.stylist_id
    left join stylist_services own on own.stylist_id = s.stylist_id and own.item_id = s.item_id
   where s.visit_id = new.id and coalesce(own.commission_basis_points, p.commission_basis_points) = 0
     and not exists (select from visit_earnings e
                      where e.visit_id = new.id and e.position = s.position and e.refunded_minor = 0);
  if exists (select from visits v
              where v.id = new.id and v.status = 'done'
                and (v.tip_minor <> (select coalesce(sum(e.tip_minor), 0) from visit_earnings e where e.visit_id = v.id)
                     or exists (select from visit_services s
                                 where s.visit_id = v.id and s.stylist_id is not null
                                   and not exists (select from visit_earnings e
                                                    where e.visit_id = v.id and e.position = s.position and e.refunded_minor = 0)))) then
    raise exception 'visit % does not say what its stylists earned', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger visits_have_earnings after update of status, tip_minor on visits
  deferrable initially deferred for each row when (new.status = 'done') execute function require_earnings();

alter table ledger_accounts add column stylist_id integer;
alter table ledger_accounts add constraint ledger_accounts__stylist foreign key (stylist_id) references stylists (id);
alter table ledger_accounts drop constraint ledger_accounts__identity;
alter table ledger_accounts add constraint ledger_accounts__identity
  unique nulls not distinct (kind, user_id, store_id, provider, currency, stylist_id);
alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'refund_expense', 'delivery_margin', 'cancellation_income', 'order_clearing',
  'provider_clearing', 'house_cash', 'adjustments', 'disputes_held', 'dispute_loss', 'visit_kept',
  'stylist_earnings', 'stylist_costs'));
alter table ledger_accounts add constraint ledger_accounts__stylist_of_store check (
  (kind = 'stylist_earnings') = (stylist_id is not null) and (stylist_id is null or store_id is not null));
comment on column ledger_accounts.stylist_id is 'To whom the store owes the balance. The platform owes nothing of it.';

-- Money of a salon and its stylists never meets money of the platform in one transfer.
create or replace function posting_matches_account() returns trigger language plpgsql as $$
declare
  account ledger_accounts;
  transfer transfers;
begin
  select * into transfer from transfers where id = new.transfer_id;
  select * into account from ledger_accounts where id = new.account_id;
  if account.currency <> transfer.currency then
    raise exception 'posting crosses currencies' using errcode = 'check_violation';
  end if;
  if (account.kind in ('stylist_earnings', 'stylist_costs')) <> (transfer.kind in ('visit_earnings', 'visit_earnings_reversal')) then
    raise exception 'posting mixes money of a salon with other money' using errcode = 'check_violation';
  end if;
  -- A platform account is not locked: every order of the day passes through it.
  if account.balance_minor is null then
    return new;
  end if;
  select * into account from ledger_accounts where id = new.account_id for update;
  new.entry_no := account.entry_count + 1;
  new.balance_after_minor := account.balance_minor + new.amount_minor;
  new.entry_hash := sha256(convert_to(
    entry_text(account.last_hash, account.id, new.entry_no, new.amount_minor, new.balance_after_minor, transfer), 'UTF8'));
  -- The balance moves here and nowhere else; its check refuses what is not there.
  update ledger_accounts
     set balance_minor = new.balance_after_minor, entry_count = new.entry_no, last_hash = new.entry_hash
   where id = account.id;
  return new;
end $$;
