-- People who work at a store below its owner. A change of role ends one row and begins another, so the rows say who
-- could see what, and when.
create table store_employees (
  id       int generated always as identity,
  store_id int not null,
  user_id  int not null,
  role     text not null,
  added_by int,
  since    timestamptz not null default now(),
  until    timestamptz,
  ended_by int,
  constraint store_employees__id primary key (id),
  constraint store_employees__store foreign key (store_id) references stores (id) on delete cascade,
  constraint store_employees__user foreign key (user_id) references users (id) on delete cascade,
  constraint store_employees__added_by foreign key (added_by) references users (id) on delete set null,
  constraint store_employees__ended_by foreign key (ended_by) references users (id) on delete set null,
  constraint store_employees__role check (role in ('manager', 'kitchen', 'cashier')),
  constraint store_employees__until check (until >= since)
);
create unique index store_employees__one_role on store_employees (store_id, user_id) where until is null;
create index store_employees__by_user on store_employees (user_id);
create index store_employees__added_by on store_employees (added_by);
create index store_employees__ended_by on store_employees (ended_by);
