-- A change of what lets a person in deletes the tickets that wait for a second factor. Sessions in which a person acts
-- for others are found by index when that person's sessions end.
create function delete_sign_in_tickets() returns trigger language plpgsql as $$
begin
  delete from sign_in_tickets where user_id = new.id;
  return null;
end $$;
create trigger users__login_changed after update on users for each row
  when (old.login_version <> new.login_version) execute function delete_sign_in_tickets();

create index sessions__acting_staff on sessions (acting_staff_id) where acting_staff_id is not null;
create index sign_in_tickets__user on sign_in_tickets (user_id);
