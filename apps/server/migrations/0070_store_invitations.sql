-- Invitations of employees. The token is random, is sent to the invited phone or e-mail address only, and its hash is
-- stored when it is sent. One open invitation for each contact of a store: a new one replaces it.
create table store_invitations (
  id           int generated always as identity,
  store_id     int not null,
  role         text not null,
  email        citext,
  phone        text,
  invited_by   int not null,
  token_hash   bytea,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null default now() + interval '7 days',
  accepted_at  timestamptz,
  accepted_by  int,
  withdrawn_at timestamptz,
  constraint store_invitations__id primary key (id),
  constraint store_invitations__token unique (token_hash),
  constraint store_invitations__store foreign key (store_id) references stores (id) on delete cascade,
  constraint store_invitations__invited_by foreign key (invited_by) references users (id) on delete cascade,
  constraint store_invitations__accepted_by foreign key (accepted_by) references users (id) on delete cascade,
  constraint store_invitations__role check (role in ('manager', 'kitchen', 'cashier')),
  constraint store_invitations__contact check (num_nonnulls(email, phone) = 1),
  constraint store_invitations__end check (num_nonnulls(accepted_at, withdrawn_at) <= 1),
  constraint store_invitations__accepted check ((accepted_at is null) = (accepted_by is null))
);
create unique index store_invitations__one_open on store_invitations (store_id, (coalesce(email, phone::citext)))
  where accepted_at is null and withdrawn_at is null;
create index store_invitations__invited_by on store_invitations (invited_by);
create index store_invitations__accepted_by on store_invitations (accepted_by);
