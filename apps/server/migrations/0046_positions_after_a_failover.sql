-- A primary that takes over may lack the last commits of the one before, and would give their positions to other events:
-- streams that have seen those positions would wait until they were passed. Each promotion begins a timeline, so each
-- timeline has a range of positions of its own, above those of all timelines before.
create or replace function announce_order_event() returns trigger language plpgsql as $$
declare
  timeline constant bigint := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;
  next_position bigint;
begin
  perform pg_advisory_xact_lock(4711005);
  next_position := greatest(nextval('order_announcements_position_seq'), (timeline - 1) << 40);
  if next_position > currval('order_announcements_position_seq') then
    perform setval('order_announcements_position_seq', next_position);
  end if;
  insert into order_announcements (position, event_id, store_id, user_id)
    values (next_position, new.id, new.store_id, new.user_id);
  perform pg_notify('order_events', '');
  return null;
end $$;
