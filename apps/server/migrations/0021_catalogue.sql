-- The catalogue at the dashboard: where the payouts of a store go, menus from files with what undoes them, and indexes for its lists.
create table store_payout_details (
  store_id integer not null,
  account_holder text not null default '',
  bank_name text not null default '',
  account_number text not null default '',
  branch_code text not null default '',
  upi_id text not null default '',
  note text not null default '',
  updated_at timestamptz not null default now(),
  constraint store_payout_details__store_id primary key (store_id),
  constraint store_payout_details__store foreign key (store_id) references stores (id) on delete cascade
);

create table menu_imports (
  id uuid not null default gen_random_uuid(),
  store_id integer not null,
  user_id integer not null,
  menu_version bigint not null,
  plan jsonb not null,
  effect jsonb,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  put_back integer,
  constraint menu_imports__id primary key (id),
  constraint menu_imports__store foreign key (store_id) references stores (id) on delete cascade,
  constraint menu_imports__user foreign key (user_id) references users (id) on delete cascade,
  constraint menu_imports__effect check ((effect is null) = (applied_at is null)),
  constraint menu_imports__undone check (undone_at is null or applied_at is not null),
  constraint menu_imports__put_back check ((put_back is null) = (undone_at is null))
);
create index menu_imports__by_store on menu_imports (store_id, created_at);
comment on column menu_imports.menu_version is 'Of the menu that the file was compared with; another one by now refuses the import.';
comment on column menu_imports.plan is 'The rows as they were shown before anything changed: what is added and what becomes of what.';
comment on column menu_imports.effect is 'What was added, and each changed item before and after, for undoing it.';
comment on column menu_imports.put_back is 'How many items undoing it touched; what somebody changed since stays.';

create index stores__by_name on stores (name, id);
create index items__by_name on items (name, id) where deleted_at is null;
create index items__by_category on items (item_category_id, order_column) where deleted_at is null;
