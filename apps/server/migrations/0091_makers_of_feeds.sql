-- The address of a stylist's calendar ends with the work of the person who made it, who can have kept it.
alter table calendar_feeds add column made_by integer;
comment on column calendar_feeds.made_by is 'Who made the address of a stylist. It works while they may make it. Null in rows of an earlier release, which no longer work.';
