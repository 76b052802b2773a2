import type { APIRequestContext, FrameLocator, Locator, Page } from '@playwright/test'
import { changeBoot } from './boot.ts'
import { keepCart, type Orderer } from './carts.ts'
import { answer, change, giveGlow } from './given.ts'
import { call, comeBack, type Person } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { logins, tiffinRoom } from './shops.ts'

/** What the scenes share: customers with orders in each state, and the texts of the language. */
export type Given = {
  request: APIRequestContext
  customer: Orderer
  /** Has ordered nothing yet, and saved no address. */
  stranger: Person & { session: object }
  /** Comes back after months of orders: what a login answered. */
  regular: object
  running: string
  fresh: string
  unpaid: string
  over: number
  texts: Record<string, string>
}

/** Where the app runs: the page itself, or the phone's frame on a desktop. */
export type At = Page | FrameLocator

/** Resolves once nothing is under way on the page any more. */
export type Quiet = () => Promise<void>

export type Scene = {
  name: string
  path: (given: Given) => string
  /** What the browser holds before, and what is done on the screen before it is drawn. */
  before?: (page: Page, given: Given) => Promise<unknown>
  act?: (at: At, given: Given, page: Page, quiet: Quiet) => Promise<unknown>
}

export const basket = { 'Sunday Chow Chow': 2 }
const custom = 'Tiffin Room Masala Dosa'
const store = () => `/stores/${tiffinRoom.slug}`
const glow = () => '/stores/glow'

const asCustomer = (page: Page, { customer }: Given) => comeBack(page, customer.session)
const asStranger = (page: Page, { stranger }: Given) => comeBack(page, stranger.session)
const asRegular = (page: Page, { regular }: Given) => comeBack(page, regular)
const withCart = (page: Page, { request }: Given) => keepCart(page, request, basket)
const withBoth = async (page: Page, given: Given) => {
  await asCustomer(page, given)
  await withCart(page, given)
}
const asRider = async (page: Page, { request }: Given) => {
  const rider = await call<object>(request, 'delivery/login', logins.rider)
  await page.addInitScript((session) => localStorage.setItem('delivery_user', JSON.stringify(session)), rider)
}
/** The day with one of the longest names in Kannada: the last bar of the week stands at the edge of the screen. */
const tuesday = (): Date => {
  const day = new Date()
  day.setDate(day.getDate() + ((9 - day.getDay()) % 7))
  return day
}
const withTrips = (...statuses: number[]) => {
  return (page: Page, { texts }: Given) =>
    giveRider(
      page,
      statuses.map((status, index) =>
        orderOf({ orderstatus_id: status, id: 501 + index, unique_order_id: `OD-01-01-TEST-AB12CD3${index}` }),
      ),
      { settings: texts },
    )
}
const trip = () => '/delivery/orders/OD-01-01-TEST-AB12CD30'

const remembering = (entries: Record<string, string>) => (page: Page) =>
  page.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, entries)
/** Somewhere else than the page's own first data is for, so that the screen asks. */
const elsewhere = remembering({
  userSetAddress: JSON.stringify({
    lat: 12.93,
    lng: 77.62,
    address: 'ST Bed Layout',
    house: null,
    tag: null,
    businessLocation: false,
  }),
})
// As text: this file is checked without a browser's names.
const scrollDown = `(() => {
  const { scrollHeight } = document.documentElement
  scrollTo({ top: scrollHeight, behavior: 'instant' })
  return scrollHeight
})()`
/** Down until nothing more comes: what is near the window is only asked for and drawn then. */
const toFoot = async (at: At, quiet: Quiet) => {
  const content = at.locator('#content')
  for (let [before, height] = [0, 1]; height > before; ) {
    before = height
    height = Number(await content.evaluate(scrollDown))
    await quiet()
  }
}
const offlineScreenIsThere = `(async () => {
  const isThere = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('offline.webp'))
  while (!isThere()) await new Promise(requestAnimationFrame)
})()`
/** The network goes once the screen for that was fetched, which is after everything else. */
const goOffline = async (at: At, page: Page) => {
  await at.locator('body').evaluate(offlineScreenIsThere)
  await page.context().setOffline(true)
}
const fails = (page: Page, name: string) =>
  page.route(`**/public/api/${name}**`, (route) => route.fulfill({ status: 500, json: {} }))
/** No answer ever comes. */
const holds = (page: Page, name: string) => page.route(`**/public/api/${name}**`, () => {})
/** In the desktop's preview, which is drawn smaller than it is, the mouse would miss: there the press itself is sent. */
const pressOn = (at: At, target: Locator): Promise<unknown> =>
  'goto' in at ? target.first().click() : target.first().dispatchEvent('click')
const press = (at: At, name: string | undefined) =>
  pressOn(at, at.getByRole('button', { name: name ?? '', exact: true }))
const write = (at: At, name: string | undefined, text: string) =>
  at
    .getByRole('textbox', { name: name ?? '' })
    .first()
    .fill(text)
/** The screen says so with the words that were looked for. */
const searchInVain = async (at: At) => {
  await at.getByRole('searchbox').fill('qqqqqq')
  await at.locator('#content').getByText('qqqqqq').waitFor()
}
type Trip = { running_order: object | null; delivery_details: object | null }
const rider = {
  name: 'Ravi Kumar',
  age: null,
  photo: null,
  description: null,
  vehicle_number: 'KA 01 EK 4821',
  delivery_lat: '12.9341',
  delivery_long: '77.6221',
  heading: null,
  positioned_at: null,
  status: 1,
  phone: '+919845012345',
  rating: '4.8',
}
/** The running order in another status, with its rider. */
const inStatus = (status: number, more: object = {}) => {
  return async (page: Page, given: Given) => {
    await asCustomer(page, given)
    await change<Trip>(page, 'update-user-info', (user) => ({
      ...user,
      running_order: user.running_order && { ...user.running_order, orderstatus_id: status, ...more },
      delivery_details: status < 3 ? null : rider,
    }))
  }
}

export const scenes: Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'home-customer', path: () => '/', before: asCustomer },
  { name: 'home-cart', path: () => '/', before: withCart },
  { name: 'home-foot', path: () => '/', act: (at, _given, _page, quiet) => toFoot(at, quiet) },
  {
    name: 'home-where',
    path: () => '/',
    before: (page) =>
      page.addInitScript(() => {
        localStorage.removeItem('userSetAddress')
        localStorage.removeItem('userAlreadySelectedLocation')
      }),
  },
  { name: 'home-privacy', path: () => '/', before: remembering({ showGdpr: 'true' }) },
  {
    name: 'home-loading',
    path: () => '/',
    before: async (page) => {
      await elsewhere(page)
      await holds(page, 'get-delivery-restaurants')
    },
  },
  {
    name: 'home-empty',
    path: () => '/',
    before: async (page) => {
      await elsewhere(page)
      await answer(page, 'get-delivery-restaurants', [])
    },
  },
  {
    name: 'home-failed',
    path: () => '/',
    before: async (page) => {
      await elsewhere(page)
      await fails(page, 'get-delivery-restaurants')
    },
  },
  {
    name: 'offline',
    path: () => '/',
    act: async (at, given, page) => {
      await goOffline(at, page)
      await at.getByRole('dialog', { name: given.texts.offlineTitleMessage }).waitFor()
    },
  },
  {
    name: 'offline-browsing',
    path: () => '/',
    act: async (at, given, page) => {
      await goOffline(at, page)
      await press(at, given.texts.offlineKeepBrowsing)
    },
  },
  {
    name: 'critical',
    path: () => '/',
    before: async (page) => {
      await page.addInitScript(() => {
        localStorage.removeItem('userSetAddress')
        localStorage.removeItem('popular_locations')
      })
      await changeBoot(page, (boot) => ({
        ...boot,
        locations: boot.locations.map((row) => ({ ...row, is_default: 0 })),
      }))
      await change<{ is_default: number }[]>(page, 'popular-geo-locations', (rows) =>
        rows.map((row) => ({ ...row, is_default: 0 })),
      )
    },
  },
  { name: 'store', path: store },
  { name: 'store-item', path: store, act: (at) => press(at, custom) },
  {
    name: 'store-add-ons',
    path: store,
    act: (at, { texts }) =>
      pressOn(
        at,
        at
          .getByRole('article')
          .filter({ hasText: custom })
          .first()
          .getByRole('button', { name: texts.itemAddButton, exact: true }),
      ),
  },
  {
    name: 'store-replace',
    path: () => '/stores/namma-kirana',
    before: withCart,
    act: (at, { texts }) => press(at, texts.itemAddButton),
  },
  { name: 'store-cart', path: store, before: withCart },
  { name: 'store-search', path: store, act: (at, { texts }) => press(at, texts.a11ySearch) },
  { name: 'store-groups', path: store, act: (at, { texts }) => press(at, texts.itemsMenuButtonText) },
  {
    name: 'store-closed',
    path: glow,
    before: (page, { request }) => giveGlow(page, request, { store: { is_active: 0 } }),
  },
  {
    name: 'store-prices',
    path: glow,
    before: (page, { request }) =>
      giveGlow(page, request, {
        store: { name: 'The Great Neighbourhood Kitchen and Sweet House of Koramangala' },
        groups: {
          'Wedding trays and very large festival hampers': [
            {
              name: 'Assorted mithai hamper with almonds, cashews, pistachios and a brass lamp',
              desc: 'Twenty-four kinds in a box that closes.',
              price: '102300.00',
              old_price: '125000.00',
            },
            { name: 'Plain', price: '5.00', image: '' },
            { name: 'Sold out for today', price: '80.00', is_active: 0 },
          ],
        },
      }),
  },
  {
    name: 'store-loading',
    path: store,
    before: async (page) => {
      await changeBoot(page, ({ store: _store, ...boot }) => boot)
      await holds(page, 'get-restaurant-info')
      await holds(page, 'get-restaurant-items')
    },
  },
  {
    name: 'store-failed',
    path: glow,
    before: async (page) => {
      await fails(page, 'get-restaurant-info/glow')
      await fails(page, 'get-restaurant-items/glow')
    },
  },
  { name: 'salon', path: () => '/stores/bella-bridal-studio' },
  { name: 'reviews', path: () => `/reviews/${tiffinRoom.slug}` },
  { name: 'categories', path: () => '/categories/stores' },
  {
    name: 'categories-chosen',
    path: () => '/categories/stores',
    act: (at) => pressOn(at, at.getByRole('group').getByRole('button').nth(4)),
  },
  { name: 'explore', path: () => '/explore' },
  { name: 'explore-short', path: () => '/explore', act: (at) => at.getByRole('searchbox').fill('do') },
  {
    name: 'explore-found',
    path: () => '/explore',
    act: async (at) => {
      await at.getByRole('searchbox').fill('dosa')
      await at.getByRole('article').first().waitFor()
    },
  },
  { name: 'explore-none', path: () => '/explore', act: (at) => searchInVain(at) },
  { name: 'explore-category', path: () => '/explore-category' },
  { name: 'daily', path: () => '/daily' },
  { name: 'medical', path: () => '/medical' },
  { name: 'search-location', path: () => '/search-location' },
  { name: 'search-location-customer', path: () => '/search-location', before: asCustomer },
  { name: 'search-location-none', path: () => '/search-location', act: (at) => searchInVain(at) },
  { name: 'my-location', path: () => '/my-location' },
  { name: 'cart-empty', path: () => '/cart' },
  { name: 'cart-guest', path: () => '/cart', before: withCart },
  { name: 'cart', path: () => '/cart', before: withBoth },
  {
    name: 'cart-foot',
    path: () => '/cart',
    before: withBoth,
    act: (at, _given, _page, quiet) => toFoot(at, quiet),
  },
  {
    name: 'cart-coupon',
    path: () => '/cart',
    before: withBoth,
    act: async (at, { texts }) => {
      await press(at, texts.cartCouponOpen)
      await write(at, texts.cartCouponField, 'WRONG1')
      await press(at, texts.applyCouponButtonText)
      await at.getByRole('alert').waitFor()
    },
  },
  {
    name: 'cart-gone',
    path: () => '/cart',
    before: async (page, given) => {
      await withBoth(page, given)
      await change<{ is_active: number }[]>(page, 'check-cart-items-availability', (items) =>
        items.map((item) => ({ ...item, is_active: 0 })),
      )
    },
  },
  { name: 'checkout', path: () => '/checkout', before: withBoth },
  {
    name: 'checkout-chosen',
    path: () => '/checkout',
    before: withBoth,
    act: (at, { texts }) => pressOn(at, at.getByText(texts.checkoutCashOnDelivery!, { exact: true })),
  },
  { name: 'login', path: () => '/login' },
  {
    name: 'login-new',
    path: () => '/login',
    act: async (at, { texts }) => {
      await write(at, texts.loginLoginPhoneLabel, '9812345670')
      await press(at, texts.loginGetCodeButton)
    },
  },
  {
    name: 'login-code',
    path: () => '/login',
    before: (page) => answer(page, 'generate-otp-for-login', { otp: true, new_user: false, message: null }),
    act: async (at, { texts, customer }) => {
      await write(at, texts.loginLoginPhoneLabel, customer.phone.slice(3))
      await press(at, texts.loginGetCodeButton)
    },
  },
  { name: 'register', path: () => '/register' },
  {
    name: 'register-faults',
    path: () => '/register',
    act: (at, { texts }) => press(at, texts.registerButton),
  },
  { name: 'forgot-password', path: () => '/login/forgot-password' },
  { name: 'order-placed', path: ({ fresh }) => `/running-order/${fresh}`, before: asCustomer },
  {
    name: 'order-cancel',
    path: ({ fresh }) => `/running-order/${fresh}`,
    before: asCustomer,
    act: (at, { texts }) => press(at, texts.cancelOrderMainButton),
  },
  { name: 'order-preparing', path: ({ running }) => `/running-order/${running}`, before: asCustomer },
  {
    name: 'order-push',
    path: ({ running }) => `/running-order/${running}`,
    before: async (page, given) => {
      await asCustomer(page, given)
      await page.addInitScript(() => localStorage.removeItem('pushAsked'))
    },
  },
  { name: 'order-picked-up', path: ({ running }) => `/running-order/${running}`, before: inStatus(4) },
  { name: 'order-delivered', path: ({ running }) => `/running-order/${running}`, before: inStatus(5) },
  {
    name: 'order-cancelled',
    path: ({ running }) => `/running-order/${running}`,
    before: inStatus(6, { cancel_reason: 'Item not available' }),
  },
  { name: 'order-unpaid', path: ({ unpaid }) => `/running-order/${unpaid}`, before: asCustomer },
  { name: 'my-orders', path: () => '/my-orders', before: asCustomer },
  { name: 'my-orders-regular', path: () => '/my-orders', before: asRegular },
  { name: 'my-orders-empty', path: () => '/my-orders', before: asStranger },
  {
    name: 'my-orders-loading',
    path: () => '/my-orders',
    before: async (page, given) => {
      await asCustomer(page, given)
      await holds(page, 'get-orders')
    },
  },
  {
    name: 'my-orders-failed',
    path: () => '/my-orders',
    before: async (page, given) => {
      await asCustomer(page, given)
      await fails(page, 'get-orders')
    },
  },
  { name: 'invoice', path: ({ over }) => `/invoice/${over}`, before: asCustomer },
  { name: 'rate-order', path: ({ over }) => `/rate-order/${over}`, before: asCustomer },
  {
    name: 'rate-order-stars',
    path: ({ over }) => `/rate-order/${over}`,
    before: asCustomer,
    act: (at) => at.getByRole('radio').nth(3).check({ force: true }),
  },
  { name: 'my-account', path: () => '/my-account', before: asCustomer },
  {
    name: 'my-account-foot',
    path: () => '/my-account',
    before: asCustomer,
    act: (at, _given, _page, quiet) => toFoot(at, quiet),
  },
  {
    name: 'my-account-tax',
    path: () => '/my-account',
    before: async (page, given) => {
      await asCustomer(page, given)
      await remembering({ showCustomerVatNumber: 'true' })(page)
    },
  },
  {
    name: 'my-account-avatars',
    path: () => '/my-account',
    before: asCustomer,
    act: (at, { texts }) => press(at, texts.accountChangeAvatar),
  },
  {
    name: 'my-account-logout',
    path: () => '/my-account',
    before: asCustomer,
    act: (at, { texts }) => press(at, texts.accountLogout),
  },
  { name: 'my-wallet', path: () => '/my-wallet', before: asCustomer },
  {
    name: 'my-wallet-add',
    path: () => '/my-wallet',
    before: asCustomer,
    act: (at, { texts }) => press(at, texts.walletAddMoney),
  },
  { name: 'my-wallet-regular', path: () => '/my-wallet', before: asRegular },
  { name: 'my-addresses', path: () => '/my-addresses', before: asCustomer },
  {
    name: 'my-addresses-menu',
    path: () => '/my-addresses',
    before: asCustomer,
    act: (at) => pressOn(at, at.getByRole('listitem').getByRole('button').last()),
  },
  { name: 'my-addresses-empty', path: () => '/my-addresses', before: asStranger },
  { name: 'my-favorite-stores', path: () => '/my-favorite-stores', before: asCustomer },
  { name: 'my-favorite-stores-empty', path: () => '/my-favorite-stores', before: asStranger },
  { name: 'alerts', path: () => '/alerts', before: asCustomer },
  {
    name: 'alerts-open',
    path: () => '/alerts',
    before: asCustomer,
    act: (at) => pressOn(at, at.locator('#content').getByRole('button').last()),
  },
  {
    name: 'alerts-empty',
    path: () => '/alerts',
    before: async (page, given) => {
      await asStranger(page, given)
      await answer(page, 'get-user-notifications', [])
    },
  },
  { name: 'page', path: () => '/pages/terms' },
  { name: 'not-found', path: () => '/nowhere' },
  { name: 'staff-login', path: () => '/auth/login-as-customer' },
  { name: 'delivery-login', path: () => '/delivery/login' },
  { name: 'delivery-off-duty', path: () => '/delivery/orders', before: asRider },
  { name: 'delivery-quiet', path: () => '/delivery/orders', before: withTrips() },
  { name: 'delivery-orders', path: () => '/delivery/orders', before: withTrips(2, 3, 4) },
  {
    name: 'delivery-completed',
    path: () => '/delivery/completed-orders',
    before: async (page, given) => {
      await asRider(page, given)
      await page.clock.setFixedTime(tuesday())
    },
  },
  ...[2, 3, 4].map((status) => ({ name: `delivery-order-${status}`, path: trip, before: withTrips(status) })),
  {
    name: 'delivery-door',
    path: trip,
    before: withTrips(4),
    act: (at, { texts }) => press(at, texts.deliveryDeliveredButton),
  },
]
