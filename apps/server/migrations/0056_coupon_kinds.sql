-- Each kind of coupon is a row with its figure, so that a new kind needs no change of a check.
create table coupon_kinds (
  kind text not null,
  figure text not null,
  constraint coupon_kinds__kind primary key (kind),
  constraint coupon_kinds__kind_figure unique (kind, figure),
  constraint coupon_kinds__figure check (figure in ('money', 'percent'))
);
comment on table coupon_kinds is 'The kinds of the registry in the contract. Each start adds those that are missing here.';
insert into coupon_kinds (kind, figure) values ('AMOUNT', 'money'), ('PERCENTAGE', 'percent');

alter table coupons drop constraint coupons__discount;
alter table coupons add column figure text
  generated always as (case when discount_minor is null then 'percent' else 'money' end) stored;
alter table coupons add constraint coupons__discount check (
  num_nonnulls(discount_minor, discount_basis_points) = 1 and
  coalesce(discount_minor > 0, discount_basis_points between 1 and 10000));
alter table coupons add constraint coupons__kind
  foreign key (discount_type, figure) references coupon_kinds (kind, figure);
comment on column coupons.figure is 'The figure that is set; its kind must have this one.';
