/**
 * Where a table is stored if Citus distributes PostgreSQL over several nodes:
 *
 * - `distributed`: divided by `store_id`. All rows of a store are on one shard.
 * - `reference`: a copy on every node. Each write changes every node, so only tables that are seldom written.
 * - `local`: only on the coordinator.
 */
export type TableClass = 'distributed' | 'reference' | 'local'

/** The class of every table. A table belongs to exactly one list; `apps/server/test/shards.test.ts` checks this. */
export const tablesByClass: Readonly<Record<TableClass, readonly string[]>> = {
  // A store's menu and people, and everything that grows with its orders and visits.
  distributed: [
    ...['addon_categories', 'addons', 'item_addon_categories', 'item_categories', 'items', 'menu_imports'],
    ...['orders', 'order_events', 'order_lines', 'order_line_addons', 'order_photos', 'order_shares', 'order_texts'],
    ...['order_cases', 'order_case_items', 'rider_positions', 'coupon_uses'],
    ...['reviews', 'review_items', 'review_photos'],
    ...['payments', 'payment_attempts', 'payment_disputes', 'dispute_shares', 'refunds'],
    ...['changed_orders', 'daily_sales', 'daily_item_sales'],
    ...['services', 'addon_minutes', 'resources', 'booking_terms', 'visit_kept'],
    ...['stylists', 'stylist_hours', 'stylist_hour_exceptions', 'stylist_services', 'absences'],
    ...['visits', 'visit_services', 'visit_claims', 'visit_earnings', 'visit_events', 'visit_goods', 'visit_takings'],
    ...['visit_reminders', 'wait_entries'],
  ],
  // Tables that statements about one store also read, and tables that seldom change.
  reference: [
    ...['stores', 'store_categories', 'store_category_stores', 'store_hours', 'store_hour_exceptions'],
    ...['store_payment_gateways', 'store_members', 'store_employees', 'store_pictures'],
    ...['users', 'user_roles', 'coupons', 'coupon_kinds', 'coupon_stores', 'payment_methods'],
    ...['category_tiles', 'languages', 'language_texts', 'pages', 'popular_locations', 'promo_sliders', 'slides'],
    ...['settings', 'setting_versions', 'theme_versions', 'installation', 'schema_migrations', 'item_names'],
  ],
  // People's sign-ins, the ledger, messages, and tables of the shop as a whole.
  local: [
    ...['addresses', 'favourites', 'sessions', 'sign_ins', 'sign_in_tickets', 'social_identities', 'known_devices'],
    ...['known_clients', 'secret_guesses', 'guess_warnings', 'one_time_codes', 'code_budgets', 'code_prefixes'],
    ...['code_turns', 'data_requests', 'staff_permissions', 'enrolment_codes', 'enrolment_secrets', 'recovery_codes'],
    ...['first_admin_secrets', 'second_factors', 'api_keys', 'idempotency_keys', 'limit_counters', 'store_invitations'],
    'calendar_feeds',
    ...['ledger_accounts', 'transfers', 'postings', 'ledger_checks', 'commissions', 'proved_phones', 'first_orders'],
    ...['money_proposals', 'money_proposal_items', 'cash_collections', 'store_settlements', 'store_payouts'],
    ...['store_payout_details', 'payment_issues', 'provider_events', 'riders', 'totalled_days'],
    ...['order_announcements', 'unannounced_events', 'setting_changes', 'notifications', 'notification_refusals'],
    ...['broadcasts', 'push_deliveries', 'push_subscriptions', 'local_outbox'],
    ...['webhook_deliveries', 'webhook_endpoints', 'webhook_events', 'export_plans', 'export_runs', 'export_tickets'],
    ...['alarms', 'audit_entries', 'backup_runs', 'staff_notes', 'store_imports', 'nodes'],
  ],
}

/** Returns the class of each table by its name. */
export function classesOf(byClass: typeof tablesByClass = tablesByClass): ReadonlyMap<string, TableClass> {
  return new Map(
    (Object.keys(byClass) as TableClass[]).flatMap((name) => byClass[name].map((table) => [table, name] as const)),
  )
}
