-- The goods of a salon visit can be delivered. They are then a second order, and one payment can pay both
-- (docs/decisions/0121-goods-of-a-visit.md).
-- The previous release sets none of these columns, so its orders and payments meet the constraints. It cannot move one
-- order of a shared payment without the other; a server of this release does so a minute later.
alter table orders add column visit_order_id integer;
alter table orders add column shares_payment boolean not null default false;
comment on column orders.visit_order_id is 'The order of the visit with which these goods were ordered; null for all other orders.';
comment on column orders.shares_payment is 'Whether one payment pays this order and the order of its visit.';
alter table orders add constraint orders__visit_order foreign key (visit_order_id) references orders (id);
alter table orders add constraint orders__goods_of_visit check (visit_order_id is null or delivery_type = 1);
alter table orders add constraint orders__shares_payment check (
  not shares_payment or (visit_order_id is not null and payable_minor > 0 and payment_mode <> 'COD'));
create unique index orders__one_goods_order on orders (visit_order_id) where visit_order_id is not null;

-- Goods belong to a visit of the same customer and salon, for good. Both wait for one payment, or only the goods for theirs.
create function check_goods_of_visit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or not exists (
    select from orders v
     where v.id = new.visit_order_id and v.delivery_type = 4 and v.user_id = new.user_id and v.store_id = new.store_id
       and v.currency = new.currency and (v.status in (8, 9)) = new.shares_payment) then
    raise exception 'order % cannot be the goods of order %', new.id, new.visit_order_id
      using errcode = 'check_violation', constraint = 'orders__goods_of_visit';
  end if;
  return new;
end $$;
create trigger orders_check_goods_of_visit before insert on orders for each row
  when (new.visit_order_id is not null or new.shares_payment) execute function check_goods_of_visit();
create trigger orders_keep_goods_of_visit before update of visit_order_id, shares_payment on orders for each row
  when ((new.visit_order_id, new.shares_payment) is distinct from (old.visit_order_id, old.shares_payment))
  execute function check_goods_of_visit();

-- Whether goods that wait for a shared payment may move to this state: after the order of their visit was paid, failed or
-- was cancelled.
create function follows_visit(goods orders, next smallint) returns boolean language sql stable as $$
  select case when next in (6, 9) then v.status = next else v.paid_online_minor > 0 end from orders v where v.id = goods.visit_order_id
$$;

create function check_goods_follow() returns trigger language plpgsql as $$
begin
  if not follows_visit(old, new.status) then
    raise exception 'order % is paid together with order %', new.id, new.visit_order_id
      using errcode = 'check_violation', constraint = 'orders__shares_payment';
  end if;
  return new;
end $$;
create trigger orders_check_goods_follow before update of status on orders for each row
  when (old.shares_payment and old.status in (8, 9) and new.status <> old.status) execute function check_goods_follow();

-- At the end of a transaction, the order of a visit has left no goods behind.
create function check_visit_with_goods() returns trigger language plpgsql as $$
begin
  if exists (select from orders g join orders v on v.id = g.visit_order_id
              where g.visit_order_id = new.id and g.shares_payment and g.status in (8, 9) and g.status <> v.status) then
    raise exception 'the goods of order % are paid together with it', new.id
      using errcode = 'check_violation', constraint = 'orders__shares_payment';
  end if;
  return null;
end $$;
create constraint trigger orders_check_visit_with_goods after update of status on orders
  deferrable initially deferred for each row
  when (old.delivery_type = 4 and old.status in (8, 9) and new.status <> old.status) execute function check_visit_with_goods();

-- A captured amount that pays two orders is two rows of one payment at the provider, each with the money of its order, so
-- that all rules of refunds and disputes hold for each order.
alter table payments add column part_of bigint;
comment on column payments.part_of is 'The row of the same payment at the provider that pays the order of the visit; null for every other row.';
alter table payments add constraint payments__part_of foreign key (part_of) references payments (id);
alter table payments drop constraint payments__payment;
create unique index payments__payment on payments (provider, payment_id) where part_of is null;
create unique index payments__one_part on payments (part_of) where part_of is not null;

-- Both rows together are the amount that was asked for, so no more is ever given back than was captured.
create function check_payment_part() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payments w join payment_attempts a on a.id = w.attempt_id join orders g on g.visit_order_id = w.order_id
     where w.id = new.part_of and w.part_of is null and g.id = new.order_id and g.shares_payment
       and (w.attempt_id, w.provider, w.payment_id, w.currency, w.use, new.use)
         = (new.attempt_id, new.provider, new.payment_id, new.currency, 'order', 'order')
       and w.amount_minor + new.amount_minor = a.amount_minor) then
    raise exception 'payment % has no such part', new.part_of
      using errcode = 'check_violation', constraint = 'payments__part_of';
  end if;
  return new;
end $$;
create trigger payments_check_part before insert on payments for each row
  when (new.part_of is not null) execute function check_payment_part();
