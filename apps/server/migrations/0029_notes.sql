-- What somebody at the dashboard still means to do: a list of his own.
create table staff_notes (
  id integer generated always as identity primary key,
  user_id integer not null,
  text text not null,
  done_at timestamptz,
  created_at timestamptz not null default now(),
  constraint staff_notes__of_person foreign key (user_id) references users (id) on delete cascade,
  constraint staff_notes__text check (length(text) between 1 and 300)
);
create index staff_notes__by_person on staff_notes (user_id, id);
