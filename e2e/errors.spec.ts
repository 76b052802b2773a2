import { expect, type Page, test } from '@playwright/test'
import { changeBoot, knowShop } from './boot.ts'
import { answer, stored } from './given.ts'
import { comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const failure = { success: false, message: 'Server Error', error: { code: 'INTERNAL' } }
const fails = (page: Page, name: string, status = 500) => answer(page, name, failure, status)

/** Collects the page's console messages. */
function logOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  return lines
}

/** Expects that nothing interrupts the person: no dialog, no alert, no toast with text. */
async function isQuiet(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0)
}

/** A location for which the server embeds no data in the page, so that home has to fetch it. */
const elsewhere = {
  userSetAddress: JSON.stringify({
    lat: 12.93,
    lng: 77.62,
    address: 'Somewhere near',
    house: null,
    tag: null,
    businessLocation: false,
  }),
}

/** The paths of screens, each with the call for the list that is the screen's content. */
const lists: [rows: string, path: string, call: string, isForCustomers?: boolean][] = [
  ['Q-07, B-03', '/', 'get-delivery-restaurants'],
  ['Q-07, B-10', '/explore', 'get-filtered-restaurants'],
  ['Q-07, B-07', '/categories/stores', 'get-all-restaurants-categories'],
  ['Q-07, D-01', `/stores/${tiffinRoom.slug}`, `get-restaurant-info/${tiffinRoom.slug}`],
  ['Q-07, D-01', `/stores/${tiffinRoom.slug}`, `get-restaurant-items/${tiffinRoom.slug}`],
  ['Q-07, B-22', `/reviews/${tiffinRoom.slug}`, `get-store-reviews/${tiffinRoom.slug}`],
  ['Q-07, B-05', '/search-location', 'popular-geo-locations'],
  ['Q-07, B-26', '/pages/terms', 'get-single-page'],
  ['Q-07, B-16', '/alerts', 'get-user-notifications', true],
  ['Q-07, B-17', '/my-addresses', 'get-addresses', true],
  ['Q-07, B-18', '/my-wallet', 'get-wallet-transactions', true],
  ['Q-07, B-19', '/my-orders', 'get-orders', true],
  ['Q-07, B-20', '/my-favorite-stores', 'get-favorite-stores', true],
]

/**
 * The calls whose failure `npm test` shows: those of home, a store and a customer. `npm run prove` shows the failure of
 * all calls.
 */
const short = [
  'get-delivery-restaurants',
  `get-restaurant-items/${tiffinRoom.slug}`,
  'get-wallet-transactions',
  'get-orders',
]

test.describe('a list that fails to load', () => {
  for (const [rows, path, call, isForCustomers] of lists) {
    test(
      `[${rows}] ${call} shows a quiet line with Retry on ${path}`,
      wholeUnless(short.includes(call)),
      async ({ page, request }) => {
        await knowShop(page, elsewhere)
        // Removes the embedded store, as after a navigation inside the app, so that the screen depends on its calls.
        await changeBoot(page, ({ store: _store, ...boot }) => boot)
        if (isForCustomers) await comeBack(page, (await newCustomer(request)).session)
        const log = logOf(page)
        const pattern = `**/public/api/${call}*`
        await page.route(pattern, (route) => route.fulfill({ status: 500, json: failure }))
        await page.goto(path)
        const line = page.getByText("We couldn't load this").first()
        await expect(line).toBeVisible()
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
        await isQuiet(page)
        expect(log.filter((text) => text.startsWith('call refused')).length).toBeGreaterThan(0)
        await page.unroute(pattern)
        await page.getByRole('button', { name: 'Retry' }).first().click()
        await expect(line).toBeHidden()
      },
    )
  }

  test('[Q-07] a request without an answer shows the same line', async ({ page }) => {
    await knowShop(page, elsewhere)
    const log = logOf(page)
    await page.route('**/public/api/get-delivery-restaurants', (route) => route.abort('timedout'))
    await page.goto('/')
    await expect(page.getByText("We couldn't load this")).toBeVisible()
    await isQuiet(page)
    expect(log.some((text) => text.startsWith('the server did not answer the call get-delivery-restaurants'))).toBe(
      true,
    )
  })

  test('[Q-07] existing content stays', async ({ page }) => {
    await knowShop(page)
    await fails(page, 'get-delivery-restaurants')
    const refused = page.waitForResponse('**/public/api/get-delivery-restaurants')
    await page.goto('/')
    await refused
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText("We couldn't load this")).toHaveCount(0)
    await isQuiet(page)
  })
})

test.describe('failures that people need not see', () => {
  test('[Q-03] slides that fail are only logged', async ({ page }) => {
    await knowShop(page)
    const log = logOf(page)
    await fails(page, 'all-sliders')
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Share and earn' })).toBeVisible()
    await expect.poll(() => log.filter((text) => text.includes('all-sliders')).length).toBe(1)
    await isQuiet(page)
  })

  test('[Q-04] if settings fail, the stored ones stay in use', async ({ page }) => {
    await knowShop(page, { storeName: 'Corner Shop', forceNewSettingsVersion: 'old', forceCacheClearVersion: 'c1' })
    await page.route('**/version.json', (route) =>
      route.fulfill({ json: { forceNewSettingsVersion: 'new', forceCacheClearVersion: 'c1' } }),
    )
    const log = logOf(page)
    await fails(page, 'get-settings')
    const refused = page.waitForResponse('**/public/api/get-settings')
    await page.goto('/')
    await refused
    await expect(page.getByRole('banner').getByRole('img', { name: 'Corner Shop' })).toBeVisible()
    await expect.poll(() => log.some((text) => text.startsWith('the new settings could not be loaded'))).toBe(true)
    await isQuiet(page)
  })

  test('[Q-07] a page that cannot read its version continues', async ({ page }) => {
    await knowShop(page)
    await page.route('**/version.json', (route) => route.fulfill({ status: 503, body: 'away' }))
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await isQuiet(page)
  })

  test('[Q-07] a call refused by an overloaded server is repeated automatically', async ({ page, request }) => {
    await knowShop(page)
    await comeBack(page, (await newCustomer(request)).session)
    let asked = 0
    await page.route('**/public/api/get-wallet-transactions', async (route) => {
      asked += 1
      if (asked > 1) return route.continue()
      const away = { ...failure, error: { code: 'TEMPORARILY_AWAY' } }
      await route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: away })
    })
    await page.goto('/my-wallet')
    await expect(page.getByText('Welcome').first()).toBeVisible()
    expect(asked).toBe(2)
    await isQuiet(page)
  })

  test('[Q-07] a read mark that the server refuses is rolled back silently', async ({ page, request }) => {
    const data = JSON.stringify({ title: 'Hi', message: 'Text' })
    const at = { created_at: '2026-01-01 10:00:00', updated_at: '2026-01-01 10:00:00' }
    await knowShop(page)
    await comeBack(page, (await newCustomer(request)).session)
    await answer(page, 'get-user-notifications', [{ id: 1, user_id: 1, is_read: 0, data, ...at }])
    await fails(page, 'mark-all-notifications-read')
    await page.goto('/alerts')
    const refused = page.waitForResponse('**/public/api/mark-all-notifications-read')
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await refused
    await expect(page.getByRole('listitem').filter({ hasText: 'Hi' })).toContainText('Unread')
    await isQuiet(page)
  })
})

test.describe('a session', () => {
  for (const code of ['SESSION_MISSING', 'SESSION_EXPIRED', 'SESSION_REVOKED']) {
    test(`[GAP-83] ends with ${code}`, async ({ page, request }) => {
      await knowShop(page)
      await comeBack(page, (await newCustomer(request)).session)
      await answer(page, 'get-wallet-transactions', { message: 'no', error: { code } }, 401)
      await page.goto('/my-wallet')
      await expect(page).toHaveURL('/login?next=%2Fmy-wallet')
      expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    })
  }

  test('[GAP-83] survives any other 401', async ({ page, request }) => {
    await knowShop(page)
    await comeBack(page, (await newCustomer(request)).session)
    await answer(page, 'get-wallet-transactions', { message: 'no', error: { code: 'ORDER_NOT_YOURS' } }, 401)
    await page.goto('/my-wallet')
    await expect(page.getByText("We couldn't load this")).toBeVisible()
    expect(await stored(page, 'user')).toMatchObject({ success: true })
    await expect(page).toHaveURL('/my-wallet')
  })
})

test.describe('a screen that fails', () => {
  test('[Q-07] because the network is away loads automatically when it is back', async ({ page }) => {
    await knowShop(page)
    // The screen that covers the app offline loads after everything else.
    const offline = page.waitForRequest(/offline\.webp/)
    await page.goto('/')
    await offline
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Keep browsing' }).click()
    await page.getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: "We couldn't load this" })).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible()
  })

  test('[Q-07] because its file is gone offers to reload the page', async ({ page }) => {
    await knowShop(page)
    await page.route(/\/assets\/app\/cart-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goto('/cart')
    await expect(page.getByRole('heading', { level: 1, name: "We couldn't load this" })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  })
})
