-- What this database is for and which secret it belongs to, so that a start with the wrong settings is refused.
create table installation (
  id boolean primary key default true,
  is_demo boolean not null default false,
  secret_mark text,
  constraint installation__one_row check (id)
);
insert into installation default values;
comment on column installation.is_demo is 'The demo city was loaded: its passwords are published. Never goes back to false.';
comment on column installation.secret_mark is 'salt:HMAC, keyed with APP_SECRET. Empty until the first start that knows of it.';
