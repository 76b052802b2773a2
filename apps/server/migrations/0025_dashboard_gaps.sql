-- Reports of a whole year are read from indexes alone: orders are wide rows, and a report wants seven numbers of each.
drop index orders__newest;
create index orders__newest on orders (placed_at desc nulls last, id desc)
  include (store_id, user_id, status, currency, total_minor, refunded_own_minor, refunded_promotion_minor);
create index order_events__times on order_events (order_id, to_status) include (from_status, at) where to_status in (3, 4);
