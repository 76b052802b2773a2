-- Staff refund single items of an order, so the server keeps which ones, and refunds none of them twice.
create table money_proposal_items (
  approval_id integer not null,
  order_line_id integer not null,
  quantity smallint not null,
  constraint money_proposal_items__id primary key (approval_id, order_line_id),
  constraint money_proposal_items__approval foreign key (approval_id) references money_proposals (id),
  constraint money_proposal_items__line foreign key (order_line_id) references order_lines (id),
  constraint money_proposal_items__quantity check (quantity between 1 and 99)
);
create index money_proposal_items__by_line on money_proposal_items (order_line_id);
