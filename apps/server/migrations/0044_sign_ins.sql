-- A sign-in that began before the ways into its account changed opens no session.
alter table users add column login_version integer not null default 0;
comment on column users.login_version is 'Counts changes of what lets the person in: password, e-mail address, phone, second factor, ban, end of all sessions. A session begins only if it is still what it was when the secret was compared.';

create function count_login_change() returns trigger language plpgsql as $$
begin
  new.login_version := old.login_version + 1;
  return new;
end $$;
create trigger users__login_change before update on users for each row
  when ((old.password_hash, old.email, old.phone, old.phone_proved_at, old.is_active, old.deleted_at)
        is distinct from (new.password_hash, new.email, new.phone, new.phone_proved_at, new.is_active, new.deleted_at))
  execute function count_login_change();

create function count_second_factor_change() returns trigger language plpgsql as $$
begin
  update users set login_version = login_version + 1
   where id = case tg_op when 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;
create trigger second_factors__confirmed after update of confirmed_at on second_factors for each row
  when (old.confirmed_at is distinct from new.confirmed_at) execute function count_second_factor_change();
create trigger second_factors__removed after delete on second_factors for each row
  when (old.confirmed_at is not null) execute function count_second_factor_change();

delete from sign_in_tickets;
alter table sign_in_tickets add column login_version integer not null;
alter table sign_in_tickets drop column pool;
comment on column sign_in_tickets.login_version is 'users.login_version when the first step was right.';

-- Sessions from before the accounts knew their clients make them known at their next use.
alter table sessions add column is_client_known boolean not null default false;
alter table sessions alter column is_client_known set default true;
comment on column sessions.is_client_known is 'False for a session that began before known_clients was kept and has not been used since.';
create index known_clients__client on known_clients (client);

-- Codes to one phone or e-mail address are shared out among the networks that ask for them.
create table code_turns (
  id bigint generated always as identity,
  target text not null,
  asker text not null,
  at timestamptz not null default now(),
  constraint code_turns__id primary key (id)
);
create index code_turns__target_at on code_turns (target, at);
create index code_turns__at on code_turns (at);
comment on table code_turns is 'Codes of the last day by who asked for them; who may have the next one follows from it.';
comment on column code_turns.target is 'The phone or e-mail address that the code went to.';
comment on column code_turns.asker is 'A client that the account knows, as in known_clients, or the network (IPv4 /24, IPv6 /48) of a stranger.';

alter table one_time_codes add column attempts_at_address smallint not null default 0;
alter table one_time_codes add constraint one_time_codes__attempts_at_address check (attempts_at_address between 0 and 5);
alter table one_time_codes add column entered_at timestamptz;
comment on column one_time_codes.clients is 'The device that asked for it and its address, as in known_clients.';
comment on column one_time_codes.attempts is 'Guesses by the device that asked for it.';
comment on column one_time_codes.attempts_at_address is 'Guesses by others at its address.';
comment on column one_time_codes.attempts_by_others is 'Guesses by all others together.';
comment on column one_time_codes.entered_at is 'When it was first right. It counts once for the watch on prefixes.';

-- Staff and store owners get theirs from an administrator.
create table enrolment_codes (
  user_id integer not null,
  code_hash bytea not null,
  issued_by integer not null,
  expires_at timestamptz not null,
  constraint enrolment_codes__user_id primary key (user_id),
  constraint enrolment_codes__user foreign key (user_id) references users (id) on delete cascade,
  constraint enrolment_codes__issued_by foreign key (issued_by) references users (id)
);
comment on table enrolment_codes is 'Hash of the code with which a member of staff or a store owner sets up a first second factor in production. An administrator issues it for one account; deleted when used.';
