import type { Output } from '@nukkad/contract/contract.ts'
import { expect, type Locator, type Page, type Request, test } from '@playwright/test'
import { changeBoot, knowShop } from './boot.ts'
import { keepCart, newOrderer, placeByCall } from './carts.ts'
import { answer, change, listenTo, stored } from './given.ts'
import { customerPaths, guestPaths } from './paths.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { untilWorkerControls } from './service-worker.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

type Setting = Output<'get-settings'>[number]
type Location = Output<'popular-geo-locations'>[number]
type Language = Output<'get-all-languages'>[number]

const versions = { forceNewSettingsVersion: 's1', forceCacheClearVersion: 'c1' }

/** Answers the page's requests of /version.json with the given versions. */
async function giveVersions(page: Page, given: Partial<typeof versions> = {}): Promise<void> {
  await page.route('**/version.json', (route) => route.fulfill({ json: { ...versions, ...given } }))
}

/** Stores the given entries in the browser before the page first opens. The page may change the entries afterwards. */
async function startWith(page: Page, entries: Record<string, string>): Promise<void> {
  await page.addInitScript((given) => {
    if (sessionStorage.getItem('started') !== null) return
    sessionStorage.setItem('started', 'yes')
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
  }, entries)
}

const entry = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const keysOf = (page: Page) => page.evaluate(() => Object.keys(localStorage))
const stores = (page: Page) => page.getByRole('article')

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/**
 * Advances the paused clock until the page is painted and its scripts have loaded. The app starts only after its first
 * frame.
 */
async function startUnderHeldClock(page: Page): Promise<void> {
  await runUntilVisible(page, page.locator('#app > :not([aria-hidden])').first())
  await page.clock.runFor(100)
}

/** Advances the clock in small steps, because React delays content after a fallback by a moment. */
async function runUntilVisible(page: Page, locator: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(locator).toBeVisible({ timeout: 250 })
  }).toPass()
}

test.describe('the first visit', () => {
  test.use({ serviceWorkers: 'block' })

  for (const isShort of [true, false])
    test(
      `[M-16, GAP-56] no ${isShort ? 'main screen' : 'screen'} is drawn again when the settings and texts arrive`,
      wholeUnless(isShort),
      async ({ page, request }) => {
        test.setTimeout(150_000)
        const customer = await newOrderer(request)
        const order = await placeByCall(request, customer, { 'Sunday Chow Chow': 2 })
        // The storage is emptied before every page load, so that each load is a first visit, except that the session
        // and the cart stay.
        await page.addInitScript(() => {
          const kept = ['user', 'cart', 'total', 'activeRestaurant']
          for (const name of Object.keys(localStorage)) if (!kept.includes(name)) localStorage.removeItem(name)
        })
        await comeBack(page, customer.session)
        await keepCart(page, request, { 'Sunday Chow Chow': 2 })
        let isDrawn = Promise.withResolvers<void>()
        const open = new Set<Request>()
        page.on('request', (asked) => (/get-settings|\/events/.test(asked.url()) ? undefined : open.add(asked)))
        page.on('requestfinished', (asked) => open.delete(asked))
        page.on('requestfailed', (asked) => open.delete(asked))
        await page.route('**/public/api/get-settings', async (route) => {
          await isDrawn.promise
          await route.fallback()
        })
        const redrawn: string[] = []
        const all = [...guestPaths, ...customerPaths(order.unique_order_id)]
        const main = ['/', '/explore', '/cart', '/my-orders', `/stores/${tiffinRoom.slug}`]
        for (const path of isShort ? main : all) {
          isDrawn = Promise.withResolvers<void>()
          const asked = page.waitForRequest('**/public/api/get-settings')
          await page.goto(path)
          await asked
          await expect.poll(() => [...open].map((each) => each.url())).toEqual([])
          const drawn = await page.locator('#app > div').first().elementHandle()
          const texts = page.waitForResponse('**/public/api/get-single-language')
          isDrawn.resolve()
          await (await texts).finished()
          await expect.poll(() => entry(page, 'cartTitle')).not.toBeNull()
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          )
          if (!(await drawn!.evaluate((element) => element.isConnected))) redrawn.push(path)
        }
        expect(redrawn).toEqual([])
      },
    )

  test('[M-01, M-08, S-08, S-09, S-10, S-11, S-12, GAP-56, GAP-57, GAP-58] stores each setting and text under its own name', async ({
    page,
    request,
  }) => {
    await change<Setting[]>(page, 'get-settings', (rows) =>
      rows.map((row) => (row.key === 'storeColor' ? { ...row, value: '#ff0000' } : row)),
    )
    await page.goto('/')
    const rows = await call<Setting[]>(request, 'get-settings')
    const languages = await call<Language[]>(request, 'get-all-languages')
    const texts = await call<Record<string, string>>(request, 'get-single-language', { id: languages[0]!.id })
    await expect.poll(() => entry(page, 'storeColor')).toBe('#ff0000')
    await expect.poll(async () => (await keysOf(page)).includes('languages')).toBe(true)
    const kept = new Set(await keysOf(page))
    expect([...rows.map(({ key }) => key), ...Object.keys(texts)].filter((key) => !kept.has(key))).toEqual([])
    expect(await entry(page, 'storeName')).toBe('Nukkad')
    expect(await entry(page, 'accountLogout')).toBe(texts.accountLogout)
    expect(await stored(page, 'settings')).toHaveLength(rows.length)
    expect(await stored(page, 'languages')).toEqual(languages)
    expect(await stored(page, 'popular_locations')).toEqual(await call(request, 'popular-geo-locations'))
  })

  test('[M-08] shows its texts before the settings arrive', async ({ page }) => {
    await page.route('**/public/api/get-settings', () => {})
    await page.goto('/')
    const prompt = page.getByRole('dialog', { name: 'Choose your location' })
    await expect(prompt.getByRole('button', { name: 'Use my location' })).toBeVisible()
    await prompt.getByRole('button', { name: 'Close' }).click()
    const consultation = page.getByRole('region', { name: 'Consultation' })
    await expect(consultation.getByText('Need an appointment or want to consult?')).toBeAttached()
  })

  test('[INT-16, M-11, M-12] texts of the language override the settings', async ({ page }) => {
    const asked = listenTo(page, 'get-single-language')
    await change<Setting[]>(page, 'get-settings', (rows) => [
      ...rows.filter(({ key }) => key !== 'navHome' && key !== 'navWallet'),
      { key: 'navHome', value: 'Settings home' },
      { key: 'navWallet', value: 'Settings wallet' },
    ])
    await change<Record<string, string>>(page, 'get-single-language', ({ navWallet: _left, ...texts }) => ({
      ...texts,
      navHome: 'Language home',
    }))
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Language home' })).toBeVisible()
    await expect(nav.getByRole('link', { name: /^Settings wallet/ })).toBeVisible()
    expect(await entry(page, 'navHome')).toBe('Language home')
    expect(asked).toEqual([{ id: 1 }])
  })

  test("[INT-24] never stores a setting under one of the app's own names", async ({ page }) => {
    await change<Setting[]>(page, 'get-settings', (rows) => [
      ...rows,
      { key: 'user', value: '{"success":true}' },
      { key: 'refid', value: 'STOLEN' },
      { key: 'someNewKey', value: 'kept' },
    ])
    await page.goto('/')
    await expect.poll(() => entry(page, 'someNewKey')).toBe('kept')
    expect(await entry(page, 'user')).toBeNull()
    expect(await entry(page, 'refid')).toBeNull()
  })

  test('[M-20, S-21, GAP-61] stores the versions and does nothing else with them', async ({ page }) => {
    await giveVersions(page)
    let loads = 0
    page.on('load', () => loads++)
    await page.goto('/')
    await expect.poll(() => entry(page, 'forceNewSettingsVersion')).toBe('s1')
    expect(await entry(page, 'forceCacheClearVersion')).toBe('c1')
    await expect.poll(() => entry(page, 'languages')).not.toBeNull()
    await expect(page.getByText('Updating', { exact: true })).toHaveCount(0)
    expect(loads).toBe(1)
  })
})

test.describe('a later visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('[M-21] fetches settings of a newer version and does not reload', async ({ page }) => {
    await knowShop(page)
    await startWith(page, versions)
    await giveVersions(page, { forceNewSettingsVersion: 's2' })
    const settings = listenTo(page, 'get-settings')
    let loads = 0
    page.on('load', () => loads++)
    await page.goto('/')
    await expect.poll(() => entry(page, 'forceNewSettingsVersion')).toBe('s2')
    expect(settings).toHaveLength(1)
    expect(loads).toBe(1)
  })

  test('[M-20] fetches nothing if no version changed', async ({ page }) => {
    await knowShop(page)
    await startWith(page, versions)
    await giveVersions(page)
    const settings = listenTo(page, 'get-settings')
    const version = page.waitForResponse('**/version.json')
    await page.goto('/')
    await version
    await expect(stores(page).first()).toBeVisible()
    expect(settings).toEqual([])
    expect(await entry(page, 'forceNewSettingsVersion')).toBe('s1')
  })

  test('[A-16, M-22, M-23, M-26, M-28, M-29, R-12, GAP-61, S-22] a cache clear keeps what a person needs and reloads after 3 s', async ({
    page,
    request,
  }) => {
    const customer = await newCustomer(request)
    const kept = {
      geoLocation: '{"lat":12.9,"lng":77.6}',
      userSetAddress: JSON.stringify({
        lat: 12.9352,
        lng: 77.6245,
        address: 'Here',
        house: null,
        tag: null,
        businessLocation: false,
      }),
      activeRestaurant: '1',
      userPreferedLanguage: '1',
      user: JSON.stringify(customer.session),
      cart: '[]',
      total: '{"productQuantity":0,"totalPrice":0}',
      refid: 'ABC',
      gdprAccepted: 'true',
      checkoutKey: 'key-of-an-open-checkout',
    }
    await startWith(page, {
      ...versions,
      ...kept,
      settings: '[]',
      storeColor: '#123456',
      storeLogo: 'logo.png',
      updatingMessage: 'One moment',
      junk: 'gone',
      recentSearches: '["dosa"]',
    })
    await giveVersions(page, { forceNewSettingsVersion: 's2', forceCacheClearVersion: 'c2' })
    // The cache clear removes the settings, and the app fetches them again. When the app fetches the settings again,
    // the test records which entries have survived the clear.
    const beforeFetch: Record<string, string | null> = {}
    // The test delays the settings until the overlay is shown, so that the following 3 s are measured with the paused
    // clock.
    const { promise: overlayStands, resolve: letSettingsCome } = Promise.withResolvers<void>()
    await page.route('**/public/api/get-settings', async (route) => {
      await overlayStands
      for (const name of ['storeColor', 'storeLogo', 'updatingMessage', 'junk'])
        beforeFetch[name] = await entry(page, name)
      await route.fallback()
    })
    const texts = listenTo(page, 'get-single-language')
    let loads = 0
    page.on('load', () => loads++)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/')
    await startUnderHeldClock(page)
    const overlay = page.getByRole('status').filter({ hasText: /One moment|Updating/ })
    await runUntilVisible(page, overlay)
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    letSettingsCome()
    await expect.poll(() => entry(page, 'forceCacheClearVersion')).toBe('c2')
    expect(beforeFetch).toEqual({
      storeColor: '#123456',
      storeLogo: 'logo.png',
      updatingMessage: 'One moment',
      junk: null,
    })
    expect(texts).toHaveLength(1)
    await page.clock.runFor(2999)
    expect(loads).toBe(1)
    await page.clock.runFor(1)
    await expect.poll(() => loads).toBe(2)
    await page.clock.resume()
    expect(await entry(page, 'forceNewSettingsVersion')).toBe('s2')
    for (const [name, value] of Object.entries(kept)) expect(await entry(page, name), name).toBe(value)
    expect(await entry(page, 'junk')).toBeNull()
    expect(await entry(page, 'recentSearches')).toBeNull()
    await expect(overlay).toHaveCount(0)
    await page.goto('/my-account')
    await expect(page.getByText(customer.name).first()).toBeVisible()
    expect(loads).toBe(3)
  })

  test('[GAP-61, A-16] a person at checkout is not interrupted; the next start updates the app, and the cart is kept', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    // A returning visitor has the texts of all screens, but a page embeds only those of its own screen.
    const rows = await call<Setting[]>(request, 'get-settings')
    const texts = Object.fromEntries(rows.map(({ key, value }) => [key, value ?? 'null']))
    await startWith(page, {
      ...texts,
      ...versions,
      settings: JSON.stringify(rows),
      userAlreadySelectedLocation: 'true',
      orderComment: 'Ring',
    })
    // The test delays the answer with the versions until the person is about to pay.
    let letCome = () => {}
    const isTime = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route('**/version.json', async (route) => {
      await isTime
      await route.fulfill({ json: { ...versions, forceCacheClearVersion: 'c2' } })
    })
    await page.goto('/cart')
    await page.getByRole('button', { name: /Choose payment/ }).click()
    await expect(page.getByRole('radio').first()).toBeAttached()
    const version = page.waitForResponse('**/version.json')
    letCome()
    await version
    await page.getByText('Cash on delivery').click()
    await expect(page.getByRole('button', { name: 'Place order' })).toBeEnabled()
    expect(await entry(page, 'forceCacheClearVersion')).toBe('c1')

    const reloaded = page.waitForEvent('load')
    await page.goto('/cart')
    await reloaded
    const cover = page.getByRole('dialog', { name: /Updating/ })
    await expect(cover).toBeVisible()
    // A person cannot reach elements behind the overlay.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main'))).toBeNull()
    await page.waitForEvent('load')
    await expect(page.getByText('Sunday Chow Chow').first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: /Note/ })).toHaveValue('Ring')
    expect(await entry(page, 'forceCacheClearVersion')).toBe('c2')
    await page.goto('/checkout')
    await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  })

  test('[M-27] a cache clear does its steps in the specified order', async ({ page }) => {
    await knowShop(page)
    await startWith(page, versions)
    await giveVersions(page, { forceCacheClearVersion: 'c2' })
    await page.addInitScript(recordSteps)
    await page.goto('/')
    // While the page reloads, the test cannot read from it.
    let steps: string[] = []
    const soFar = async () => {
      const read = page.evaluate(() => JSON.parse(sessionStorage.getItem('steps') ?? '[]') as string[])
      steps = await read.catch(() => steps)
      return steps
    }
    const inOrder = ['clear', 'workers', 'caches', 'get-settings', 'get-single-language', 'versions', 'load']
    await expect.poll(soFar, { timeout: 15_000 }).toEqual(['load', ...inOrder])
  })
})

/**
 * Records the steps of a cache clear, including its reload. The function runs in the page, so it can use nothing from
 * the test.
 */
function recordSteps(): void {
  const write = Storage.prototype.setItem
  const note = (step: string) => {
    const steps = JSON.parse(sessionStorage.getItem('steps') ?? '[]') as string[]
    if (steps.at(-1) !== step) write.call(sessionStorage, 'steps', JSON.stringify([...steps, step]))
  }
  note('load')
  // The app removes entries one by one, so that other tabs never miss the session or the cart.
  const remove = Storage.prototype.removeItem
  Storage.prototype.removeItem = function (name) {
    if (this === localStorage && name === 'settings') note('clear')
    remove.call(this, name)
  }
  Storage.prototype.setItem = function (name, value) {
    if (
      this === localStorage &&
      name === 'forceCacheClearVersion' &&
      sessionStorage.getItem('steps')?.includes('clear')
    ) {
      note('versions')
    }
    write.call(this, name, value)
  }
  const registrations = ServiceWorkerContainer.prototype.getRegistrations
  ServiceWorkerContainer.prototype.getRegistrations = function () {
    note('workers')
    return registrations.call(this)
  }
  const keys = CacheStorage.prototype.keys
  CacheStorage.prototype.keys = function () {
    note('caches')
    return keys.call(this)
  }
  const send = window.fetch
  window.fetch = (input, init) => {
    const name = /\/public\/api\/(get-settings|get-single-language)$/.exec(String(input))?.[1]
    if (name) note(name)
    return send(input, init)
  }
}

test.describe('the service worker', () => {
  test('[M-18] is registered and active', async ({ page }) => {
    await page.goto('/')
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state))
    await expect.poll(registrations).toEqual(['activated'])
  })

  test('[M-24, M-25] is replaced with its caches by a cache clear', async ({ page }) => {
    await page.goto('/')
    const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(registrations).toBe(1)
    await page.evaluate(async () => {
      await (await caches.open('of-an-earlier-release')).put('/x', new Response('x'))
      localStorage.setItem('forceCacheClearVersion', 'an earlier one')
    })
    const unregistered: number[] = []
    await page.exposeFunction('noteUnregister', () => unregistered.push(1))
    await page.addInitScript(() => {
      const unregister = ServiceWorkerRegistration.prototype.unregister
      ServiceWorkerRegistration.prototype.unregister = function () {
        void (window as unknown as { noteUnregister: () => Promise<void> }).noteUnregister()
        return unregister.call(this)
      }
    })
    const reloaded = page.waitForEvent('load')
    await page.reload()
    await reloaded
    await expect(page.getByRole('status').filter({ hasText: 'Updating' })).toBeVisible()
    await page.waitForEvent('load')
    expect(unregistered).toEqual([1])
    expect(await page.evaluate(() => caches.has('of-an-earlier-release'))).toBe(false)
  })

  test('[M-19, Q-06] that cannot be registered is only logged', async ({ page }) => {
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('refused'))
    })
    await page.goto('/')
    await expect(stores(page).first()).toBeVisible()
    await expect
      .poll(() => log.filter((line) => line.includes('the service worker could not be registered')).length)
      .toBe(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('[A-15] lets a person read content of earlier visits', async ({ page, context }) => {
    await page.goto('/')
    await page.getByRole('dialog', { name: 'Choose your location' }).getByRole('button', { name: 'Close' }).click()
    await untilWorkerControls(page)
    await page.reload()
    await expect(stores(page).first()).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep browsing' }).click()
    await expect(stores(page).first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText("You're offline. Showing saved content.")).toBeHidden()
  })
})

test.describe('without a primary location', () => {
  test.use({ serviceWorkers: 'block' })

  test('[J-10, M-17, Q-09, Q-10, Q-11, Q-12] the critical screen explains the solution, and the solution works', async ({
    page,
  }) => {
    const none = (rows: Location[]) => rows.map((row) => ({ ...row, is_default: 0 as const }))
    await changeBoot(page, (boot) => ({ ...boot, locations: none(boot.locations), home: undefined }))
    await change<Location[]>(page, 'popular-geo-locations', none)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Critical Error' })).toBeVisible()
    await expect(page.getByText('Primary location is not set by Admin.', { exact: true })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText([
      'Log into the admin dashboard',
      'Open Popular Geo Locations',
      'Create or mark a primary location',
      'Reload',
    ])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(stores(page).first()).toBeVisible()
  })

  test('[M-17] a stored address is sufficient', async ({ page }) => {
    const place = { lat: 12.9352, lng: 77.6245, address: 'Here', house: null, tag: null, businessLocation: false }
    await knowShop(page, { userSetAddress: JSON.stringify(place) })
    await changeBoot(page, (boot) => ({ ...boot, locations: [] }))
    await answer(page, 'popular-geo-locations', [])
    await page.goto('/')
    await expect(stores(page).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Critical Error' })).toHaveCount(0)
  })
})

test.describe('the privacy notice', () => {
  test.use({ serviceWorkers: 'block' })

  test('[A-17, M-14, M-15, S-22] stays until it is accepted', async ({ page }) => {
    await knowShop(page, { showGdpr: 'true', gdprMessage: '<p>We keep your cart.</p>', gdprConfirmButton: 'Fine' })
    await page.goto('/')
    const privacy = page.getByRole('region', { name: 'Privacy notice' })
    await expect(privacy.getByText('We keep your cart.')).toBeVisible()
    await privacy.getByRole('button', { name: 'Fine' }).click()
    await expect(privacy).toBeHidden()
    expect(await stored(page, 'gdprAccepted')).toBe(true)
    await page.reload()
    await expect(stores(page).first()).toBeVisible()
    await expect(privacy).toHaveCount(0)
  })

  test('[M-15] stores which text was accepted and when, and asks again when the text has changed', async ({ page }) => {
    await knowShop(page, { showGdpr: 'true', gdprMessage: '<p>We keep your cart.</p>' })
    await page.goto('/')
    const privacy = page.getByRole('region', { name: 'Privacy notice' })
    await privacy.getByRole('button').click()
    const first = (await stored(page, 'gdprConsent')) as { version: string; at: string }
    expect(first).toMatchObject({ version: expect.stringMatching(/^[0-9a-f]{8}$/), language: 'en' })
    expect(Math.abs(Date.parse(first.at) - Date.now())).toBeLessThan(60_000)
    await page.reload()
    await expect(stores(page).first()).toBeVisible()
    await expect(privacy).toHaveCount(0)
    await knowShop(page, { showGdpr: 'true', gdprMessage: '<p>We keep your cart, and count views.</p>' })
    await page.reload()
    await expect(privacy.getByText('and count views')).toBeVisible()
    await privacy.getByRole('button').click()
    expect(await stored(page, 'gdprConsent')).not.toMatchObject({ version: first.version })
    await page.reload()
    await expect(stores(page).first()).toBeVisible()
    await expect(privacy).toHaveCount(0)
  })

  test('[M-14] is not shown if the shop does not want it', async ({ page }) => {
    await knowShop(page, { showGdpr: 'false' })
    await page.goto('/')
    await expect(stores(page).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Privacy notice' })).toHaveCount(0)
  })
})

test.describe('a desktop', () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 1200, height: 900 } })

  test('[M-30, GAP-62] reloads once, 2 s after the languages have arrived, and never again', async ({ page }) => {
    let loads = 0
    page.on('load', () => loads++)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/')
    // The clock advances until the app has started, which is after the first frame; then the page waits for the
    // languages.
    await startUnderHeldClock(page)
    await expect.poll(() => entry(page, 'languages')).not.toBeNull()
    await page.clock.runFor(250)
    await page.clock.runFor(1700)
    expect(loads).toBe(1)
    await page.clock.runFor(600)
    await expect.poll(() => loads).toBe(2)
    expect(await stored(page, 'desktopLoaded')).toBe(true)
    await page.clock.runFor(10_000)
    await page.goto('/')
    await runUntilVisible(page, page.getByRole('region', { name: 'App preview' }))
    await page.clock.runFor(10_000)
    expect(loads).toBe(3)
  })
})

test.describe('a reload restores', () => {
  test.use({ serviceWorkers: 'block' })

  test('[S-01, S-02, S-03, S-04, S-05, INT-24] cart, total, menu, pages and session', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const dish = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Sunday Chow Chow' }) })
    await dish.first().getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('link', { name: /View Cart/ })).toContainText('1 Item')
    // The info of a store and its menu arrive as two answers.
    const opened = { slug: tiffinRoom.slug, info: { name: tiffinRoom.name }, items: { items: {} } }
    await expect.poll(() => stored(page, 'items')).toMatchObject(opened)
    await page.goto('/my-account')
    await expect(page.getByRole('region', { name: 'About and help' })).toBeVisible()
    const slices = ['cart', 'total', 'items', 'pages', 'user']
    const before = await Promise.all(slices.map((name) => stored(page, name)))
    expect(before[0]).toMatchObject([{ name: 'Sunday Chow Chow', quantity: 1, selectedaddons: [] }])
    expect(before[1]).toMatchObject({ productQuantity: 1 })
    expect(JSON.stringify(before[2])).toContain('Sunday Chow Chow')
    expect(before[3]).toContainEqual(expect.objectContaining({ slug: 'terms' }))
    expect(before[4]).toMatchObject({ success: true, data: { id: customer.id, auth_token: customer.token } })
    await page.route('**/public/api/get-pages', () => {})
    await page.reload()
    await expect(page.getByText(customer.name).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Terms of use' })).toBeVisible()
    await page.goto('/cart')
    await expect(page.getByText('Sunday Chow Chow').first()).toBeVisible()
  })

  test('[S-06] the addresses', async ({ page, request }) => {
    const customer = await newCustomer(request)
    for (const tag of ['Home', 'Work']) {
      const place = { latitude: 12.9352, longitude: 77.6245, address: '5th Block', house: '1', tag }
      await call(request, 'save-address', place, customer.token)
    }
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto('/my-addresses')
    await expect(page.getByText('Work', { exact: true })).toBeVisible()
    await page.route('**/public/api/get-addresses', () => {})
    await page.reload()
    await expect(page.getByText('Work', { exact: true })).toBeVisible()
    expect(await stored(page, 'addresses')).toMatchObject([{ tag: 'Work' }, { tag: 'Home' }])
  })

  test('[INT-24] an unreadable entry is ignored', async ({ page }) => {
    await knowShop(page, { cart: '{broken', user: '42', total: '', userSetAddress: '{"lat":null}', addresses: '[1]' })
    await page.goto('/')
    await expect(stores(page).first()).toBeVisible()
    await page.goto('/cart')
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  })
})
