import { deliveryTypeWords, storeKindWords } from '@nukkad/contract/tables/catalogue.ts'
import { type SqlBool, sql } from 'kysely'
import { holds, isFlag, isOneOf } from '#features/tables/filters.ts'
import { tableSource } from '#features/tables/source.ts'

const wordsOf = <Words extends object>(words: Words) =>
  Object.fromEntries(Object.keys(words).map((word) => [word, word]))

export const storesTable = tableSource('stores', {
  from: sql`stores s`,
  columns: {
    id: sql`s.id`,
    image: sql`s.image`,
    name: sql`s.name`,
    slug: sql`s.slug`,
    kind: sql`s.kind`,
    delivery_type: sql`s.delivery_type::text`,
    is_accepted: sql`s.is_accepted`,
    is_active: sql`s.is_active`,
    is_featured: sql`s.is_featured`,
    place: sql`s.order_column`,
    items: sql`(select count(*)::int from items i where i.store_id = s.id and i.deleted_at is null)`,
    address: sql`s.address`,
    phone: sql`s.phone`,
    commission: sql`s.commission_basis_points / 100.0::float8`,
    created_at: sql`s.created_at`,
  },
  filters: {
    is_accepted: isFlag(sql`s.is_accepted`),
    is_active: isFlag(sql`s.is_active`),
    kind: isOneOf(sql`s.kind`, wordsOf(storeKindWords)),
    delivery_type: isOneOf(sql`s.delivery_type`, wordsOf(deliveryTypeWords)),
  },
  search: holds(sql`s.name`, sql`s.slug`, sql`s.phone`),
  key: sql`s.id`,
  ofStores: (ids) => sql<SqlBool>`s.id = any (${ids}::int[])`,
})

export const storeCategoriesTable = tableSource('store_categories', {
  from: sql`store_categories c`,
  columns: {
    id: sql`c.id`,
    name: sql`c.name`,
    is_active: sql`c.is_active`,
    stores: sql`(select count(*)::int from store_category_stores l where l.category_id = c.id)`,
  },
  filters: { is_active: isFlag(sql`c.is_active`) },
  search: holds(sql`c.name`),
  key: sql`c.id`,
})
