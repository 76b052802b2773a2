import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { problemsOn } from './axe.ts'
import { newOrderer } from './carts.ts'
import { enterDashboard } from './dashboard.ts'
import { remember } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false, serviceWorkers: 'block' })

/** Returns a word that no other run of the tests uses. */
const word = (start: string) => `${start}${crypto.randomUUID().slice(0, 8)}`
const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()

/** A picture file to upload. */
const picture = {
  name: 'slide.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(new URL('../.build/pictures/img/slides/biryani-night.webp', import.meta.url)),
}

/** Makes a call of the dashboard as its page does, to clean up after a test. */
const dashboard = (page: Page, name: string, data: object) =>
  page.request.post(`/public/api/${name}`, { data, headers: { 'sec-fetch-site': 'same-origin' } })

async function apply(request: APIRequestContext, code: string) {
  const customer = await newOrderer(request)
  const { id } = await call<{ id: number }>(request, `get-restaurant-info/${tiffinRoom.slug}`)
  const body = { coupon: code, restaurant_id: id, subtotal: '400' }
  return call<{ success: boolean; appliedAmount?: string }>(request, 'apply-coupon', body, customer.token)
}

test('[U-14] a coupon is created, used by customers, warned about once it is used, and switched off', async ({
  page,
  request,
}) => {
  const code = word('GROW')
  await enterDashboard(page, 'operator', '/coupons')
  await page.getByRole('button', { name: 'New coupon' }).click()
  const panel = panelOf(page, 'New coupon')
  await panel.getByLabel('Code').fill('no spaces please')
  await panel.getByLabel('Name', { exact: true }).fill('Forty off')
  await panel.getByLabel('Amount off').fill('40')
  await panel.getByLabel('Minimum order', { exact: true }).fill('300')
  await panel.getByRole('button', { name: 'Create coupon' }).click()
  await expect(panel.getByText('3 to 40 letters of the alphabet, digits, - or _')).toBeVisible()
  await expect(panel.getByLabel('Amount off')).toHaveValue('40')
  await panel.getByLabel('Code').fill(code)
  await panel.getByRole('button', { name: 'Create coupon' }).click()
  await said(page, 'The coupon is created')
  expect(await apply(request, code)).toMatchObject({ success: true, appliedAmount: '40.00' })
  await expect(panel).toBeHidden()
  await page.getByRole('searchbox').fill(code)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(page).toHaveURL(new RegExp(`q=${code}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Running')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await said(page, 'Switched off')
  await expect(row).toContainText('Turned off')
  expect(await apply(request, code)).toMatchObject({ success: false })
  await row.focus()
  await page.keyboard.press('Enter')
  await panelOf(page, 'Coupon').getByRole('button', { name: 'Delete the coupon' }).click()
  await page.getByLabel(`Type “${code}” to confirm`).fill(code)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await said(page, `${code} is deleted`)
  await expect(row).toHaveCount(0)
})

test('[U-14] the terms of a used coupon change only after a warning', async ({ page }) => {
  await enterDashboard(page, 'operator', '/coupons?q=BIRYANI100')
  const row = page.getByRole('row').filter({ hasText: 'BIRYANI100' })
  await row.click()
  const panel = panelOf(page, 'Coupon')
  await expect(panel.getByLabel('Amount off')).toHaveValue('100.00')
  await panel.getByLabel('Amount off').fill('101')
  await panel.getByRole('button', { name: 'Save' }).click()
  const warning = panelOf(page, 'Change the discount?')
  await expect(warning).toContainText('Orders that used this coupon: ')
  await warning.getByRole('button', { name: 'Keep' }).click()
  await expect(warning).toBeHidden()
  await panel.getByRole('button', { name: 'Show its orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Uses of coupons' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'BIRYANI100' }).first()).toContainText('₹100.00')
})

test('[U-16] a slide with its picture appears on home near its point, and slides are sorted by keyboard', async ({
  page,
  browser,
}) => {
  const name = word('Slide ')
  // A location in a part of the city that no other test uses.
  const corner = { latitude: 12.9041, longitude: 77.6041 }
  await enterDashboard(page, 'operator', '/sliders')
  await page.getByRole('row').filter({ hasText: 'Top of the home page' }).first().click()
  await page.getByRole('button', { name: 'Add a slide' }).click()
  const panel = panelOf(page, 'New slide')
  await panel.locator('input[type=file]').setInputFiles(picture)
  await expect(panel.getByRole('img', { name: 'Picture, as it will be shown' })).toBeVisible()
  await panel.getByLabel('Description of the picture').fill(name)
  await panel.getByLabel('Opens').selectOption('A path of the app')
  await panel.getByLabel('Path').fill('javascript:alert(1)')
  await panel.getByLabel('Latitude').fill(String(corner.latitude))
  await panel.getByLabel('Longitude').fill(String(corner.longitude))
  await panel.getByLabel('Kilometres').fill('0.2')
  await panel.getByRole('button', { name: 'Add the slide' }).click()
  await expect(panel.getByText('This link cannot be used')).toBeVisible()
  await panel.getByLabel('Path').fill('/pages/about')
  await panel.getByRole('button', { name: 'Add the slide' }).click()
  await said(page, 'The slide is added')

  const visitor = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
  await remember(visitor, {
    userSetAddress: JSON.stringify({
      lat: corner.latitude,
      lng: corner.longitude,
      address: 'Corner',
      house: null,
      tag: null,
    }),
  })
  await visitor.goto('/')
  await expect(visitor.getByRole('link', { name })).toHaveAttribute('href', '/pages/about')
  await visitor.close()

  const list = page.getByRole('list', { name: 'Slides in their order' })
  const names = () => list.getByRole('listitem').allTextContents()
  const before = await names()
  expect(before.at(-1)).toContain(name)
  await list.getByRole('button', { name: `Move ${name}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${name} is at position ${before.length} of ${before.length}`)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`${name} is at position ${before.length - 1} of ${before.length}`)).toBeAttached()
  await page.keyboard.press('Space')
  await said(page, 'The new positions are saved')
  expect((await names()).at(-2)).toContain(name)
  await page.reload()
  await expect(list.getByRole('listitem').nth(before.length - 2)).toContainText(name)
  await list.getByRole('button').filter({ hasText: name }).click()
  await panelOf(page, 'Slide').getByRole('button', { name: 'Delete this slide' }).click()
  await panelOf(page, `Delete “${name}”?`).getByRole('button', { name: 'Delete' }).click()
  await said(page, 'The slide was deleted')
  await expect(list.getByText(name)).toHaveCount(0)
})

test('[U-10] a category tile is created, shown on home, and deleted', async ({ page, request }) => {
  const name = word('Tile ')
  await enterDashboard(page, 'operator', '/category-tiles')
  await page.getByRole('button', { name: 'New tile' }).click()
  const panel = panelOf(page, 'New tile')
  await panel.locator('input[type=file]').setInputFiles(picture)
  await expect(panel.getByRole('img')).toBeVisible()
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Biryani').check()
  await panel.getByRole('button', { name: 'Add the tile' }).click()
  await said(page, 'The tile is added')
  await expect.poll(async () => JSON.stringify(await call(request, 'get-restaurant-category-slides'))).toContain(name)
  await page.getByRole('button').filter({ hasText: name }).click()
  await panelOf(page, 'Tile').getByRole('button', { name: 'Delete this tile' }).click()
  await panelOf(page, `Delete “${name}”?`).getByRole('button', { name: 'Delete' }).click()
  await said(page, 'The tile is deleted')
})

test('[U-15] a page is written in the editor and as source with a preview, shown to customers, and deleted by its slug', async ({
  page,
}) => {
  const slug = word('page-')
  await enterDashboard(page, 'operator', '/pages/new')
  await page.getByLabel('Name').fill('Our promise')
  await page.getByLabel('Address').fill('about')
  await page.getByLabel('Source').check()
  await page.getByLabel('Text (HTML)').fill('<h2>Fresh</h2><script>document.title = "x"</script><p>Every day.</p>')
  const preview = page.getByRole('region', { name: 'Preview of the page' })
  await expect(preview.getByRole('heading', { name: 'Fresh' })).toBeVisible()
  await page.getByRole('button', { name: 'Create the page' }).click()
  await said(page, 'This value is already taken. Choose another.')
  await page.getByLabel('Address').fill(slug)
  await page.getByRole('button', { name: 'Create the page' }).click()
  await expect(page).toHaveURL(`/dashboard/pages/${slug}`)
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect(text.getByRole('heading', { name: 'Fresh' })).toBeVisible()
  await text.getByText('Every day.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' From six.')
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'The page is saved')
  await page.getByLabel('Source').check()
  await expect(page.getByLabel('Text (HTML)')).toHaveValue('<h2>Fresh</h2><p>Every day. From six.</p>')
  const customers = await page.context().newPage()
  await customers.setViewportSize({ width: 390, height: 844 })
  await customers.goto(`/pages/${slug}`)
  await expect(customers.getByRole('heading', { name: 'Our promise' }).first()).toBeAttached()
  await expect(customers.getByText('Every day. From six.').first()).toBeAttached()
  await customers.close()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = panelOf(page, 'Delete “Our promise”?')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await question.getByRole('textbox').fill(slug)
  await question.getByRole('button', { name: 'Delete' }).click()
  await said(page, 'The page is deleted')
  await page.goto(`/dashboard/pages/${slug}`)
  await expect(page.getByText('There is no page with this address.')).toBeVisible()
})

test('[U-08] exactly one popular location is primary, and it cannot be removed', async ({ page, request }) => {
  const name = word('Place ')
  await enterDashboard(page)
  await page.getByRole('link', { name: 'Marketing' }).click()
  await page.getByRole('link', { name: 'Popular Geo Locations' }).first().click()
  const list = page.getByRole('list', { name: 'Locations' })
  const first = (await list.getByRole('listitem').first().locator('.text-label').textContent())!
  await page.getByRole('button', { name: 'New location' }).click()
  const panel = panelOf(page, 'New location')
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Latitude').fill('12.91')
  await panel.getByRole('button', { name: 'Add the location' }).click()
  await expect(list.getByText(name)).toBeVisible()
  try {
    // The radio button shows the choice only after the server has stored it.
    await list.getByRole('radio', { name }).click()
    await said(page, `${name} is primary now`)
    const places = await call<{ name: string; is_default: number }[]>(request, 'popular-geo-locations')
    expect(places.filter(({ is_default }) => is_default === 1).map((place) => place.name)).toEqual([name])
    await list.getByRole('button', { name: `Delete ${name}` }).click()
    await panelOf(page, `Delete “${name}”?`).getByRole('button', { name: 'Delete' }).click()
    await said(page, 'This is the primary location. Make another location primary first.')
  } finally {
    await list.getByRole('radio', { name: first }).click()
    await said(page, `${first} is primary now`)
  }
  await list.getByRole('button', { name: `Delete ${name}` }).click()
  await panelOf(page, `Delete “${name}”?`).getByRole('button', { name: 'Delete' }).click()
  await said(page, 'The location is deleted')
  await expect(list.getByText(name)).toHaveCount(0)
})

test("[U-17] a broadcast reaches the chosen customer's notifications", async ({ page, browser, request }) => {
  const customer = await newCustomer(request, word('Ilango '))
  const title = word('Rain ')
  await enterDashboard(page, 'operator', '/messages/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Message', { exact: true }).fill('Deliveries take a little longer today.')
  await expect(page.getByRole('region', { name: 'The message as a phone shows it' })).toContainText(title)
  await page.getByLabel('For', { exact: true }).selectOption('Chosen customers')
  await expect(page.getByRole('button', { name: 'Send the message' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Customers' }).fill(customer.name)
  await page.getByRole('option', { name: new RegExp(`^${customer.name}`) }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Reaches 1 customer' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the message' }).click()
  await panelOf(page, 'Send the message now?').getByRole('button', { name: 'Send the message' }).click()
  await said(page, 'The message is being sent')
  const phone = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
  await comeBack(phone, customer.session)
  await expect
    .poll(async () => JSON.stringify(await call(request, 'get-user-notifications', {}, customer.token)))
    .toContain(title)
  await phone.goto('/alerts')
  await expect(phone.getByText(title)).toBeVisible()
  await phone.close()
})

test('[U-17] a broadcast to a segment is scheduled and cancelled', async ({ page }) => {
  const title = word('Later ')
  await enterDashboard(page, 'operator', '/messages/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Message', { exact: true }).fill('We miss you.')
  await page.getByLabel('For', { exact: true }).selectOption('Customers of a segment')
  await page.getByLabel('Ordered in the last … days').fill('365')
  await page.getByLabel('Have an address near').selectOption({ index: 1 })
  await expect(page.getByRole('status').filter({ hasText: 'Reaches' })).toBeVisible()
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabel('Send at').fill(tomorrow)
  await page.getByRole('button', { name: 'Schedule the message' }).click()
  await said(page, 'The message is scheduled')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Scheduled')
  await row.click()
  await panelOf(page, 'Message').getByRole('button', { name: 'Cancel the message' }).click()
  await panelOf(page, 'Cancel this message?').getByRole('button', { name: 'Cancel the message' }).click()
  await said(page, 'The message is cancelled')
  await expect(row).toContainText('Cancelled')
})

test('[U-24] a review is answered, hidden and shown again', async ({ page, browser, request }) => {
  const reply = word('Thank you ')
  await enterDashboard(page)
  // The test uses the newest review with a text of a store that no other test reviews.
  await page.goto('/dashboard/reviews?q=Greens+looked')
  const row = page.getByRole('row').filter({ hasText: 'Greens looked' }).first()
  const store = (await row.locator('[data-label=Store]').textContent())!
  await row.click()
  const panel = panelOf(page, 'Review')
  await panel.getByLabel('Reply from the store').fill(reply)
  await panel.getByRole('button', { name: 'Reply', exact: true }).click()
  await said(page, 'Reply published')
  const found = await dashboard(page, 'dashboard/find-stores', { q: store })
  const { slug } = ((await found.json()) as { stores: { slug: string; name: string }[] }).stores.find(
    (one) => one.name === store,
  )!
  const phone = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
  await phone.goto(`/reviews/${slug}`)
  const answered = phone.getByRole('listitem').filter({ hasText: reply })
  await expect(answered).toContainText('Reply from the store')
  await phone.close()
  const replies = async () => JSON.stringify(await call(request, `get-store-reviews/${slug}`))
  await expect(row).toContainText(reply)
  await row.click()
  await panel.getByRole('button', { name: 'Hide' }).click()
  await said(page, 'Hidden')
  expect(await replies()).not.toContain(reply)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(replies).toContain(reply)
})

test('[U-24] [GAP-75] a store owner replies to reviews of their stores, and cannot hide any', async ({ page }) => {
  await enterDashboard(page, 'owner', '/reviews')
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(/\w/)
  await row.click()
  const panel = panelOf(page, 'Review')
  await expect(panel.getByLabel('Reply from the store')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Hide' })).toHaveCount(0)
  await page.goto('/dashboard/coupons')
  await expect(page.getByRole('heading', { name: 'You can’t open Coupons' })).toBeVisible()
})

test('[U-06] the costs of rewards are shown while they are typed, and the values are saved', async ({ page }) => {
  await enterDashboard(page, 'operator', '/referrals')
  await expect(page.getByRole('table', { name: 'Cost by month' })).toContainText('2026')
  const forecast = page.getByRole('region', { name: 'Costs of the last 30 days under these terms' })
  const before = await forecast.textContent()
  const percent = page.getByLabel('Share of a friend’s orders')
  const kept = await percent.inputValue()
  await percent.fill('50')
  await expect(forecast).not.toHaveText(before!)
  await percent.fill(kept)
  await expect(forecast).toHaveText(before!)
  const most = page.getByLabel('Maximum rewards a month for one customer')
  await most.fill('not a number')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(most).toHaveAttribute('aria-invalid', 'true')
  for (const value of ['19', '20']) {
    await most.fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Saved. New accounts and orders get the new terms.')
    await page.reload()
    await expect(most).toHaveValue(value)
  }
})

for (const width of [390, 1440])
  test(
    `[U-14] [U-16] the pages of Marketing are accessible at ${width} px`,
    wholeUnless(width === 390),
    async ({ page }) => {
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      await enterDashboard(page)
      for (const path of [
        'coupons',
        'coupons/uses',
        'sliders',
        'sliders/1',
        'category-tiles',
        'pages',
        'pages/about',
        'popular-locations',
        'referrals',
        'messages',
        'messages/new',
        'reviews',
      ]) {
        await page.goto(`/dashboard/${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
        expect(await problemsOn(page), path).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
      }
    },
  )
