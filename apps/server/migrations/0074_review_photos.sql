-- Photos of reviews. An uploaded photo belongs to its order until the customer sends the review. A photo without a review
-- is shown to no one, and the hourly job deletes it with its files.
create table review_photos (
  id integer generated always as identity,
  order_id integer not null,
  user_id integer not null,
  review_id integer,
  path text not null,
  names text[] not null,
  place smallint not null default 0,
  is_shown boolean not null default true,
  created_at timestamptz not null default now(),
  constraint review_photos__id primary key (id),
  constraint review_photos__order foreign key (order_id) references orders (id),
  constraint review_photos__user foreign key (user_id) references users (id),
  constraint review_photos__review foreign key (review_id) references reviews (id) on delete set null
);
create index review_photos__review on review_photos (review_id, place);
create index review_photos__path on review_photos (path);
create index review_photos__order on review_photos (order_id);
create index review_photos__user on review_photos (user_id);
create index review_photos__pending on review_photos (created_at) where review_id is null;
comment on column review_photos.names is 'Names of the files in the storage; empty for a picture that came with the demo.';
comment on column review_photos.is_shown is 'False: staff hid the photo.';
