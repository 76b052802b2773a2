-- The counter of a salon names how a customer paid the rest of a visit: cash, card, UPI or parts of them. The salon takes
-- this money itself, so these rows move no money of the platform. The previous release ends visits without rows, and
-- reports say "not named" of them.
create table visit_takings (
  visit_id integer not null,
  store_id integer not null,
  method text not null,
  currency char(3) not null,
  amount_minor bigint not null,
  created_at timestamptz not null default now(),
  constraint visit_takings__id primary key (visit_id, method),
  constraint visit_takings__visit foreign key (visit_id) references visits (id),
  constraint visit_takings__store foreign key (store_id) references stores (id),
  constraint visit_takings__method check (method in ('cash', 'card', 'upi')),
  constraint visit_takings__amount check (amount_minor > 0)
);
create index visit_takings__by_store on visit_takings (store_id);
comment on table visit_takings is 'How a customer paid at the salon when a visit ended: a row for each method.';
comment on column visit_takings.amount_minor is 'Minor units, with the part of the tip. A correction replaces all rows of the visit.';
create index visits__ended on visits (store_id, ended_at) where status = 'done';

-- The rows of a visit, if there are any, are together what was due at the salon and the tip. The lock makes two writers
-- of one visit wait for each other, so that the second one sees the rows of the first.
create function require_whole_takings() returns trigger language plpgsql as $$
declare
  id_of_visit integer;
  visit visits;
  due bigint;
begin
  if tg_table_name = 'visits' then id_of_visit := new.id;
  elsif tg_table_name = 'orders' then select v.id into id_of_visit from visits v where v.order_id = new.id;
  elsif tg_op = 'DELETE' then id_of_visit := old.visit_id;
  else id_of_visit := new.visit_id;
  end if;
  if not exists (select from visit_takings t where t.visit_id = id_of_visit) then
    return null;
  end if;
  select * into visit from visits v where v.id = id_of_visit for update;
  select coalesce((select o.at_store_minor from orders o where o.id = visit.order_id),
                  (select coalesce(sum(s.price_minor), 0) from visit_services s where s.visit_id = visit.id)
                  + (select coalesce(sum(g.unit_price_minor * g.quantity), 0) from visit_goods g where g.visit_id = visit.id))
         + visit.tip_minor into due;
  if visit.status <> 'done'
     or due <> (select sum(t.amount_minor) from visit_takings t where t.visit_id = visit.id)
     or exists (select from visit_takings t
                 where t.visit_id = visit.id
                   and (t.store_id <> visit.store_id or t.currency <> visit.terms ->> 'currency')) then
    raise exception 'visit % does not say how all of its money was paid', visit.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- The previous release writes no rows of visit_takings, and the triggers on its tables do nothing for visits without them.
create constraint trigger visit_takings_are_whole after insert or update or delete on visit_takings
  deferrable initially deferred for each row execute function require_whole_takings();
create constraint trigger visits_have_whole_takings after update of status, tip_minor on visits
  deferrable initially deferred for each row when (new.status = 'done') execute function require_whole_takings();
create constraint trigger visit_goods_have_whole_takings after insert on visit_goods
  deferrable initially deferred for each row execute function require_whole_takings();
create constraint trigger orders_have_whole_takings after update of at_store_minor on orders
  deferrable initially deferred for each row when (new.at_store_minor is distinct from old.at_store_minor)
  execute function require_whole_takings();
