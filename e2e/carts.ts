import type { APIRequestContext, Page } from '@playwright/test'
import type { Menu } from './given.ts'
import { call, newCustomer, type Person } from './people.ts'
import { tiffinRoom } from './shops.ts'

/** The default location of the demo city. */
export const koramangala = { latitude: 12.9352, longitude: 77.6245, address: '5th Block, Koramangala' }

type Shop = { slug: string; name: string }

export type Orderer = Person & { session: object }

/** Creates a customer with a saved address near the demo owner's stores. */
export async function newOrderer(request: APIRequestContext, name?: string): Promise<Orderer> {
  const customer = await newCustomer(request, name)
  await call(request, 'save-address', { ...koramangala, house: '4B', tag: 'Home' }, customer.token)
  const fresh = await call<{ data: object }>(request, 'update-user-info', { unique_order_id: null }, customer.token)
  return { ...customer, session: { ...fresh, data: { ...fresh.data, auth_token: customer.token } } }
}

/** The contents of a cart: quantities by the name of an item of the demo owner's restaurant. */
export type Basket = Record<string, number>

/** Prepares a browser in which a customer filled the given cart earlier. */
export async function keepCart(
  page: Page,
  request: APIRequestContext,
  basket: Basket,
  shop: Shop = tiffinRoom,
): Promise<void> {
  const dishes = await dishesOf(request, shop)
  const lines = Object.entries(basket).map(([name, quantity]) => {
    const { id, restaurant_id, price, currency, image, addon_pricing } = dishes.get(name)!
    const kept = { id, restaurant_id, name, price, currency, image, addon_pricing, quantity, selectedaddons: [] }
    return { ...kept, is_active: 1, hasAddons: false, storeName: shop.name }
  })
  const totalPrice = lines.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0)
  const entries = {
    cart: lines,
    total: { productQuantity: lines.length, totalPrice },
    activeRestaurant: lines[0]!.restaurant_id,
  }
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('cart was kept')) return
    sessionStorage.setItem('cart was kept', 'yes')
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, JSON.stringify(value))
  }, entries)
}

export type PlacedOrder = { id: number; unique_order_id: string; delivery_pin: string; total: number }

/** Places an order through the API, by default with cash, for tests that start with an order. */
export async function placeByCall(
  request: APIRequestContext,
  customer: Orderer,
  basket: Basket,
  deliveryType: 1 | 2 = 1,
  method = 'COD',
  shop: Shop = tiffinRoom,
): Promise<PlacedOrder> {
  const dishes = await dishesOf(request, shop)
  const order = Object.entries(basket).map(([name, quantity]) => {
    const { id, price } = dishes.get(name)!
    return { id, name, price, quantity, selectedaddons: [] }
  })
  const { latitude: lat, longitude: lng, address } = koramangala
  const answer = await call<{ success: boolean; data: PlacedOrder }>(
    request,
    'place-order',
    {
      user: customer.session,
      order,
      coupon: null,
      location: { lat, lng, address, house: '4B', tag: 'Home' },
      order_comment: null,
      total: { productQuantity: order.length, totalPrice: 0 },
      method,
      payment_token: '',
      delivery_type: deliveryType,
      partial_wallet: false,
      tipAmount: null,
      pending_payment: false,
      cash_change_amount: '',
      schedule_date: null,
      schedule_slot: null,
    },
    customer.token,
  )
  if (!answer.success) throw new Error(`the order was refused: ${JSON.stringify(answer)}`)
  return answer.data
}

/** Returns the name of a store's first item without add-ons. */
export async function plainDish(request: APIRequestContext, shop: Shop): Promise<string> {
  const dishes = await dishesOf(request, shop)
  return [...dishes.values()].find(({ addon_categories }) => addon_categories.length === 0)!.name
}

async function dishesOf(
  request: APIRequestContext,
  shop: Shop = tiffinRoom,
): Promise<Map<string, Menu['recommended'][number]>> {
  const menu = await call<Menu>(request, `get-restaurant-items/${shop.slug}`)
  return new Map(Object.values(menu.items).flatMap((items) => items.map((item) => [item.name, item])))
}
