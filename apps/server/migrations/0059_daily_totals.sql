-- A report of a year adds up the totals of its days, not a million orders. A day's totals are read only while no order
-- of that day has changed since they were summed; the orders of all other days are read themselves.
create table totalled_days (
  day date not null,
  time_zone text not null,
  begins timestamptz not null,
  ends timestamptz not null,
  summed_at timestamptz,
  constraint totalled_days__day primary key (day),
  constraint totalled_days__span check (begins < ends)
);
create index totalled_days__begins on totalled_days (begins);
comment on table totalled_days is 'Days of the shop that are over. From its row on, a change of an order of the day writes a note into changed_orders.';
comment on column totalled_days.time_zone is 'The time zone of the day; totals of another zone than the shop''s are not read.';
comment on column totalled_days.summed_at is 'Null until the day has been summed.';

create table daily_sales (
  day date not null,
  store_id integer not null,
  currency char(3) not null,
  orders integer not null,
  cancelled integer not null,
  sales_minor bigint not null,
  hours integer[] not null,
  constraint daily_sales__day_store_currency primary key (day, store_id, currency),
  constraint daily_sales__hours check (cardinality(hours) = 24)
);
comment on column daily_sales.hours is 'Orders of each hour of the day, from midnight on.';

create table daily_item_sales (
  day date not null,
  store_id integer not null,
  currency char(3) not null,
  name text not null,
  quantity integer not null,
  sales_minor bigint not null,
  constraint daily_item_sales__day_store_currency_name primary key (day, store_id, currency, name)
);

create table first_orders (
  user_id integer not null,
  placed_at timestamptz not null,
  constraint first_orders__user primary key (user_id)
);
create index first_orders__placed_at on first_orders (placed_at, user_id);
comment on table first_orders is 'The first order of each customer in the summed days that was paid and not cancelled, at any store.';

create table changed_orders (
  id bigint generated always as identity,
  day date not null,
  order_id integer not null,
  user_id integer not null,
  constraint changed_orders__id primary key (id)
);
create index changed_orders__day on changed_orders (day);
comment on table changed_orders is 'Notes of orders that changed in a day of totalled_days. The next summing of the day deletes those that it saw.';

create function note_changed_order() returns trigger language plpgsql as $$
begin
  insert into changed_orders (day, order_id, user_id)
    select distinct d.day, c.id, c.user_id
      from (values (old.id, old.user_id, old.placed_at), (new.id, new.user_id, new.placed_at)) c(id, user_id, placed_at)
      join totalled_days d on d.begins <= c.placed_at and d.ends > c.placed_at;
  return null;
end $$;

create function note_changed_line() returns trigger language plpgsql as $$
begin
  insert into changed_orders (day, order_id, user_id)
    select d.day, o.id, o.user_id from orders o join totalled_days d on d.begins <= o.placed_at and d.ends > o.placed_at
     where o.id in (old.order_id, new.order_id);
  return null;
end $$;

-- A day gets its row two hours after its end, so an order that is placed now needs no note, and costs no search for one.
create trigger orders_note_insert after insert on orders for each row
  when (new.placed_at < clock_timestamp() - interval '1 hour') execute function note_changed_order();
create trigger orders_note_delete after delete on orders for each row execute function note_changed_order();
create trigger orders_note_update
  after update of status, user_id, store_id, currency, placed_at, subtotal_minor, total_minor, refunded_own_minor, refunded_promotion_minor
  on orders for each row
  when (least(old.placed_at, new.placed_at) < clock_timestamp() - interval '1 hour' and
        (old.status, old.user_id, old.store_id, old.currency, old.placed_at, old.subtotal_minor, old.total_minor, old.refunded_own_minor, old.refunded_promotion_minor)
        is distinct from
        (new.status, new.user_id, new.store_id, new.currency, new.placed_at, new.subtotal_minor, new.total_minor, new.refunded_own_minor, new.refunded_promotion_minor))
  execute function note_changed_order();
-- Lines are inserted together with their order; a line that is added later changes the order's subtotal.
create trigger order_lines_note_update after update of order_id, name, quantity, unit_price_minor, discount_minor
  on order_lines for each row execute function note_changed_line();
create trigger order_lines_note_delete after delete on order_lines for each row execute function note_changed_line();
