-- People type codes in small letters too. A code is found as it is written, else by its letters alone.
create index coupons__code_letters on coupons (upper(code));
