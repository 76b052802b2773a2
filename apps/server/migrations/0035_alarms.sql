-- Alarms that operators must act on. Each code and subject has at most one open alarm.
create table alarms (
  id integer generated always as identity primary key,
  code text not null,
  subject text not null default '',
  facts jsonb not null default '{}',
  raised_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  times_seen integer not null default 1,
  closed_at timestamptz,
  closed_by_id integer references users (id) on delete set null,
  constraint alarms__subject check (length(subject) <= 200)
);
create unique index alarms__one_open on alarms (code, subject) where closed_at is null;
comment on column alarms.closed_by_id is 'Empty while it is open, and when the server closed it because its cause was gone.';
