-- Each order that takes counted units fires this trigger. If no menu changed, it no longer updates `stores`, because an
-- update without a row still runs the triggers of its table.
create or replace function bump_menu_version_of_items() returns trigger language plpgsql as $$
declare
  stores_with_changes integer[] := array(
    select distinct changed.store_id from changed join previous on previous.id = changed.id
     where (changed.stock = 0) is distinct from (previous.stock = 0)
        or to_jsonb(changed) - 'stock' - 'updated_at' <> to_jsonb(previous) - 'stock' - 'updated_at');
begin
  if stores_with_changes <> '{}' then
    update stores set menu_version = menu_version + 1 where id = any (stores_with_changes);
  end if;
  return null;
end $$;
