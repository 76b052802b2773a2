-- The stores whose rows a finished export holds, so that its file closes to a person who loses one of them.
alter table export_runs add column stores integer[];
comment on column export_runs.stores is
  'The stores whose rows the file holds. Null: all stores, or a file that is not made yet or was made before this column.';
