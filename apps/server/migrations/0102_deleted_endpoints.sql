-- Locks the endpoints that get a message. An endpoint that is deleted at the same time gets none; before, its foreign
-- key refused the message, and with it the order or the payment.
create or replace function tell_webhooks(what text, about jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  new_event bigint;
  delivery bigint;
begin
  if not exists (select from webhook_endpoints e where e.is_active and what = any (e.kinds)) then
    return;
  end if;
  insert into webhook_events (kind, payload) values (what, about) returning id into new_event;
  for delivery in
    insert into webhook_deliveries (endpoint_id, event_id, next_try_at)
    select e.id, new_event, now() from webhook_endpoints e where e.is_active and what = any (e.kinds) order by e.id
       for key share
    returning id
  loop
    perform queue_job('deliver-webhook', json_build_object('id', delivery::text), 'deliver-webhook:' || delivery, null, 8);
  end loop;
end $$;
