-- Items of a town bear few names many times: a search reads the names by their trigrams, and then the items around that
-- bear one of those, in an index alone. A name stays when its last item goes; it finds nothing then.
create table item_names (
  name text not null,
  constraint item_names__name primary key (name)
);
create index item_names__trigrams on item_names using gin (name gin_trgm_ops);
insert into item_names select distinct name from items;
drop index items__name_trigrams;
drop index items__of_store;
create index items__of_store on items (store_id) include (id, name) where deleted_at is null and is_active;

create function note_item_name() returns trigger language plpgsql as $$
begin
  if not exists (select from item_names where name = new.name) then
    insert into item_names values (new.name) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger items__note_name after insert or update of name on items for each row execute function note_item_name();
