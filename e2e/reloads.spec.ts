import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { who } from './dashboard.ts'
import { call, newCustomer } from './people.ts'
import { untilWorkerControls } from './service-worker.ts'
import { tiffinRoom } from './shops.ts'
import { startTroubles, type Troubles } from './troubles.ts'
import { wholeUnless } from './whole.ts'

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' })

/** Counts how often the browser loads the page. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return () => loads
}

/** All combinations of storage, service worker and person in which a forced reload may happen. */
const browsers = (['works', 'full', 'blocked'] as const).flatMap((storage) =>
  (['worker', 'no worker'] as const).flatMap((worker) =>
    (['guest', 'customer'] as const).map((person) => ({ storage, worker, person })),
  ),
)

/** The combinations that `npm test` checks, which have each kind of storage, service worker and person once. */
const short = [
  'works, worker, customer',
  'full, no worker, guest',
  'blocked, worker, guest',
  'blocked, no worker, customer',
]

/**
 * Puts the given entries into the browser's storage and then makes it full or blocked. A blocked storage still provides
 * the customer's session.
 */
async function giveStorage(
  context: BrowserContext,
  storage: (typeof browsers)[number]['storage'],
  entries: Record<string, string>,
): Promise<void> {
  await context.addInitScript(
    ([how, given]) => {
      for (const [name, value] of Object.entries(given))
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
      if (how === 'works') return
      const refuse = () => {
        throw new DOMException('refused', how === 'blocked' ? 'SecurityError' : 'QuotaExceededError')
      }
      Storage.prototype.setItem = refuse
      if (how === 'full') return
      const user = given.user
      Object.defineProperty(window, 'sessionStorage', { get: refuse })
      const only = {
        getItem: (name: string) => (name === 'user' && user) || refuse(),
        setItem: refuse,
        removeItem: refuse,
      }
      Object.defineProperty(window, 'localStorage', user ? { value: only } : { get: refuse })
    },
    [storage, entries] as const,
  )
}

test.describe('a page reloads at most once', () => {
  for (const { storage, worker, person } of browsers)
    test(
      `[D-07, GAP-55, GAP-61, GAP-85, Q-07] storage ${storage}, ${worker}, ${person}`,
      wholeUnless(short.includes(`${storage}, ${worker}, ${person}`)),
      async ({ browser, request, baseURL }) => {
        const { url, troubles, stop } = await startTroubles(baseURL!)
        const context = await browser.newContext({ serviceWorkers: worker === 'worker' ? 'allow' : 'block' })
        try {
          const { session } = person === 'customer' ? await newCustomer(request) : { session: undefined }
          troubles.version = 'known'
          if (worker === 'worker') {
            const first = await context.newPage()
            await first.goto(`${url}/version.json`)
            await first.evaluate(async () => {
              await navigator.serviceWorker.register('/sw.js')
              await navigator.serviceWorker.ready
            })
            await first.close()
          }
          const known = { forceNewSettingsVersion: 'known', forceCacheClearVersion: 'known', settings: '[]' }
          const user = session && { user: JSON.stringify(session) }
          await giveStorage(context, storage, { ...known, languages: '[]', gdprAccepted: 'true', ...user })
          for (const reason of [storeGone, partGone, firstDesktopVisit, versionChanged]) {
            // Each cause of a reload has a separate tab, so that the reloads are counted separately.
            const tab = await context.newPage()
            const loads = countLoads(tab)
            await reason({ tab, url, troubles, loads, storage, worker })
            await tab.close()
          }
        } finally {
          await context.close()
          await stop()
        }
      },
    )
})

type Cell = Pick<(typeof browsers)[number], 'storage' | 'worker'> & {
  tab: Page
  url: string
  troubles: Troubles
  loads: () => number
}

/** Waits until the page no longer reloads. For a page that reloads again and again, the function never resolves. */
async function isStill(tab: Page, at: Locator): Promise<void> {
  await expect(at).toBeVisible()
  await tab.waitForLoadState('networkidle')
  await expect(at).toBeVisible()
}

async function storeGone({ tab, url, troubles, loads }: Cell): Promise<void> {
  await tab.goto(`${url}/stores/${tiffinRoom.slug}`)
  await expect(tab.getByRole('heading', { level: 1, name: tiffinRoom.name })).toBeVisible()
  await tab.waitForLoadState('networkidle')
  troubles.store = tiffinRoom.slug
  const before = loads()
  await tab.goto(`${url}/stores/${tiffinRoom.slug}`)
  await isStill(tab, notFound(tab))
  expect(loads() - before, 'a store that is gone').toBeLessThanOrEqual(2)
}

async function partGone({ tab, url, troubles, loads, worker }: Cell): Promise<void> {
  troubles.part = /\/assets\/app\/cart-[^/]*\.js$/
  await tab.goto(`${url}/cart`)
  // If a service worker is active, it has cached the missing file.
  const name = worker === 'worker' ? 'Your cart is empty' : "We couldn't load this"
  await isStill(tab, tab.getByRole('heading', { name }))
  expect(loads(), 'a part that is gone').toBeLessThanOrEqual(worker === 'worker' ? 1 : 2)
}

async function firstDesktopVisit({ tab, url, loads, storage }: Cell): Promise<void> {
  await tab.clock.install()
  await tab.setViewportSize({ width: 1440, height: 900 })
  await tab.goto(url)
  const heading = tab.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  // With readable storage, the page reloads after two seconds, and then never again.
  const expected = storage === 'blocked' ? 1 : 2
  await expect(async () => {
    await tab.clock.runFor(2500)
    expect(loads()).toBe(expected)
  }).toPass()
  await expect(heading).toBeVisible()
  await tab.clock.runFor(10_000)
  await expect(heading).toBeVisible()
  expect(loads(), 'a first visit on a desktop').toBe(expected)
}

async function versionChanged({ tab, url, troubles, loads, storage }: Cell): Promise<void> {
  troubles.version = 'another'
  await tab.clock.install()
  await tab.goto(url)
  const home = tab.getByRole('article').first()
  if (storage === 'blocked') await isStill(tab, home)
  else {
    await expect(async () => {
      await tab.clock.runFor(3500)
      expect(loads()).toBe(2)
    }).toPass()
    await tab.clock.runFor(10_000)
    await isStill(tab, home)
  }
  expect(loads(), 'another version').toBe(storage === 'blocked' ? 1 : 2)
}

test('[D-07, GAP-55, GAP-85] a store whose slug changed is not found even with a service worker, and its cached answer is deleted', async ({
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
  await untilWorkerControls(page)
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
