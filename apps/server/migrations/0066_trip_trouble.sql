-- The last trouble that a rider reported on a trip, until a person or another rider takes the order on.
alter table orders
  add column trouble text,
  add column trouble_at timestamptz,
  add column trouble_rider_id integer,
  add constraint orders__trouble check (trouble in ('customer_unreachable', 'returned', 'store_closed', 'rider_stopped')),
  add constraint orders__trouble_whole check ((trouble is null) = (trouble_at is null)),
  add constraint orders__trouble_rider foreign key (trouble_rider_id) references users (id);
create index orders__in_trouble on orders (trouble_at) where trouble is not null and status in (2, 3, 4);
