-- Each person's postings form a chain of hashes: what was written once cannot be changed, left out or put in between without breaking it.
alter table ledger_accounts add column entry_count bigint not null default 0;
alter table ledger_accounts add column last_hash bytea;
alter table postings add column entry_no bigint;
alter table postings add column balance_after_minor bigint;
alter table postings add column entry_hash bytea;
alter table postings add constraint postings__chain check (
  (entry_no is null) = (entry_hash is null) and (entry_no is null) = (balance_after_minor is null));
create unique index postings__entry on postings (account_id, entry_no) where entry_no is not null;
comment on column postings.entry_no is '1, 2, 3 … within an account of one person; null in house accounts, which are not chained.';
comment on column postings.entry_hash is 'SHA-256 of the hash before and of everything this entry says.';

-- Everything that an entry says, in one line; the statement that a customer downloads puts it together in the same way.
create function entry_text(before bytea, account_id bigint, entry_no bigint, amount_minor bigint, balance_after_minor bigint, t transfers)
returns text language sql immutable as $$
  select concat_ws('|', coalesce(encode(before, 'hex'), repeat('0', 64)), account_id, entry_no, amount_minor, balance_after_minor,
                   t.currency, t.uuid, t.kind, t.source_type, t.source_id, t.description_key, t.description_params::text,
                   to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
$$;

create or replace function posting_matches_account() returns trigger language plpgsql as $$
declare
  account ledger_accounts;
  transfer transfers;
begin
  select * into transfer from transfers where id = new.transfer_id;
  select * into account from ledger_accounts where id = new.account_id for update;
  if account.currency <> transfer.currency then
    raise exception 'posting crosses currencies' using errcode = 'check_violation';
  end if;
  if account.balance_minor is null then
    return new;
  end if;
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

-- Entries from before the chain are chained once, oldest first.
alter table postings disable trigger postings_append_only;
do $$
declare
  entry record;
  hash bytea;
  account bigint := 0;
  number bigint;
  balance bigint;
begin
  for entry in
    select p.id, p.account_id, p.amount_minor, t
      from postings p join ledger_accounts a on a.id = p.account_id join transfers t on t.id = p.transfer_id
     where a.balance_minor is not null
     order by p.account_id, p.id
  loop
    if entry.account_id <> account then
      account := entry.account_id;
      hash := null;
      number := 0;
      balance := 0;
    end if;
    number := number + 1;
    balance := balance + entry.amount_minor;
    hash := sha256(convert_to(entry_text(hash, account, number, entry.amount_minor, balance, entry.t), 'UTF8'));
    update postings set entry_no = number, balance_after_minor = balance, entry_hash = hash where id = entry.id;
    update ledger_accounts set entry_count = number, last_hash = hash where id = account;
  end loop;
end $$;
alter table postings enable trigger postings_append_only;
