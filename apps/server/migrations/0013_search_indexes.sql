-- A search joins the items of the stores around with those of a name: the first set, in an index small enough to read whole.
create index items__of_store on items (store_id) where deleted_at is null and is_active;
-- Categories that are switched off are few, so that a search leaves theirs out instead of looking every category up.
create index item_categories__switched_off on item_categories (store_id) where not is_enabled;
