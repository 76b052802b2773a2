import { deliveryTypeLabels, storeKindLabels } from '@nukkad/contract/tables/catalogue.ts'
import { type SqlBool, sql } from 'kysely'
import { holds, isFlag, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const labelsOf = <Labels extends object>(labels: Labels) =>
  Object.fromEntries(Object.keys(labels).map((word) => [word, word]))

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
    landmark: sql`s.landmark`,
    pincode: sql`s.pincode`,
    latitude: sql`s.latitude`,
    longitude: sql`s.longitude`,
    delivery_radius: sql`s.delivery_radius_km`,
    categories: sql`(select string_agg(c.name, ' | ' order by c.name)
                       from store_category_stores l join store_categories c on c.id = l.category_id where l.store_id = s.id)`,
    description: sql`s.description`,
    certificate: sql`s.certificate`,
    delivery_time: sql`s.delivery_time`,
    price_range: sql`s.price_range`,
    is_pureveg: sql`s.is_pureveg`,
    currency: sql`s.currency`,
    restaurant_charges: sql`s.store_charge_minor`,
    delivery_charge_type: sql`s.delivery_charge_type`,
    delivery_charges: sql`s.delivery_charge_minor`,
    base_delivery_charge: sql`s.base_delivery_charge_minor`,
    base_delivery_distance: sql`s.base_delivery_distance_km`,
    extra_delivery_charge: sql`s.extra_delivery_charge_minor`,
    extra_delivery_distance: sql`s.extra_delivery_distance_km`,
    min_order_price: sql`s.minimum_order_minor`,
    free_delivery_subtotal: sql`s.free_delivery_subtotal_minor`,
    auto_acceptable: sql`s.auto_acceptable`,
    is_notifiable: sql`s.is_notifiable`,
    is_schedulable: sql`s.is_schedulable`,
    time_zone: sql`s.time_zone`,
    sku: sql`s.sku`,
    offer: sql`s.offer`,
    custom_featured_name: sql`s.custom_featured_name`,
    custom_message: sql`s.custom_message`,
    custom_message_on_list: sql`s.custom_message_on_list`,
    created_at: sql`s.created_at`,
  },
  filters: {
    is_accepted: isFlag(sql`s.is_accepted`),
    is_active: isFlag(sql`s.is_active`),
    kind: isOneOf(sql`s.kind`, labelsOf(storeKindLabels)),
    delivery_type: isOneOf(sql`s.delivery_type`, labelsOf(deliveryTypeLabels)),
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
