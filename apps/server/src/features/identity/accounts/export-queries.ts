import type { TakingMethod } from '@nukkad/rules/visit-till.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** The data that the database holds about one customer, table by table, without data of other people. */
export type Holdings = Awaited<ReturnType<typeof readHoldings>>

/** Reads the data of a customer in the caller's transaction, newest rows first. */
export async function readHoldings(tx: Tx, userId: number) {
  return {
    profile: await readProfile(tx, userId),
    social_identities: await tx
      .selectFrom('social_identities')
      .select(['provider', 'subject', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    sessions: await tx
      .selectFrom('sessions')
      .select(['audience', 'created_at', 'last_seen_at', 'expires_at', 'acting_staff_id'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    sign_ins: await tx
      .selectFrom('sign_ins')
      .select(['at', 'audience', 'way', 'refusal', 'device', sql<string>`network::text`.as('network')])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    known_clients: await tx
      .selectFrom('known_clients')
      .select(['client', 'first_seen_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .execute(),
    push_subscriptions: await tx
      .selectFrom('push_subscriptions')
      .select(['audience', 'language', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    data_requests: await tx
      .selectFrom('data_requests')
      .select(['kind', 'state', 'asked_at', 'due_at', 'decided_at', 'note', 'reason'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    addresses: await tx
      .selectFrom('addresses')
      .select([
        'address',
        'house',
        'landmark',
        'tag',
        'latitude',
        'longitude',
        'delivery_instructions',
        'delivery_note',
        'created_at',
        'updated_at',
        'deleted_at',
      ])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    favourites: await tx
      .selectFrom('favourites as f')
      .innerJoin('stores as s', 's.id', 'f.store_id')
      .select(['s.name as store', 'f.created_at'])
      .where('f.user_id', '=', userId)
      .execute(),
    ...(await readOrders(tx, userId)),
    coupon_uses: await tx
      .selectFrom('coupon_uses as u')
      .innerJoin('coupons as c', 'c.id', 'u.coupon_id')
      .select(['c.code', 'u.order_id'])
      .where('u.user_id', '=', userId)
      .execute(),
    reviews: await tx
      .selectFrom('reviews')
      .select(['order_id', 'rating_store', 'rating_delivery', 'review_store', 'review_delivery', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    dish_ratings: await tx
      .selectFrom('review_items as rated')
      .innerJoin('reviews as r', 'r.id', 'rated.review_id')
      .innerJoin('items as i', 'i.id', 'rated.item_id')
      .select(['r.order_id', 'i.name as item', 'rated.stars'])
      .where('r.user_id', '=', userId)
      .orderBy('r.id', 'desc')
      .execute(),
    review_photos: await tx
      .selectFrom('review_photos')
      .select(['order_id', 'path', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    order_cases: await tx
      .selectFrom('order_cases')
      .select(['order_id', 'problem', 'words', 'state', 'answer', 'opened_at', 'decided_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    visits: await tx
      .selectFrom('visits as v')
      .innerJoin('stores as s', 's.id', 'v.store_id')
      .select(['v.unique_visit_id', 's.name as store', 'v.order_id', 'v.status', 'v.starts_at', 'v.ends_at'])
      .select(['v.created_at', 'v.ended_at', 'v.tip_minor', sql<string | null>`v.terms ->> 'currency'`.as('currency')])
      .select([takenBy('cash').as('taken_cash_minor'), takenBy('card').as('taken_card_minor')])
      .select(takenBy('upi').as('taken_upi_minor'))
      .where('v.user_id', '=', userId)
      .orderBy('v.id', 'desc')
      .execute(),
    visit_services: await tx
      .selectFrom('visit_services as d')
      .innerJoin('visits as v', 'v.id', 'd.visit_id')
      .select(['v.unique_visit_id', 'd.name', 'd.starts_at', 'd.ends_at'])
      .where('v.user_id', '=', userId)
      .orderBy('d.id', 'desc')
      .execute(),
    wait_entries: await tx
      .selectFrom('wait_entries as w')
      .innerJoin('stores as s', 's.id', 'w.store_id')
      .select(['w.unique_wait_id', 's.name as store', 'w.status', 'w.ending', 'w.reason', 'w.joined_at', 'w.ended_at'])
      .select(sql<string[]>`w.dates::text[]`.as('dates'))
      .where('w.user_id', '=', userId)
      .orderBy('w.id', 'desc')
      .execute(),
    payments: await tx
      .selectFrom('payment_attempts')
      .select(['reference', 'purpose', 'order_id', 'provider', 'amount_minor', 'currency', 'status', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    wallet: await readWallet(tx, userId),
    // The orders of referred friends are left out, because they are private to the friends.
    commissions: await tx
      .selectFrom('commissions')
      .select(['kind', 'currency', 'amount_minor', 'reversed_minor', 'status', 'due_at', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    notifications: await tx
      .selectFrom('notifications')
      .select(['data', 'is_read', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute(),
    notification_refusals: await tx
      .selectFrom('notification_refusals')
      .select(['kind', 'channel'])
      .where('user_id', '=', userId)
      .execute(),
    audit: await tx
      .selectFrom('audit_entries')
      .select(['at', 'action', 'reason', sql<string | null>`host(address)`.as('address')])
      .where(({ or, eb }) => or([eb('actor_id', '=', userId), eb('acting_for_id', '=', userId)]))
      .orderBy('id', 'desc')
      .execute(),
  }
}

async function readProfile(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'phone_proved_at',
      'avatar',
      'tax_number',
      'language',
      'referral_code',
      'created_at',
      'updated_at',
      sql<boolean>`referred_by is not null`.as('was_referred'),
      sql<boolean>`password_hash is not null`.as('has_password'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Selects the amount that the customer paid at the salon by this payment method at the end of a visit `v`. */
function takenBy(method: TakingMethod): RawBuilder<bigint | null> {
  return sql<
    bigint | null
  >`(select t.amount_minor from visit_takings t where t.visit_id = v.id and t.method = ${method})`
}

async function readOrders(tx: Tx, userId: number) {
  const orders = await tx
    .selectFrom('orders as o')
    .innerJoin('stores as s', 's.id', 'o.store_id')
    .leftJoin('order_photos as photo', 'photo.order_id', 'o.id')
    .leftJoin('order_shares as share', 'share.order_id', 'o.id')
    .select([
      'o.id',
      'o.unique_order_id',
      'o.status',
      'o.visit_order_id',
      's.name as store',
      'o.payment_mode',
      'o.currency',
      'o.address',
      'o.location',
      'o.latitude',
      'o.longitude',
      'o.coupon_name',
      'o.subtotal_minor',
      'o.coupon_minor',
      'o.store_charge_minor',
      'o.delivery_charge_minor',
      'o.tax_minor',
      'o.tip_minor',
      'o.total_minor',
      'o.wallet_own_minor',
      'o.wallet_promotion_minor',
      'o.payable_minor',
      'o.cash_change_minor',
      'o.order_comment',
      'o.delivery_instructions',
      'o.delivery_note',
      'photo.taken_at as door_photo_taken_at',
      'share.created_at as shared_at',
      'o.transaction_id',
      'o.cancel_reason',
      'o.scheduled_for',
      'o.placed_at',
      'o.delivered_at',
    ])
    .where('o.user_id', '=', userId)
    .orderBy('o.id', 'desc')
    .execute()
  const lines = await tx
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['l.id', 'l.order_id', 'l.name', 'l.quantity', 'o.currency', 'l.unit_price_minor', 'l.discount_minor'])
    .where('o.user_id', '=', userId)
    .orderBy('l.id')
    .execute()
  const addons = await tx
    .selectFrom('order_line_addons as a')
    .innerJoin('order_lines as l', 'l.id', 'a.order_line_id')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['a.order_line_id', 'a.addon_category_name', 'a.name', 'o.currency', 'a.price_minor'])
    .where('o.user_id', '=', userId)
    .orderBy('a.id')
    .execute()
  return { orders, lines, addons }
}

async function readWallet(tx: Tx, userId: number) {
  return tx
    .selectFrom('postings as p')
    .innerJoin('ledger_accounts as a', 'a.id', 'p.account_id')
    .innerJoin('transfers as t', 't.id', 'p.transfer_id')
    .select(['a.kind as account', 't.kind', 't.description_key', 'a.currency', 'p.amount_minor', 't.created_at'])
    .where('a.user_id', '=', userId)
    .orderBy('p.id', 'desc')
    .execute()
}
