-- The dashboard shows how each process of the shop does. A report is worthless a moment later, so the rows need no
-- write-ahead log, and a new primary begins without any.
create unlogged table nodes (
  id              uuid        not null,
  role            text        not null,
  host            text        not null,
  process_id      int         not null,
  release         text        not null,
  started_at      timestamptz not null,
  seen_at         timestamptz not null default now(),
  is_draining     boolean     not null,
  busy_percent    int         not null,
  memory_bytes    bigint      not null,
  streams         int         not null,
  database_server text        not null default coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'socket'),
  standby         text,
  bus             text,
  constraint nodes__id primary key (id),
  constraint nodes__role check (role in ('all', 'web', 'worker')),
  constraint nodes__standby check (standby in ('used', 'behind')),
  constraint nodes__bus check (bus in ('connected', 'lost'))
);
comment on table nodes is 'The processes of this shop. Each one writes its row every few seconds.';
comment on column nodes.started_at is 'By the clock of the database, as is seen_at.';
comment on column nodes.is_draining is 'The process stops: it serves on and gets no new calls.';
comment on column nodes.busy_percent is 'The share of the time since the last report in which the event loop worked.';
comment on column nodes.streams is 'Open event streams.';
comment on column nodes.database_server is 'Address and port of the PostgreSQL that took the report, which is the primary.';
comment on column nodes.standby is 'Whether calls read from a standby; null where none is set up.';
comment on column nodes.bus is 'Null where NATS is not set up.';
