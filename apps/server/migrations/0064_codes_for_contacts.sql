-- A customer proves a new phone or e-mail address with a code, and a rider signs in with one.
alter table one_time_codes drop constraint one_time_codes__purpose;
alter table one_time_codes add constraint one_time_codes__purpose
  check (purpose in ('login', 'register', 'reset', 'contact', 'rider'));
