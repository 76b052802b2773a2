import type { Gradient } from '../pictures.ts'
import type { CouponRow, LocationRow } from '../types.ts'
import type { PictureKey } from './menu.ts'
import type { CategoryName } from './store-seed.ts'

/** Popular locations that people choose instead of typing an address. New visitors start at the first location. */
export const locations: readonly Omit<LocationRow, 'id'>[] = [
  place('Koramangala 5th Block', 12.9352, 77.6245, true),
  place('Koramangala 1st Block', 12.9268, 77.6332),
  place('Koramangala 4th Block', 12.9331, 77.6302),
  place('Koramangala 8th Block', 12.9404, 77.6188),
  place('Ejipura', 12.9432, 77.6284),
  place('HSR Layout Sector 1', 12.915, 77.6448),
  place('HSR Layout Sector 7', 12.9118, 77.639),
  place('BTM 2nd Stage', 12.9155, 77.6106),
  place('S.G. Palya', 12.9302, 77.6083),
  place('Madiwala', 12.9226, 77.6175),
  place('Adugodi', 12.9428, 77.6109),
  place('Domlur', 12.9598, 77.6379),
  place('HSR Layout', 12.9116, 77.6389),
  place('Richmond Town', 12.9633, 77.6033),
]

export type TileSeed = { name: string; picture: PictureKey; categories: readonly CategoryName[] }

/** The category tiles of the home screen. */
export const tiles: readonly TileSeed[] = [
  { name: 'Salon', picture: 'dish:cut-women', categories: ['Hair', 'Skin', 'Nails', 'Massage', 'Bridal'] },
  { name: 'Groceries', picture: 'basket', categories: ['Groceries'] },
  { name: 'Milk & eggs', picture: 'glass-of-milk', categories: ['Milk & eggs'] },
  { name: 'Medical', picture: 'multivitamin', categories: ['Pharmacy', 'Wellness'] },
  {
    name: 'Meals',
    picture: 'dish:deluxe-thali',
    categories: ['South Indian', 'North Indian', 'Chinese & Asian'],
  },
  { name: 'Biryani', picture: 'dish:hyderabadi-biryani', categories: ['Biryani', 'Kebabs'] },
  { name: 'Fruit & veg', picture: 'carrot', categories: ['Fruit & veg'] },
  { name: 'Bakery', picture: 'dish:black-forest', categories: ['Bakery & cakes', 'Café'] },
  { name: 'Breakfast', picture: 'dish:masala-dosa', categories: ['Breakfast', 'South Indian'] },
  { name: 'Pizza & burgers', picture: 'dish:margherita', categories: ['Pizza & burgers', 'Rolls & momos'] },
  { name: 'Sweets', picture: 'dish:gulab-jamun', categories: ['Sweets & ice cream'] },
  { name: 'Juices & shakes', picture: 'dish:watermelon-juice', categories: ['Juices & shakes'] },
  { name: 'Healthy', picture: 'dish:rajma-salad', categories: ['Healthy'] },
  { name: 'Meat & fish', picture: 'cut-of-meat', categories: ['Meat & fish'] },
  { name: 'Seafood', picture: 'dish:anjal-fry', categories: ['Seafood'] },
  { name: 'Flowers', picture: 'bouquet', categories: ['Flowers & puja'] },
]

export type CouponSeed = Omit<
  CouponRow,
  'id' | 'count' | 'expiresAt' | 'isForAllStores' | 'discountMinor' | 'minSubtotalMinor' | 'maxDiscountMinor'
> & {
  discountRupees: number
  minRupees: number
  maxRupees: number
  /** Days from `now` until the coupon ends; a negative number for a coupon that has ended. */
  endsInDays: number
  /** The slugs of the stores that accept the coupon; an empty list means every store. */
  stores: readonly string[]
}

const plainCoupon = {
  discountRupees: 0,
  discountPercent: 0,
  minRupees: 0,
  maxRupees: 0,
  maxCount: 0,
  maxCountPerUser: 0,
  isActive: true,
  stores: [],
}

export const coupons: readonly CouponSeed[] = [
  {
    ...plainCoupon,
    code: 'GLOW20',
    name: 'Festive glow',
    description: '20% off salon services, up to ₹400.',
    discountType: 'PERCENTAGE',
    discountPercent: 20,
    minRupees: 499,
    maxRupees: 400,
    subtotalMessage: 'Add services for ₹499 or more to use GLOW20',
    userType: 'ALL',
    endsInDays: 45,
    stores: [
      'roop-rekha-studio',
      'noor-beauty-lounge',
      'gulabo-nail-bar',
      'shanti-spa-at-home',
      'kesh-kala',
      'bella-bridal-studio',
      'tvacha-skin-room',
    ],
  },
  {
    ...plainCoupon,
    code: 'NUKKAD20',
    name: 'Nukkad twenty',
    description: '20% off at any store, up to ₹120.',
    discountType: 'PERCENTAGE',
    discountPercent: 20,
    minRupees: 249,
    maxRupees: 120,
    subtotalMessage: 'Add items for ₹249 or more to use NUKKAD20',
    userType: 'CUSTOM',
    maxCountPerUser: 12,
    endsInDays: 60,
  },
  {
    ...plainCoupon,
    code: 'WELCOME75',
    name: 'First order',
    description: '₹75 off your first order.',
    discountType: 'AMOUNT',
    discountRupees: 75,
    minRupees: 149,
    subtotalMessage: 'The first-order gift starts at ₹149',
    userType: 'ONCENEW',
    endsInDays: 365,
  },
  {
    ...plainCoupon,
    code: 'FLAT50',
    name: 'Fifty off',
    description: '₹50 off orders from ₹399.',
    discountType: 'AMOUNT',
    discountRupees: 50,
    minRupees: 399,
    subtotalMessage: 'FLAT50 needs ₹399 in the cart',
    userType: 'ALL',
    endsInDays: 30,
  },
  {
    ...plainCoupon,
    code: 'TIFFIN15',
    name: 'Breakfast club',
    description: '15% off at three tiffin rooms.',
    discountType: 'PERCENTAGE',
    discountPercent: 15,
    minRupees: 120,
    maxRupees: 60,
    subtotalMessage: 'Order for ₹120 or more to use TIFFIN15',
    userType: 'ALL',
    endsInDays: 30,
    stores: ['namma-tiffin-room', 'sambar-street', 'dakshin-ruchi', 'kaapi-katte'],
  },
  {
    ...plainCoupon,
    code: 'BIRYANI100',
    name: 'Handi hundred',
    description: '₹100 off biryani for the family.',
    discountType: 'AMOUNT',
    discountRupees: 100,
    minRupees: 799,
    subtotalMessage: 'BIRYANI100 needs ₹799 in the cart',
    userType: 'ALL',
    endsInDays: 20,
    stores: ['biryani-baithak', 'donne-biryani-mane', 'shahi-dastarkhwan', 'nalapaka-andhra-mess'],
  },
  {
    ...plainCoupon,
    code: 'RATION150',
    name: 'Month basket',
    description: '₹150 off groceries from ₹1,499.',
    discountType: 'AMOUNT',
    discountRupees: 150,
    minRupees: 1499,
    subtotalMessage: 'RATION150 is for baskets from ₹1,499',
    userType: 'CUSTOM',
    maxCountPerUser: 3,
    endsInDays: 40,
    stores: ['dinasari-superstore', 'namma-kirana', 'annapurna-provisions', 'organic-angadi'],
  },
  {
    ...plainCoupon,
    code: 'THANKYOU',
    name: 'Thank you',
    description: '10% off, once for everyone.',
    discountType: 'PERCENTAGE',
    discountPercent: 10,
    minRupees: 0,
    maxRupees: 200,
    subtotalMessage: '',
    userType: 'ONCE',
    endsInDays: 90,
  },
  {
    ...plainCoupon,
    code: 'EARLYBIRD',
    name: 'Early bird',
    description: '₹30 off for the first fifty people.',
    discountType: 'AMOUNT',
    discountRupees: 30,
    minRupees: 99,
    subtotalMessage: 'EARLYBIRD needs ₹99 in the cart',
    userType: 'ALL',
    maxCount: 50,
    endsInDays: 10,
  },
  {
    ...plainCoupon,
    code: 'DIWALI50',
    name: 'Diwali',
    description: 'Half price, up to ₹150. It is over.',
    discountType: 'PERCENTAGE',
    discountPercent: 50,
    minRupees: 199,
    maxRupees: 150,
    subtotalMessage: 'DIWALI50 needs ₹199 in the cart',
    userType: 'ALL',
    endsInDays: -3,
  },
]

export type SlideSeed = {
  name: string
  slider: 'main' | 'list'
  title: string
  line: string
  gradient: Gradient
  heroes: readonly PictureKey[]
  link: { store: string; item?: string } | { url: string } | null
  near?: { at: readonly [number, number]; radiusKm: number }
}

export const slides: readonly SlideSeed[] = [
  {
    name: 'festive-glow',
    slider: 'main',
    title: 'Festive glow, 20% off',
    line: 'Use GLOW20 at seven salons',
    gradient: 1,
    heroes: ['dish:gold-facial', 'dish:manicure', 'dish:bridal-makeup'],
    link: { store: 'roop-rekha-studio' },
  },
  {
    name: 'biryani-night',
    slider: 'main',
    title: 'Biryani at any hour',
    line: 'Donne biryani, open all night',
    gradient: 2,
    heroes: ['dish:donne-mutton-biryani', 'dish:paneer-biryani', 'dish:egg-biryani'],
    link: { store: 'donne-biryani-mane' },
  },
  {
    name: 'farm-to-lane',
    slider: 'main',
    title: 'Picked today',
    line: 'A week of vegetables in one crate',
    gradient: 3,
    heroes: ['carrot', 'tomato', 'leafy-green'],
    link: { store: 'hasiru-farm-fresh', item: 'Week’s Vegetable Crate (6 kg)' },
  },
  {
    name: 'share-and-earn',
    slider: 'main',
    title: '₹200 for you and a friend',
    line: 'Share your code',
    gradient: 4,
    heroes: ['wrapped-gift', 'party-popper'],
    link: { url: '/my-account' },
  },
  {
    name: 'medicine-in-the-night',
    slider: 'list',
    title: 'Medicine in the night',
    line: 'Three chemists open now',
    gradient: 6,
    heroes: ['paracetamol', 'coughSyrup', 'bandages'],
    link: { store: 'sanjeevani-medicals' },
  },
  {
    name: 'cake-in-an-hour',
    slider: 'list',
    title: 'Cake in an hour',
    line: 'With a message on it',
    gradient: 5,
    heroes: ['dish:black-forest', 'dish:red-velvet-cupcake', 'dish:macarons'],
    link: { store: 'cakewalk-patisserie', item: 'Black Forest Cake' },
  },
  {
    name: 'tiffin-club',
    slider: 'list',
    title: 'Breakfast club',
    line: '15% off with TIFFIN15',
    gradient: 2,
    heroes: ['dish:masala-dosa', 'dish:filter-coffee', 'dish:idli'],
    link: { store: 'namma-tiffin-room' },
  },
  {
    name: 'hsr-scoops',
    slider: 'list',
    title: 'Scoops for HSR',
    line: 'Eight flavours of the season',
    gradient: 6,
    heroes: ['dish:mango-ice', 'dish:chocolate-ice', 'dish:gulab-jamun'],
    link: { store: 'scoop-gali' },
    near: { at: [12.913, 77.641], radiusKm: 4 },
  },
]

function place(name: string, latitude: number, longitude: number, isDefault = false): Omit<LocationRow, 'id'> {
  return { name, latitude, longitude, isActive: true, isDefault }
}
