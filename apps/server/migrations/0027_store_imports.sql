-- Stores come from files: what was shown before anything changed is kept, and what it did, for undoing it.
create table store_imports (
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  plan jsonb not null,
  effect jsonb,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  constraint store_imports__id primary key (id),
  constraint store_imports__user foreign key (user_id) references users (id) on delete cascade,
  constraint store_imports__effect check ((effect is null) = (applied_at is null)),
  constraint store_imports__undone check (undone_at is null or applied_at is not null)
);
create index store_imports__by_user on store_imports (user_id, created_at);
comment on column store_imports.plan is 'What is added, and each changed store before and after, in the values of the wire.';
comment on column store_imports.effect is 'The stores that were added; what was changed stands in the plan.';
