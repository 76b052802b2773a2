-- The language in which a customer used the shop last, for what reaches him outside of it: text messages and mails.
alter table users add column language text;
comment on column users.language is 'Code of a language, such as hi; null until he has used the shop himself.';
