-- A member of staff stands in for a store owner: his own session wears the owner's rights for a while.
alter table sessions add column as_owner_id integer;
alter table sessions add column as_owner_until timestamptz;
alter table sessions add constraint sessions__as_owner foreign key (as_owner_id) references users (id) on delete cascade;
alter table sessions add constraint sessions__as_owner_by_staff check (
  (as_owner_id is null) = (as_owner_until is null)
  and (as_owner_id is null or (audience = 'staff' and as_owner_id <> user_id)));
create index sessions__by_owner on sessions (as_owner_id) where as_owner_id is not null;
comment on column sessions.as_owner_until is 'Until then the session is the owner''s; afterwards, or once the right to it is gone, that of the member of staff again.';
