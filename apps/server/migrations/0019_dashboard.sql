-- Who works at the dashboard: how long he stays, his second factor, and the first administrator.
alter table sessions add column in_dashboard boolean not null default false;
update sessions set in_dashboard = true where audience = 'staff';
alter table sessions add constraint sessions__dashboard_audience check (
  case audience when 'staff' then in_dashboard when 'store-owner' then true else not in_dashboard end);
comment on column sessions.in_dashboard is 'Held in a cookie at the dashboard: 30 minutes idle and 12 hours in all, whoever it is.';

create table second_factors (
  user_id integer not null,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint second_factors__user primary key (user_id),
  constraint second_factors__user_row foreign key (user_id) references users (id) on delete cascade
);
comment on column second_factors.secret is 'Base32 secret of the authenticator (RFC 6238), sealed with the key of the installation.';
comment on column second_factors.last_step is 'Time step of the newest code that was taken, so that none is taken twice.';

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes__user_code primary key (user_id, code_hash),
  constraint recovery_codes__user_row foreign key (user_id) references users (id) on delete cascade
);
comment on column recovery_codes.code_hash is 'SHA-256 of a code of 80 random bits; each is good once.';

-- A right password whose second factor is still to come.
create table sign_in_tickets (
  ticket_hash bytea not null,
  user_id integer not null,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  constraint sign_in_tickets__ticket primary key (ticket_hash),
  constraint sign_in_tickets__user_row foreign key (user_id) references users (id) on delete cascade,
  constraint sign_in_tickets__attempts check (attempts between 0 and 5)
);

-- The secret that makes the first administrator, once.
create table first_admin_secrets (
  only_one boolean not null default true,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint first_admin_secrets__only_one primary key (only_one),
  constraint first_admin_secrets__is_one check (only_one)
);
