-- How the making of each backup went; which backups there are, the folder alone knows.
create table backup_runs (
  id integer generated always as identity primary key,
  cause text not null,
  asked_by integer,
  status text not null default 'waiting',
  fault text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint backup_runs__asked_by foreign key (asked_by) references users (id) on delete set null,
  constraint backup_runs__cause check (cause in ('planned', 'made')),
  constraint backup_runs__status check (status in ('waiting', 'running', 'done', 'failed')),
  constraint backup_runs__fault check (fault in ('no-room', 'given-up'))
);
create unique index backup_runs__one_at_a_time on backup_runs ((true)) where status in ('waiting', 'running');
comment on column backup_runs.cause is 'planned: by the clock; made: a person asked for it.';
