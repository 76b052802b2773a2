import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { createClient, type DatabaseAddress, openDb, openPool } from '@nukkad/server/db/connection.ts'
import { markAsDemo } from '@nukkad/server/db/installation.ts'
import { markBestSellers } from '@nukkad/server/features/catalogue/store-menu/best-sellers.ts'
import { slowHash } from '@nukkad/server/features/identity/accounts/slow-hash.ts'
import { newPushKeys } from '@nukkad/server/outside/push/keys.ts'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import type pg from 'pg'
import { buildCity } from '../city.ts'
import type { City } from '../types.ts'
import { insertRows } from './insert-rows.ts'
import { loadMoney } from './load-money.ts'
import { loadOrders } from './load-orders.ts'
import { loadSalons } from './load-salons.ts'

/** The seed of the demo city; another seed gives its people other homes, orders and reviews. */
const SEED = 20_261_121

/** The first id in the table `users` of each of the four kinds of people. */
export type PeopleIds = {
  customer: (id: number) => number
  rider: (id: number) => number
  owner: (id: number) => number
  staff: (id: number) => number
  employee: (id: number) => number
}

/**
 * Fills an empty database with the demo city by bulk inserts, in one transaction.
 * @param address the database, with its owner as user, because triggers that announce orders are switched off while
 * past orders are written
 */
export async function loadCity(address: DatabaseAddress): Promise<void> {
  const city = buildCity({ now: new Date(), seed: SEED })
  const hashes = new Map(
    await Promise.all(city.logins.map(async (login) => [login.email, await slowHash(login.password)] as const)),
  )
  const people: PeopleIds = {
    customer: (id) => id,
    rider: (id) => city.customers.length + id,
    owner: (id) => city.customers.length + city.riders.length + id,
    staff: (id) => city.customers.length + city.riders.length + city.owners.length + id,
    employee: (id) => city.customers.length + city.riders.length + city.owners.length + city.staff.length + id,
  }
  const client = createClient(address)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await markAsDemo(client)
    await loadSettings(client, city)
    await loadPeople(client, city, people, hashes)
    await loadStores(client, city, people)
    await loadMenus(client, city)
    await loadPromotions(client, city)
    await loadOrders(client, city, people)
    await loadMoney(client, city, people)
    await loadSalons(client, city, new Date())
    await advanceIdentities(client)
    await client.query('commit')
    // Updates PostgreSQL's statistics, because the tables were empty until now.
    await client.query('analyze')
  } finally {
    await client.end()
  }
  const db = openDb(openPool(address, { size: 1, asApplication: false }))
  await markBestSellers(db)
  await db.destroy()
}

/** Creates a key pair for this installation, so that push works in a demo without set-up. */
function pushSettings(): { key: SettingKey; value: string }[] {
  const { publicKey, privateKey } = newPushKeys()
  return [
    { key: 'enablePushNotification', value: 'true' },
    { key: 'enablePushNotificationOrders', value: 'true' },
    { key: 'smsVisitReminders', value: 'true' },
    { key: 'smsVisitOffers', value: 'true' },
    { key: 'firebasePublic', value: publicKey },
    { key: 'firebaseSecret', value: privateKey },
  ]
}

async function loadSettings(client: pg.Client, city: City): Promise<void> {
  await insertRows(client, 'settings', [...city.settings, ...pushSettings()])
  await insertRows(
    client,
    'languages',
    catalogues.map(({ code, name, direction }, index) => ({
      id: index + 1,
      code,
      language_name: name,
      direction,
      is_default: index === 0,
    })),
  )
  await insertRows(
    client,
    'pages',
    city.pages.map((page) => ({
      id: page.id,
      name: page.name,
      slug: page.slug,
      body: page.bodyHtml,
      updated_at: page.updatedAt,
    })),
  )
  await insertRows(
    client,
    'popular_locations',
    city.locations.map((row) => ({
      id: row.id,
      name: row.name,
      latitude: row.latitude,
      longitude: row.longitude,
      is_active: row.isActive,
      is_default: row.isDefault,
    })),
  )
}

async function loadPeople(
  client: pg.Client,
  city: City,
  people: PeopleIds,
  hashes: Map<string, string>,
): Promise<void> {
  const person = (row: { name: string; email: string; phone: string; createdAt: Date }, id: number, code: string) => ({
    id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    phone_proved_at: row.createdAt,
    password_hash: hashes.get(row.email) ?? null,
    referral_code: code,
    created_at: row.createdAt,
  })
  await insertRows(client, 'users', [
    ...city.customers.map((row) => ({
      ...person(row, people.customer(row.id), row.referralCode),
      avatar: row.avatar,
      referred_by: row.referredById,
    })),
    ...city.riders.map((row) => ({
      ...person(row, people.rider(row.id), `RIDER${row.id}`),
      avatar: null,
      referred_by: null,
    })),
    ...city.owners.map((row) => ({
      ...person(row, people.owner(row.id), `OWNER${row.id}`),
      avatar: null,
      referred_by: null,
    })),
    ...city.staff.map((row) => ({
      ...person(row, people.staff(row.id), `STAFF${row.id}`),
      avatar: null,
      referred_by: null,
    })),
    ...city.employees.map((row) => ({
      ...person(row, people.employee(row.id), `EMPLOYEE${row.id}`),
      avatar: null,
      referred_by: null,
    })),
  ])
  await insertRows(client, 'user_roles', [
    ...city.customers.map((row) => ({ user_id: people.customer(row.id), role: 'customer' })),
    ...city.riders.map((row) => ({ user_id: people.rider(row.id), role: 'rider' })),
    ...city.owners.map((row) => ({ user_id: people.owner(row.id), role: 'store_owner' })),
    ...city.staff.map((row) => ({ user_id: people.staff(row.id), role: row.role })),
    ...city.employees.map((row) => ({ user_id: people.employee(row.id), role: 'customer' })),
  ])
  await insertRows(
    client,
    'staff_permissions',
    city.staff.flatMap((row) => row.permissions.map((permission) => ({ user_id: people.staff(row.id), permission }))),
  )
  await insertRows(
    client,
    'riders',
    city.riders.map((row) => ({
      user_id: people.rider(row.id),
      description: row.description,
      age: String(row.age),
      photo: `/assets/img/various/avatars/${row.face}.webp`,
      vehicle_number: row.vehicleNumber,
      commission_basis_points: row.commissionPercent * 100,
      tip_basis_points: row.tipCommissionPercent * 100,
      max_open_orders: row.maxOpenOrders,
      cash_limit_minor: row.cashLimitMinor,
      latitude: row.latitude,
      longitude: row.longitude,
    })),
  )
  await insertRows(
    client,
    'addresses',
    city.addresses.map((row) => ({
      id: row.id,
      user_id: people.customer(row.customerId),
      address: row.address,
      house: row.house,
      landmark: row.landmark,
      tag: row.tag,
      latitude: row.latitude,
      longitude: row.longitude,
    })),
  )
  await client.query(
    'update users set default_address_id = given.address_id from jsonb_to_recordset($1) as given (user_id int, address_id int) where users.id = given.user_id',
    [
      JSON.stringify(
        city.addresses
          .filter((row) => row.isDefault)
          .map((row) => ({ user_id: people.customer(row.customerId), address_id: row.id })),
      ),
    ],
  )
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

async function loadStores(client: pg.Client, city: City, people: PeopleIds): Promise<void> {
  await insertRows(
    client,
    'stores',
    city.stores.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      kind: row.kind,
      description: row.description,
      image: row.image,
      placeholder_image: groundFor(row.id).replace('ground', 'gradient'),
      rating: String(row.rating),
      delivery_time: String(row.deliveryMinutes),
      price_range: row.priceRange,
      offer: row.offer,
      is_pureveg: row.isPureVeg,
      latitude: row.latitude,
      longitude: row.longitude,
      delivery_radius_km: row.deliveryRadiusKm,
      certificate: row.certificate,
      address: row.address,
      pincode: row.pincode,
      landmark: row.landmark,
      phone: row.phone,
      sku: `NK${String(row.id).padStart(4, '0')}`,
      store_charge_minor: row.storeChargeMinor,
      delivery_charge_type: row.deliveryChargeType,
      delivery_charge_minor: row.deliveryChargeMinor,
      base_delivery_charge_minor: row.baseDeliveryChargeMinor,
      base_delivery_distance_km: row.baseDeliveryDistanceKm,
      extra_delivery_charge_minor: row.extraDeliveryChargeMinor,
      extra_delivery_distance_km: row.extraDeliveryDistanceKm,
      minimum_order_minor: row.minOrderMinor,
      free_delivery_subtotal_minor: row.freeDeliverySubtotalMinor,
      commission_basis_points: row.commissionPercent * 100,
      delivery_type: row.deliveryType,
      is_active: row.isActive,
      is_accepted: row.isAccepted,
      is_featured: row.isFeatured,
      auto_acceptable: row.autoAccepts,
      is_schedulable: row.isSchedulable,
      accepts_scheduled_orders: row.acceptsScheduledOrders,
      schedule_slot_buffer_minutes: row.scheduleSlotBufferMinutes,
      custom_featured_name: row.customFeaturedName,
      custom_message: row.customMessage,
      custom_message_on_list: row.customMessageOnList,
      order_column: row.sortOrder,
      created_at: row.createdAt,
    })),
  )
  await insertRows(
    client,
    'store_hours',
    city.storeHours.map((row) => ({
      store_id: row.storeId,
      weekday: weekdays.indexOf(row.weekday),
      opens_at: row.opensAt,
      closes_at: row.closesAt,
    })),
  )
  await insertRows(
    client,
    'store_categories',
    city.categories.map((row) => ({ id: row.id, name: row.name, is_active: row.isActive })),
  )
  await insertRows(
    client,
    'store_category_stores',
    city.storeCategories.map((row) => ({ category_id: row.categoryId, store_id: row.storeId })),
  )
  await insertRows(
    client,
    'category_tiles',
    city.tiles.map((row) => ({
      id: row.id,
      name: row.name,
      image: row.image,
      placeholder_image: `gradient-${gradientOf(row.picture, row.id)}`,
      category_ids: `{${row.categoryIds.join(',')}}`,
      is_active: row.isActive,
      order_column: row.sortOrder,
    })),
  )
  await insertRows(client, 'store_members', [
    ...city.riderStores.map((row) => ({ store_id: row.storeId, user_id: people.rider(row.riderId), role: 'rider' })),
    ...city.ownerStores.map((row) => ({ store_id: row.storeId, user_id: people.owner(row.ownerId), role: 'owner' })),
  ])
  await insertRows(
    client,
    'store_employees',
    city.employees.map((row) => ({
      store_id: row.storeId,
      user_id: people.employee(row.id),
      role: row.role,
      added_by: people.owner(1),
      since: row.createdAt,
    })),
  )
}

async function loadMenus(client: pg.Client, city: City): Promise<void> {
  await insertRows(
    client,
    'item_categories',
    city.itemCategories.map((row) => ({
      id: row.id,
      store_id: row.storeId,
      name: row.name,
      is_enabled: row.isEnabled,
      order_column: row.sortOrder,
    })),
  )
  await insertRows(
    client,
    'items',
    city.items.map((row) => ({
      id: row.id,
      store_id: row.storeId,
      item_category_id: row.itemCategoryId,
      name: row.name,
      price_minor: row.priceMinor,
      old_price_minor: row.oldPriceMinor,
      image: row.image,
      placeholder_image: `gradient-${gradientOf(row.picture, row.id)}`,
      description: row.description,
      is_veg: row.isVeg,
      is_active: row.isActive,
      is_recommended: row.isRecommended,
      is_popular: row.isPopular,
      is_new: row.isNew,
      addon_pricing: row.addonPricing,
      order_column: row.sortOrder,
    })),
  )
  await insertRows(
    client,
    'addon_categories',
    city.addonCategories.map((row) => ({
      id: row.id,
      store_id: row.storeId,
      name: row.name,
      type: row.type,
      description: row.description,
      addon_limit: row.addonLimit,
    })),
  )
  await insertRows(
    client,
    'addons',
    city.addons.map((row) => ({
      id: row.id,
      addon_category_id: row.addonCategoryId,
      name: row.name,
      price_minor: row.priceMinor,
      is_active: row.isActive,
      order_column: row.sortOrder,
    })),
  )
  await insertRows(
    client,
    'item_addon_categories',
    city.itemAddonCategories.map((row) => ({
      item_id: row.itemId,
      addon_category_id: row.addonCategoryId,
      order_column: row.sortOrder,
    })),
  )
}

async function loadPromotions(client: pg.Client, city: City): Promise<void> {
  await insertRows(
    client,
    'coupons',
    city.coupons.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      description: row.description,
      discount_type: row.discountType,
      discount_minor: row.discountType === 'AMOUNT' ? row.discountMinor : null,
      discount_basis_points: row.discountType === 'PERCENTAGE' ? row.discountPercent * 100 : null,
      max_discount_minor: row.maxDiscountMinor || null,
      min_subtotal_minor: row.minSubtotalMinor || null,
      subtotal_message: row.subtotalMessage,
      user_type: row.userType,
      max_count_per_user: row.userType === 'CUSTOM' ? row.maxCountPerUser : null,
      max_count: row.maxCount || null,
      used_count: 0,
      expires_at: row.expiresAt,
      is_active: row.isActive,
    })),
  )
  await insertRows(
    client,
    'coupon_stores',
    city.couponStores.map((row) => ({ coupon_id: row.couponId, store_id: row.storeId })),
  )
  await insertRows(
    client,
    'promo_sliders',
    city.sliders.map((row) => ({
      id: row.id,
      name: row.name,
      position: row.position,
      size: row.size,
      is_active: row.isActive,
    })),
  )
  await insertRows(
    client,
    'slides',
    city.slides.map((row) => ({
      id: row.id,
      slider_id: row.sliderId,
      name: row.art.title,
      image: row.image,
      placeholder_image: `gradient-${row.art.gradient}`,
      link_kind: row.link === null ? null : { store: 1, item: 2, url: 3 }[row.link.model],
      url: row.link?.model === 'url' ? row.link.url : null,
      store_id: row.link && row.link.model !== 'url' ? row.link.storeId : null,
      item_id: row.link?.model === 'item' ? row.link.itemId : null,
      latitude: row.area?.latitude ?? null,
      longitude: row.area?.longitude ?? null,
      radius_km: row.area?.radiusKm ?? null,
      is_active: row.isActive,
      order_column: row.sortOrder,
    })),
  )
}

/** Returns the colour behind a picture. Emoji state their own colour; the other pictures get the colours in turn. */
function gradientOf(picture: City['items'][number]['picture'], id: number): number {
  return picture?.kind === 'emoji' ? picture.gradient : (id % 6) + 1
}

/** Moves the sequences of the tables behind the inserted ids, because the rows were inserted with their ids. */
async function advanceIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; sequence: string }>(`
    select c.table_name as table, pg_get_serial_sequence(c.table_name, 'id') as sequence
      from information_schema.columns c
     where c.table_schema = 'public' and c.column_name = 'id' and c.is_identity = 'YES'`)
  for (const { table, sequence } of rows) {
    await client.query(
      `select setval('${sequence}', greatest((select coalesce(max(id), 0) from ${table}), 1), exists (select from ${table}))`,
    )
  }
}
