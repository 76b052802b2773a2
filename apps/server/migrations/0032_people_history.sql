-- Who came in, who was refused, and what people asked to be done with their data.
create table sign_ins (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id integer,
  audience text not null,
  way text not null,
  refusal text,
  acting_staff_id integer,
  network cidr not null,
  device text not null,
  constraint sign_ins__id primary key (id),
  constraint sign_ins__user foreign key (user_id) references users (id) on delete cascade,
  constraint sign_ins__acting_staff foreign key (acting_staff_id) references users (id),
  constraint sign_ins__audience check (audience in ('customer', 'delivery', 'store-owner', 'staff')),
  constraint sign_ins__way check (way in ('password', 'second-factor', 'code', 'google', 'facebook', 'registration', 'staff')),
  constraint sign_ins__refusal check (refusal in ('wrong', 'not-allowed', 'banned')),
  constraint sign_ins__nobody_is_refused check (user_id is not null or refusal is not null),
  constraint sign_ins__by_staff check ((acting_staff_id is not null) = (way = 'staff'))
);
create index sign_ins__by_person on sign_ins (user_id, id desc);
create index sign_ins__newest on sign_ins (at desc, id desc);
comment on table sign_ins is 'Every sign-in and every refused one, kept for a year.';
comment on column sign_ins.user_id is 'Whose account; null where no account is known, as for an e-mail address that nobody has.';
comment on column sign_ins.network is 'The neighbourhood of the address alone: /24 of IPv4, /48 of IPv6.';
comment on column sign_ins.device is 'Browser and system in words, read from what the browser says of itself.';

create table data_requests (
  id integer generated always as identity,
  user_id integer not null,
  kind text not null,
  state text not null default 'open',
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  noted_by integer,
  note text,
  decided_at timestamptz,
  decided_by integer,
  reason text,
  constraint data_requests__id primary key (id),
  constraint data_requests__user foreign key (user_id) references users (id) on delete cascade,
  constraint data_requests__noted_by foreign key (noted_by) references users (id),
  constraint data_requests__decided_by foreign key (decided_by) references users (id),
  constraint data_requests__kind check (kind in ('export', 'deletion')),
  constraint data_requests__state check (state in ('open', 'done', 'refused')),
  constraint data_requests__decided check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create unique index data_requests__one_open on data_requests (user_id, kind) where state = 'open';
create index data_requests__newest on data_requests (asked_at desc, id desc);
comment on column data_requests.noted_by is 'The member of staff who wrote the request down; null where the customer asked in the app.';
