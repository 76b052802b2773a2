-- Each order writes an event, so what follows an event must cost little.

-- The trigger of order_events writes each announcement with the id of the event that fired it, and events are never
-- deleted, so a check of the reference finds what it has just been given.
alter table order_announcements drop constraint order_announcements__order_event;

-- The content of a webhook is built only where a receiver listens.
create or replace function tell_webhooks_of_order() returns trigger language plpgsql as $$
declare
  what text := case new.to_status
    when 1 then 'order.placed' when 2 then 'order.accepted' when 3 then 'order.assigned' when 4 then 'order.picked_up'
    when 5 then 'order.delivered' when 6 then 'order.cancelled' when 7 then 'order.ready'
    when 8 then 'order.awaiting_payment' when 9 then 'order.payment_failed' when 10 then 'order.scheduled'
    when 11 then 'order.schedule_confirmed' end;
begin
  if new.from_status is distinct from new.to_status and exists (select from webhook_endpoints where is_active) then
    perform tell_webhooks(what, (
      select jsonb_build_object(
        'order_id', o.id, 'unique_order_id', o.unique_order_id, 'store_id', o.store_id, 'customer_id', o.user_id,
        'rider_id', o.rider_id, 'orderstatus_id', new.to_status, 'total_minor', o.total_minor, 'currency', o.currency,
        'payment_mode', o.payment_mode, 'delivery_type', o.delivery_type, 'reason', new.reason)
        from orders o where o.id = new.order_id));
  end if;
  return null;
end $$;
