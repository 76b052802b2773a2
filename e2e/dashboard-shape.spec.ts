import { expect, type Page, test } from '@playwright/test'
import { csvOf } from '../packages/rules/src/csv.ts'
import { problemsOn } from './axe.ts'
import { enterDashboard, openAside, who } from './dashboard.ts'
import { closeOwnShop, openOwnShop, ownShopUrl } from './own-shop.ts'
import { wholeUnless } from './whole.ts'

// The tests of this file change settings for all customers, so they use a separate shop and run one after the other.
test.describe.configure({ mode: 'serial', timeout: 150_000 })
test.use({ baseURL: ownShopUrl, viewport: { width: 1440, height: 900 }, hasTouch: false })
test.beforeAll(async () => {
  test.setTimeout(OPENING_MS)
  await openOwnShop()
})
test.afterAll(closeOwnShop)

const OPENING_MS = 150_000

type Row = { key: string; value: string }

async function publicSettings(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.post('/public/api/get-settings', { data: {} })
  return Object.fromEntries(((await answer.json()) as Row[]).map(({ key, value }) => [key, value]))
}
const versions = async (page: Page) =>
  (await page.request.get('/version.json')).json() as Promise<Record<string, string>>

/** Opens the app as a new customer on a phone, next to the dashboard's `page`. */
async function visitor(page: Page, path = '/'): Promise<Page> {
  const phone = await openAside(page, { baseURL: ownShopUrl, viewport: { width: 390, height: 844 } })
  await phone.goto(path)
  await phone.getByRole('main').waitFor()
  return phone
}
const fillOf = (page: Page) => page.evaluate(() => document.documentElement.style.getPropertyValue('--c-fill'))

/** Enters a value for the setting with the given key, without saving it. */
async function typeSetting(page: Page, key: string, label: string, value: string): Promise<void> {
  await page.goto(`/dashboard/settings?q=${key}`)
  await page.getByRole('region', { name: 'Settings' }).getByLabel(label, { exact: true }).fill(value)
}
/** Saves the changes. After saving, the bar with the save button must disappear. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByText('The settings are saved. Open apps get the new settings at their next check.'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Not saved yet' })).toHaveCount(0)
}

test('[U-02] a setting is found, refused with a reason, saved, and reaches an open app through its version', async ({
  page,
}) => {
  const customer = await visitor(page)
  const before = await fillOf(customer)
  await enterDashboard(page)
  const old = await versions(page)
  await page.goto('/dashboard/settings')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('brand colour')
  const field = page.getByLabel('Brand colour', { exact: true })
  await field.fill('tomato')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This is not a colour such as #fc8019').first()).toBeVisible()
  expect(await versions(page)).toEqual(old)
  await field.fill('#0a7d55')
  await save(page)
  expect((await publicSettings(page)).storeColor).toBe('#0a7d55')
  expect((await versions(page)).forceNewSettingsVersion).not.toBe(old.forceNewSettingsVersion)
  await customer.reload()
  await expect.poll(() => fillOf(customer)).toContain('#0a7d55')
  expect(before).not.toContain('#0a7d55')
  await page.getByRole('button', { name: 'Back to the default' }).click()
  await save(page)
  expect((await publicSettings(page)).storeColor).toBe('#fc8019')
})

test('[U-02] unsaved changes survive another page and the end of the session; discarding removes them', async ({
  page,
}) => {
  await enterDashboard(page)
  await typeSetting(page, 'walletName', 'Name of the wallet', 'Purse')
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('One change is not saved yet')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Email address').fill(who.operator.email)
  await page.getByLabel('Password').fill(who.operator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await save(page)
  expect((await publicSettings(page)).walletName).toBe('Purse')
  await typeSetting(page, 'walletName', 'Name of the wallet', 'Pocket')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Name of the wallet', { exact: true })).toHaveValue('Purse')
})

test("[U-02] a person whose save conflicts with another person's is notified, and keeps their changes", async ({
  page,
}) => {
  const other = await openAside(page, { baseURL: ownShopUrl, viewport: { width: 390, height: 844 } })
  await enterDashboard(page)
  await enterDashboard(other)
  await typeSetting(page, 'seoOgTitle', 'Link preview: title', 'Mine')
  await typeSetting(other, 'seoOgTitle', 'Link preview: title', 'Theirs')
  await save(other)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Load their changes' }).click()
  await expect(page.getByLabel('Link preview: title', { exact: true })).toHaveValue('Mine')
  await save(page)
  expect((await publicSettings(page)).seoOgTitle).toBe('Mine')
})

test('[U-02] [A-34] the shop’s custom style rules apply to the app and to the dashboard', async ({ page }) => {
  await enterDashboard(page, 'operator', '/settings?q=custom%20css')
  await page.getByLabel('Custom CSS of the dashboard').fill('h1 { letter-spacing: 3px }')
  await page.getByLabel('Custom CSS of the app').fill('body { letter-spacing: 2px }')
  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px')
  const customer = await visitor(page)
  await expect(customer.locator('body')).toHaveCSS('letter-spacing', '2px')
  await page.getByLabel('Custom CSS of the dashboard').fill('')
  await page.getByLabel('Custom CSS of the app').fill('')
  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('letter-spacing', '3px')
  await customer.reload()
  await expect(customer.locator('body')).not.toHaveCSS('letter-spacing', '2px')
})

test('[U-02] settings without an effect here are listed separately and say so; no setting is shown by its key', async ({
  page,
}) => {
  await enterDashboard(page, 'operator', '/settings?group=others')
  await expect(page.getByText('The shop’s own app and this dashboard do not use these settings.')).toBeVisible()
  await expect(page.getByLabel('PayPal: test key')).toBeVisible()
  await page.goto('/dashboard/settings?group=exports')
  await expect(page.getByLabel('Google Drive: folder')).toBeVisible()
})

test('[O-02, GAP-75] if the shop allows it, a store owner registers callers and orders in their own store', async ({
  page,
}) => {
  // On a desktop, the app is blurred in a phone frame until a person has used it.
  await page.context().addInitScript(() => {
    for (const known of ['useAppClicked', 'desktopLoaded']) localStorage.setItem(known, 'true')
  })
  await enterDashboard(page, 'operator', '/settings?q=allowStoreOwnersPlaceLoginOrders')
  await page.getByRole('checkbox', { name: /^Store owners may order for callers/ }).check({ force: true })
  await save(page)
  await enterDashboard(page, 'owner')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('link', { name: 'Call and order' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Yamini Rao')
  await page.getByLabel('Phone', { exact: true }).fill(`+9198${String(Date.now()).slice(-8)}`)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('status').getByRole('link', { name: 'Order for them' }).click()
  const app = (await opened).frameLocator('iframe')
  await expect(app.getByRole('region', { name: 'Order for a customer' })).toHaveText(/Yamini Rao/, { timeout: 30_000 })
  const { data } = (await (await page.request.post('/public/api/dashboard/me', { data: {} })).json()) as {
    data: { stores: { name: string }[] }
  }
  await expect(app.getByRole('heading', { name: data.stores[0]!.name, level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders for callers so far' })).toHaveCount(0)
})

test('[U-03] one button clears the caches of all apps', async ({ page }) => {
  await enterDashboard(page)
  const before = await versions(page)
  await page.goto('/dashboard/settings')
  await page.getByRole('button', { name: 'Clear caches' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear caches' }).click()
  await expect(page.getByText('Every app clears its cache when it next checks for a new version')).toBeVisible()
  const after = await versions(page)
  expect(after.forceCacheClearVersion).not.toBe(before.forceCacheClearVersion)
  expect(after.forceNewSettingsVersion).toBe(before.forceNewSettingsVersion)
})

test('[U-22] [U-23] a gateway is switched off for all customers, and a secret is written and never shown', async ({
  page,
}) => {
  await enterDashboard(page)
  const login = { email: 'asha@nukkad.example', password: 'asha-demo-2026' }
  const { data } = (await (await page.request.post('/public/api/login', { data: login })).json()) as {
    data: { auth_token: string }
  }
  const offered = async () => {
    const answer = await page.request.post('/public/api/get-payment-gateways', {
      data: { restaurant_id: 1 },
      headers: { authorization: `Bearer ${data.auth_token}` },
    })
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name)
  }
  expect(await offered()).toEqual(expect.arrayContaining(['COD', 'Razorpay']))
  await page.goto('/dashboard/settings?group=payments')
  const razorpay = page.getByRole('region', { name: 'Razorpay' })
  await razorpay.getByLabel('Offer Razorpay').uncheck()
  await page.getByRole('region', { name: 'Stripe' }).getByLabel('Stripe: currencies').fill('INR,USD')
  await save(page)
  expect(await offered()).not.toContain('Razorpay')
  await razorpay.getByLabel('Offer Razorpay').check()
  await save(page)
  expect(await offered()).toContain('Razorpay')
  await page.goto('/dashboard/settings?q=sendgrid_api_key')
  const secret = page.getByRole('region', { name: 'Settings' }).getByLabel('SendGrid: key')
  await secret.fill('canary-sendgrid-1')
  await save(page)
  await expect(secret).toHaveAttribute('placeholder', 'A value is set. Type to replace the value.')
  await expect(secret).toHaveValue('')
  expect(await page.content()).not.toContain('canary')
})

test('[U-04] a theme is edited next to a preview that only staff see, published to every phone, and rolled back', async ({
  page,
}) => {
  const customer = await visitor(page)
  const before = await fillOf(customer)
  await enterDashboard(page, 'operator', '/theme')
  const phone = page.frameLocator('iframe[name="theme-preview"]')
  await phone.getByRole('navigation', { name: 'Main' }).waitFor()
  const fillInFrame = () => phone.locator('html').evaluate((root) => root.style.getPropertyValue('--c-fill'))
  await page.getByLabel('Shop colour', { exact: true }).fill('#4f46e5')
  await expect.poll(fillInFrame).toContain('#4f46e5')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(fillInFrame).not.toContain('#4f46e5')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(fillInFrame).toContain('#4f46e5')
  await page.getByLabel('Cart bar text', { exact: true }).fill('#555555')
  await page.getByLabel('Cart bar', { exact: true }).fill('#444444')
  await expect(
    page.getByRole('region', { name: 'Contrast' }).getByText('Your text colour is hard to read on the cart bar'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(phone.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('<p>12 Hill Road</p>')
  await page.getByRole('textbox', { name: 'Instagram' }).fill('https://instagram.com/nukkad')
  await page.getByLabel('Bottom bar').selectOption('FIXED')
  await page
    .getByLabel('Icon', { exact: true })
    .setInputFiles('.build/pictures/img/items/p-bottle-calasoft-jttq9f.webp')
  await expect(page.getByRole('img', { name: 'The icon' })).toHaveAttribute('src', /uploads\/f-/)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('The draft is saved')).toBeVisible()
  await customer.reload()
  await customer.getByRole('navigation', { name: 'Main' }).waitFor()
  expect(await fillOf(customer)).toBe(before)
  await page.reload()
  await expect(page.getByLabel('Shop colour', { exact: true })).toHaveValue('#4f46e5')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The theme is published, and apps show it within a minute')).toBeVisible()
  await customer.reload()
  await expect.poll(() => fillOf(customer)).toContain('#4f46e5')
  const wide = await openAside(page, { baseURL: ownShopUrl })
  await wide.goto('/')
  await expect(wide.getByText('12 Hill Road')).toBeVisible()
  await expect(wide.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', /\?v=[0-9a-f]{8}$/)
  await expect(wide.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', 'https://instagram.com/nukkad')
  await page
    .getByRole('button', { name: /^Roll back/ })
    .last()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('The earlier theme is back, and apps show it within a minute')).toBeVisible()
  await customer.reload()
  await expect.poll(() => fillOf(customer)).toBe(before)
})

test('[U-05] the privacy notice is switched on with a text, and a new visitor sees it', async ({ page }) => {
  await enterDashboard(page, 'operator', '/settings?q=showGdpr')
  await page.getByLabel('Privacy notice').check()
  await save(page)
  const { id } = await english(page)
  await page.goto(`/dashboard/translations?language=${id}&q=gdpr`)
  await typeText(page, 'gdprMessage', '<p>We keep your basket here.</p>')
  await typeText(page, 'gdprConfirmButton', 'Fine by me')
  const customer = await visitor(page, '/my-account')
  await expect(customer.getByText('We keep your basket here.')).toBeVisible()
  await customer.getByRole('button', { name: 'Fine by me' }).click()
  await expect(customer.getByText('We keep your basket here.')).toBeHidden()
})

test('[U-06] reward amounts are set and shown on the banners', async ({ page }) => {
  await enterDashboard(page)
  await typeSetting(page, 'referralSuccessAmountReferredUser', 'Welcome bonus', '175')
  await save(page)
  const customer = await visitor(page)
  await expect(customer.getByText('Get Rs.175 on your signup').first()).toBeAttached()
})

test('[U-07] a language is added, translated, imported, made the default and deleted', async ({ page }) => {
  await enterDashboard(page, 'operator', '/languages')
  await page.getByRole('button', { name: 'New language' }).click()
  const panel = page.getByRole('dialog', { name: 'New language' })
  await panel.getByLabel('Name').fill('தமிழ்')
  await panel.getByLabel('Code').fill('T')
  await panel.getByRole('button', { name: 'Add language' }).click()
  await expect(panel.getByText('Enter two or three lowercase letters, such as ta')).toBeVisible()
  await panel.getByLabel('Code').fill('ta')
  await panel.getByRole('button', { name: 'Add language' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'தமிழ்' })
  await expect(row.getByText('0% translated')).toBeVisible()
  await row.getByRole('checkbox').click()
  await expect(page.getByText('தமிழ் is now on')).toBeVisible()

  await row.getByRole('button', { name: /தமிழ்/ }).click()
  await page.getByRole('link', { name: 'Translate' }).click()
  await page.getByLabel('Search').fill('homeSignupBannerTitle')
  const title = page.getByLabel('homeSignupBannerTitle in தமிழ்')
  await title.fill('பணம்')
  await title.blur()
  await expect(page.getByRole('alert')).toHaveText('Leave the parts in curly brackets unchanged')
  await expect(title).toHaveValue('பணம்')
  await typeText(page, 'homeSignupBannerTitle', 'பதிவுக்கு Rs.{amount}')

  const bad = csvOf([
    ['key', 'text'],
    ['accountLogout', 'வெளியேறு'],
    ['cart', 'x'],
  ])
  await page
    .getByLabel('File with texts')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(bad) })
  const preview = page.getByRole('dialog', { name: 'Preview of the changes' })
  await expect(preview.getByText('Row 3, cart: This name is reserved. Choose another.')).toBeVisible()
  await expect(preview.getByRole('button', { name: /^Change/ })).toHaveCount(0)
  await preview.getByRole('button', { name: 'Close' }).click()
  const good = csvOf([
    ['key', 'text'],
    ['accountLogout', 'வெளியேறு'],
  ])
  await page
    .getByLabel('File with texts')
    .setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from(good) })
  await preview.getByRole('button', { name: 'Change 1 texts' }).click()
  await expect(page.getByText('1 texts changed')).toBeVisible()

  await page.goto('/dashboard/languages')
  await row.getByRole('radio').click()
  await expect(page.getByText('தமிழ் is now the default language')).toBeVisible()
  const defaults = async () => {
    const answer = await page.request.post('/public/api/get-all-languages', { data: {} })
    return ((await answer.json()) as { code: string; is_default: number }[]).filter(
      ({ is_default }) => is_default === 1,
    )
  }
  expect((await defaults()).map(({ code }) => code)).toEqual(['ta'])
  const customer = await visitor(page)
  await expect(customer.getByText('பதிவுக்கு Rs.').first()).toBeAttached()
  await page.getByRole('listitem').filter({ hasText: 'English' }).getByRole('radio').click()
  await expect(page.getByText('English is now the default language')).toBeVisible()
  await row.getByRole('button', { name: /தமிழ்/ }).click()
  await page.getByRole('button', { name: 'Delete language' }).click()
  await page.getByLabel('Type “ta” to confirm').fill('ta')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toHaveCount(0)
  expect((await defaults()).map(({ code }) => code)).toEqual(['en'])
})

async function english(page: Page): Promise<{ id: number }> {
  const answer = await page.request.post('/public/api/get-all-languages', { data: {} })
  return ((await answer.json()) as { id: number; code: string }[]).find(({ code }) => code === 'en')!
}

/** Types a text and leaves its field, which saves it. */
async function typeText(page: Page, key: string, text: string): Promise<void> {
  const field = page.getByLabel(new RegExp(`^${key} in `))
  await field.fill(text)
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/dashboard/texts/save') && answer.ok())
  await field.blur()
  await saved
}

for (const scheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(
      `[T-06] the pages that shape the shop are accessible in ${scheme} at ${width} px`,
      wholeUnless((scheme === 'light') === (width === 390)),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: scheme })
        await enterDashboard(page)
        for (const path of [
          '/settings',
          '/settings?group=payments',
          '/settings?group=push',
          '/theme',
          '/languages',
          '/translations',
        ]) {
          await page.goto(`/dashboard${path}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
          expect(await problemsOn(page, { without: 'iframe' }), path).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
        }
      },
    )
