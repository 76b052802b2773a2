-- Guesses at the secrets of an account count at the account, and strangers never use up what its own clients need.
create table known_clients (
  user_id integer not null,
  client text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint known_clients__user_client primary key (user_id, client),
  constraint known_clients__user foreign key (user_id) references users (id) on delete cascade
);
comment on table known_clients is 'Browsers and addresses from which somebody has signed in to an account. They are never refused because of what others do.';
comment on column known_clients.client is '`device:` and the hash of a device cookie, or `address:` and an IPv4 address or IPv6 /64.';

create table secret_guesses (
  subject text not null,
  pool text not null,
  tries integer not null,
  asked integer not null,
  last_at timestamptz not null,
  was_taken boolean not null,
  constraint secret_guesses__subject_pool primary key (subject, pool)
);
create index secret_guesses__last_at on secret_guesses (last_at);
comment on table secret_guesses is 'One count of guesses for each account and for each group of clients whose guesses are delayed together.';
comment on column secret_guesses.subject is '`user:` and an id; `email:` or `phone:` and what was typed, where no account has it.';
comment on column secret_guesses.pool is 'A known client, whoever asked for the code that is guessed at, or `strangers`: everybody else together.';
comment on column secret_guesses.tries is 'Guesses that were compared. Each past the free ones waits longer than the one before.';
comment on column secret_guesses.was_taken is 'Whether the newest guess was compared.';
comment on column secret_guesses.asked is 'The same with those that were turned away unread.';

create table guess_warnings (
  user_id integer not null,
  warned_at timestamptz not null default now(),
  constraint guess_warnings__user_id primary key (user_id),
  constraint guess_warnings__user foreign key (user_id) references users (id) on delete cascade
);
comment on table guess_warnings is 'When a person was last warned that somebody guesses at the secrets of the account.';

-- A code belongs to whoever asked for it: another person neither kills it nor uses up its guesses.
alter table one_time_codes add column clients text[] not null default '{}';
alter table one_time_codes add column attempts_by_others smallint not null default 0;
alter table one_time_codes add constraint one_time_codes__attempts_by_others check (attempts_by_others between 0 and 5);
comment on column one_time_codes.clients is 'The device and the address that asked for it, as in known_clients.';
comment on column one_time_codes.attempts is 'Guesses by the client that asked for it.';
comment on column one_time_codes.attempts_by_others is 'Guesses by all other clients together.';

-- The second step belongs to the app in which the first was made.
alter table sign_in_tickets add column audience text not null default 'staff';
alter table sign_in_tickets add column pool text not null default 'strangers';
alter table sign_in_tickets add constraint sign_in_tickets__audience
  check (audience in ('customer', 'delivery', 'store-owner', 'staff'));

-- A session from before this counts as proved when it began.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set default now();
alter table sessions alter column proved_at set not null;
comment on column sessions.proved_at is 'When the person last proved who they are in this session. Calls that move money want that to be recent.';
