-- What the books checker found stays, since a difference stops payouts; and what payments leave to a person is one list.
create table ledger_checks (
  id integer generated always as identity,
  started_at timestamptz not null,
  difference_count integer not null,
  differences jsonb not null,
  constraint ledger_checks__id primary key (id),
  constraint ledger_checks__differences check (
    difference_count >= 0 and jsonb_typeof(differences) = 'array'
    and (difference_count > 0) = (jsonb_array_length(differences) > 0))
);
create index ledger_checks__newest on ledger_checks (started_at desc, id desc);
create trigger ledger_checks_append_only before update or delete on ledger_checks
  for each row execute function refuse_change();
comment on column ledger_checks.started_at is 'The moment of the books that was looked at; a check that took longer is no newer for it.';
comment on column ledger_checks.differences is 'The first of them: check, subject, and the expected and found figure as text.';

create table payment_issues (
  id integer generated always as identity,
  kind text not null,
  provider text not null,
  provider_ref text,
  attempt_id bigint,
  payment_row_id bigint,
  reason text not null,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  handled_by integer,
  handling_note text,
  constraint payment_issues__id primary key (id),
  constraint payment_issues__attempt foreign key (attempt_id) references payment_attempts (id),
  constraint payment_issues__payment foreign key (payment_row_id) references payments (id),
  constraint payment_issues__handled_by foreign key (handled_by) references users (id),
  constraint payment_issues__kind check (kind in (
    'notice', 'mismatch', 'refund_failed', 'refund_unknown', 'refund_after_all', 'payment_unknown')),
  constraint payment_issues__handled check (num_nulls(handled_at, handled_by, handling_note) in (0, 3))
);
create index payment_issues__open on payment_issues (kind, id) where handled_at is null;
create index payment_issues__by_payment on payment_issues (payment_row_id) where payment_row_id is not null;
comment on table payment_issues is 'What no job clears up. Whoever looked at it says what he did.';
comment on column payment_issues.provider_ref is 'What the provider calls it: its notice, payment or refund.';

drop index provider_events__parked;
