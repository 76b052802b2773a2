-- Customers rate the dishes of their orders. The sums of an item are kept with it, so no menu scans ratings. A nightly
-- job marks the items of a store that sold most. The trigger of items moves the version of the menu for both.
alter table items
  add column rating_sum integer not null default 0,
  add column rating_count integer not null default 0,
  add column is_best_seller boolean not null default false,
  add constraint items__rating check (rating_count >= 0 and rating_sum between rating_count and rating_count * 5);

create table review_items (
  review_id integer not null,
  item_id integer not null,
  stars smallint not null,
  constraint review_items__review_item primary key (review_id, item_id),
  constraint review_items__review foreign key (review_id) references reviews (id) on delete cascade,
  constraint review_items__item foreign key (item_id) references items (id) on delete cascade,
  constraint review_items__stars check (stars between 1 and 5)
);
create index review_items__item on review_items (item_id);
comment on table review_items is 'Stars of a customer for the items of the reviewed order.';
