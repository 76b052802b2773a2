-- Two accounts that sign in by one browser are tied also when the browser refused push messages.
create function note_browser() returns trigger language plpgsql as $$
begin
  insert into known_devices (device_hash, user_id)
  select sha256(convert_to(new.client, 'UTF8')), new.user_id
   where (select count(*) from known_devices d where d.user_id = new.user_id) < 1000
  on conflict do nothing;
  return null;
end $$;
create trigger known_clients__note_browser after insert on known_clients for each row
  when (new.client like 'device:%') execute function note_browser();
insert into known_devices (device_hash, user_id)
select sha256(convert_to(client, 'UTF8')), user_id from known_clients where client like 'device:%'
on conflict do nothing;
comment on table known_devices is 'Which accounts a browser has served, by the hash of its push address or of its device cookie; one browser is taken for one person. Rows stay when known_clients are forgotten, at most 1000 an account.';
