-- What brings customers back: pictures of the shop itself, messages to chosen customers at a chosen moment, replies to reviews.
alter table store_pictures alter column store_id drop not null;
comment on column store_pictures.store_id is 'Whose picture it is; null: the shop''s own, on slides, tiles and messages.';
create index store_pictures__of_shop on store_pictures (id) where store_id is null;

alter table broadcasts add column segment jsonb;
alter table broadcasts add column run_at timestamptz not null default now();
alter table broadcasts add column pushed integer not null default 0;
alter table broadcasts add column cancelled_at timestamptz;
alter table broadcasts add constraint broadcasts__for_whom check (user_ids is null or segment is null);
create index broadcasts__by_time on broadcasts (run_at desc, id desc);
comment on column broadcasts.segment is 'Which customers it is for, asked when it goes out; null with user_ids null: every customer.';
comment on column broadcasts.run_at is 'When it begins to go out.';
comment on column broadcasts.pushed is 'How many browsers were to be told; which of them were reached is kept a week.';
create index push_deliveries__by_message on push_deliveries (message_key) where message_key like 'broadcast:%';

alter table reviews add column reply text;
alter table reviews add column replied_at timestamptz;
alter table reviews add column replied_by integer;
alter table reviews add constraint reviews__replied_by foreign key (replied_by) references users (id);
alter table reviews add constraint reviews__reply check ((reply is null) = (replied_at is null));
create index reviews__of_store on reviews (store_id, id desc);
create index reviews__by_rating on reviews (rating_store, id desc);
comment on column reviews.reply is 'What the store or the shop says to it, for everybody to read.';

create index coupons__by_end on coupons (expires_at, id);
