-- Orders at the dashboard: what is kept of a cancelled one, payments that staff approve, and lists in the order of placing.
alter table orders add column kept_own_minor bigint not null default 0;
alter table orders add column kept_promotion_minor bigint not null default 0;
alter table orders add column payment_approved_at timestamptz;
alter table orders add constraint orders__kept check (
  kept_own_minor between 0 and wallet_own_minor + paid_online_minor
  and kept_promotion_minor between 0 and wallet_promotion_minor
  and (status = 6 or kept_own_minor + kept_promotion_minor = 0));
comment on column orders.kept_own_minor is 'Minor units of wallet money and online payment that staff did not give back when they cancelled.';
comment on column orders.kept_promotion_minor is 'The same of promotion credit.';
comment on column orders.payment_approved_at is 'When staff said that the payment had come; paid_online_minor is then no payment of ours until its provider tells of it.';

alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'refund_expense', 'delivery_margin', 'cancellation_income', 'order_clearing',
  'provider_clearing', 'house_cash', 'adjustments'));

create index orders__newest on orders (placed_at desc nulls last, id desc);
create index orders__newest_by_store on orders (store_id, placed_at desc nulls last, id desc);
create index orders__number_parts on orders using gin (unique_order_id gin_trgm_ops);
create index order_events__by_store on order_events (store_id, id);
create index riders__on_duty on riders (user_id) where is_on_duty;
