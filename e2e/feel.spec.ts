import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer, placeByCall } from './carts.ts'
import { listenTo } from './given.ts'
import { comeBack } from './people.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'

// The tests of this file count requests of the page. A service worker would answer some requests from its cache, so it
// is blocked.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const basket = { 'Sunday Chow Chow': 2 }

/** Resolves when the page has handled the tasks that were already waiting. */
const turnOfEvents = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
      }),
  )

/**
 * Records the page's view transitions: the picture from which each one started, and how many elements of the next
 * screen have the same transition name.
 */
async function watchTransitions(page: Page): Promise<() => string[]> {
  const morphs: string[] = []
  await page.exposeFunction('noteMorph', (morph: string) => morphs.push(morph))
  await page.addInitScript(() => {
    const { noteMorph } = window as unknown as { noteMorph: (morph: string) => void }
    const named = () => [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')]
    const start = Document.prototype.startViewTransition
    Document.prototype.startViewTransition = function (change) {
      const before = named().map(({ dataset, tagName }) => dataset.morph ?? tagName)
      const transition = start.call(this, change)
      void transition.updateCallbackDone.then(() => noteMorph(`${before.join()}>${named().length}`))
      return transition
    }
  })
  return () => morphs
}

test.describe('a picture that grows into the next screen', () => {
  test('[GAP-77, C-29] starts from a store card and from an item row', async ({ page }) => {
    const morphs = await watchTransitions(page)
    await knowShop(page)
    const ahead = page.waitForResponse(/\/after-start-[^/]+\.js$/)
    await page.goto('/')
    // Imports the app's own module in the page, so that it is loaded with its dependencies before the first touch.
    await page.evaluate((url) => import(url), (await ahead).url())
    const card = page.getByRole('article').filter({ hasText: tiffinRoom.name }).first()
    await card.getByRole('link').first().click()
    await expect(heading(page, tiffinRoom.name)).toBeVisible()
    await expect.poll(morphs).toEqual(['[data-cover]>1'])
    const dish = page
      .getByRole('listitem')
      .getByRole('article')
      .filter({ has: page.locator('img') })
      .first()
    const name = await dish.getByRole('heading').innerText()
    await dish.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect.poll(morphs).toEqual(['[data-cover]>1', 'IMG>1'])
    // After a transition, no element may keep its transition name, because the next transition uses the same name.
    await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0)
  })

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('[GAP-77] the next screen just appears', async ({ page }) => {
      const morphs = await watchTransitions(page)
      await knowShop(page)
      await page.goto('/')
      await page.getByRole('article').filter({ hasText: tiffinRoom.name }).first().getByRole('link').first().click()
      await expect(heading(page, tiffinRoom.name)).toBeVisible()
      expect(morphs()).toEqual([])
    })
  })

  test('[GAP-77] a browser without view transitions just changes the screen', async ({ page }) => {
    await page.addInitScript(() => Object.assign(document, { startViewTransition: undefined }))
    await knowShop(page)
    await page.goto('/')
    await page.getByRole('article').filter({ hasText: tiffinRoom.name }).first().getByRole('link').first().click()
    await expect(heading(page, tiffinRoom.name)).toBeVisible()
  })
})

/** Pulls the middle of the screen down by touch. */
async function pull(page: Page, from: number, px: number): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }] })
  await touch('touchStart', from)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + px * part)
  await touch('touchEnd', 0)
}

test.describe('pulling down', () => {
  for (const [name, path, call, from] of [
    ['home', '/', 'get-delivery-restaurants', 300],
    ['the list of orders', '/my-orders', 'get-orders', 300],
    ['an order under way', '', 'update-user-info', 600],
  ] as const) {
    test(`[GAP-77, F-11] fetches ${name} again`, async ({ page, request }) => {
      const customer = await newOrderer(request)
      const order = await placeByCall(request, customer, basket)
      await knowShop(page)
      await comeBack(page, customer.session)
      await page.goto(path || `/running-order/${order.unique_order_id}`)
      const asked = listenTo(page, call)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect(page.getByRole('status').locator('.skeleton')).toHaveCount(0)
      // The test waits for the indicator of pull-to-refresh, because its code loads after the screen.
      await expect(page.locator('[aria-hidden=true].pointer-events-none.fixed.rounded-full')).toBeAttached()
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      // The test pauses the clock, so that the screen does not poll: while the screen waits for an answer, a pull does
      // nothing.
      await expect(async () => {
        const before = asked.length
        await pull(page, from, 200)
        await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(before)
      }).toPass()
    })
  }

  test('[GAP-77] scrolls a scrollable part of the screen, and does not fetch again', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.clock.install()
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(page.getByText('Sunday Chow Chow').first()).toBeVisible()
    const scrolled = () =>
      page.getByRole('button', { name: 'Refresh' }).evaluate((button) => {
        const sheet = button.closest('.overflow-y-auto')!
        sheet.scrollTop = sheet.scrollHeight
        return sheet.scrollTop
      })
    // The screen's cards load one after another, so the sheet becomes scrollable only after a moment.
    await expect.poll(scrolled).toBeGreaterThan(100)
    const asked = listenTo(page, 'update-user-info')
    await page.clock.pauseAt(Date.now() + 60_000)
    // The clock has advanced by a minute, so the screen has polled once.
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await turnOfEvents(page)
    const before = asked.length
    await pull(page, 300, 200)
    await turnOfEvents(page)
    expect(asked).toHaveLength(before)
  })
})

test.describe('a reload restores typed input', () => {
  test('[GAP-77] a search', async ({ page }) => {
    await knowShop(page)
    await page.goto('/explore')
    await page.getByRole('searchbox').fill('dosa')
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('dosa')
    await expect(page.getByText(/Dosa/).first()).toBeVisible()
    await page.goBack()
    await page.goto('/explore')
    await page.getByRole('button', { name: 'Back' }).click()
    await page
      .getByRole('link', { name: /Search/ })
      .first()
      .click()
    await expect(page.getByRole('searchbox')).toHaveValue('')
  })

  test('[GAP-77, D-39] a search in a menu, until it is closed', async ({ page }) => {
    await knowShop(page)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const field = page.getByRole('searchbox', { name: 'Search in this store' })
    const magnifier = page.getByRole('button', { name: 'Search', exact: true })
    await magnifier.click()
    await field.fill('dosa')
    await page.reload()
    await expect(field).toHaveValue('dosa')
    await expect(page.getByText('Results for: dosa')).toBeVisible()
    await page.getByRole('button', { name: 'Close search' }).click()
    await expect(field).toBeHidden()
    await expect(page.getByText('Results for: dosa')).toBeHidden()
    await magnifier.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  })

  test('[GAP-77, H-01] a registration, except its password', async ({ page }) => {
    await knowShop(page)
    await page.goto('/register')
    await page.getByRole('textbox', { name: 'Name' }).fill('Kavya Rao')
    await page.getByRole('textbox', { name: /Email/ }).fill('kavya@journey.example')
    await page.getByLabel('Password', { exact: true }).fill('hush-hush-4711')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Kavya Rao')
    await expect(page.getByRole('textbox', { name: /Email/ })).toHaveValue('kavya@journey.example')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('hush-4711')
  })

  test('[GAP-77, F-17] a rating', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket, 2)
    const store = await openStoreApp(request)
    await store.accept(order.unique_order_id)
    await store.markReady(order.unique_order_id)
    await store.markCollected(order.unique_order_id)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto(`/rate-order/${order.id}`)
    await page.getByRole('radio', { name: '4 stars' }).first().press('Space')
    await page.getByRole('textbox').fill('Hot and quick')
    await page.reload()
    await expect(page.getByRole('radio', { name: '4 stars' }).first()).toBeChecked()
    await expect(page.getByRole('textbox')).toHaveValue('Hot and quick')
  })

  test('[E-21, GAP-10] the note, the tip and the coupon of a cart', async ({ page, request }) => {
    await knowShop(page, { showTipsAmount: 'true', tips: '10,20' })
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 6 })
    await page.goto('/cart')
    await page.getByRole('textbox', { name: /Note/ }).fill('Ring twice')
    await page.getByRole('button', { name: '₹20.00' }).click()
    await page.getByRole('button', { name: /^Apply coupon|All coupons/ }).click()
    await page.getByRole('textbox', { name: 'Coupon code' }).fill('TIFFIN15')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByText(/TIFFIN15 applied/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/TIFFIN15 applied/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: /Note/ })).toHaveValue('Ring twice')
    await expect(page.getByRole('button', { name: '₹20.00' })).toHaveAttribute('aria-pressed', 'true')
  })
})

test.describe('a sheet', () => {
  const custom = 'Tiffin Room Masala Dosa'

  test('[GAP-77, D-34] closes when it is pulled down or on Back, and stays when it is only touched', async ({
    page,
  }) => {
    await knowShop(page)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const row = page.getByRole('article').filter({ has: page.getByRole('heading', { name: custom, exact: true }) })
    const add = row.first().getByRole('button', { name: 'Add', exact: true })
    const sheet = page.getByRole('dialog', { name: custom })
    const drag = async (px: number): Promise<void> => {
      // Waits until the sheet has slid in completely.
      await expect
        .poll(() =>
          sheet.evaluate(
            (element) => element.getAnimations({ subtree: true }).length + (element.matches('[open]') ? 0 : 1),
          ),
        )
        .toBe(0)
      const box = (await sheet.boundingBox())!
      const [x, y] = [box.x + box.width / 2, box.y + 12]
      await page.mouse.move(x, y)
      await page.mouse.down()
      // The simulated finger moves slowly, so that the gesture does not count as a flick.
      for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await page.mouse.move(x, y + px * part, { steps: 8 })
      await page.mouse.up()
    }
    const scrolls = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== 'hidden')
    await add.click()
    await drag(20)
    await expect(sheet).toBeVisible()
    expect(await scrolls()).toBe(false)
    await drag(500)
    await expect(sheet).toBeHidden()
    expect(await scrolls()).toBe(true)
    await expect(page).toHaveURL(`/stores/${tiffinRoom.slug}`)
    await add.click()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`/stores/${tiffinRoom.slug}`)
  })
})

test('[GAP-77] the phone vibrates when an item is added and when an order is placed', async ({ page, request }) => {
  await knowShop(page)
  await comeBack(page, (await newOrderer(request)).session)
  const felt: unknown[] = []
  await page.exposeFunction('noteFelt', (pattern: unknown) => felt.push(pattern))
  await page.addInitScript(() => {
    const { noteFelt } = window as unknown as { noteFelt: (pattern: unknown) => void }
    navigator.vibrate = (pattern) => {
      noteFelt(pattern)
      return true
    }
  })
  await page.goto(`/stores/${tiffinRoom.slug}`)
  const row = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Sunday Chow Chow', exact: true }) })
  await row.first().getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => felt).toEqual([10])
  await page.getByRole('link', { name: /View Cart/ }).click()
  await page.getByRole('button', { name: /Choose payment/ }).click()
  await page.getByText('Cash on delivery').click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  await expect.poll(() => felt).toEqual([10, [10, 40, 10]])
})
