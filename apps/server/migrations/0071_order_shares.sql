-- Links with which customers let others follow an order. The token of a link is random. Its hash finds the order; the
-- sealed token, which only the server can read, gives the customer the same link again.
create table order_shares (
  id           int generated always as identity,
  order_id     int not null,
  token_hash   bytea not null,
  sealed_token text not null,
  created_at   timestamptz not null default now(),
  constraint order_shares__id primary key (id),
  constraint order_shares__order_key unique (order_id),
  constraint order_shares__token unique (token_hash),
  constraint order_shares__order foreign key (order_id) references orders (id) on delete cascade
);
