-- Money that staff move: corrections of wallets and refunds, two people above a set sum; cash of riders, payouts, and disputes at providers.
create table money_proposals (
  id integer generated always as identity,
  kind text not null,
  user_id integer not null,
  currency char(3) not null,
  amount_minor bigint not null,
  promotion_minor bigint not null default 0,
  order_id integer,
  payment_row_id bigint,
  destination text,
  reason text not null,
  note text,
  needs_approval boolean not null,
  state text not null default 'waiting',
  proposed_by integer not null,
  decided_by integer,
  decision_reason text,
  refund_id bigint,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint money_proposals__id primary key (id),
  constraint money_proposals__user foreign key (user_id) references users (id),
  constraint money_proposals__order foreign key (order_id) references orders (id),
  constraint money_proposals__payment foreign key (payment_row_id) references payments (id),
  constraint money_proposals__refund foreign key (refund_id) references refunds (id),
  constraint money_proposals__proposed_by foreign key (proposed_by) references users (id),
  constraint money_proposals__decided_by foreign key (decided_by) references users (id),
  constraint money_proposals__kind check (kind in ('adjustment', 'refund')),
  constraint money_proposals__state check (state in ('waiting', 'booked', 'refused')),
  constraint money_proposals__amount check (
    amount_minor <> 0 and abs(promotion_minor) <= abs(amount_minor) and sign(promotion_minor) in (0, sign(amount_minor))),
  constraint money_proposals__of_refund check (case kind
    when 'refund' then amount_minor > 0 and destination in ('wallet', 'provider') and num_nonnulls(order_id, payment_row_id) > 0
    else num_nonnulls(order_id, payment_row_id, destination, refund_id) = 0 end),
  constraint money_proposals__reason check (length(reason) > 0),
  constraint money_proposals__not_own_money check (user_id not in (proposed_by, coalesce(decided_by, 0))),
  -- Above the set sum nothing is booked without a second person, and nobody is a second person to himself.
  constraint money_proposals__second_person check (
    state <> 'booked' or coalesce(decided_by <> proposed_by, not needs_approval)),
  constraint money_proposals__decided check (
    (state = 'waiting') = (decided_at is null) and (state <> 'waiting' or decided_by is null)),
  constraint money_proposals__refused check (
    (state = 'refused') = (decision_reason is not null) and (state <> 'refused' or decided_by is not null))
);
create index money_proposals__waiting on money_proposals (kind, id) where state = 'waiting';
create index money_proposals__by_user on money_proposals (user_id, id);
create index money_proposals__by_order on money_proposals (order_id) where order_id is not null;
comment on column money_proposals.amount_minor is 'Minor units; a correction below 0 takes from the wallet, a refund is above 0.';
comment on column money_proposals.promotion_minor is 'The part of it in promotion credit; of a refund known when it is booked.';
comment on column money_proposals.reason is 'For staff; the customer reads the note.';

-- What was asked for stays as it was when somebody else looks at it, and a decision is taken once.
create function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting'
     or (new.kind, new.user_id, new.currency, new.amount_minor, new.reason, new.proposed_by, new.needs_approval)
        <> (old.kind, old.user_id, old.currency, old.amount_minor, old.reason, old.proposed_by, old.needs_approval)
     or (new.order_id, new.payment_row_id, new.destination, new.note)
        is distinct from (old.order_id, old.payment_row_id, old.destination, old.note) then
    raise exception 'proposal % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger money_proposals_stay before update or delete on money_proposals for each row execute function keep_proposal();

alter table orders add column refunded_own_minor bigint not null default 0;
alter table orders add column refunded_promotion_minor bigint not null default 0;
alter table orders add constraint orders__refunded_own check (refunded_own_minor between 0 and
  wallet_own_minor + paid_online_minor + case when payment_mode = 'COD' and status = 5 then payable_minor else 0 end);
alter table orders add constraint orders__refunded_promotion check (refunded_promotion_minor between 0 and wallet_promotion_minor);
comment on column orders.refunded_own_minor is
  'Minor units given back after delivery, of own money, online payment and cash; never more than was paid with them.';

alter table refunds add column destination text not null default 'provider';
alter table refunds add column is_funded boolean not null default false;
alter table refunds add constraint refunds__destination check (
  destination = 'provider' or destination = 'wallet' and status = 'done' and not is_funded);
comment on column refunds.is_funded is
  'Whether it brought its own money into what is due to payers; that of surplus payments was there before.';

create table cash_collections (
  id integer generated always as identity,
  rider_id integer not null,
  currency char(3) not null,
  amount_minor bigint not null,
  note text,
  collected_by integer not null,
  created_at timestamptz not null default now(),
  constraint cash_collections__id primary key (id),
  constraint cash_collections__rider foreign key (rider_id) references riders (user_id),
  constraint cash_collections__collected_by foreign key (collected_by) references users (id),
  constraint cash_collections__amount check (amount_minor > 0),
  constraint cash_collections__not_own check (collected_by <> rider_id)
);
create index cash_collections__by_rider on cash_collections (rider_id, id desc);
create trigger cash_collections_append_only before update or delete on cash_collections
  for each row execute function refuse_change();

alter table store_payouts add column decided_by integer;
alter table store_payouts add column decided_at timestamptz;
alter table store_payouts add constraint store_payouts__decided_by foreign key (decided_by) references users (id);
alter table store_payouts add constraint store_payouts__not_own check (decided_by <> requested_by);
alter table store_payouts add constraint store_payouts__paid_with_reference check (
  decided_by is null or status <> 'COMPLETED' or transaction_id is not null and transaction_mode is not null);

create table payment_disputes (
  id integer generated always as identity,
  provider text not null,
  dispute_id text not null,
  payment_row_id bigint,
  status text not null,
  provider_status text,
  reason text,
  amount_minor bigint,
  currency char(3),
  respond_by timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_disputes__id primary key (id),
  constraint payment_disputes__dispute unique (provider, dispute_id),
  constraint payment_disputes__payment foreign key (payment_row_id) references payments (id),
  constraint payment_disputes__status check (status in ('open', 'won', 'lost'))
);
create index payment_disputes__open on payment_disputes (id) where status = 'open';
create index payment_disputes__by_payment on payment_disputes (payment_row_id);
comment on table payment_disputes is 'Payers who ask their bank for the money back, as providers tell us; without a payment it is none of ours, or not yet.';

alter table payment_attempts add column closed_at timestamptz;
comment on column payment_attempts.closed_at is 'When the provider was told that nothing is to be paid there any more.';
drop index payment_attempts__open;
create index payment_attempts__open on payment_attempts (id) where status in ('created', 'pending') and closed_at is null;

alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'refund_expense', 'delivery_margin', 'order_clearing', 'provider_clearing',
  'house_cash', 'adjustments'));
