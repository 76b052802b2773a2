-- A pause of a store ends by the server: a job switches the store on again when this moment has passed.
alter table stores add column paused_until timestamptz;
alter table stores add constraint stores__paused_until check (paused_until is null or not is_active);
comment on column stores.paused_until is 'When a pause of the store ends; null without a pause. A paused store is not active.';
create index stores__paused_until_index on stores (paused_until) where paused_until is not null;
