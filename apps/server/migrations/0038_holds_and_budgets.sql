-- Payouts are held after their details change, one-time codes have budgets, and the operator vouches for administrators.
alter table store_payout_details add column changed_at timestamptz not null default now();
update store_payout_details set changed_at = updated_at;
comment on column store_payout_details.changed_at is 'When payouts were last sent elsewhere. They are held for two days from then.';

create function note_payout_details_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.changed_at := now();
  elsif (new.account_holder, new.bank_name, new.account_number, new.branch_code, new.upi_id, new.note)
     is distinct from (old.account_holder, old.bank_name, old.account_number, old.branch_code, old.upi_id, old.note) then
    new.changed_at := now();
  else
    new.changed_at := old.changed_at;
  end if;
  return new;
end $$;
create trigger store_payout_details__changed before insert or update on store_payout_details
  for each row execute function note_payout_details_change();

create function hold_payouts() returns trigger language plpgsql as $$
declare
  changed timestamptz;
begin
  -- Locked, so that a change and a payout take turns.
  select changed_at into changed from store_payout_details where store_id = new.store_id for share;
  if changed > now() - interval '2 days' then
    raise exception 'the payout details of store % were changed less than two days ago', new.store_id
      using errcode = 'check_violation', constraint = 'store_payouts__held';
  end if;
  return new;
end $$;
create trigger store_payouts__held_at_request before insert on store_payouts
  for each row execute function hold_payouts();
create trigger store_payouts__held_at_payment before update of status on store_payouts
  for each row when (new.status = 'COMPLETED' and old.status <> 'COMPLETED') execute function hold_payouts();

alter table users add column is_email_own boolean not null default true;
comment on column users.is_email_own is 'False: staff wrote the e-mail address of a customer down. No password reset goes to it.';
-- Staff could set a password with the accounts that they made for callers, and keep it. Nobody can tell whose it is, so
-- these customers sign in by a code from now on, and set their e-mail address again.
delete from sessions s using users u
 where u.id = s.user_id and u.created_by_staff_id is not null and u.password_hash is not null and s.acting_staff_id is null
   and not exists (select from user_roles r where r.user_id = u.id and r.role <> 'customer');
update users u set is_email_own = false, password_hash = null
 where u.created_by_staff_id is not null
   and not exists (select from user_roles r where r.user_id = u.id and r.role <> 'customer');

create table enrolment_secrets (
  only_one boolean not null default true,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  constraint enrolment_secrets__only_one primary key (only_one),
  constraint enrolment_secrets__is_one check (only_one)
);
comment on table enrolment_secrets is 'Hash of the one secret with which an administrator sets up a first second factor in production. Printed on the machine, deleted when used.';
alter table sessions add column by_operator boolean not null default false;
comment on column sessions.by_operator is 'The person proved with a secret of the machine that the operator trusts them; made when the first administrator is.';

create table code_budgets (
  budget text not null,
  used_until timestamptz not null,
  constraint code_budgets__budget primary key (budget),
  constraint code_budgets__known check (budget in ('customers', 'newcomers', 'mail'))
);
comment on table code_budgets is 'Messages with codes, counted in budgets that refill without pause.';
comment on column code_budgets.used_until is 'When the budget will be full again if nothing more is sent; each message moves it on by a day divided by the budget.';

create table code_prefixes (
  prefix text not null,
  hour timestamptz not null,
  sent integer not null default 0,
  entered integer not null default 0,
  constraint code_prefixes__prefix_hour primary key (prefix, hour)
);
comment on table code_prefixes is 'Codes sent to strangers and codes entered, by the beginning of the phone number. Messages that nobody reads are sold by whoever owns the numbers.';
