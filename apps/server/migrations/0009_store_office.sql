-- What store owners need for running their stores: past orders by store, pictures of their own, and payouts.
create index orders__past_by_store on orders (store_id, id desc) where status in (5, 6);
