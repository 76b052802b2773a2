-- Events get their positions after their commit, by one transaction for all that are waiting. Before, each order took a
-- lock and sent a notification in its own transaction, and both are held until the commit is on the disk: orders were
-- written one after the other.
-- An event of a server that still runs must not fall between the old trigger and the new one.
lock table order_events in share row exclusive mode;

create table unannounced_events (
  event_id bigint not null,
  constraint unannounced_events__event primary key (event_id)
);
comment on table unannounced_events is 'Committed order events that have no position yet; announce_events gives them theirs.';

drop trigger order_events_announce on order_events;
create or replace function announce_order_event() returns trigger language plpgsql as $$
begin
  insert into unannounced_events (event_id) values (new.id);
  return null;
end $$;
create trigger order_events_announce after insert on order_events for each row execute function announce_order_event();

-- The next position. Each timeline of PostgreSQL has a range of its own (0046), so that a new primary that lacks the last
-- commits of the old one gives no position twice.
create function next_event_position() returns bigint language plpgsql as $$
declare
  timeline constant bigint := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;
  next_position bigint := greatest(nextval('order_announcements_position_seq'), (timeline - 1) << 40);
begin
  if next_position > currval('order_announcements_position_seq') then
    perform setval('order_announcements_position_seq', next_position);
  end if;
  return next_position;
end $$;

-- Gives positions to at most so many waiting events, in the order of their ids, and notifies all servers. The lock is
-- held until the positions are visible, so a reader that sees a position sees all lower ones. Returns how many it announced.
create function announce_events(most integer) returns integer language plpgsql as $$
declare
  announced integer;
begin
  if not exists (select from unannounced_events) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(4711005);
  with due as (
    delete from unannounced_events
     where event_id in (select event_id from unannounced_events order by event_id limit most)
    returning event_id
  )
  insert into order_announcements (position, event_id, store_id, user_id)
    select next_event_position(), e.id, e.store_id, e.user_id
      from (select o.id, o.store_id, o.user_id from due join order_events o on o.id = due.event_id order by o.id) e;
  get diagnostics announced = row_count;
  if announced > 0 then
    perform pg_notify('order_events', '');
  end if;
  return announced;
end $$;
