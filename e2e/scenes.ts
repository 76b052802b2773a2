import type { Output } from '@nukkad/contract/contract.ts'
import type { APIRequestContext, FrameLocator, Locator, Page } from '@playwright/test'
import { changeBoot } from './boot.ts'
import { keepCart, type Orderer } from './carts.ts'
import { answer, change, giveGlow } from './given.ts'
import { call, comeBack, type Person } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { logins, tiffinRoom } from './shops.ts'

/** The facts that all scenes share: customers with orders of each status, and the texts of the language. */
export type Given = {
  request: APIRequestContext
  customer: Orderer
  /** A customer without orders or addresses. */
  stranger: Person & { session: object }
  /** A customer with months of orders, as a login returns them. */
  regular: object
  running: string
  fresh: string
  unpaid: string
  over: number
  /** The id of a salon of the demo, at which the customer has a booked visit. */
  salon: number
  visit: string
  texts: Record<string, string>
}

/** The place in the browser where the app runs: the page itself, or the phone frame on a desktop. */
export type At = Page | FrameLocator

/** A function that resolves when nothing is loading or moving on the page. */
export type Quiet = () => Promise<void>

export type Scene = {
  name: string
  path: (given: Given) => string
  /** Prepares the browser before the screen opens, and acts on the screen before the picture is taken. */
  before?: (page: Page, given: Given) => Promise<unknown>
  act?: (at: At, given: Given, page: Page, quiet: Quiet) => Promise<unknown>
}

export const basket = { 'Sunday Chow Chow': 2 }
const custom = 'Tiffin Room Masala Dosa'
const store = () => `/stores/${tiffinRoom.slug}`
const glow = () => '/stores/glow'

const bookPath = () => '/book/roop-rekha-studio'
const chooseService = async (at: At) => {
  await pressOn(at, at.getByRole('listitem').getByRole('button'))
  await at.getByRole('radiogroup').first().waitFor()
}
const chooseTime = async (at: At) => {
  await chooseService(at)
  await pressOn(at, at.locator('.pick-time'))
}

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
/**
 * The date is a Tuesday, so that the chart's last bar, at the edge of the screen, has one of the longest names in
 * Kannada.
 */
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
/** Prepares a location for which the page embeds no data, so that the screen fetches it. */
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
// The code that runs in the page is a string, because this file is checked without browser types.
const scrollDown = `(() => {
  const { scrollHeight } = document.documentElement
  scrollTo({ top: scrollHeight, behavior: 'instant' })
  return scrollHeight
})()`
/** Scrolls down until nothing more loads, because content loads and renders only near the viewport. */
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
/** Disconnects the browser after the offline screen has loaded, which happens after everything else. */
const goOffline = async (at: At, page: Page) => {
  await at.locator('body').evaluate(offlineScreenIsThere)
  await page.context().setOffline(true)
}
const fails = (page: Page, name: string) =>
  page.route(`**/public/api/${name}**`, (route) => route.fulfill({ status: 500, json: {} }))
/** Lets the server leave a call without an answer. */
const holds = (page: Page, name: string) => page.route(`**/public/api/${name}**`, () => {})
/**
 * Presses an element. The function dispatches a click event, because in the desktop preview, which is scaled, the mouse
 * would miss the element.
 */
const pressOn = (at: At, target: Locator): Promise<unknown> =>
  'goto' in at ? target.first().click() : target.first().dispatchEvent('click')
const press = (at: At, name: string | undefined) =>
  pressOn(at, at.getByRole('button', { name: name ?? '', exact: true }))
const write = (at: At, name: string | undefined, text: string) =>
  at
    .getByRole('textbox', { name: name ?? '' })
    .first()
    .fill(text)
/** Searches for a word without results. The search screen then repeats the word. */
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
/** Makes the server's answers show the order in progress with another status and its rider. */
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
  { name: 'book', path: () => '/book' },
  { name: 'book-services', path: bookPath },
  { name: 'book-time', path: bookPath, act: chooseTime },
  {
    name: 'book-taken',
    path: bookPath,
    before: async (page, given) => {
      await asStranger(page, given)
      const soon = [1, 2, 3].map((hour) => new Date(Date.now() + hour * 3_600_000).toISOString())
      const error = { code: 'SLOT_TAKEN', request_id: 'scene' }
      await answer(page, 'hold-visit', { success: false, message: '', error, next_starts: soon }, 409)
    },
    act: async (at) => {
      await chooseTime(at)
      await at.locator('[data-foot] button').click()
      await at.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'book-full',
    path: bookPath,
    before: (page) =>
      change<Output<'free-times'>>(page, 'free-times', (times) => ({
        ...times,
        days: times.days.map((day) => ({ ...day, starts: [] })),
      })),
    act: chooseService,
  },
  { name: 'visit', path: ({ visit }) => `/visit/${visit}`, before: asCustomer },
  { name: 'my-visits', path: () => '/my-visits', before: asCustomer },
  {
    name: 'book-wait-list',
    path: bookPath,
    before: asStranger,
    act: async (at, { texts }) => {
      await chooseService(at)
      await pressOn(at, at.getByRole('button', { name: texts.waitJoin }))
      await at.getByRole('dialog').waitFor()
    },
  },
  { name: 'my-notifications', path: () => '/my-notifications', before: asCustomer },
  { name: 'my-visits-empty', path: () => '/my-visits', before: asStranger },
  { name: 'reviews', path: () => `/reviews/${tiffinRoom.slug}` },
  {
    name: 'reviews-photos',
    path: () => `/reviews/${tiffinRoom.slug}`,
    act: (at, { texts }) => press(at, texts.reviewsSortPhotos),
  },
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
      // The search shows the letters that it found in bold. Until bold letters appear, the items on the screen are
      // those of the empty search.
      await at.locator('main b').first().waitFor()
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
      // The cart's row for coupons names a coupon if one saves money on this cart.
      const opener = at.getByRole('button', { name: texts.cartCouponOpen }).or(at.getByText(texts.cartCouponAll ?? ''))
      await pressOn(at, opener)
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
  { name: 'help', path: () => '/pages/help', before: asCustomer },
  { name: 'help-guest', path: () => '/pages/help' },
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
