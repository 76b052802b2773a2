import { randomBytes, randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { DB } from '#db/schema.ts'
import { type SessionAudience, startSession } from '#http/session.ts'

type Row<Table extends keyof DB> = Partial<Insertable<DB[Table]>>

/** The point around which the tests place stores and people. */
export const centre = { latitude: 12.9352, longitude: 77.6245 }

/**
 * Returns builders that create rows for tests. Each builder fills in all fields that the test leaves out, so that a
 * test gives only the fields that matter to it.
 */
export function createBuilders(db: Db) {
  const token = (userId: number, audience: SessionAudience) =>
    inTransaction(db, (tx) => startSession(tx, { userId, audience }))

  async function user(row: Row<'users'> = {}, role = 'customer') {
    const tag = randomBytes(6).toString('hex')
    const created = await db
      .insertInto('users')
      .values({
        name: 'Asha Menon',
        email: `${tag}@example.test`,
        phone: `+91${randomInt(9_000_000_000, 9_999_999_999)}`,
        phone_proved_at: new Date(),
        referral_code: tag.toUpperCase(),
        ...row,
      })
      .returning(['id', 'name', 'email', 'phone', 'referral_code'])
      .executeTakeFirstOrThrow()
    await db.insertInto('user_roles').values({ user_id: created.id, role }).execute()
    return created
  }

  /** Gives an account the role of a customer too, and opens a customer's session for it. */
  async function alsoCustomer(userId: number): Promise<string> {
    await db.insertInto('user_roles').values({ user_id: userId, role: 'customer' }).execute()
    return token(userId, 'customer')
  }

  /** Creates a signed-in customer, with an address near the centre as the default. */
  async function customer({ address = {}, ...row }: Row<'users'> & { address?: Row<'addresses'> | null } = {}) {
    const created = await user(row)
    if (address) {
      const { id } = await db
        .insertInto('addresses')
        .values({ user_id: created.id, address: '12 Lake Road', house: '4B', tag: 'Home', ...centre, ...address })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.updateTable('users').set({ default_address_id: id }).where('id', '=', created.id).execute()
    }
    return { ...created, token: await token(created.id, 'customer') }
  }

  /** Creates an open, approved store at the centre, with delivery and self-pickup. */
  async function store(row: Row<'stores'> = {}) {
    const slug = `store-${randomBytes(4).toString('hex')}`
    return db
      .insertInto('stores')
      .values({ slug, name: 'Corner Kitchen', ...centre, is_accepted: true, delivery_type: 3, ...row })
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow()
  }

  async function category(storeId: number, name = 'Meals') {
    const existing = await db
      .selectFrom('item_categories')
      .select('id')
      .where('store_id', '=', storeId)
      .where('name', '=', name)
      .executeTakeFirst()
    return (
      existing ??
      (await db
        .insertInto('item_categories')
        .values({ store_id: storeId, name })
        .returning('id')
        .executeTakeFirstOrThrow())
    )
  }

  async function item({
    store_id,
    category: categoryName,
    ...row
  }: Row<'items'> & { store_id: number; category?: string }) {
    const { id } = await category(store_id, categoryName)
    return db
      .insertInto('items')
      .values({ store_id, item_category_id: id, name: 'Masala Dosa', price_minor: 10_000n, ...row })
      .returning(['id', 'name', 'price_minor', 'store_id'])
      .executeTakeFirstOrThrow()
  }

  /** Creates an add-on category on an item, with its add-ons. */
  async function addons({
    item,
    type = 'MULTI',
    options,
    ...row
  }: Row<'addon_categories'> & {
    item: { id: number; store_id: number }
    type?: string
    options: { name: string; price_minor: bigint; is_active?: boolean }[]
  }) {
    const created = await db
      .insertInto('addon_categories')
      .values({ store_id: item.store_id, name: 'Extras', type, ...row })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    const rows = await db
      .insertInto('addons')
      .values(options.map((option, index) => ({ addon_category_id: created.id, order_column: index, ...option })))
      .returning(['id', 'name', 'price_minor'])
      .execute()
    await db.insertInto('item_addon_categories').values({ item_id: item.id, addon_category_id: created.id }).execute()
    return { ...created, addons: rows }
  }

  /** Creates a rider on duty for the given stores. */
  async function rider({
    stores = [],
    user: userRow = {},
    ...row
  }: Row<'riders'> & { stores?: { id: number }[]; user?: Row<'users'> } = {}) {
    const created = await user({ name: 'Ravi Kumar', ...userRow }, 'rider')
    await db
      .insertInto('riders')
      .values({ user_id: created.id, is_on_duty: true, vehicle_number: 'KA 05 MJ 2210', ...row })
      .execute()
    for (const { id } of stores)
      await db.insertInto('store_members').values({ store_id: id, user_id: created.id, role: 'rider' }).execute()
    return { ...created, token: await token(created.id, 'delivery') }
  }

  /** Creates the owner of the given stores, signed in to the store app. */
  async function owner({ stores = [] }: { stores?: { id: number }[] } = {}) {
    const created = await user({ name: 'Meena Rao' }, 'store_owner')
    for (const { id } of stores)
      await db.insertInto('store_members').values({ store_id: id, user_id: created.id, role: 'owner' }).execute()
    return { ...created, token: await token(created.id, 'store-owner') }
  }

  /** Creates an employee of one store, signed in to the dashboard. */
  async function employee({ store: { id: storeId }, role }: { store: { id: number }; role: string }) {
    const created = await user({ name: 'Divya Shetty' })
    await db.insertInto('store_employees').values({ store_id: storeId, user_id: created.id, role }).execute()
    return { ...created, token: await token(created.id, 'store-owner') }
  }

  async function setting(key: string, value: string) {
    await db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  }

  async function coupon(row: Row<'coupons'> = {}) {
    return db
      .insertInto('coupons')
      .values({
        code: `C${randomBytes(4).toString('hex').toUpperCase()}`,
        name: 'Coupon',
        discount_type: 'AMOUNT',
        discount_minor: row.discount_type === 'PERCENTAGE' ? null : 5000n,
        ...row,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow()
  }

  /** Creates an order of one line in the given state, without order events. */
  async function order({
    lines = [{ name: 'Masala Dosa', quantity: 1, unit_price_minor: 10_000n }],
    ...row
  }: Row<'orders'> & {
    user_id: number
    store_id: number
    lines?: {
      name: string
      quantity: number
      unit_price_minor: bigint
      discount_minor?: bigint
      item_id?: number
    }[]
  }) {
    const subtotal = lines.reduce((sum, line) => sum + line.unit_price_minor * BigInt(line.quantity), 0n)
    const amount = (key: 'store_charge_minor' | 'delivery_charge_minor' | 'tax_minor' | 'tip_minor') =>
      BigInt(row[key] ?? 0n)
    const total =
      subtotal +
      amount('store_charge_minor') +
      amount('delivery_charge_minor') +
      amount('tax_minor') +
      amount('tip_minor') -
      BigInt(row.coupon_minor ?? 0n)
    const created = await db
      .insertInto('orders')
      .values({
        unique_order_id: `OD-${randomBytes(8).toString('hex').toUpperCase()}`,
        status: 1,
        delivery_type: 1,
        payment_mode: 'COD',
        currency: 'INR',
        address: '4B, 12 Lake Road, Koramangala, Bengaluru',
        location: JSON.stringify({ lat: centre.latitude, lng: centre.longitude, address: '12 Lake Road', house: '4B' }),
        ...centre,
        distance_km: 1.5,
        delivery_pin: '24681',
        subtotal_minor: subtotal,
        total_minor: total,
        payable_minor: total - BigInt(row.wallet_own_minor ?? 0n) - BigInt(row.wallet_promotion_minor ?? 0n),
        ...row,
      })
      .returning(['id', 'unique_order_id', 'user_id', 'store_id', 'status', 'total_minor', 'delivery_pin'])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('order_lines')
      .values(lines.map((line) => ({ ...line, order_id: created.id, store_id: created.store_id })))
      .execute()
    return created
  }

  /** Counts the rows of the important tables; a refused call must leave the counts unchanged. */
  async function counts(): Promise<Record<string, number>> {
    const tables = [
      'users',
      'sessions',
      'addresses',
      'orders',
      'order_lines',
      'order_events',
      'transfers',
      'postings',
      'coupon_uses',
      'reviews',
      'favourites',
      'notifications',
    ]
    const { rows } = await sql<
      Record<string, number>
    >`select ${sql.join(tables.map((table) => sql`(select count(*)::int from ${sql.table(table)}) as ${sql.ref(table)}`))}`.execute(
      db,
    )
    return rows[0]!
  }

  return {
    user,
    customer,
    alsoCustomer,
    store,
    category,
    item,
    addons,
    rider,
    owner,
    employee,
    setting,
    coupon,
    order,
    counts,
    token,
  }
}
