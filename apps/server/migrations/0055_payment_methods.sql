-- Each payment method has its names in one row, so that a new provider needs no change of three checks.
create table payment_methods (
  method text not null,
  gateway text,
  provider text,
  constraint payment_methods__method primary key (method),
  constraint payment_methods__gateway unique (gateway),
  constraint payment_methods__provider unique (provider)
);
comment on table payment_methods is 'The payment methods of the registry in the contract. Each start adds those that are missing here.';
comment on column payment_methods.method is 'As orders store it.';
comment on column payment_methods.gateway is 'As gateway rows name it; the wallet is none.';
comment on column payment_methods.provider is 'As addresses name it; cash and the wallet have none.';
insert into payment_methods (method, gateway, provider) values
  ('COD', 'COD', null),
  ('WALLET', null, null),
  ('RAZORPAY', 'Razorpay', 'razorpay'),
  ('PAYTM', 'Paytm', 'paytm'),
  ('STRIPE', 'Stripe', 'stripe'),
  ('PAYMONGO', 'PayMongo', 'paymongo'),
  ('MERCADOPAGO', 'MercadoPago', 'mercado-pago'),
  ('KHALTI', 'Khalti', 'khalti');

alter table orders drop constraint orders__payment_mode;
alter table orders add constraint orders__payment_mode foreign key (payment_mode) references payment_methods (method);
alter table payment_attempts drop constraint payment_attempts__provider;
alter table payment_attempts add constraint payment_attempts__provider
  foreign key (provider) references payment_methods (provider);
alter table store_payment_gateways drop constraint store_payment_gateways__gateway;
alter table store_payment_gateways add constraint store_payment_gateways__gateway
  foreign key (gateway) references payment_methods (gateway);
