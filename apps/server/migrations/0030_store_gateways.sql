-- Where the shop lets stores choose, a store takes only the ways to pay that it has chosen; without a row it takes all.
create table store_payment_gateways (
  store_id integer not null,
  gateway text not null,
  constraint store_payment_gateways__store_gateway primary key (store_id, gateway),
  constraint store_payment_gateways__store foreign key (store_id) references stores (id) on delete cascade,
  constraint store_payment_gateways__gateway check (
    gateway in ('COD', 'Razorpay', 'Paytm', 'Stripe', 'PayMongo', 'MercadoPago', 'Khalti'))
);
comment on column store_payment_gateways.gateway is 'As gateway rows name it (wire contract §2.10); the wallet is none.';
