-- Money that people report as received, and commissions above a cap, are approval requests like corrections and refunds.
alter table money_proposals alter column user_id drop not null;
alter table money_proposals alter column proposed_by drop not null;
alter table money_proposals add column store_id integer;
alter table money_proposals add column rider_id integer;
alter table money_proposals add column commission_id bigint;
alter table money_proposals add constraint money_proposals__store foreign key (store_id) references stores (id);
alter table money_proposals add constraint money_proposals__rider foreign key (rider_id) references riders (user_id);
alter table money_proposals add constraint money_proposals__commission foreign key (commission_id) references commissions (id);
alter table money_proposals drop constraint money_proposals__kind;
alter table money_proposals add constraint money_proposals__kind check (
  kind in ('adjustment', 'refund', 'payment', 'commission', 'store_settlement', 'cash_collection'));
alter table money_proposals drop constraint money_proposals__of_refund;
alter table money_proposals add constraint money_proposals__of_kind check (case kind
  when 'adjustment' then user_id is not null and num_nonnulls(order_id, payment_row_id, destination, refund_id, store_id, rider_id, commission_id) = 0
  when 'refund' then user_id is not null and amount_minor > 0 and destination in ('wallet', 'provider')
    and num_nonnulls(order_id, payment_row_id) > 0 and num_nonnulls(store_id, rider_id, commission_id) = 0
  when 'payment' then user_id is not null and amount_minor > 0 and order_id is not null
    and num_nonnulls(payment_row_id, destination, refund_id, store_id, rider_id, commission_id) = 0
  when 'commission' then user_id is not null and amount_minor > 0 and num_nonnulls(order_id, commission_id) = 2 and needs_approval
    and num_nonnulls(payment_row_id, destination, refund_id, store_id, rider_id) = 0
  when 'store_settlement' then store_id is not null and amount_minor > 0
    and num_nonnulls(user_id, order_id, payment_row_id, destination, refund_id, rider_id, commission_id) = 0
  else rider_id is not null and amount_minor > 0
    and num_nonnulls(user_id, order_id, payment_row_id, destination, refund_id, store_id, commission_id) = 0 end);
-- The programme itself asks for a commission; everything else is asked for by a person.
alter table money_proposals add constraint money_proposals__asked_by check ((proposed_by is null) = (kind = 'commission'));
alter table money_proposals drop constraint money_proposals__not_own_money;
alter table money_proposals add constraint money_proposals__not_own_money check (
  coalesce(user_id, rider_id, 0) = 0 or coalesce(user_id, rider_id) not in (coalesce(proposed_by, 0), coalesce(decided_by, 0)));
alter table money_proposals drop constraint money_proposals__second_person;
alter table money_proposals add constraint money_proposals__second_person check (
  state <> 'booked'
  or case when decided_by is null then not needs_approval else decided_by is distinct from proposed_by end);
create unique index money_proposals__one_payment on money_proposals (order_id) where kind = 'payment' and state <> 'refused';
create unique index money_proposals__one_commission on money_proposals (commission_id) where kind = 'commission';
create index money_proposals__alone_by_clerk on money_proposals (proposed_by, decided_at)
  where state = 'booked' and not needs_approval;

create or replace function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting'
     or (new.kind, new.user_id, new.currency, new.amount_minor, new.reason, new.proposed_by, new.needs_approval)
        is distinct from (old.kind, old.user_id, old.currency, old.amount_minor, old.reason, old.proposed_by, old.needs_approval)
     or (new.order_id, new.payment_row_id, new.destination, new.note, new.store_id, new.rider_id, new.commission_id)
        is distinct from (old.order_id, old.payment_row_id, old.destination, old.note, old.store_id, old.rider_id, old.commission_id) then
    raise exception 'proposal % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Money of a payment that only staff have seen is owed to its payer until a provider or a bank statement confirms it.
alter table orders add column refund_due_minor bigint not null default 0;
alter table orders add constraint orders__refund_due check (
  refund_due_minor between 0 and paid_online_minor and (payment_approved_at is not null or refund_due_minor = 0));
comment on column orders.refund_due_minor is
  'Minor units owed back of a payment that staff approved and nothing has confirmed yet; lies in refunds_due.';

