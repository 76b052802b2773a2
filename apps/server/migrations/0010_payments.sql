-- Payments through providers: every try, every captured sum, every notice and every refund, each under a key that the provider repeats.
create table payment_attempts (
  id bigint generated always as identity,
  reference text not null,
  purpose text not null,
  order_id integer,
  user_id integer not null,
  provider text not null,
  provider_ref text,
  amount_minor bigint not null,
  currency char(3) not null,
  status text not null default 'created',
  page jsonb,
  times_asked smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_attempts__id primary key (id),
  constraint payment_attempts__reference unique (reference),
  constraint payment_attempts__provider_ref unique (provider, provider_ref),
  constraint payment_attempts__order foreign key (order_id) references orders (id),
  constraint payment_attempts__user foreign key (user_id) references users (id),
  constraint payment_attempts__provider check (provider in ('razorpay', 'paytm', 'stripe', 'paymongo', 'mercado-pago', 'khalti')),
  constraint payment_attempts__purpose check ((purpose = 'order') = (order_id is not null) and purpose in ('order', 'top_up')),
  constraint payment_attempts__amount check (amount_minor > 0),
  constraint payment_attempts__status check (status in ('created', 'pending', 'paid', 'failed', 'expired', 'cancelled'))
);
create index payment_attempts__by_order on payment_attempts (order_id) where order_id is not null;
create index payment_attempts__open on payment_attempts (id) where status in ('created', 'pending');
comment on table payment_attempts is 'One row a try, written before the provider hears of it, so that a lost answer can be cleared up.';
comment on column payment_attempts.page is 'How the payer gets to the provider; personal to the attempt and gone when it is over.';

create table payments (
  id bigint generated always as identity,
  attempt_id bigint not null,
  provider text not null,
  payment_id text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  use text not null,
  order_id integer,
  refunding_minor bigint not null default 0,
  captured_at timestamptz not null default now(),
  constraint payments__id primary key (id),
  constraint payments__payment unique (provider, payment_id),
  constraint payments__attempt foreign key (attempt_id) references payment_attempts (id),
  constraint payments__order foreign key (order_id) references orders (id),
  constraint payments__amount check (amount_minor > 0),
  constraint payments__use check (use in ('order', 'top_up', 'surplus', 'mismatch')),
  constraint payments__used_for_order check ((use = 'order') = (order_id is not null)),
  constraint payments__refunds check (refunding_minor between 0 and amount_minor)
);
create unique index payments__one_per_order on payments (order_id) where use = 'order';
create index payments__by_attempt on payments (attempt_id);
comment on table payments is 'Money that reached a provider for us. An order is paid by one; what else arrives is surplus and goes back.';
comment on column payments.refunding_minor is 'Minor units given back or on the way back; never more than was captured.';

create table refunds (
  id bigint generated always as identity,
  payment_row_id bigint not null,
  amount_minor bigint not null,
  reason text not null,
  status text not null default 'pending',
  provider_refund_id text,
  tries smallint not null default 0,
  acting_staff_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refunds__id primary key (id),
  constraint refunds__payment foreign key (payment_row_id) references payments (id),
  constraint refunds__acting_staff foreign key (acting_staff_id) references users (id),
  constraint refunds__amount check (amount_minor > 0),
  constraint refunds__reason check (reason in ('late', 'second', 'mismatch', 'requested')),
  constraint refunds__status check (status in ('pending', 'done', 'failed'))
);
create index refunds__by_payment on refunds (payment_row_id);

create table provider_events (
  id bigint generated always as identity,
  provider text not null,
  event_id text not null,
  kind text not null,
  attempt_id bigint,
  outcome text not null,
  note text,
  received_at timestamptz not null default now(),
  constraint provider_events__id primary key (id),
  constraint provider_events__event unique (provider, event_id),
  constraint provider_events__attempt foreign key (attempt_id) references payment_attempts (id),
  constraint provider_events__outcome check (outcome in ('applied', 'ignored', 'parked'))
);
create index provider_events__parked on provider_events (id) where outcome = 'parked';
comment on table provider_events is 'Verified notices, each once; `parked` ones wait for a person. Their bodies are not kept.';

alter table orders add column paid_online_minor bigint not null default 0;
alter table orders add column released_at timestamptz;
alter table orders add constraint orders__paid_online check (paid_online_minor in (0, payable_minor));
comment on column orders.paid_online_minor is 'Minor units that came through a provider; all of payable_minor or nothing.';
comment on column orders.released_at is 'When an order that was not paid gave back its coupon, stock and wallet part; until then it can still be paid.';
create index orders__unpaid on orders (placed_at) where status in (8, 9) and released_at is null;

alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'delivery_margin', 'order_clearing', 'provider_clearing', 'adjustments'));
