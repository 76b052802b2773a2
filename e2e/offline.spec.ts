import { expect, type Page, test } from '@playwright/test'
import { keepCart, newOrderer } from './carts.ts'
import { listenTo, stored } from './given.ts'
import { call, comeBack } from './people.ts'
import { startReleases } from './releases.ts'
import { untilWorkerControls } from './service-worker.ts'
import { keepDefaultPlace, tiffinRoom } from './shops.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const lineOf = (page: Page, item: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: `Quantity of ${item}` }) })
const dish = 'Sunday Chow Chow'

/** Dismisses the offline screen, as a person does who wants to keep browsing. */
async function keepBrowsing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep browsing' }).click()
  await expect(heading(page, 'You are offline')).toBeHidden()
}

/** Returns the visible pictures that failed to load. */
const missingPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().width > 0)
      .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
      .map(({ src }) => src),
  )

test.describe('without a network', () => {
  test('[A-15, M-18] the app opens after a single visit', async ({ page, context }) => {
    await page.goto('/')
    await keepDefaultPlace(page)
    await untilWorkerControls(page)
    await context.setOffline(true)
    await page.reload()
    await keepBrowsing(page)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  test('[A-15, S-03] a customer reads the stores and menus of earlier visits, with pictures', async ({
    page,
    context,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await page.goto('/')
    await untilWorkerControls(page)
    for (const [slug, name] of [
      ['namma-kirana', 'Namma Kirana'],
      [tiffinRoom.slug, tiffinRoom.name],
    ] as const) {
      await page.goto(`/stores/${slug}`)
      await expect(heading(page, name)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add', exact: true }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    await context.setOffline(true)
    await page.goto('/stores/namma-kirana')
    await keepBrowsing(page)
    await expect(heading(page, 'Namma Kirana')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add', exact: true }).first()).toBeVisible()
    expect(await missingPictures(page)).toEqual([])
  })

  test('[GAP-63, E-19, F-10, GAP-10] an order is prepared, survives a reload, and is sent only after a press when the network is back', async ({
    page,
    context,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { [dish]: 2 })
    const placed = listenTo(page, 'place-order')
    await page.goto('/cart')
    await untilWorkerControls(page)
    await page.reload()
    await expect(page.getByRole('button', { name: /Choose payment/ })).toBeEnabled()
    await page.waitForLoadState('networkidle')

    await context.setOffline(true)
    await keepBrowsing(page)
    await lineOf(page, dish).getByRole('button', { name: 'Add one', exact: true }).click()
    await page.getByRole('textbox', { name: /Note/ }).fill('No onion please')
    await page.getByRole('button', { name: /Choose payment/ }).click()
    await page.getByText('Cash on delivery').click()
    const place = page.getByRole('button', { name: 'Place order' })
    await expect(place).toBeDisabled()
    await expect(page.getByText("You're offline. Your cart is saved.")).toBeVisible()
    await page.reload()
    await keepBrowsing(page)
    await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
    await expect(place).toBeDisabled()

    const quotes = listenTo(page, 'quote')
    const checked = listenTo(page, 'check-cart-items-availability')
    await context.setOffline(false)
    await expect(place).toBeEnabled()
    expect(quotes.at(-1)).toMatchObject({ order: [{ name: dish, quantity: 3 }] })
    await expect.poll(() => checked.length).toBeGreaterThan(0)
    expect(placed).toEqual([])
    await place.click()
    await expect(page).toHaveURL(/\/running-order\/OD-/)
    expect(placed).toHaveLength(1)
    expect(placed[0]).toMatchObject({ method: 'COD', order_comment: 'No onion please', order: [{ quantity: 3 }] })
    expect(await stored(page, 'checkoutChoices')).toBeNull()
  })
})

test.describe('a lost answer', () => {
  test.use({ serviceWorkers: 'block' })

  test('[GAP-10] is requested again with the same key, even after a reload: one order', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { [dish]: 2 })
    const keys: (string | undefined)[] = []
    await page.route('**/public/api/place-order', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const response = await route.fetch()
      if (keys.length === 1) return route.abort('connectionreset')
      await route.fulfill({ response })
    })
    await page.goto('/checkout')
    await page.getByText('Cash on delivery').click()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible()
    // The app must send the stored attempt again with the same key, even if the session now reports an order in
    // progress.
    const fresh = page.waitForResponse('**/public/api/update-user-info')
    const checked = page.waitForResponse('**/public/api/check-cart-items-availability')
    await page.reload()
    await Promise.all([fresh, checked])
    await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page).toHaveURL(/\/running-order\/OD-/)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    const { data } = await call<{ data: object[] }>(request, 'get-orders', { page: 1 }, customer.token)
    expect(data).toHaveLength(1)
  })
})

test.describe('a page that was opened before a release', () => {
  let releases: Awaited<ReturnType<typeof startReleases>>
  let loads: number

  test.beforeEach(async ({ page, baseURL }) => {
    releases = await startReleases(baseURL!)
    loads = 0
    page.on('load', () => loads++)
  })
  test.afterEach(() => releases.stop())

  test('[GAP-61, M-18] continues with its own files, before and after the worker changes', async ({ page }) => {
    await page.goto(releases.url)
    await keepDefaultPlace(page)
    await untilWorkerControls(page)
    releases.release()
    await page.getByRole('link', { name: 'Account' }).click()
    await expect(heading(page, 'Log in or sign up')).toBeVisible()
    const changed = page.evaluate(
      () =>
        new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })),
    )
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await changed
    await page.goBack()
    await keepDefaultPlace(page)
    await page.getByRole('link', { name: 'Categories', exact: true }).click()
    await expect(heading(page, 'Categories')).toBeVisible()
    expect(loads).toBe(1)
    await page.reload()
    await expect(heading(page, 'Categories')).toBeVisible()
    expect(await page.locator('link[data-script][href*=".next."]').count()).toBeGreaterThan(0)
  })

  test.describe('a browser without a service worker', () => {
    test.use({ serviceWorkers: 'block' })

    test('[GAP-61, Q-07] reloads once for the next screen, with its cart', async ({ page, request }) => {
      await keepCart(page, request, { [dish]: 2 })
      await page.goto(releases.url)
      await keepDefaultPlace(page)
      releases.release()
      await page.getByRole('link', { name: /View Cart/ }).click()
      await expect(heading(page, 'Cart')).toBeVisible()
      await expect(lineOf(page, dish)).toBeVisible()
      expect(loads).toBe(2)
    })
  })
})
