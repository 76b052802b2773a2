-- What banks take for disputes is booked: held while one is open, a loss once it is lost, and back at the provider when won.
alter table payment_disputes add column held_minor bigint not null default 0;
alter table payment_disputes add column lost_minor bigint not null default 0;
alter table payment_disputes add column times_booked integer not null default 0;
alter table payment_disputes add constraint payment_disputes__money check (held_minor >= 0 and lost_minor >= 0);
alter table payment_disputes add constraint payment_disputes__of_payment check (payment_row_id is not null or held_minor + lost_minor = 0);
comment on column payment_disputes.held_minor is 'Minor units of the payment''s currency that the provider has taken while nobody knows how it ends.';
comment on column payment_disputes.lost_minor is 'The same that are gone for good; the house bears them.';
comment on column payment_disputes.times_booked is 'How often its money has moved; numbers the transfers, so that each happens once.';

alter table ledger_accounts drop constraint ledger_accounts__kind;
alter table ledger_accounts add constraint ledger_accounts__kind check (kind in (
  'wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash', 'commission_debt', 'store_payable', 'refunds_due',
  'promotion_expense', 'commission_expense', 'refund_expense', 'delivery_margin', 'cancellation_income', 'order_clearing',
  'provider_clearing', 'house_cash', 'adjustments', 'disputes_held', 'dispute_loss'));
