-- Offers of freed time to the wait list are reported to webhooks, in the transaction that makes them.
create function tell_webhooks_of_offer() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where is_active) then
    perform tell_webhooks('visit.offered', (
      select jsonb_build_object(
        'unique_visit_id', v.unique_visit_id, 'unique_wait_id', new.unique_wait_id, 'store_id', v.store_id,
        'customer_id', v.user_id, 'status', v.status, 'starts_at', v.starts_at, 'ends_at', v.ends_at,
        'held_until', v.held_until)
        from visits v where v.id = new.visit_id));
  end if;
  return null;
end $$;
create trigger wait_entries_webhooks after update of visit_id on wait_entries for each row
  when (new.status = 'offered' and new.visit_id is distinct from old.visit_id and new.visit_id is not null)
  execute function tell_webhooks_of_offer();
