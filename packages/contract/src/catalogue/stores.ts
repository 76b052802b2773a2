import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, ignored, latitude, longitude, moneyText, nothing, point, slug } from '../wire.ts'

/** The order types of a store: 1 delivery, 2 self-pickup, 3 both, 4 service delivered by the salon (R-05, INT-06). */
const deliveryType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
/** The kinds of stores that the shop knows. */
export const storeKind = z.enum(['store', 'warehouse', 'medical', 'salon'])

/** A store as lists show it (docs/reference/wire.md#home-and-store-lists). */
export const listedStore = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  placeholder_image: z.string().nullable(),
  kind: storeKind,
  rating: z.string(),
  avgRating: z.string(),
  rating_count: z.int(),
  delivery_time: z.string(),
  price_range: z.string(),
  is_featured: flag,
  is_active: flag,
  delivery_type: deliveryType,
  distance: z.number(),
  /** The next opening time of a closed store in its local time, such as `"09:00"`; otherwise null. */
  opens_at: z.string().nullable(),
  /** The closing time of a store that closes within an hour, in its local time, such as `"22:30"`; otherwise null. */
  closes_soon_at: z.string().nullable(),
  is_pureveg: flag,
  currency: z.string(),
  /**
   * The delivery charge at this distance for an order whose subtotal is below `free_delivery_subtotal`; a
   * `free_delivery_subtotal` of 0 means that delivery is never free.
   */
  delivery_charge: moneyText,
  free_delivery_subtotal: moneyText,
  categories_ids: z.array(z.int()),
  custom_featured_name: z.string().nullable(),
  custom_message_on_list: z.string().nullable(),
  offer: z.string().nullable(),
  /** Whether the store's services can be booked as visits; only a salon has this field. */
  takes_visits: z.boolean().optional(),
})

/** The full store row (docs/reference/wire.md#store-row), without the fields that only the owner may see. */
export const store = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  location_id: z.int().nullable(),
  image: z.string(),
  placeholder_image: z.string().nullable(),
  kind: storeKind,
  rating: z.string(),
  avgRating: z.string(),
  rating_count: z.int(),
  delivery_time: z.string(),
  price_range: z.string(),
  is_pureveg: flag,
  slug: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  certificate: z.string().nullable(),
  restaurant_charges: moneyText,
  delivery_charges: moneyText,
  address: z.string(),
  pincode: z.string().nullable(),
  landmark: z.string().nullable(),
  phone: z.string().nullable(),
  sku: z.string(),
  is_active: flag,
  is_accepted: flag,
  is_featured: flag,
  is_favorited: z.boolean(),
  delivery_type: deliveryType,
  delivery_radius: z.number(),
  delivery_charge_type: z.enum(['FIXED', 'DYNAMIC']),
  base_delivery_charge: moneyText,
  base_delivery_distance: z.number(),
  extra_delivery_charge: moneyText,
  extra_delivery_distance: z.number(),
  min_order_price: moneyText,
  free_delivery_subtotal: moneyText,
  is_notifiable: flag,
  auto_acceptable: flag,
  schedule_data: z.string().nullable(),
  is_schedulable: flag,
  is_orderscheduling: z.boolean(),
  accept_scheduled_orders: flag,
  schedule_slot_buffer: z.int(),
  opens_at: z.string().nullable(),
  /** The closing time of an open store that follows its hours, in its local time; otherwise null. */
  closes_at: z.string().nullable(),
  order_column: z.int().nullable(),
  custom_message: z.string().nullable(),
  custom_message_on_list: z.string().nullable(),
  custom_featured_name: z.string().nullable(),
  zone_id: z.int().nullable(),
  currency: z.string(),
  categories_ids: z.array(z.int()),
  /** Whether the store's services can be booked as visits; only a salon has this field. */
  takes_visits: z.boolean().optional(),
})

const storeList = {
  auth: 'public',
  input: z.object({ ...point, ...ignored }),
  output: z.array(listedStore),
  errors: [],
} as const

export const getDeliveryRestaurants = call('get-delivery-restaurants', {
  ...storeList,
  // P-05, GAP-80
  summary: 'Stores and salons that deliver to the point, open ones first.',
})
export const getSelfpickupRestaurants = call('get-selfpickup-restaurants', {
  ...storeList,
  // P-08
  summary: 'Stores and salons near the point that offer self-pickup.',
})
export const getDeliveryWarehouses = call('get-delivery-warehouses', {
  ...storeList,
  // P-06, GAP-80
  summary: 'Warehouses and mobile salons that serve the point.',
})
export const getMedicalStores = call('get-medical-stores', {
  ...storeList,
  // P-07
  summary: 'Medical stores that serve the point.',
})

export const getFilteredRestaurants = call('get-filtered-restaurants', {
  // P-09
  summary: 'Stores that serve the point and have at least one of the categories, of any kind and order type.',
  auth: 'public',
  input: z.object({ ...point, category_ids: z.array(id).max(50), ...ignored }),
  output: z.array(listedStore),
  errors: [],
})

export const getAllRestaurantsCategories = call('get-all-restaurants-categories', {
  // P-10
  summary: 'All active store categories.',
  auth: 'public',
  mayBeOld: true,
  input: nothing,
  output: z.object({
    status: z.literal(true),
    categories: z.array(z.object({ id: z.int(), name: z.string(), is_active: flag })),
  }),
  errors: [],
})

export const getRestaurantCategorySlides = call('get-restaurant-category-slides', {
  summary: 'The category tiles of the home screen.',
  auth: 'public',
  input: nothing,
  output: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      image: z.string(),
      image_placeholder: z.string().nullable(),
      categories_ids: z.array(z.object({ value: z.int(), label: z.string() })),
    }),
  ),
  errors: [],
})

export const getRestaurantInfo = call('get-restaurant-info', {
  // P-12, INT-17
  summary: 'One store by its slug. An unknown slug answers 400, and clients then reload once.',
  auth: 'public',
  mayBeOld: true,
  path: '/{slug}',
  input: z.object({ slug, ...ignored }),
  output: store,
  errors: ['STORE_UNKNOWN'],
})

export const getRestaurantInfoWithFavourite = call('get-restaurant-info-with-favourite', {
  // P-17
  summary: 'One store, and whether it is a favourite of the customer.',
  auth: 'customer',
  forCallers: true,
  path: '/{slug}',
  input: z.object({ slug, ...ignored }),
  output: store,
  errors: ['STORE_UNKNOWN'],
})

export const getRestaurantInfoById = call('get-restaurant-info-by-id', {
  // P-13
  summary: 'One store by its id.',
  auth: 'public',
  mayBeOld: true,
  path: '/{id}',
  input: z.object({ id, ...ignored }),
  output: store,
  errors: ['STORE_UNKNOWN'],
})

export const getScheduleSlots = call('get-schedule-slots', {
  summary: 'The days and half-hour slots for which a store takes scheduled orders now; empty when it takes none.',
  auth: 'customer',
  forCallers: true,
  input: z.object({ restaurant_id: id, ...ignored }),
  output: z.object({
    days: z.array(
      z.object({
        day: z.string(),
        date: z.string(),
        slots: z.array(z.object({ open: z.string(), close: z.string() })),
      }),
    ),
  }),
  errors: ['STORE_UNKNOWN'],
})

export const getRestaurantInfoAndOperationalStatus = call('get-restaurant-info-and-operational-status', {
  // P-11
  summary: 'One store and whether it serves the point.',
  auth: 'public',
  mayBeOld: true,
  input: z.object({ id, latitude, longitude, ...ignored }),
  output: store.extend({ is_operational: z.boolean(), distance: z.number() }),
  errors: ['STORE_UNKNOWN'],
})

export const checkRestaurantOperationService = call('check-restaurant-operation-service', {
  // P-67
  summary: 'Whether the store serves the point. The answer is only `true` or `false`.',
  auth: 'public',
  mayBeOld: true,
  input: z.object({ restaurant_id: id, latitude, longitude, ...ignored }),
  output: z.boolean(),
  errors: [],
})

export const toggleFavorite = call('toggle-favorite', {
  // P-19
  summary: 'Adds or removes a favourite and answers the store.',
  auth: 'customer',
  input: z.object({ id, ...ignored }),
  output: store,
  errors: ['STORE_UNKNOWN'],
})

export const getFavoriteStores = call('get-favorite-stores', {
  // P-18
  summary: "The customer's favourite stores that serve the point.",
  auth: 'customer',
  input: z.object({ ...point, ...ignored }),
  output: z.array(listedStore),
  errors: [],
})
