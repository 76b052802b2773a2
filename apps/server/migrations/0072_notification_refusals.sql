-- The kinds of notifications that a person has switched off, by channel. A row means off; without one, it is on.
create table notification_refusals (
  user_id int not null,
  kind    text not null,
  channel text not null,
  constraint notification_refusals__id primary key (user_id, kind, channel),
  constraint notification_refusals__user foreign key (user_id) references users (id) on delete cascade,
  constraint notification_refusals__choice check (
    (kind, channel) in (('order', 'push'), ('offer', 'push'), ('offer', 'list'), ('wallet', 'list')))
);

alter table push_deliveries add column kind text;
comment on column push_deliveries.kind is 'The kind of notification; null for riders and stores, whose messages have no choice.';
