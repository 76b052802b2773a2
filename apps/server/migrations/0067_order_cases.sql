-- A customer reports a problem of an order, and staff settle the case with money or refuse it with a text.
create table order_cases (
  id integer generated always as identity,
  order_id integer not null,
  user_id integer not null,
  problem text not null,
  words text,
  state text not null default 'open',
  answer text,
  decided_by integer,
  decided_at timestamptz,
  approval_id integer,
  opened_at timestamptz not null default now(),
  constraint order_cases__id primary key (id),
  constraint order_cases__order foreign key (order_id) references orders (id),
  constraint order_cases__user foreign key (user_id) references users (id),
  constraint order_cases__decided_by foreign key (decided_by) references users (id),
  constraint order_cases__approval foreign key (approval_id) references money_proposals (id),
  constraint order_cases__one_per_approval unique (approval_id),
  constraint order_cases__problem check (problem in ('late', 'missing', 'wrong')),
  constraint order_cases__state check (state in ('open', 'settled', 'refused')),
  constraint order_cases__settled check ((state = 'settled') = (approval_id is not null)),
  constraint order_cases__decided check (
    (state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null) and (state = 'open') = (answer is null)),
  constraint order_cases__not_own_case check (user_id <> decided_by)
);
-- A problem of an order is reported once; after a refusal it can be reported again.
create unique index order_cases__one_per_problem on order_cases (order_id, problem) where state <> 'refused';
create index order_cases__by_user on order_cases (user_id, id);
create index order_cases__by_order on order_cases (order_id);
create index order_cases__undecided on order_cases (id) where state <> 'refused';
comment on column order_cases.words is 'The customer wrote them.';
comment on column order_cases.answer is 'For the customer.';
comment on column order_cases.approval_id is
  'The refund or the wallet credit of a settled case. While it waits for an approver the case waits too; if it is refused the case is open again.';

create table order_case_items (
  case_id integer not null,
  order_line_id integer not null,
  quantity smallint not null,
  constraint order_case_items__id primary key (case_id, order_line_id),
  constraint order_case_items__case foreign key (case_id) references order_cases (id),
  constraint order_case_items__line foreign key (order_line_id) references order_lines (id),
  constraint order_case_items__quantity check (quantity between 1 and 99)
);
