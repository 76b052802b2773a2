-- Rewords the comments of columns. The generated types of columns show them (apps/server/src/db/schema.ts).

comment on column absences.reason is
  'Shown to the store''s staff only, never to customers.';
comment on column alarms.closed_by_id is
  'Null while the alarm is open, and if the server closed it because its cause had ended.';
comment on column api_keys.key_hash is
  'SHA-256 of a key of 256 random bits. The key itself is shown once and not stored.';
comment on column api_keys.permissions is
  'What the key may do, as long as the person who made it has these permissions too.';
comment on column audit_entries.action is
  'Code of the action, as object.verb; the contract holds its text.';
comment on column audit_entries.api_key_id is
  'The API key that was used, if a program acted.';
comment on column backup_runs.cause is
  'planned: by the schedule; made: a person asked for it.';
comment on column booking_terms.reminders_since is
  'When the reminder hours last changed. A reminder whose time was before that is not sent late. Null: there is no such limit.';
comment on column broadcasts.last_user_id is
  'The last customer who was handled; the next step begins after this one.';
comment on column broadcasts.pushed is
  'Number of browsers that should receive the message. Which of them received it is stored for a week.';
comment on column broadcasts.run_at is
  'When sending begins.';
comment on column broadcasts.segment is
  'Rule that chooses the customers when the message is sent. Null, with user_ids null: every customer.';
comment on column broadcasts.to_guests is
  'Whether it goes to devices without an account; last_user_id is then the last subscription.';
comment on column broadcasts.user_ids is
  'The customers who receive it; null: every customer.';
comment on column calendar_feeds.account_id is
  'The stylist''s account when the URL was made. If the stylist gets another account, the URL is invalid.';
comment on column calendar_feeds.made_by is
  'Who made the URL of a stylist. The URL works as long as this person may make one. Null in rows of an earlier release, whose URLs are invalid.';
comment on column calendar_feeds.read_at is
  'When a calendar program last read it, to the hour.';
comment on column calendar_feeds.token_hash is
  'SHA-256 of the token in the URL; the token itself is not stored.';
comment on column code_budgets.used_until is
  'When the budget will be full again if no more codes are sent. Each message moves this later by a day divided by the budget.';
comment on column code_turns.asker is
  'A client known to the account, as in known_clients; otherwise the network (IPv4 /24, IPv6 /48) of the request.';
comment on column commissions.reversed_minor is
  'Minor units taken back because of refunds. Before the commission is credited, it is credited less by this amount.';
comment on column commissions.status is
  'waiting: for an approval; held: until due_at and until the platform has the money; forfeited: refused, or its earner had been banned or deleted.';
comment on column coupons.figure is
  'money or percent, as the kind of coupon prescribes.';
comment on column daily_sales.hours is
  'Number of orders in each hour of the day, beginning with midnight.';
comment on column data_requests.noted_by is
  'The member of staff who recorded the request; null if the customer made it in the app.';
comment on column dispute_shares.lost_minor is
  'Minor units of the lost payment that this order or wallet must bear.';
comment on column dispute_shares.moved_minor is
  'Minor units of lost_minor that were taken from the store or the wallet; the platform bears the rest.';
comment on column dispute_shares.order_id is
  'The order whose money was lost; null if the money was in the payer''s wallet.';
comment on column dispute_shares.times_booked is
  'Number of transfers made so far. It is part of the key of the next transfer, so that each is made once.';
comment on column export_plans.on_day is
  'Day of the week (1 is Monday) or of the month. Hour and day are in the shop''s time zone.';
comment on column export_plans.query is
  'Search, filters and order of the exported table.';
comment on column export_runs.drive_file_id is
  'Reserved at Google Drive before the upload, so that a second try finds the file of the first.';
comment on column export_runs.seen_at is
  'When the process that makes the export last reported. After a minute without a report it counts as dead.';
comment on column installation.is_demo is
  'Whether the demo city was loaded, whose passwords are public. It never returns to false.';
comment on column installation.secret_mark is
  'salt:HMAC, keyed with APP_SECRET. Null until the first start of a release that writes it.';
comment on column items.is_veg is
  'Null if the item has no vegetarian mark.';
comment on column items.stock is
  'Units left; null if they are not counted.';
comment on column ledger_accounts.balance_minor is
  'Minor units. Stored only for accounts of one person. Balances of house accounts are summed from their postings, because every order would wait for one row.';
comment on column ledger_accounts.stylist_id is
  'The stylist to whom the store owes this balance. The platform owes none of it.';
comment on column ledger_checks.differences is
  'The first differences as text: check, subject, expected and found value.';
comment on column ledger_checks.started_at is
  'When the check took its snapshot of the ledger.';
comment on column menu_imports.effect is
  'The added items, and each changed item before and after, which undoing needs.';
comment on column menu_imports.menu_version is
  'Version of the menu with which the file was compared. If the menu has changed since, the import is refused.';
comment on column menu_imports.plan is
  'The rows of the preview: what will be added, and what will change.';
comment on column menu_imports.put_back is
  'Number of items that undoing restored. Items changed since then keep their values.';
comment on column money_proposals.amount_minor is
  'Minor units. A correction below 0 takes money from the wallet; a refund is above 0.';
comment on column money_proposals.promotion_minor is
  'The part of the amount in promotion credit. For a refund it is known only when the refund is booked.';
comment on column money_proposals.reason is
  'Shown to staff; the customer sees the note.';
comment on column nodes.bus is
  'Null if NATS is not set up.';
comment on column nodes.busy_percent is
  'Share of the time since the last report in which the event loop was busy.';
comment on column nodes.database_server is
  'Address and port of the PostgreSQL server that stored the report, which is the primary.';
comment on column nodes.is_draining is
  'Whether the process is stopping: it finishes its calls and receives no new ones.';
comment on column nodes.standby is
  'Whether calls read from a standby; null if none is set up.';
comment on column nodes.started_at is
  'By the clock of the database, as seen_at is.';
comment on column nodes.streams is
  'Number of open event streams.';
comment on column one_time_codes.attempts is
  'Guesses by the device that requested the code.';
comment on column one_time_codes.attempts_at_address is
  'Guesses by other devices at the same network address.';
comment on column one_time_codes.attempts_by_others is
  'Guesses by all other devices.';
comment on column one_time_codes.clients is
  'The device that requested the code and its address, as in known_clients.';
comment on column one_time_codes.code_hash is
  'Salted slow hash. The code can be compared, but not read.';
comment on column one_time_codes.entered_at is
  'When the right code was first entered. It counts once for the watch on number prefixes.';
comment on column order_cases.answer is
  'Shown to the customer.';
comment on column order_cases.approval_id is
  'The refund or wallet credit that settles the case. While it waits for an approver, the case waits too; if it is refused, the case is open again.';
comment on column order_cases.words is
  'Text that the customer wrote.';
comment on column orders.kept_promotion_minor is
  'Minor units of promotion credit that staff did not give back when they cancelled.';
comment on column orders.paid_online_minor is
  'Minor units paid through a provider: all of payable_minor, or 0.';
comment on column orders.payment_approved_at is
  'When staff confirmed that the payment had arrived. Until the provider confirms it, paid_online_minor is no payment that the platform has received.';
comment on column orders.platform_income_minor is
  'Minor units that the platform earns from this order: commission, delivery charge and tip, less the rider''s share. Null before the settlement.';
comment on column orders.refund_due_minor is
  'Minor units to give back from a payment that staff confirmed and no provider has confirmed yet. They are in the account refunds_due.';
comment on column orders.refunded_own_minor is
  'Minor units given back after delivery in own money, online payment and cash; at most what was paid with them.';
comment on column orders.released_at is
  'When an unpaid order gave back its coupon, stock and wallet money. Before that it can still be paid.';
comment on column orders.shared_by is
  'The person whose referral code was used instead of a coupon (INT-04).';
comment on column orders.shares_payment is
  'Whether one payment pays both this order and the order of its visit.';
comment on column orders.store_commission_minor is
  'Minor units that the store owes the platform for this order, booked at its settlement. 0 for orders that were settled before commissions were booked.';
comment on column payment_attempts.closed_at is
  'When the provider was asked to accept no more payment for the attempt.';
comment on column payment_attempts.page is
  'How the payer reaches the provider. It belongs to this attempt and is deleted when the attempt ends.';
comment on column payment_disputes.held_minor is
  'Minor units of the payment''s currency that the provider withholds until the dispute ends.';
comment on column payment_disputes.lost_at is
  'When the dispute was lost. Null for losses from before stores shared them, which the platform bears.';
comment on column payment_disputes.lost_minor is
  'Minor units that are finally lost.';
comment on column payment_disputes.times_booked is
  'Number of transfers made so far. It is part of the key of the next transfer, so that each is made once.';
comment on column payment_issues.provider_ref is
  'The provider''s own reference of its event, payment or refund.';
comment on column payment_methods.gateway is
  'Name in rows of payment gateways; null for the wallet.';
comment on column payment_methods.method is
  'Name in orders.';
comment on column payment_methods.provider is
  'Name in URLs; null for cash and the wallet.';
comment on column payments.held_until is
  'Until then the store''s share of this payment is not paid out. Set at the capture, from the setting paymentHoldDays.';
comment on column payments.part_of is
  'The row that pays the order of the visit with the same payment at the provider; null for every other row.';
comment on column payments.refunding_minor is
  'Minor units given back, or being given back; at most what was captured.';
comment on column postings.amount_minor is
  'Minor units. A positive amount enters the account, a negative one leaves it.';
comment on column postings.entry_hash is
  'SHA-256 of the previous entry''s hash and of everything in this entry.';
comment on column postings.entry_no is
  '1, 2, 3 … within an account of one person. Null in house accounts, which have no chain.';
comment on column push_deliveries.kind is
  'The kind of notification. Null for riders and stores, who cannot choose between kinds.';
comment on column push_deliveries.visit_id is
  'The visit of a reminder, which is not sent after the visit was moved or cancelled or has begun. Null for other messages.';
comment on column push_subscriptions.public_key is
  'The VAPID key of the subscription. With another key its push service refuses messages.';
comment on column push_subscriptions.seen_at is
  'When the browser of a guest last reported its subscription. Subscriptions that are no longer reported are deleted.';
comment on column push_subscriptions.user_id is
  'The person who uses the browser. Null for a person without an account, or who has logged out.';
comment on column recovery_codes.code_hash is
  'SHA-256 of a code of 80 random bits. Each code works once.';
comment on column refunds.is_funded is
  'Whether the refund added its money to the account of money due to payers. For surplus payments that money was there before.';
comment on column resources.kind is
  'A short word chosen by the store, such as chair. Segments of services name it.';
comment on column review_photos.is_shown is
  'False if staff hid the photo.';
comment on column review_photos.names is
  'Names of the files in the storage; empty for a picture of the demo.';
comment on column reviews.reply is
  'The public answer of the store or the shop.';
comment on column riders.cash_limit_minor is
  'Minor units of cash that a rider may hold before new offers stop; 0: no limit.';
comment on column second_factors.last_step is
  'Time step of the newest accepted code, so that no code is accepted twice.';
comment on column second_factors.secret is
  'Base32 secret of the authenticator app (RFC 6238), encrypted with the key of the installation.';
comment on column secret_guesses.asked is
  'Number of guesses, including those that were refused unread.';
comment on column secret_guesses.pool is
  'A known client, the device that requested the code, or `strangers` for all others together.';
comment on column secret_guesses.subject is
  '`user:` and an id, or `email:` or `phone:` and the text that was entered if no account has it.';
comment on column secret_guesses.tries is
  'Number of guesses that were compared. After the free ones, each waits longer than the one before.';
comment on column services.deposit_value is
  'Minor units for an amount; whole percents of the price for a percentage.';
comment on column services.late_cancel_percent is
  'Percentage of the deposit that the store keeps after the free hours.';
comment on column services.segments is
  'List of segments in order: minutes, needsStylist, resourceKind (null: none).';
comment on column sessions.as_owner_until is
  'Until then the session acts as the owner. Afterwards, or when the permission for it ends, it acts as the member of staff again.';
comment on column sessions.by_operator is
  'Whether the person proved, with a secret of the machine, that the operator trusts them. The secret is made with the first administrator.';
comment on column sessions.in_dashboard is
  'Whether a cookie of the dashboard holds the session, which ends after 30 minutes without use or 12 hours in all.';
comment on column sessions.is_client_known is
  'False for a session that began before known_clients existed and has not been used since.';
comment on column sessions.proved_at is
  'When the person last proved who they are in this session. Calls that move money need a recent proof.';
comment on column sessions.token_hash is
  'SHA-256 of the token; the token itself is not stored.';
comment on column sign_ins.device is
  'Browser and system in words, taken from the User-Agent header.';
comment on column sign_ins.network is
  'Only the network of the address: /24 of IPv4, /48 of IPv6.';
comment on column sign_ins.user_id is
  'The account; null if none is known, for example for an email address without an account.';
comment on column sign_in_tickets.login_version is
  'The value of users.login_version when the first step succeeded.';
comment on column slides.link_kind is
  '1: store; 2: item; 3: URL within the shop; null: no link.';
comment on column store_hours.weekday is
  '0 is Sunday. If closes_at is not after opens_at, the window ends on the next day.';
comment on column stylist_hours.weekday is
  '0 is Sunday. If closes_at is not after opens_at, the window ends on the next day.';
comment on column store_imports.effect is
  'The ids of the added stores; the plan holds the changes.';
comment on column store_imports.plan is
  'The stores to add, and each changed store before and after, in the values of the wire.';
comment on column store_payment_gateways.gateway is
  'Name in rows of payment gateways; the wallet is not among them.';
comment on column store_payout_details.changed_at is
  'When the receiver of payouts last changed. Payouts are then held for two days.';
comment on column store_payouts.commission_minor is
  'Minor units of commission booked since the previous payout, including commission on cash paid at the counter.';
comment on column store_payouts.gross_minor is
  'Minor units due to the store since the previous payout, before commission.';
comment on column store_pictures.shown_at is
  'When the picture was first used where people see it. A picture that is never used is deleted.';
comment on column store_pictures.store_id is
  'The store that owns the picture; null for the shop''s own, on slides, tiles and messages.';
comment on column stores.closes_at is
  'When an open store that follows its hours closes. Null for others, and for a store that stays open past tomorrow.';
comment on column stores.delivery_areas is
  'Polygons as arrays of [longitude, latitude]. If set, they decide instead of the radius.';
comment on column stores.delivery_type is
  '1: delivery; 2: self-pickup; 3: both; 4: a salon''s service.';
comment on column stores.menu_version is
  'Increases with every change of the menu; it is the key of prepared menus.';
comment on column stores.paused_until is
  'When the pause of the store ends; null if there is none. A paused store is not active.';
comment on column stores.service_box is
  'Box around all places that the store may serve, maintained by a trigger. A point outside it is never served.';
comment on column stylists.commission_basis_points is
  'Hundredths of a percent of the price of the stylist''s services after discounts.';
comment on column stylist_services.commission_basis_points is
  'The stylist''s rate for this service; null: the stylist''s usual rate.';
comment on column stylist_services.minutes is
  'The stylist''s length of all segments together; null: the length of the service.';
comment on column totalled_days.summed_at is
  'Null until the day is summed.';
comment on column totalled_days.time_zone is
  'Time zone of the day. Reports read only totals of the shop''s own time zone.';
comment on column transfers.description_key is
  'Key of a text, so that each reader sees the description in their language.';
comment on column users.is_active is
  'False if the account is banned, from the next request of each of its sessions.';
comment on column users.is_email_own is
  'False if staff entered the email address of a customer. No password reset is sent to it.';
comment on column users.language is
  'Code of a language, such as hi; null until the person has used the shop themselves.';
comment on column users.login_version is
  'Increases with every change that affects sign-ins: password, email address, phone, second factor, ban, end of all sessions. A session begins only if the value has not changed since the password or code was compared.';
comment on column users.proved_phone_before is
  'True if the account had a proved phone before staff entered the present one. Its addresses and its referrer then still belong to its owner.';
comment on column visit_earnings.base_minor is
  'Price of the service after discounts, in minor units; negative for the part that a refund takes back.';
comment on column visit_earnings.refunded_minor is
  '0 in the row of the visit''s end; otherwise the sum of the order''s refunds, in minor units.';
comment on column visit_kept.amount_minor is
  'Minor units of a deposit that the store keeps; own money only.';
comment on column visit_kept.pays_at is
  'When the time for an objection ends. An open case of the order delays it.';
comment on column visit_kept.state is
  'paid: to the store; returned: to the customer; lost: taken back by the payer''s bank, and borne by the platform.';
comment on column visit_reminders.hours is
  'Hours before the start, as in the salon''s terms.';
comment on column visits.sequence is
  'Increases with each move; calendar programs read it.';
comment on column visits.tip_minor is
  'Minor units of the tip that the customer gave at the salon, which is not part of the order.';
comment on column visits.user_id is
  'Null for a guest without an account, whose visit the store entered.';
comment on column visit_services.price_minor is
  'Minor units with add-ons, as accepted by the customer.';
comment on column visit_services.segments is
  'Start and end of each segment, with its stylist and resource.';
comment on column visit_takings.amount_minor is
  'Minor units, including the tip. A correction replaces all rows of the visit.';
comment on column wait_entries.from_minute is
  'Earliest start, as a minute of the salon''s day; to_minute is the latest. Null: any time.';
comment on column wait_entries.offered is
  'The times offered so far. None of them is offered to this entry again.';
comment on column wait_entries.visit_id is
  'The hold of the open offer, or the visit that was booked from it. An offered entry without one did not take its offer.';
comment on column webhook_deliveries.last_answer is
  'The first 1,000 characters of the receiver''s answer.';
comment on column webhook_endpoints.failing_since is
  'Since when no delivery has succeeded. After five days the endpoint is paused.';
comment on column webhook_endpoints.old_secret is
  'Also signs deliveries until old_secret_until, so that a receiver can change to the new secret.';
comment on column webhook_endpoints.secret is
  'Signs deliveries (Standard Webhooks); encrypted with the key of the installation.';
