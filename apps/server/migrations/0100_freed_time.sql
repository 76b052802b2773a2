-- A booking frees no time in most cases, and then reads no wait list. One plan serves all lists of stores; PostgreSQL
-- would plan the statement for each list, because it estimates the shared plan by an average list.
create or replace function offer_freed_time(of_stores integer[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  waited integer;
begin
  if of_stores = '{}' then
    return;
  end if;
  for waited in select distinct e.store_id from wait_entries e where e.store_id = any (of_stores) and e.status <> 'ended' loop
    perform queue_job('offer-freed-time', json_build_object('store_id', waited), 'offer-freed-time:' || waited, null, 8);
  end loop;
end $$;
