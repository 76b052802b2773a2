-- Staff at work: who acted for a customer, how they find one, and accounts they made.
alter table addresses add column acting_staff_id integer;
alter table addresses add constraint addresses__acting_staff foreign key (acting_staff_id) references users (id);

-- Only a customer is acted for, and never by himself (security document §3).
alter table sessions add constraint sessions__acting_for_customer check (acting_staff_id is null or audience = 'customer');
alter table sessions add constraint sessions__acting_for_another check (acting_staff_id <> user_id);

-- Staff look customers up by a part of the name or by the last digits of the phone.
create index users__name_parts on users using gin (name gin_trgm_ops) where deleted_at is null;
create index users__phone_parts on users using gin (phone gin_trgm_ops) where deleted_at is null;

create index audit_entries__by_actor on audit_entries (actor_id, id desc);
