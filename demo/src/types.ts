import type { Gradient, Picture } from './pictures.ts'

/**
 * The demo city: plain rows, one array per kind, ready to be turned into bulk inserts. Ids are whole numbers that
 * start at 1 in every array; money is in minor units (paise); instants are Dates; hours are local to the city.
 */
export type City = {
  stores: StoreRow[]
  storeHours: StoreHoursRow[]
  /** What a store is found under on the home screen: Biryani, Bakery, Pharmacy, Hair … */
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
  staff: StaffRow[]
  customers: CustomerRow[]
  addresses: AddressRow[]
  orders: OrderRow[]
  orderLines: OrderLineRow[]
  orderLineAddons: OrderLineAddonRow[]
  reviews: ReviewRow[]
  /** Overrides of the settings registry; values are strings, as everywhere in settings. */
  settings: SettingRow[]
  /** The accounts whose passwords `npm start` prints. Each names a row of `customers`, `riders`, `owners` or `staff`. */
  logins: LoginRow[]
}

export type StoreKind = 'store' | 'warehouse' | 'medical' | 'salon'

/** 1 delivery, 2 self-pickup, 3 both, 4 service by the salon (INT-06). */
export type DeliveryType = 1 | 2 | 3 | 4

/** What stands on a store's cover, the hero first. */
export type StoreCover = { heroes: Picture[] }

export type StoreRow = {
  id: number
  slug: string
  name: string
  /** The short line under the name, such as 'Hyderabadi biryani · Kebabs'. */
  description: string
  kind: StoreKind
  cover: StoreCover
  /** Served path of the composed cover. */
  image: string
  phone: string
  address: string
  pincode: string
  landmark: string
  latitude: number
  longitude: number
  /** One decimal, 1 to 5: shown while a store has no reviews. */
  rating: number
  deliveryMinutes: number
  /** Rupees for two, as shown, for instance '400'. */
  priceRange: string
  isPureVeg: boolean
  /** Licence number: 14 digits for food, a drug or trade licence otherwise. */
  certificate: string
  storeChargeMinor: bigint
  deliveryType: DeliveryType
  deliveryRadiusKm: number
  deliveryChargeType: 'FIXED' | 'DYNAMIC'
  /** The charge under FIXED. */
  deliveryChargeMinor: bigint
  /** The four figures of DYNAMIC; 0 under FIXED. */
  baseDeliveryChargeMinor: bigint
  baseDeliveryDistanceKm: number
  extraDeliveryChargeMinor: bigint
  extraDeliveryDistanceKm: number
  minOrderMinor: bigint
  /** Subtotal from which delivery is free; 0 = never. */
  freeDeliverySubtotalMinor: bigint
  commissionPercent: number
  /** Open at `now`: by the hours when `isSchedulable`, otherwise switched by hand. */
  isActive: boolean
  isAccepted: boolean
  isFeatured: boolean
  customFeaturedName: string | null
  /** Short plain line for the tag on the card's picture, such as 'Free delivery above ₹299'. */
  offer: string | null
  /** HTML, on the store page. */
  customMessage: string | null
  /** HTML, on the card. */
  customMessageOnList: string | null
  /** Orders start as accepted. */
  autoAccepts: boolean
  /** The hours switch the store on and off. */
  isSchedulable: boolean
  acceptsScheduledOrders: boolean
  scheduleSlotBufferMinutes: number
  sortOrder: number
  createdAt: Date
}

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

/** One window of a day, 'HH:MM' local; a night that passes midnight is two windows. A whole day ends at '24:00'. */
export type StoreHoursRow = { storeId: number; weekday: Weekday; opensAt: string; closesAt: string }

export type CategoryRow = { id: number; name: string; isActive: boolean; sortOrder: number }
export type StoreCategoryRow = { storeId: number; categoryId: number }

/** A tile of the category rail: one picture that filters by one or more categories. */
export type TileRow = {
  id: number
  name: string
  /** Served path of the composed tile, from `name`. */
  image: string
  picture: Picture
  categoryIds: number[]
  isActive: boolean
  sortOrder: number
}

/** A group of a store's menu. */
export type ItemCategoryRow = { id: number; storeId: number; name: string; isEnabled: boolean; sortOrder: number }

export type AddonPricing = 'add' | 'replace'

export type ItemRow = {
  id: number
  storeId: number
  itemCategoryId: number
  name: string
  priceMinor: bigint
  /** Price before the offer, above `priceMinor`; 0 = none. */
  oldPriceMinor: bigint
  /** Simple HTML. */
  description: string
  picture: Picture
  /** Served path of the picture. */
  image: string
  isRecommended: boolean
  isPopular: boolean
  isNew: boolean
  isActive: boolean
  /** Null where the diet mark makes no sense (medicine, salon, household). */
  isVeg: boolean | null
  /** How chosen add-ons and the price combine (INT-07). */
  addonPricing: AddonPricing
  sortOrder: number
}

export type AddonCategoryRow = {
  id: number
  storeId: number
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  /** Most options that may be chosen; 0 = no limit. */
  addonLimit: number
}

export type AddonRow = {
  id: number
  storeId: number
  addonCategoryId: number
  name: string
  /** Extra under 'add'; the full price of the variant under 'replace'. */
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
  /** Minor units under AMOUNT; 0 under PERCENTAGE. */
  discountMinor: bigint
  /** Whole percent under PERCENTAGE; 0 under AMOUNT. */
  discountPercent: number
  minSubtotalMinor: bigint
  /** Cap of a percentage; 0 = none. */
  maxDiscountMinor: bigint
  subtotalMessage: string
  userType: 'ALL' | 'ONCE' | 'ONCENEW' | 'CUSTOM'
  /** Uses over all customers; 0 = no limit. */
  maxCount: number
  /** Read under CUSTOM. */
  maxCountPerUser: number
  /** Uses so far: past orders that carry the code. */
  count: number
  expiresAt: Date
  isActive: boolean
  /** True: every store; false: the stores of `couponStores`. */
  isForAllStores: boolean
}

export type CouponStoreRow = { couponId: number; storeId: number }

export type SliderRow = {
  id: number
  name: string
  /** 0 above the list, 1 to 6 in the list after that many stores. */
  position: number
  /** 1 to 5, 5 the widest. */
  size: number
  isActive: boolean
}

export type SlideRow = {
  id: number
  sliderId: number
  name: string
  /** Served path of the composed slide, from the slug of `name`. */
  image: string
  /** What the art script draws. */
  art: { title: string; line: string; gradient: Gradient; heroes: Picture[] }
  link:
    | { model: 'store'; storeId: number }
    | { model: 'item'; itemId: number; storeId: number }
    | { model: 'url'; url: string }
    | null
  /** Only shown within this circle; null = everywhere. */
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
  age: number
  description: string
  vehicle: string
  vehicleNumber: string
  commissionPercent: number
  tipCommissionPercent: number
  maxOpenOrders: number
  /** Cash a rider may hold; 0 = no limit. */
  cashLimitMinor: bigint
  isOnline: boolean
  latitude: number
  longitude: number
  createdAt: Date
}

export type RiderStoreRow = { riderId: number; storeId: number }
export type OwnerRow = { id: number; name: string; phone: string; email: string; createdAt: Date }
export type StaffRow = OwnerRow & { role: 'admin' | 'staff'; permissions: readonly string[] }
export type OwnerStoreRow = { ownerId: number; storeId: number }

export type CustomerRow = {
  id: number
  name: string
  phone: string
  email: string
  avatar: string | null
  referralCode: string
  /** The customer whose code was used at sign-up. */
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

/** A finished order: delivered (5) or cancelled (6). The instants are in order; those that never came are null. */
export type OrderRow = {
  id: number
  uniqueOrderId: string
  status: 5 | 6
  customerId: number
  storeId: number
  riderId: number | null
  /** Null for self-pickup. */
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
  /** What was charged: 0 when delivery became free. */
  deliveryChargeMinor: bigint
  /** What delivery would have cost. */
  actualDeliveryChargeMinor: bigint
  taxPercent: number
  taxMinor: bigint
  tipMinor: bigint
  totalMinor: bigint
  /** Paid in cash: always the total. */
  payableMinor: bigint
  /** Cash only: a wallet payment would need its postings. */
  paymentMode: 'COD'
  comment: string | null
  deliveryPin: string
  /** What the store said when it accepted; null when it never did. */
  prepMinutes: number | null
  placedAt: Date
  acceptedAt: Date | null
  assignedAt: Date | null
  pickedUpAt: Date | null
  /** Pickup orders only. */
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
  /** Price of the item when the order was placed. */
  priceMinor: bigint
  addonPricing: AddonPricing
  /** One unit with its add-ons, by INT-07. */
  unitMinor: bigint
  /** `unitMinor` times `quantity`. */
  totalMinor: bigint
  /** This line's share of the coupon. */
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

/** One per order at most. */
export type ReviewRow = {
  id: number
  orderId: number
  customerId: number
  storeId: number
  riderId: number | null
  storeStars: number
  storeText: string
  /** Null for self-pickup. */
  deliveryStars: number | null
  deliveryText: string
  createdAt: Date
}

export type SettingRow = { key: string; value: string }

export type LoginRow = {
  role: 'customer' | 'rider' | 'owner' | 'staff'
  /** Id in `customers`, `riders`, `owners` or `staff`. */
  personId: number
  name: string
  phone: string
  email: string
  password: string
}
