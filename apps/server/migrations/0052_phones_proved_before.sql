alter table users add column proved_phone_before boolean not null default false;
comment on column users.proved_phone_before is 'The account had a proved phone before staff changed it to the present one: its addresses and its referrer are its owner''s.';
