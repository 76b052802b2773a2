import type { Output } from '@nukkad/contract/contract.ts'
import type { Page } from '@playwright/test'
import { knowShop } from './boot.ts'
import { answer, type Body } from './given.ts'

export type DeliveryOrder = Output<'delivery/get-single-delivery-order'>
type Orders = Output<'delivery/get-delivery-orders'>
type Figures = Output<'delivery/update-user-info'>

/** Returns an order as riders see it, of a store two streets from the customer. */
export const orderOf = (given: Partial<DeliveryOrder> = {}): DeliveryOrder => ({
  id: 501,
  unique_order_id: 'OD-01-01-TEST-AB12CD34',
  orderstatus_id: 2,
  user_id: 5,
  restaurant_id: 1,
  location: JSON.stringify({ lat: 12.9352, lng: 77.6245, address: '5th Block', house: '4B', tag: 'Home' }),
  address: '4B, 12 Temple Road',
  coupon_name: null,
  coupon_amount: null,
  sub_total: 180,
  restaurant_charge: 0,
  delivery_charge: '30.00',
  actual_delivery_charge: '30.00',
  distance: 2.4,
  tax: null,
  tax_amount: 0,
  tip_amount: null,
  total: 210,
  payable: 210,
  at_store: 0,
  wallet_amount: 0,
  payment_mode: 'COD',
  order_comment: 'Ring twice',
  delivery_instructions: [],
  delivery_note: null,
  has_delivery_photo: false,
  trouble: null,
  wait_seconds: null,
  delivery_type: 1,
  cash_change_amount: null,
  is_scheduled: 0,
  schedule_date: null,
  schedule_slot: null,
  prep_time: null,
  promised_at: null,
  placed_at: new Date().toISOString(),
  cancel_reason: null,
  currency: 'INR',
  zone_id: null,
  created_at: '2026-01-01 10:00:00',
  updated_at: '2026-01-01 10:00:00',
  orderitems: ['Masala Dosa', 'Filter Coffee'].map((name, index) => ({
    id: 600 + index,
    order_id: 501,
    item_id: 700 + index,
    name,
    quantity: index + 1,
    price: '60.00',
    image: null,
    order_item_addons: [],
  })),
  restaurant: {
    id: 1,
    name: 'Glow Kitchen',
    slug: 'glow',
    image: '',
    placeholder_image: null,
    kind: 'store',
    latitude: '12.9330',
    longitude: '77.6200',
    address: '1 Market Road',
    phone: '+918025550100',
    delivery_type: 1,
    is_active: 1,
    description: '',
    pincode: null,
  },
  user: { id: 5, name: 'Meera Iyer', phone: '+919800000000' },
  commission: '45.00',
  ...given,
})

/** Sorts orders into the rider's lists by their status. */
const shelves = (orders: DeliveryOrder[]): Orders => ({
  new_orders: orders.filter(({ orderstatus_id }) => orderstatus_id === 2),
  accepted_orders: orders.filter(({ orderstatus_id }) => orderstatus_id === 3),
  pickedup_orders: orders.filter(({ orderstatus_id }) => orderstatus_id === 4),
})

export type Trips = {
  /** The orders in the rider's lists, which a test changes as the server would. */
  orders: DeliveryOrder[]
  /** The positions that the phone reported. */
  positions: Body[]
}

/** Signs in a rider who is on duty, and replaces the demo city's orders with the given ones. */
export async function giveRider(
  page: Page,
  orders: DeliveryOrder[],
  { status = 1 as 0 | 1, settings = {} as Record<string, string> } = {},
): Promise<Trips> {
  const rider = {
    id: 77,
    auth_token: 'r'.repeat(40),
    name: 'Ravi Kumar',
    email: null,
    wallet_balance: 0,
    onGoingCount: 0,
    completedCount: 0,
    status,
  }
  const figures: Figures = {
    success: true,
    data: {
      ...rider,
      orders: [],
      earnings: [],
      totalEarnings: 1234.5,
      deliveryCollection: 210,
      cashCollected: 1210,
      cashHandedIn: 1000,
      cashLimit: 5000,
      averageRating: '4.8',
      ratings: [{ rating_delivery: 5, review_delivery: 'Quick and kind' }],
    },
    chart: { chartData: [10, 20, 30, 40, 50, 60, 70].map((y, index) => ({ x: String(index), y })) },
  }
  await knowShop(page, settings)
  await page.addInitScript(
    (session) => {
      if (localStorage.getItem('delivery_user') === null) localStorage.setItem('delivery_user', JSON.stringify(session))
    },
    { success: true, data: rider },
  )
  const trips: Trips = { orders, positions: [] }
  await page.route('**/public/api/events', (route) => route.fulfill({ status: 404, json: {} }))
  await page.route('**/public/api/delivery/get-delivery-orders', (route) =>
    route.fulfill({ json: shelves(trips.orders) }),
  )
  await page.route('**/public/api/delivery/get-single-delivery-order', (route) => {
    const { unique_order_id } = route.request().postDataJSON() as { unique_order_id: string }
    return route.fulfill({ json: trips.orders.find((order) => order.unique_order_id === unique_order_id) })
  })
  await answer(page, 'delivery/update-user-info', figures)
  trips.positions = await answer(page, 'delivery/set-delivery-guy-gps-location', true)
  return trips
}
