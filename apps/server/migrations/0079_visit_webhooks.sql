-- Changes of visits are reported to webhooks, in the transaction that makes them.
create function tell_webhooks_of_visit() returns trigger language plpgsql as $$
declare
  what text := case new.kind
    when 'visit_booked' then 'visit.booked' when 'visit_moved' then 'visit.moved' when 'visit_arrived' then 'visit.arrived'
    when 'visit_done' then 'visit.done' when 'visit_no_show' then 'visit.no_show' when 'visit_cancelled' then 'visit.cancelled' end;
begin
  if what is not null and exists (select from webhook_endpoints where is_active) then
    perform tell_webhooks(what, (
      select jsonb_build_object(
        'unique_visit_id', v.unique_visit_id, 'store_id', v.store_id, 'customer_id', v.user_id, 'order_id', v.order_id,
        'status', new.to_status, 'starts_at', v.starts_at, 'ends_at', v.ends_at)
        from visits v where v.id = new.visit_id));
  end if;
  return null;
end $$;
create trigger visit_events_webhooks after insert on visit_events for each row execute function tell_webhooks_of_visit();
