import type { APIRequestContext, Page } from '@playwright/test'
import { keepCart, type Orderer } from './carts.ts'
import { call, comeBack } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { logins, tiffinRoom } from './shops.ts'

/** What the scenes share: a customer with orders in three states, and the texts of the language. */
export type Given = {
  request: APIRequestContext
  customer: Orderer
  running: string
  unpaid: string
  over: number
  texts: Record<string, string>
}

export type Scene = {
  name: string
  path: (given: Given) => string
  /** What the browser holds before, and what is done on the screen before it is drawn. */
  before?: (page: Page, given: Given) => Promise<unknown>
  act?: (page: Page, given: Given) => Promise<unknown>
}

export const basket = { 'Sunday Chow Chow': 2 }
const asCustomer = (page: Page, { customer }: Given) => comeBack(page, customer.session)
const withCart = (page: Page, { request }: Given) => keepCart(page, request, basket)
const withBoth = async (page: Page, given: Given) => {
  await asCustomer(page, given)
  await withCart(page, given)
}
const asRider = async (page: Page, { request }: Given) => {
  const rider = await call<object>(request, 'delivery/login', logins.rider)
  await page.addInitScript((session) => localStorage.setItem('delivery_user', JSON.stringify(session)), rider)
}
const offline = (page: Page) => page.context().setOffline(true)
const fails = (page: Page, name: string) =>
  page.route(`**/public/api/${name}*`, (route) => route.fulfill({ status: 500, json: {} }))
const firstButton = (page: Page, name: string | undefined) =>
  page
    .getByRole('button', { name: name ?? '', exact: true })
    .first()
    .click()

export const scenes: Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'home-customer', path: () => '/', before: asCustomer },
  { name: 'home-cart', path: () => '/', before: withCart },
  { name: 'home-offline', path: () => '/', act: offline },
  {
    name: 'home-failed',
    path: () => '/',
    before: (page) =>
      fails(page, 'get-delivery-restaurants').then(() =>
        page.addInitScript(() =>
          localStorage.setItem(
            'userSetAddress',
            JSON.stringify({
              lat: 12.93,
              lng: 77.62,
              address: 'Near',
              house: null,
              tag: null,
              businessLocation: false,
            }),
          ),
        ),
      ),
  },
  { name: 'store', path: () => `/stores/${tiffinRoom.slug}` },
  {
    name: 'store-item',
    path: () => `/stores/${tiffinRoom.slug}`,
    act: (page) => firstButton(page, 'Tiffin Room Masala Dosa'),
  },
  {
    name: 'store-add-ons',
    path: () => `/stores/${tiffinRoom.slug}`,
    act: (page, { texts }) =>
      page
        .getByRole('article')
        .filter({ hasText: 'Tiffin Room Masala Dosa' })
        .first()
        .getByRole('button', { name: texts.itemAddButton, exact: true })
        .click(),
  },
  {
    name: 'store-replace',
    path: () => '/stores/namma-kirana',
    before: withCart,
    act: (page, { texts }) => firstButton(page, texts.itemAddButton),
  },
  { name: 'salon', path: () => '/stores/bella-bridal-studio' },
  { name: 'reviews', path: () => `/reviews/${tiffinRoom.slug}` },
  { name: 'categories', path: () => '/categories/stores' },
  { name: 'explore', path: () => '/explore' },
  { name: 'explore-category', path: () => '/explore-category' },
  { name: 'daily', path: () => '/daily' },
  { name: 'medical', path: () => '/medical' },
  { name: 'search-location', path: () => '/search-location' },
  { name: 'my-location', path: () => '/my-location' },
  { name: 'cart-empty', path: () => '/cart' },
  { name: 'cart-guest', path: () => '/cart', before: withCart },
  { name: 'cart', path: () => '/cart', before: withBoth },
  { name: 'checkout', path: () => '/checkout', before: withBoth },
  { name: 'login', path: () => '/login' },
  { name: 'register', path: () => '/register' },
  { name: 'forgot-password', path: () => '/login/forgot-password' },
  { name: 'running-order', path: ({ running }) => `/running-order/${running}`, before: asCustomer },
  { name: 'awaiting-payment', path: ({ unpaid }) => `/running-order/${unpaid}`, before: asCustomer },
  { name: 'my-orders', path: () => '/my-orders', before: asCustomer },
  { name: 'invoice', path: ({ over }) => `/invoice/${over}`, before: asCustomer },
  { name: 'rate-order', path: ({ over }) => `/rate-order/${over}`, before: asCustomer },
  { name: 'my-account', path: () => '/my-account', before: asCustomer },
  { name: 'my-account-guest', path: () => '/my-account' },
  { name: 'my-wallet', path: () => '/my-wallet', before: asCustomer },
  {
    name: 'my-wallet-add',
    path: () => '/my-wallet',
    before: asCustomer,
    act: (page, { texts }) => firstButton(page, texts.walletAddMoney),
  },
  { name: 'my-addresses', path: () => '/my-addresses', before: asCustomer },
  { name: 'my-favorite-stores-empty', path: () => '/my-favorite-stores', before: asCustomer },
  { name: 'alerts', path: () => '/alerts', before: asCustomer },
  { name: 'page', path: () => '/pages/terms' },
  { name: 'not-found', path: () => '/nowhere' },
  { name: 'delivery-login', path: () => '/delivery/login' },
  { name: 'delivery-orders', path: () => '/delivery/orders', before: asRider },
  { name: 'delivery-completed', path: () => '/delivery/completed-orders', before: asRider },
  ...[2, 3, 4].map((status) => ({
    name: `delivery-order-${status}`,
    path: () => `/delivery/orders/${orderOf().unique_order_id}`,
    before: async (page: Page) => void (await giveRider(page, [orderOf({ orderstatus_id: status })])),
  })),
]
