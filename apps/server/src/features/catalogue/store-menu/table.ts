import { type SqlBool, sql } from 'kysely'
import { holds, isFlag, isId } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

export const itemsTable = tableSource('items', {
  from: sql`items i join stores s on s.id = i.store_id join item_categories c on c.id = i.item_category_id`,
  where: sql<SqlBool>`i.deleted_at is null`,
  columns: {
    id: sql`i.id`,
    image: sql`i.image`,
    name: sql`i.name`,
    category: sql`c.name`,
    store: sql`s.name`,
    store_id: sql`i.store_id`,
    price: sql`i.price_minor`,
    old_price: sql`nullif(i.old_price_minor, 0)`,
    currency: sql`s.currency`,
    stock: sql`i.stock`,
    is_active: sql`i.is_active`,
    is_veg: sql`i.is_veg`,
    updated_at: sql`i.updated_at`,
  },
  filters: {
    store: isId(sql`i.store_id`),
    is_active: isFlag(sql`i.is_active`),
    is_sold_out: isFlag(sql`(i.stock is not distinct from 0)`),
    has_picture: isFlag(sql`(coalesce(i.image, '') <> '')`),
  },
  search: holds(sql`i.name`),
  key: sql`i.id`,
  ofStores: (ids) => sql<SqlBool>`i.store_id = any (${ids}::int[])`,
})

export const itemCategoriesTable = tableSource('item_categories', {
  from: sql`item_categories c join stores s on s.id = c.store_id`,
  where: sql<SqlBool>`c.deleted_at is null`,
  columns: {
    id: sql`c.id`,
    name: sql`c.name`,
    store: sql`s.name`,
    store_id: sql`c.store_id`,
    is_enabled: sql`c.is_enabled`,
    items: sql`(select count(*)::int from items i where i.item_category_id = c.id and i.deleted_at is null)`,
  },
  filters: { store: isId(sql`c.store_id`), is_enabled: isFlag(sql`c.is_enabled`) },
  search: holds(sql`c.name`),
  key: sql`c.id`,
  ofStores: (ids) => sql<SqlBool>`c.store_id = any (${ids}::int[])`,
})

export const addonsTable = tableSource('addons', {
  from: sql`addons a join addon_categories c on c.id = a.addon_category_id join stores s on s.id = c.store_id`,
  columns: {
    id: sql`a.id`,
    image: sql`a.image`,
    name: sql`a.name`,
    category: sql`c.name`,
    type: sql`c.type`,
    store: sql`s.name`,
    store_id: sql`c.store_id`,
    price: sql`a.price_minor`,
    currency: sql`s.currency`,
    is_active: sql`a.is_active`,
  },
  filters: { store: isId(sql`c.store_id`), is_active: isFlag(sql`a.is_active`) },
  search: holds(sql`a.name`),
  key: sql`a.id`,
  ofStores: (ids) => sql<SqlBool>`c.store_id = any (${ids}::int[])`,
})
