import { devices, expect, type Page, test } from '@playwright/test'
import { changeBoot, knowShop } from './boot.ts'
import { stored } from './given.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const row = (page: Page, where: string) => page.locator(where).getByRole('button', { name: 'Install app' })

/** Fires the event with which Android browsers offer to install the app. */
async function offerInstall(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Refer a friend' })).toBeAttached()
  await page.evaluate(() => {
    const question = new Event('beforeinstallprompt', { cancelable: true })
    Object.assign(question, {
      prompt: async () => {
        document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1)
      },
    })
    dispatchEvent(question)
  })
}

const asked = (page: Page) => page.evaluate(() => document.documentElement.dataset.asked)

test.describe('a browser that can install the app', () => {
  test('[A-18] the bottom of home offers it and forwards the press to the browser', async ({ page }) => {
    await knowShop(page)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Refer a friend' })).toBeAttached()
    await expect(row(page, 'footer')).toHaveCount(0)
    await offerInstall(page)
    await row(page, 'footer').click()
    expect(await asked(page)).toBe('1')
    await expect(row(page, 'footer')).toHaveCount(0)
  })

  test('[A-18] by a setting the top of home offers it, and the bottom does not', async ({ page }) => {
    await knowShop(page, { showPwaInstallPromptHeader: 'true', showPwaInstallPromptFooter: 'false' })
    await page.goto('/')
    await offerInstall(page)
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('button', { name: 'Install app' })).toBeVisible()
    await expect(row(page, 'footer')).toHaveCount(0)
    await banner.getByRole('button', { name: 'Install app' }).click()
    expect(await asked(page)).toBe('1')
  })

  test('[A-18] dismissing hides it', async ({ page }) => {
    await knowShop(page)
    await page.goto('/')
    await offerInstall(page)
    await page.locator('footer').getByRole('button', { name: 'Hide for now' }).click()
    await expect(row(page, 'footer')).toHaveCount(0)
    await page.reload()
    await offerInstall(page)
    await expect(row(page, 'footer')).toHaveCount(0)
  })

  for (const [daysAgo, count] of [
    [29, 0],
    [31, 1],
  ] as const) {
    test(`[A-18] dismissed ${daysAgo} days ago, it is offered ${count} times`, async ({ page }) => {
      await knowShop(page, { installDismissedAt: String(Date.now() - daysAgo * 24 * 3_600_000) })
      await page.goto('/')
      await offerInstall(page)
      await expect(row(page, 'footer')).toHaveCount(count)
    })
  }
})

/**
 * Waits in the page until a module of the app has loaded and rendered. The function waits by a message between ports,
 * because the paused clock stops timers but not messages.
 */
async function drawn(url: string): Promise<void> {
  await import(url)
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(null)
    })
  }
}

test.describe('on an iPhone', () => {
  test.use({ userAgent: devices['iPhone 15'].userAgent })

  const steps = (page: Page) => page.getByRole('dialog', { name: 'Add to Home Screen' })

  test('[A-19] the button shows how to add the app to the home screen', async ({ page }) => {
    await knowShop(page, { enIOSPWAPopup: 'false' })
    await page.goto('/')
    await row(page, 'footer').click()
    await expect(steps(page).getByRole('listitem')).toHaveText([/Tap Share/, /Add to Home Screen/])
    await steps(page).getByRole('button', { name: 'Not now' }).click()
    await expect(steps(page)).toBeHidden()
    await expect(row(page, 'footer')).toBeFocused()
  })

  test('[A-20] the steps are shown automatically after 2.5 s, once', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/ios-steps-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.clock.install()
    await knowShop(page)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const came = page.waitForResponse('**/ios-steps-*.js')
    letGo()
    const chunk = await came
    await page.evaluate(drawn, chunk.url())
    await page.clock.runFor(2400)
    await expect(steps(page)).toBeHidden()
    await page.clock.runFor(200)
    await expect(steps(page)).toBeVisible()
    await page.clock.resume()
    await steps(page).getByRole('button', { name: 'Not now' }).click()
    await expect(steps(page)).toBeHidden()
    expect(await stored(page, 'installDismissedAt')).toEqual(expect.any(Number))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(5000)
    await expect(steps(page)).toBeHidden()
  })

  test('[A-20] they are not shown if the setting is off', async ({ page }) => {
    await page.clock.install()
    await knowShop(page, { enIOSPWAPopup: 'false' })
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(10_000)
    await expect(steps(page)).toHaveCount(0)
  })
})

for (const [what, touches, isStandalone, count] of [
  ['an iPad that calls itself a Mac', 5, false, 1],
  ['a Mac', 0, false, 0],
  ['an iPad with the app on its home screen', 5, true, 0],
] as const) {
  test.describe(`on ${what}`, () => {
    test.use({
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    })

    test(`[A-19] the steps are offered ${count} times`, async ({ page }) => {
      await knowShop(page, { enIOSPWAPopup: 'false' })
      await page.addInitScript(
        ({ touches, isStandalone }) => {
          Object.defineProperty(Navigator.prototype, 'maxTouchPoints', { get: () => touches })
          const ask = globalThis.matchMedia.bind(globalThis)
          globalThis.matchMedia = (query) =>
            query === '(display-mode: standalone)'
              ? ({ ...ask(query), matches: isStandalone } as MediaQueryList)
              : ask(query)
        },
        { touches, isStandalone },
      )
      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Refer a friend' })).toBeAttached()
      await expect(row(page, 'footer')).toHaveCount(count)
    })
  })
}

test.describe('page views', () => {
  const analytics = { enableGoogleAnalytics: 'true', googleAnalyticsId: 'G-TEST' }

  /** Switches analytics on: the pages' CSP then allows requests to the collector's URL. */
  async function count(page: Page, settings: Record<string, string>): Promise<{ views: string[]; scripts: string[] }> {
    const views: string[] = []
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).host)
    })
    await changeBoot(
      page,
      (boot) => ({ ...boot, settings: { ...boot.settings, ...settings } }),
      settings.enableGoogleAnalytics === 'true' ? ['https://www.google-analytics.com'] : [],
    )
    // This handler is added after the handler for pages, because Playwright runs the newest handler first.
    await page.route('https://www.google-analytics.com/**', async (route) => {
      const query = new URL(route.request().url()).searchParams
      expect(query.get('tid')).toBe('G-TEST')
      if (query.get('en') === 'page_view') views.push(new URL(query.get('dl')!).pathname)
      await route.fulfill({ status: 204 })
    })
    await knowShop(page, settings)
    return { views, scripts }
  }

  async function openTwoScreens(page: Page): Promise<void> {
    await page.goto('/')
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  test("[A-25] each screen counts once, by the app's own request and no third-party script", async ({
    page,
    baseURL,
  }) => {
    const { views, scripts } = await count(page, analytics)
    await openTwoScreens(page)
    await expect.poll(() => views).toEqual(['/', '/login'])
    expect(new Set(scripts)).toEqual(new Set([new URL(baseURL!).host]))
  })

  test('[A-25] nothing is counted if the shop does not want it', async ({ page }) => {
    const { views } = await count(page, { ...analytics, enableGoogleAnalytics: 'false' })
    await openTwoScreens(page)
    await page.waitForLoadState('networkidle')
    expect(views).toEqual([])
  })

  test('[A-25] nothing is counted before the privacy notice is accepted', async ({ page }) => {
    const { views } = await count(page, { ...analytics, showGdpr: 'true' })
    await page.goto('/login')
    await page.waitForLoadState('networkidle')
    expect(views).toEqual([])
    const privacy = page.getByRole('region', { name: 'Privacy notice' })
    await privacy.getByRole('button').click()
    await page.getByRole('link', { name: 'Register' }).click()
    await expect.poll(() => views).toEqual(['/register'])
  })
})
