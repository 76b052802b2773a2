-- Devices of people without an account take push messages too, and a broadcast may be for them.
alter table push_subscriptions alter column session_id drop not null;
alter table push_subscriptions alter column user_id drop not null;
alter table push_subscriptions add column seen_at timestamptz not null default now();
alter table push_subscriptions add constraint push_subscriptions__guest check (
  (user_id is null) = (session_id is null) and (user_id is not null or audience = 'customer'));
create index push_subscriptions__of_guests on push_subscriptions (id) where user_id is null;
comment on column push_subscriptions.user_id is 'Whose browser it is; null: of somebody without an account, or who has signed out.';
comment on column push_subscriptions.seen_at is 'When a guest''s browser last said that it listens; one that is not seen any more is forgotten.';

-- A guest's browser is no account's; once somebody signs in there it is known as his.
drop trigger push_subscriptions_note_device on push_subscriptions;
create trigger push_subscriptions_note_device after insert or update of user_id on push_subscriptions
  for each row when (new.user_id is not null) execute function note_device();

alter table broadcasts add column to_guests boolean not null default false;
alter table broadcasts add constraint broadcasts__to_guests check (not to_guests or (user_ids is null and segment is null));
comment on column broadcasts.to_guests is 'For devices without an account; last_user_id is the last subscription then.';
