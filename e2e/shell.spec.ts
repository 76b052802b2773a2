import type { Output } from '@nukkad/contract/contract.ts'
import { expect, type Page, test } from '@playwright/test'
import { changeBoot, knowShop, loadsOfflineScreen } from './boot.ts'
import { answer, change, giveGlow, remember, stored } from './given.ts'
import { comeBack, newCustomer } from './people.ts'
import { pressInside } from './preview.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type Setting = Output<'get-settings'>[number]
type Language = Output<'get-all-languages'>[number]

/** A screen with its requirements, its path and its heading. */
type Screen = [rows: string, path: string, heading: string]

const openScreens: Screen[] = [
  ['B-03', '/', 'Nukkad'],
  ['B-05', '/search-location', 'Where are you?'],
  ['B-06', '/my-location', 'Pin your location'],
  ['B-07', '/categories/stores', 'Categories'],
  ['B-08', `/stores/${tiffinRoom.slug}`, tiffinRoom.name],
  ['B-10', '/explore', 'Explore'],
  ['B-11', '/explore-category', 'Explore by category'],
  ['B-34', '/daily', 'Every morning needs'],
  ['B-35', '/medical', 'Medicines near you'],
  ['B-12', '/login', 'Log in or sign up'],
  ['B-14', '/register', 'Create your account'],
  ['B-22', `/reviews/${tiffinRoom.slug}`, 'Reviews'],
  ['B-24', '/cart', 'Cart'],
  ['B-26', '/pages/terms', 'Terms of use'],
  ['B-28', '/delivery/login', 'Rider login'],
]
const customerScreens: Screen[] = [
  ['B-15', '/my-account', 'My Account'],
  ['B-16', '/alerts', 'Alerts'],
  ['B-17', '/my-addresses', 'Addresses'],
  ['B-18', '/my-wallet', 'Wallet'],
  ['B-19', '/my-orders', 'My Billing'],
  ['B-20', '/my-favorite-stores', 'Favourites'],
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A cart with two lines: three units of one item and one of another. */
const cartOfTwo = JSON.stringify(
  [
    { id: 1, name: 'Hair Spa', price: '50.00', quantity: 3 },
    { id: 2, name: 'Hair Cut', price: '100.00', quantity: 1 },
  ].map((line) => ({
    ...line,
    restaurant_id: 900_001,
    selectedaddons: [],
    image: null,
    is_active: 1,
    currency: 'INR',
    hasAddons: false,
    storeName: 'Glow Salon',
  })),
)
const filledCart = { cart: cartOfTwo, total: JSON.stringify({ productQuantity: 2, totalPrice: 250 }) }

test.describe('every screen', () => {
  test('[B-03, B-05, B-06, B-07, B-08, B-10, B-11, B-34, B-35, B-12, B-14, B-22, B-24, B-26, B-28, A-01, B-02] opens on a phone and fits its width', async ({
    page,
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width: 360, height: 740 })
    await knowShop(page)
    for (const [, path, name] of openScreens) {
      await page.goto(path)
      await expect(heading(page, name)).toBeAttached()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })

  test('[B-15, B-16, B-17, B-18, B-19, B-20, A-01, B-02] opens for a customer on a phone and fits', async ({
    page,
    request,
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width: 360, height: 740 })
    await knowShop(page)
    await comeBack(page, (await newCustomer(request)).session)
    for (const [, path, name] of customerScreens) {
      await page.goto(path)
      await expect(heading(page, name)).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })

  for (const isShort of [true, false])
    test(
      `[B-02, GAP-84] opens inside the desktop preview too (${isShort ? 'four screens' : 'all screens'})`,
      wholeUnless(isShort),
      async ({ page, request }) => {
        test.setTimeout(90_000)
        await page.setViewportSize({ width: 1200, height: 900 })
        await knowShop(page, { desktopLoaded: 'true', useAppClicked: 'true' })
        await comeBack(page, (await newCustomer(request)).session)
        // The screens that the test leaves out: the login redirects customers, and two screens exist only on phones.
        const elsewhere = ['B-12', 'B-14', 'B-34', 'B-35']
        const screens = [...openScreens, ...customerScreens].filter(([row]) => !elsewhere.includes(row))
        for (const [, path, name] of isShort ? screens.slice(0, 4) : screens) {
          await page.goto(path)
          const preview = page.getByRole('region', { name: 'App preview' }).locator('iframe').contentFrame()
          await expect(preview.getByRole('heading', { level: 1, name, exact: true })).toBeAttached()
        }
      },
    )

  test('[B-01, B-36] longer, shorter and unknown paths are not found', async ({ page }) => {
    await remember(page, {})
    for (const path of ['/cart/x', '/explor', '/nope', '/delivery/nope']) {
      await page.goto(path)
      await expect(heading(page, 'Page not found')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Go home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('[B-34, B-35, INT-15] the two phone-only screens are not found on a desktop', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await remember(page, { desktopLoaded: 'true' })
    for (const path of ['/daily', '/medical']) {
      await page.goto(path)
      await expect(heading(page, 'Page not found')).toBeVisible()
    }
  })

  test('[A-33] starts at its top, and Back restores the scroll position', async ({ page }) => {
    await knowShop(page)
    await page.goto('/')
    const twelfth = page.getByRole('article').nth(12)
    await expect(twelfth).toBeAttached()
    await twelfth.evaluate((row) => row.scrollIntoView({ block: 'center' }))
    const top = () => twelfth.evaluate((row) => Math.round(row.getBoundingClientRect().top))
    const before = await top()
    await twelfth.getByRole('link').click()
    await expect(page).toHaveURL(/\/stores\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect.poll(top).toBe(before)
    await page.goForward()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('Back shows a menu with the groups that were open, and a search with its results', async ({ page }) => {
    await knowShop(page, { expandAllItemMenu: 'false' })
    await page.goto('/explore')
    const field = page.getByRole('searchbox')
    await field.fill('idli')
    const store = page.locator('main').getByRole('link', { name: tiffinRoom.name }).first()
    await store.click()
    await expect(heading(page, tiffinRoom.name)).toBeVisible()
    const closed = page.locator('main section button[aria-expanded="false"]')
    const group = page.locator(`#${await closed.last().evaluate((button) => button.closest('section')!.id)}`)
    await closed.last().click()
    await page.getByRole('link', { name: /reviews?$/ }).click()
    await expect(page).toHaveURL(/\/reviews\//)
    await page.goBack()
    await expect(group.locator('button[aria-expanded]')).toHaveAttribute('aria-expanded', 'true')
    await page.goBack()
    await expect(field).toHaveValue('idli')
    await expect(store).toBeVisible()
  })

  test('[A-01] can be installed', async ({ page, request }) => {
    await page.goto('/')
    const address = await page.locator('link[rel="manifest"]').getAttribute('href')
    const manifest = await (await request.get(address!)).json()
    expect(manifest).toMatchObject({ name: 'Nukkad', start_url: '/', display: 'standalone' })
    for (const icon of manifest.icons) expect((await request.get(icon.src)).status()).toBe(200)
    expect(manifest.icons.length).toBeGreaterThan(0)
  })
})

test.describe('the bottom navigation', () => {
  test('[A-05, A-07, A-08, A-32] links to home, the wallet and the account', async ({ page, request }) => {
    await knowShop(page)
    await comeBack(page, (await newCustomer(request)).session)
    await page.goto('/alerts')
    const wallet = nav(page).getByRole('link', { name: /^Wallet/ })
    await expect(wallet).toContainText('+')
    await wallet.click()
    await expect(page).toHaveURL('/my-wallet')
    await nav(page).getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL('/my-account')
    await nav(page).getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Locate on map' }).click()
    await expect(page).toHaveURL('/my-location')
  })

  for (const [count, badge] of [
    [3, '3'],
    [100, '99+'],
  ] as const) {
    test(`[A-06, GAP-65] shows that ${count} notifications are unread`, async ({ page, request }) => {
      await knowShop(page)
      await comeBack(page, (await newCustomer(request)).session)
      const alerts = Array.from({ length: count }, (_, index) => ({ ...alert, id: index + 1 }))
      await answer(page, 'get-user-notifications', [...alerts, { ...alert, id: 1000, is_read: 1 }])
      await page.goto('/my-wallet')
      const link = nav(page).getByRole('link', { name: /^Alerts/ })
      await expect(link.getByText(badge, { exact: true })).toBeVisible()
      await expect(link).toHaveAccessibleName(`Alerts ${count} unread alerts`)
      await link.click()
      await expect(page).toHaveURL('/alerts')
    })
  }

  test('[GAP-65] has no badge when nothing is unread', async ({ page, request }) => {
    await knowShop(page)
    await comeBack(page, (await newCustomer(request)).session)
    await answer(page, 'get-user-notifications', [{ ...alert, is_read: 1 }])
    const asked = page.waitForResponse('**/public/api/get-user-notifications')
    await page.goto('/my-wallet')
    await asked
    await expect(nav(page).getByRole('link', { name: 'Alerts', exact: true })).toHaveText('Alerts')
  })

  test('[A-34] floats above the page or fills its bottom, by setting', async ({ page }) => {
    await knowShop(page, { footerStyleType: 'FLOAT' })
    await page.goto('/')
    const look = () => nav(page).evaluate((bar) => getComputedStyle(bar).boxShadow)
    await expect(nav(page)).toBeVisible()
    const floating = await look()
    await knowShop(page, { footerStyleType: 'FIXED' })
    await page.reload()
    await expect(nav(page)).toBeVisible()
    expect(await look()).not.toBe(floating)
  })

  const alert = {
    id: 1,
    user_id: 1,
    is_read: 0,
    data: JSON.stringify({ title: 'Hi', message: 'Text' }),
    created_at: '2026-01-01 10:00:00',
    updated_at: '2026-01-01 10:00:00',
  }
})

test.describe('the floating cart', () => {
  const open = async (page: Page, settings: Record<string, string>) => {
    await remember(page, { ...filledCart, ...settings })
    await giveGlow(page, page.request)
    await page.goto('/stores/glow')
    return page.getByRole('link', { name: /View Cart/ })
  }

  test('[A-09, A-10, A-12, A-13, A-14] counts lines, shows the total and links to the cart', async ({ page }) => {
    // Removes the embedded theme, so that the app uses the colours of the settings.
    await changeBoot(page, ({ theme: _theme, ...boot }) => boot)
    const bar = await open(page, {
      cartColorBg: '#60b246',
      cartColorText: '#ffffff',
      currencyFormat: '₹',
      currencySymbolAlign: 'left',
    })
    await expect(bar).toContainText('2 Items')
    await expect(bar).toContainText('₹250.00')
    await expect(bar).toHaveCSS('background-color', 'rgb(96, 178, 70)')
    await expect(bar).toHaveCSS('color', 'rgb(255, 255, 255)')
    await bar.click()
    await expect(page).toHaveURL('/cart')
  })

  test('[A-11, A-13] counts units and puts the symbol on the right, by setting', async ({ page }) => {
    const bar = await open(page, { countQuantityAsTotalItemsOnCart: 'true', currencySymbolAlign: 'right' })
    await expect(bar).toContainText('4 Items')
    await expect(bar).toContainText('250.00₹')
  })

  test('[A-09] is hidden while the cart is empty', async ({ page }) => {
    await remember(page, {})
    await giveGlow(page, page.request)
    await page.goto('/stores/glow')
    await expect(heading(page, 'Glow Salon')).toBeVisible()
    await expect(page.getByRole('link', { name: /View Cart/ })).toHaveCount(0)
  })
})

test.describe('without a network', () => {
  test('[A-15, GAP-63, Q-08] a screen says so, can be reduced to a bar, and closes automatically', async ({
    page,
    context,
  }) => {
    await knowShop(page, { offlineTitleMessage: 'No signal', offlineSubTitleMessage: 'Go outside.' })
    const fetchedAhead = loadsOfflineScreen(page)
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await fetchedAhead
    await context.setOffline(true)
    await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
    await expect(page.getByText('Go outside.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Keep browsing' }).click()
    await expect(page.getByRole('heading', { name: 'No signal' })).toBeHidden()
    const bar = page.getByText("You're offline. Showing saved content.")
    await expect(bar).toBeVisible()
    await context.setOffline(false)
    await expect(bar).toBeHidden()
  })

  test('[GAP-63] the screen closes when the network is back', async ({ page, context }) => {
    await knowShop(page)
    const fetchedAhead = loadsOfflineScreen(page)
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await fetchedAhead
    await context.setOffline(true)
    const title = page.getByRole('heading', { name: 'You are offline' })
    await expect(title).toBeVisible()
    await context.setOffline(false)
    await expect(title).toBeHidden()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test.describe('a desktop', () => {
  const seen = { desktopLoaded: 'true' }

  test('[A-03, A-04, C-05, INT-13] starts one pixel above the width of a phone', async ({ page }) => {
    await knowShop(page, seen)
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto('/')
    await expect(nav(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'App preview' })).toHaveCount(0)
    await page.setViewportSize({ width: 769, height: 900 })
    const preview = page.getByRole('region', { name: 'App preview' })
    await expect(preview).toBeVisible()
    await expect(heading(page, 'Your neighbourhood, delivered')).toBeVisible()
    await expect(preview.locator('iframe').contentFrame().getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('[A-26, M-31, GAP-62] shows the app blurred until a press', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await knowShop(page, seen)
    await page.clock.install()
    await page.goto('/')
    const frame = page.getByRole('region', { name: 'App preview' }).locator('iframe')
    await expect(frame).toHaveCSS('filter', 'blur(6px)')
    await expect(frame.contentFrame().getByRole('navigation', { name: 'Main' })).toBeVisible()
    let drawn = 0
    page.on('frameattached', () => drawn++)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Use App' }).click()
    expect(await stored(page, 'useAppClicked')).toBe(true)
    await page.clock.runFor(1999)
    expect(drawn).toBe(0)
    // While the app draws its screen again, it must take no input, because the input would be lost.
    await expect(frame).toHaveCSS('filter', 'blur(6px)')
    await expect(frame).toHaveJSProperty('inert', true)
    await page.clock.runFor(1)
    await expect.poll(() => drawn).toBe(1)
    await page.clock.resume()
    await expect(frame).toHaveCSS('filter', 'none')
    await expect(frame).toHaveJSProperty('inert', false)
    await pressInside(page, frame, frame.contentFrame().getByRole('link', { name: 'Wallet +' }))
    await expect(page).toHaveURL(/\/login/)
    expect(drawn).toBe(1)
  })

  test('asks for the location only after "Use App"', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await knowShop(page, { ...seen, userAlreadySelectedLocation: 'false' })
    await page.goto('/')
    const frame = page.getByRole('region', { name: 'App preview' }).locator('iframe')
    const inside = frame.contentFrame()
    await expect(inside.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(inside.getByRole('heading', { name: 'Open near you' })).toBeVisible()
    await expect(inside.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Use App' }).click()
    await expect(inside.getByRole('dialog', { name: 'Choose your location' })).toBeVisible()
  })

  test('a code and the details next to the frame follow the framed screen', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await knowShop(page, { ...seen, useAppClicked: 'true' })
    await page.goto('/')
    const code = page.getByRole('img', { name: 'QR code of this screen' })
    await expect(page.getByRole('heading', { name: 'See it coming' })).toBeVisible()
    const ofHome = await code.getAttribute('src')
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await expect(page.getByRole('complementary').getByRole('heading', { name: tiffinRoom.name })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'See it coming' })).toHaveCount(0)
    expect(await code.getAttribute('src')).not.toBe(ofHome)
  })

  test('[GAP-84] the address follows the framed screen, and a reload keeps it', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await knowShop(page, { ...seen, useAppClicked: 'true' })
    await page.goto('/')
    const frame = page.getByRole('region', { name: 'App preview' }).locator('iframe')
    const inside = frame.contentFrame()
    await pressInside(page, frame, inside.getByRole('link', { name: 'Categories', exact: true }))
    await expect(page).toHaveURL('/categories/stores')
    await page.reload()
    await expect(inside.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  })

  test('[A-27, A-28, A-29] shows achievements, the address and the available social links', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await knowShop(page, {
      ...seen,
      desktopAchievementOneTitle: 'Shops here',
      desktopAchievementOneSub: '77',
      desktopFooterAddress: '<p>1 Main Road</p>',
      desktopSocialFacebookLink: 'https://social.example/nukkad',
      desktopSocialYoutubeLink: 'null',
    })
    await page.goto('/')
    const tiles = page.getByRole('list', { name: 'Achievements' }).getByRole('listitem')
    await expect(tiles).toHaveCount(4)
    await expect(tiles.first()).toContainText('Shops here')
    await expect(tiles.first()).toContainText('77')
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByRole('img', { name: 'Nukkad' })).toBeVisible()
    await expect(foot.getByText('1 Main Road')).toBeVisible()
    await expect(foot.getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', 'https://social.example/nukkad')
    await expect(foot.getByRole('link', { name: 'YouTube' })).toHaveCount(0)
  })

  test('[A-30] offers the choice of language', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await knowShop(page, seen)
    await page.goto('/')
    await expect(page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' })).toBeVisible()
  })

  test('[A-30] offers no choice with one language', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await knowShop(page, seen)
    await change<Language[]>(page, 'get-all-languages', (languages) => languages.slice(0, 1))
    const asked = page.waitForResponse('**/public/api/get-all-languages')
    await page.goto('/')
    await asked
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByRole('img', { name: 'Nukkad' })).toBeVisible()
    await expect(foot.getByRole('combobox', { name: 'Language' })).toHaveCount(0)
  })
})

test.describe("the shop's colours", () => {
  test('[A-34, M-21] change with the settings, without a new release', async ({ page }) => {
    const storeColor = '#1357b5'
    const home = () => page.getByRole('link', { name: 'Log in' })
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--c-fill'))
    await page.goto('/login')
    await expect.poll(() => stored(page, 'storeColor')).toMatch(/^#/)
    await expect(home()).toHaveCount(0)
    const before = await colour()
    await change<Setting[]>(page, 'get-settings', (rows) =>
      rows.map((row) => (row.key === 'storeColor' ? { ...row, value: storeColor } : row)),
    )
    await changeBoot(page, (boot) => ({ ...boot, settings: { ...boot.settings, storeColor } }))
    await page.route('**/version.json', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), forceNewSettingsVersion: 'newer' } })
    })
    await page.reload()
    await expect.poll(() => stored(page, 'storeColor')).toBe(storeColor)
    await expect.poll(colour).not.toBe(before)
    const inUse = await colour()
    await page.reload()
    expect(await colour()).toBe(inUse)
  })
})

test('[B-01, INT-33] a path in another case or with a slash at its end is not found', async ({ page }) => {
  await knowShop(page)
  for (const path of ['/Cart', '/cart/', '/login/', '/Stores/namma-tiffin-room', '/delivery/login/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible()
  }
})
