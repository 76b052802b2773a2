import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { who } from './dashboard.ts'
import { answer } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' })

/** How often the page was loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return () => loads
}

/** Storage that takes nothing more, or none at all. */
async function refuseStorage(page: Page, how: 'full' | 'blocked'): Promise<void> {
  await page.addInitScript((isBlocked) => {
    const refuse = () => {
      throw new DOMException('refused', isBlocked ? 'SecurityError' : 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    if (isBlocked)
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
  }, how === 'blocked')
}

const unknown = { message: 'no', error: { code: 'STORE_UNKNOWN', request_id: 'x' } }

test.describe('a store that has gone, without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  for (const [storage, person] of [
    ['full', 'guest'],
    ['blocked', 'guest'],
    ['works', 'customer'],
  ] as const) {
    test(`[D-07, GAP-55, GAP-85] is not found after one reload at most, storage ${storage}, ${person}`, async ({
      page,
      request,
    }) => {
      const loads = countLoads(page)
      if (person === 'customer') await comeBack(page, (await newCustomer(request)).session)
      if (storage === 'works') {
        await knowShop(page)
        await page.goto(`/stores/${tiffinRoom.slug}`)
        await expect(page.getByRole('heading', { level: 1, name: tiffinRoom.name })).toBeVisible()
      } else await refuseStorage(page, storage)
      for (const name of ['get-restaurant-info', 'get-restaurant-info-with-favourite'])
        await answer(page, `${name}/${tiffinRoom.slug}`, unknown, 400)
      const before = loads()
      await page.goto(`/stores/${tiffinRoom.slug}`)
      await expect(notFound(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(notFound(page)).toBeVisible()
      expect(loads() - before).toBeLessThanOrEqual(2)
    })
  }

  test('[Q-07] a part that is gone leads to words, also where the tab may store nothing', async ({ page }) => {
    const loads = countLoads(page)
    await refuseStorage(page, 'blocked')
    await page.route(/\/assets\/app\/cart-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/cart')
    await expect(page.getByRole('heading', { level: 1, name: 'This did not load' })).toBeVisible()
    expect(loads()).toBeLessThanOrEqual(2)
  })
})

test('[D-07, GAP-55, GAP-85] a store whose address changed is not found with a worker too, and its kept answer goes', async ({
  page,
  request,
}) => {
  const { email, password } = who.operator
  const login = await page.request.post('/public/api/dashboard/login', { data: { email, password } })
  const { data } = (await login.json()) as { data: { auth_token?: string } }
  expect(data).toBeDefined()
  const slug = `moving-${Date.now()}`
  const staff = async (name: string, body: object) => {
    const response = await page.request.post(`/public/api/dashboard/stores/${name}`, {
      data: body,
      headers: { 'Idempotency-Key': `journey-${name}-${slug}` },
    })
    expect(response.status(), await response.text()).toBe(200)
    return (await response.json()) as { store: { id: number } }
  }
  const { store } = await staff('create', { name: 'Moving Store', slug, latitude: 12.9352, longitude: 77.6245 })
  await page.goto(`/stores/${slug}`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Moving Store' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await staff('update', { store_id: store.id, slug: `${slug}-new` })
  await expect
    .poll(async () => (await call<{ message?: string }>(request, `get-restaurant-info/${slug}`)).message)
    .toBeDefined()
  const loads = countLoads(page)
  await page.goto(`/stores/${slug}`)
  await expect(notFound(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(notFound(page)).toBeVisible()
  expect(loads()).toBeLessThanOrEqual(2)
})
