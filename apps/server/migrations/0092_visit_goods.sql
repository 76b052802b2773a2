-- Products that a guest without an account buys at the end of a visit. Such a visit has no order, and the salon takes all
-- its money itself, so these rows move no money of the platform.
create table visit_goods (
  id integer generated always as identity,
  visit_id integer not null,
  store_id integer not null,
  item_id integer not null,
  name text not null,
  quantity smallint not null,
  unit_price_minor bigint not null,
  addons jsonb not null default '[]',
  constraint visit_goods__id primary key (id),
  constraint visit_goods__visit foreign key (visit_id) references visits (id),
  constraint visit_goods__store foreign key (store_id) references stores (id),
  constraint visit_goods__item foreign key (item_id) references items (id),
  constraint visit_goods__quantity check (quantity between 1 and 99),
  constraint visit_goods__price check (unit_price_minor >= 0)
);
create index visit_goods__by_visit on visit_goods (visit_id);
comment on column visit_goods.unit_price_minor is 'Minor units of the visit''s currency, with add-ons.';
comment on column visit_goods.addons is 'The chosen add-ons: id, category, name, price_minor.';
create trigger visit_goods_append_only before update or delete on visit_goods
  for each row execute function refuse_change();
