-- Lists of stores say when a store closes soon. Working it out of the hours of every listed store would double what a
-- list costs, so the job that opens and closes stores keeps it.
alter table stores add column closes_at timestamptz;
comment on column stores.closes_at is 'When an open store that follows its hours closes; null for others, and if it stays open past tomorrow.';
