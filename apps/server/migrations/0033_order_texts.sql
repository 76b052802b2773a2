-- Text messages about new orders, for stores and riders who look at no screen.
create table order_texts (
  event_id bigint not null,
  user_id integer not null,
  for_riders boolean not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint order_texts__one primary key (event_id, user_id),
  constraint order_texts__event foreign key (event_id) references order_events (id),
  constraint order_texts__user foreign key (user_id) references users (id) on delete cascade
);
comment on table order_texts is 'Who is told of an order event by text message, once each.';

-- A job is queued in the transaction of the event, and only in a shop that sends such messages.
create function text_order_event() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if exists (select from settings where key in ('smsRestaurantNotify', 'smsDeliveryNotify') and value = 'true') then
    perform queue_job('text-order-event', json_build_object('id', new.id::text), null, null, 8);
  end if;
  return null;
end $$;
-- placed, accepted and scheduled: what a store has to answer, and what riders may take.
create trigger order_events_text after insert on order_events for each row when (new.to_status in (1, 2, 10))
  execute function text_order_event();
