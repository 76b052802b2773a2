-- Reminders of visits: one row for each reminder, so that several workers and restarts send each one once.
create table visit_reminders (
  visit_id integer not null,
  sequence integer not null,
  hours smallint not null,
  created_at timestamptz not null default now(),
  texted_at timestamptz,
  mailed_at timestamptz,
  constraint visit_reminders__visit_sequence_hours primary key (visit_id, sequence, hours),
  constraint visit_reminders__visit foreign key (visit_id) references visits (id) on delete cascade
);
comment on table visit_reminders is 'Reminders that are sent or were overtaken by a later one. A moved visit has another sequence, so its reminders come again.';
comment on column visit_reminders.hours is 'Hours before the start, as the salon''s terms named them.';
create index visits__booked on visits (starts_at) where status = 'booked';

alter table booking_terms add column reminders_since timestamptz;
comment on column booking_terms.reminders_since is 'When the reminder hours were last changed; a reminder whose time was before is not sent late. Null: always so.';

alter table push_deliveries add column visit_id integer;
alter table push_deliveries add column visit_sequence integer;
comment on column push_deliveries.visit_id is 'The visit of a reminder, which is not sent once the visit is moved, cancelled or begun; null for other messages.';
comment on column push_deliveries.visit_sequence is 'The sequence of that visit when the reminder was due.';

-- The previous release writes only choices that the wider constraint still allows.
alter table notification_refusals drop constraint notification_refusals__choice;
alter table notification_refusals add constraint notification_refusals__choice check ((kind, channel) in (
  ('order', 'push'), ('offer', 'push'), ('offer', 'list'), ('wallet', 'list'),
  ('reminder', 'push'), ('reminder', 'sms'), ('reminder', 'mail')));
