-- Orders of visits: a part may be paid at the salon, and what a salon keeps of a deposit waits until its customer has
-- had time to object.
alter table orders add column at_store_minor bigint not null default 0;
comment on column orders.at_store_minor is 'Minor units that the customer pays at the salon after a visit; 0 for other orders.';
alter table orders drop constraint orders__delivery_type;
alter table orders add constraint orders__delivery_type check (delivery_type in (1, 2, 4));
alter table orders add constraint orders__at_store check (at_store_minor >= 0 and (at_store_minor = 0 or delivery_type = 4));
alter table orders drop constraint orders__payable;
alter table orders add constraint orders__payable check (
  payable_minor = total_minor - wallet_own_minor - wallet_promotion_minor - at_store_minor);
alter table orders drop constraint orders__refunded_own;
alter table orders add constraint orders__refunded_own check (refunded_own_minor between 0 and
  wallet_own_minor + paid_online_minor + case when payment_mode = 'COD' and status = 5 then payable_minor else 0 end
  + case when status = 5 then at_store_minor else 0 end);
-- A visit pays its deposit ahead, never in cash.
alter table orders add constraint orders__deposit check (delivery_type <> 4 or payment_mode <> 'COD' or payable_minor = 0);

create table visit_kept (
  order_id integer not null,
  visit_id integer not null,
  store_id integer not null,
  currency char(3) not null,
  amount_minor bigint not null,
  state text not null default 'waiting',
  pays_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint visit_kept__order primary key (order_id),
  constraint visit_kept__visit_once unique (visit_id),
  constraint visit_kept__order_of_visit foreign key (order_id) references orders (id),
  constraint visit_kept__visit foreign key (visit_id) references visits (id),
  constraint visit_kept__store foreign key (store_id) references stores (id),
  constraint visit_kept__state check (state in ('waiting', 'paid', 'returned', 'lost')),
  constraint visit_kept__ended check ((state = 'waiting') = (ended_at is null)),
  constraint visit_kept__amount check (amount_minor > 0)
);
create index visit_kept__due on visit_kept (pays_at) where state = 'waiting';
create index visit_kept__by_store on visit_kept (store_id);
comment on column visit_kept.amount_minor is 'Minor units of a deposit that the store keeps; of own money only.';
comment on column visit_kept.state is 'paid: the store got it; returned: the customer; lost: the payer''s bank took it back, and the platform bears it.';
comment on column visit_kept.pays_at is 'When the time to object ends. An open case of the order delays it.';

alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'refund_expense', 'delivery_margin', 'cancellation_income', 'order_clearing',
  'provider_clearing', 'house_cash', 'adjustments', 'disputes_held', 'dispute_loss', 'visit_kept'));

alter table order_cases drop constraint order_cases__problem;
alter table order_cases add constraint order_cases__problem check (problem in ('late', 'missing', 'wrong', 'no_show'));
-- A settled objection gives back the kept deposit itself, so it has no refund.
alter table order_cases drop constraint order_cases__settled;
alter table order_cases add constraint order_cases__settled check (
  (state = 'settled') = (approval_id is not null) or problem = 'no_show' and state = 'settled');
