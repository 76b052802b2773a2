-- Wishes for the door, kept on each order and remembered for the address. Codes are those of the contract.
alter table orders
  add column delivery_instructions text[] not null default '{}',
  add column delivery_note text,
  add constraint orders__delivery_instructions
    check (delivery_instructions <@ array['leave_at_door', 'do_not_ring', 'call_on_arrival', 'leave_with_guard']),
  add constraint orders__delivery_note_length check (char_length(delivery_note) between 1 and 200);
alter table addresses
  add column delivery_instructions text[] not null default '{}',
  add column delivery_note text,
  add constraint addresses__delivery_instructions
    check (delivery_instructions <@ array['leave_at_door', 'do_not_ring', 'call_on_arrival', 'leave_with_guard']),
  add constraint addresses__delivery_note_length check (char_length(delivery_note) between 1 and 200);

-- A picture shows a person's door, so it lies here and not among the public files. Only the order's people get it.
create table order_photos (
  order_id integer not null,
  rider_id integer not null,
  picture bytea not null,
  taken_at timestamptz not null default now(),
  constraint order_photos__order_id primary key (order_id),
  constraint order_photos__order foreign key (order_id) references orders (id) on delete cascade,
  constraint order_photos__rider foreign key (rider_id) references users (id) on delete cascade
);
comment on table order_photos is 'The rider''s picture of an order left at the door: a WebP without metadata, in place of the PIN.';
