import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { createBuilders } from './builders.ts'

const ID = -1
const LONG_AGO = new Date('2001-01-01T00:00:00Z')
const tables = [
  'users',
  'stores',
  'item_categories',
  'items',
  'addon_categories',
  'addons',
  'addresses',
  'coupons',
  'orders',
  'notifications',
]

/**
 * Creates a closed store, a deleted account and their data, which no test uses. If a call changes one of these
 * bystanders, its SQL lacks a condition, such as the id of the store.
 * @returns a function that lists the rows that have changed
 */
export async function settleBystanders(
  db: Db,
  build: ReturnType<typeof createBuilders>,
): Promise<() => Promise<string[]>> {
  const id = { id: ID, created_at: LONG_AGO }
  await build.customer({
    ...id,
    name: 'Bystander',
    email: null,
    phone: null,
    phone_proved_at: null,
    deleted_at: LONG_AGO,
    address: { id: ID },
  })
  const far = { latitude: -40, longitude: -120 }
  await build.store({ ...id, slug: 'bystander', name: 'Bystander', is_active: false, is_accepted: false, ...far })
  await db.insertInto('item_categories').values({ id: ID, store_id: ID, name: 'Bystander' }).execute()
  await build.item({ id: ID, store_id: ID, category: 'Bystander', name: 'Bystander', is_active: false })
  await db.insertInto('addon_categories').values({ id: ID, store_id: ID, name: 'Bystander', type: 'MULTI' }).execute()
  await db.insertInto('addons').values({ id: ID, addon_category_id: ID, name: 'Bystander', price_minor: 1n }).execute()
  await build.coupon({ id: ID, code: 'BYSTANDER', is_active: false })
  await build.order({
    id: ID,
    placed_at: LONG_AGO,
    user_id: ID,
    store_id: ID,
    status: 6,
    lines: [{ name: 'B', quantity: 1, unit_price_minor: 1n }],
  })
  await db.insertInto('notifications').values({ id: ID, user_id: ID, data: '{}' }).execute()

  const read = async (table: string): Promise<string> => {
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(t)::text as row from ${sql.table(table)} t where id = ${ID}`.execute(db)
    return `${table}: ${rows[0]?.row ?? 'deleted'}`
  }
  const before = await Promise.all(tables.map(read))
  return async () => {
    const after = await Promise.all(tables.map(read))
    return after.filter((row, index) => row !== before[index])
  }
}
