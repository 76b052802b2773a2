-- Searches find words that are joined in one and split in the other: "icecream" and "Ice Cream".
create index item_names__joined on item_names using gin (replace(name, ' ', '') gin_trgm_ops);

-- Equal matches are ordered by the sales of the last days.
create index daily_item_sales__store_day on daily_item_sales (store_id, day) include (name, quantity);
