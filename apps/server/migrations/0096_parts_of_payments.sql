-- Every report of a provider looks a payment up by its id there. The unique index of 0094 holds first rows only, so no such
-- look-up could use it, and each read the whole table.
create index payments__by_payment on payments (provider, payment_id);

-- The previous release takes the amount of a visit and its delivered goods for a mismatch, because it knows the visit's part
-- only. It would keep the money apart, and both orders would end as unpaid. The error makes it answer "try again", so that a
-- server of this release books the payment. The previous release meets this rule for no other order.
create function check_mismatch_of_parts() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_attempts a join orders v on v.id = a.order_id join orders g on g.visit_order_id = v.id
     where a.id = new.attempt_id and g.shares_payment and v.status in (8, 9) and v.released_at is null
       and a.currency = new.currency and a.amount_minor = new.amount_minor
       and a.amount_minor = v.payable_minor + g.payable_minor) then
    raise exception 'payment % pays two orders', new.payment_id using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger payments_check_mismatch_of_parts before insert on payments for each row
  when (new.use = 'mismatch') execute function check_mismatch_of_parts();
