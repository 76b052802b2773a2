-- What store owners need for running their stores: past orders by store, pictures of their own, and payouts.
create index orders__past_by_store on orders (store_id, id desc) where status in (5, 6);

-- A category that a deleted item once belonged to can be deleted too; its name is free again.
alter table item_categories add column deleted_at timestamptz;
alter table item_categories drop constraint item_categories__store_name;
create unique index item_categories__store_name on item_categories (store_id, name) where deleted_at is null;
