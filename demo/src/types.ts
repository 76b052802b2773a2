import type { Gradient, Picture } from './pictures.ts'

/**
 * The demo city as plain rows, one array for each kind, ready for bulk inserts. The ids of the rows are whole numbers
 * from 1 in every array. Amounts of money are in minor units (paise), points in time are Dates, and hours are in the
 * city's local time.
 */
export type City = {
  stores: StoreRow[]
  storeHours: StoreHoursRow[]
  /** The store categories of the home screen, such as Biryani, Bakery, Pharmacy and Hair. */
  categories: CategoryRow[]
  storeCategories: StoreCategoryRow[]
  tiles: TileRow[]
  itemCategories: ItemCategoryRow[]
  items: ItemRow[]
  addonCategories: AddonCategoryRow[]
  addons: AddonRow[]
  itemAddonCategories: ItemAddonCategoryRow[]
  locations: LocationRow[]
  coupons: CouponRow[]
  couponStores: CouponStoreRow[]
  sliders: SliderRow[]
  slides: SlideRow[]
  pages: PageRow[]
  riders: RiderRow[]
  riderStores: RiderStoreRow[]
  owners: OwnerRow[]
  ownerStores: OwnerStoreRow[]
  employees: EmployeeRow[]
  staff: StaffRow[]
  customers: CustomerRow[]
  addresses: AddressRow[]
  orders: OrderRow[]
  orderLines: OrderLineRow[]
  orderLineAddons: OrderLineAddonRow[]
  reviews: ReviewRow[]
  /** The settings of the demo; all values are strings. */
  settings: SettingRow[]
  /**
   * The accounts whose passwords `npm start` prints. Each login names a row of `customers`, `riders`, `owners` or
   * `staff`.
   */
  logins: LoginRow[]
}

export type StoreKind = 'store' | 'warehouse' | 'medical' | 'salon'

export type DeliveryType = 1 | 2 | 3 | 4

/** The objects on a store's cover, the main one first. */
export type StoreCover = { heroes: Picture[] }

export type StoreRow = {
  id: number
  slug: string
  name: string
  /** The short line under the store's name, such as 'Hyderabadi biryani · Kebabs'. */
  description: string
  kind: StoreKind
  cover: StoreCover
  /** The path under which the server serves the store's cover. */
  image: string
  phone: string
  address: string
  pincode: string
  landmark: string
  latitude: number
  longitude: number
  /** The rating of the store from 1 to 5 with one decimal, which the shop shows while the store has no reviews. */
  rating: number
  deliveryMinutes: number
  /** The price of a meal for two in rupees, as a string such as '400'. */
  priceRange: string
  isPureVeg: boolean
  /** The store's licence number: 14 digits for food, a drug or trade licence otherwise. */
  certificate: string
  storeChargeMinor: bigint
  deliveryType: DeliveryType
  deliveryRadiusKm: number
  deliveryChargeType: 'FIXED' | 'DYNAMIC'
  /** The delivery charge of type FIXED, in minor units. */
  deliveryChargeMinor: bigint
  /** The four values of a delivery charge of type DYNAMIC; 0 with FIXED. */
  baseDeliveryChargeMinor: bigint
  baseDeliveryDistanceKm: number
  extraDeliveryChargeMinor: bigint
  extraDeliveryDistanceKm: number
  minOrderMinor: bigint
  /** The subtotal from which delivery is free; 0 means never. */
  freeDeliverySubtotalMinor: bigint
  commissionPercent: number
  /** Whether the store is open at `now`: by the opening hours if `isSchedulable`, otherwise by hand. */
  isActive: boolean
  isAccepted: boolean
  isFeatured: boolean
  customFeaturedName: string | null
  /** A short line on the picture of the store card, such as '20% off with NUKKAD20'. */
  offer: string | null
  /** The HTML that the owner shows on the store's page. */
  customMessage: string | null
  /** The HTML that the owner shows on the store's card. */
  customMessageOnList: string | null
  /** Whether the server accepts new orders of the store automatically. */
  autoAccepts: boolean
  /** Whether the opening hours open and close the store. */
  isSchedulable: boolean
  acceptsScheduledOrders: boolean
  scheduleSlotBufferMinutes: number
  sortOrder: number
  createdAt: Date
}

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

/**
 * One period of a store's day, as local 'HH:MM'. Opening hours that pass midnight are two periods. A day on which the
 * store is always open ends at '24:00'.
 */
export type StoreHoursRow = { storeId: number; weekday: Weekday; opensAt: string; closesAt: string }

export type CategoryRow = { id: number; name: string; isActive: boolean; sortOrder: number }
export type StoreCategoryRow = { storeId: number; categoryId: number }

/** A category tile of the home screen: one picture that filters by one or more categories. */
export type TileRow = {
  id: number
  name: string
  /** The path under which the server serves the tile's picture, derived from `name`. */
  image: string
  picture: Picture
  categoryIds: number[]
  isActive: boolean
  sortOrder: number
}

/** A section of a store's menu. */
export type ItemCategoryRow = { id: number; storeId: number; name: string; isEnabled: boolean; sortOrder: number }

export type AddonPricing = 'add' | 'replace'

export type ItemRow = {
  id: number
  storeId: number
  itemCategoryId: number
  name: string
  priceMinor: bigint
  /** The price before the offer, which is above `priceMinor`; 0 means that there is no offer. */
  oldPriceMinor: bigint
  /** The item's description, as simple HTML. */
  description: string
  /** The picture of the item; null if none shows it. */
  picture: Picture | null
  /** The path under which the server serves the item's picture. */
  image: string | null
  isRecommended: boolean
  isPopular: boolean
  isNew: boolean
  isActive: boolean
  /** The item's diet mark; null for items without one (medicine, salon, household). */
  isVeg: boolean | null
  /** Whether chosen add-ons replace the item's price or add to it (INT-07). */
  addonPricing: AddonPricing
  sortOrder: number
}

export type AddonCategoryRow = {
  id: number
  storeId: number
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  /** Maximum number of add-ons that a customer can choose; 0 means no limit. */
  addonLimit: number
}

export type AddonRow = {
  id: number
  storeId: number
  addonCategoryId: number
  name: string
  /** The add-on's extra price with 'add'; the variant's full price with 'replace'. */
  priceMinor: bigint
  isActive: boolean
  sortOrder: number
}

export type ItemAddonCategoryRow = { itemId: number; addonCategoryId: number; sortOrder: number }

export type LocationRow = {
  id: number
  name: string
  latitude: number
  longitude: number
  isActive: boolean
  isDefault: boolean
}

export type CouponRow = {
  id: number
  code: string
  name: string
  description: string
  discountType: 'AMOUNT' | 'PERCENTAGE'
  /** The discount in minor units for a coupon of kind AMOUNT; 0 for PERCENTAGE. */
  discountMinor: bigint
  /** The discount in whole percent for a coupon of kind PERCENTAGE; 0 for AMOUNT. */
  discountPercent: number
  minSubtotalMinor: bigint
  /** Maximum discount of a percentage coupon, in minor units; 0 means no maximum. */
  maxDiscountMinor: bigint
  subtotalMessage: string
  userType: 'ALL' | 'ONCE' | 'ONCENEW' | 'CUSTOM'
  /** Maximum number of uses of the coupon by all customers; 0 means no limit. */
  maxCount: number
  /** Maximum number of uses of the coupon by each customer, for CUSTOM coupons only. */
  maxCountPerUser: number
  /** The number of uses of the coupon so far, which are the past orders with this code. */
  count: number
  expiresAt: Date
  isActive: boolean
  /** Whether the coupon is valid in every store; if not, in the stores of `couponStores`. */
  isForAllStores: boolean
}

export type CouponStoreRow = { couponId: number; storeId: number }

export type SliderRow = {
  id: number
  name: string
  /** The position of the slider on home: 0 is above the store list; 1 to 6 are in the list after that many stores. */
  position: number
  /** The width of the slider from 1 to 5; 5 is the widest. */
  size: number
  isActive: boolean
}

export type SlideRow = {
  id: number
  sliderId: number
  name: string
  /** The path under which the server serves the slide's picture, derived from `name`. */
  image: string
  /** The content of the slide, which the art script draws. */
  art: { title: string; line: string; gradient: Gradient; heroes: Picture[] }
  link:
    | { model: 'store'; storeId: number }
    | { model: 'item'; itemId: number; storeId: number }
    | { model: 'url'; url: string }
    | null
  /** The slide shows only within this circle; null means everywhere. */
  area: { latitude: number; longitude: number; radiusKm: number } | null
  isActive: boolean
  sortOrder: number
}

export type PageRow = { id: number; name: string; slug: string; bodyHtml: string; updatedAt: Date }

export type RiderRow = {
  id: number
  name: string
  phone: string
  email: string
  /** The name of the customer's avatar, user1 to user10 (demo/art/avatars.ts). */
  face: string
  age: number
  description: string
  vehicle: string
  vehicleNumber: string
  commissionPercent: number
  tipCommissionPercent: number
  maxOpenOrders: number
  /** Maximum amount of cash that a rider may hold, in minor units; 0 means no limit. */
  cashLimitMinor: bigint
  isOnline: boolean
  latitude: number
  longitude: number
  createdAt: Date
}

export type RiderStoreRow = { riderId: number; storeId: number }
export type OwnerRow = { id: number; name: string; phone: string; email: string; createdAt: Date }
export type StaffRow = OwnerRow & { role: 'admin' | 'staff'; permissions: readonly string[] }
/** An employee of one store. */
export type EmployeeRow = OwnerRow & { role: 'manager' | 'kitchen' | 'cashier'; storeId: number }
export type OwnerStoreRow = { ownerId: number; storeId: number }

export type CustomerRow = {
  id: number
  name: string
  phone: string
  email: string
  avatar: string | null
  referralCode: string
  /** The customer whose referral code this customer used at registration. */
  referredById: number | null
  createdAt: Date
}

export type AddressRow = {
  id: number
  customerId: number
  address: string
  house: string
  landmark: string
  tag: string
  latitude: number
  longitude: number
  isDefault: boolean
}

/**
 * A finished order of the demo: delivered (5) or cancelled (6). The times of the order's steps are in ascending order;
 * null means that the order skipped a step.
 */
export type OrderRow = {
  id: number
  uniqueOrderId: string
  status: 5 | 6
  customerId: number
  storeId: number
  riderId: number | null
  /** The delivery address; null for self-pickup. */
  addressId: number | null
  addressText: string
  latitude: number
  longitude: number
  distanceKm: number
  fulfilment: 'delivery' | 'self_pickup'
  couponId: number | null
  couponCode: string | null
  subtotalMinor: bigint
  discountMinor: bigint
  storeChargeMinor: bigint
  /** The delivery charge that the customer paid: 0 when delivery became free. */
  deliveryChargeMinor: bigint
  /** The delivery charge before it became free. */
  actualDeliveryChargeMinor: bigint
  taxPercent: number
  taxMinor: bigint
  tipMinor: bigint
  totalMinor: bigint
  /** The amount paid in cash, which is always the total. */
  payableMinor: bigint
  /** The payment method, which is always cash, because a wallet payment would need ledger postings. */
  paymentMode: 'COD'
  comment: string | null
  deliveryPin: string
  /** The preparation time that the store gave at acceptance; null when it gave none. */
  prepMinutes: number | null
  placedAt: Date
  acceptedAt: Date | null
  assignedAt: Date | null
  pickedUpAt: Date | null
  /** The time at which a self-pickup order was ready; null for deliveries. */
  readyAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
  cancelReason: string | null
}

export type OrderLineRow = {
  id: number
  orderId: number
  storeId: number
  itemId: number
  name: string
  quantity: number
  /** The price of the item when the customer placed the order. */
  priceMinor: bigint
  addonPricing: AddonPricing
  /** The price of one unit with its add-ons, by INT-07. */
  unitMinor: bigint
  /** The total of the order line: `unitMinor` times `quantity`. */
  totalMinor: bigint
  /** The part of the coupon's discount that falls on this line. */
  discountMinor: bigint
}

export type OrderLineAddonRow = {
  id: number
  orderLineId: number
  storeId: number
  addonId: number
  addonCategoryName: string
  addonName: string
  priceMinor: bigint
}

/** The review of an order; an order has at most one. */
export type ReviewRow = {
  id: number
  orderId: number
  customerId: number
  storeId: number
  riderId: number | null
  storeStars: number
  storeText: string
  /** The stars that the rider got; null for self-pickup. */
  deliveryStars: number | null
  deliveryText: string
  /** The customer's stars for items of the order. */
  itemStars: { itemId: number; stars: number }[]
  /** The paths under which the server serves the photos of the review. */
  photos: string[]
  createdAt: Date
}

export type SettingRow = { key: string; value: string }

export type LoginRow = {
  role: 'customer' | 'rider' | 'owner' | 'employee' | 'staff'
  /** The account's id in `customers`, `riders`, `owners`, `employees` or `staff`. */
  personId: number
  name: string
  phone: string
  email: string
  password: string
}
