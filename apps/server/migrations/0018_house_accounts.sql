-- Postings of a house account are chained to nobody, so that they need not lock it: every order of the day passes through it.
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
  -- A house account is not locked: every order of the day passes through it.
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
