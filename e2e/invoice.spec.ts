import { type APIRequestContext, expect, test } from '@playwright/test'
import { problemsOn, wcag } from './axe.ts'
import { newOrderer, type Orderer, placeByCall } from './carts.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ serviceWorkers: 'block' })

/** Places an order of a customer with a tax number, who has collected it and paid in cash. */
async function collected(request: APIRequestContext): Promise<{ id: number; number: string; customer: Orderer }> {
  const customer = await newOrderer(request, 'Nalini Bose')
  await call(request, 'update-tax-number', { tax_number: '29ABCDE1234F1Z5' }, customer.token)
  const { id, unique_order_id: number } = await placeByCall(request, customer, { 'Sunday Chow Chow': 2 }, 2)
  const store = await openStoreApp(request)
  await store.accept(number)
  await store.markReady(number)
  await store.markCollected(number)
  return { id, number, customer }
}

test('[GAP-81] the order links to the invoice, which shows seller, items and prices', async ({ page, request }) => {
  const { id, number, customer } = await collected(request)
  await comeBack(page, customer.session)
  await page.goto('/my-orders')
  await page.getByRole('button', { name: 'Invoice' }).click()
  await page.getByRole('dialog', { name: 'Invoice' }).getByRole('link', { name: 'Print' }).click()
  await expect(page).toHaveURL(`/invoice/${id}`)
  await expect(page.getByRole('heading', { name: 'Invoice', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'From' })).toContainText(tiffinRoom.name)
  await expect(page.getByRole('region', { name: 'Billed to' })).toContainText('Nalini Bose')
  await expect(page.getByRole('region', { name: 'Billed to' })).toContainText('29ABCDE1234F1Z5')
  const row = page.getByRole('row', { name: /Sunday Chow Chow/ })
  await expect(row.getByRole('cell')).toHaveText([/^Sunday Chow Chow/, '2', '₹200.00'])
  await expect(page.getByText(number)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '₹210.00' })).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Payments' })).toHaveText(/In cash\s*₹210\.00/)
})

test('[GAP-81] on paper there is only the invoice, dark on white, in every theme', async ({ page, request }) => {
  const { id, customer } = await collected(request)
  await comeBack(page, customer.session)
  await page.addInitScript(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/invoice/${id}`)
  const print = page.getByRole('button', { name: 'Print' })
  await print.click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(print).toBeHidden()
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
  // The paper invoice also has a column for the price of one unit.
  const row = page.getByRole('row', { name: /Sunday Chow Chow/ })
  await expect(row.getByRole('cell')).toHaveText([/^Sunday Chow Chow/, '2', '₹100.00', '₹200.00'])
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const colours = await page.getByRole('article').evaluate((paper) => {
    const { backgroundColor, color } = getComputedStyle(paper)
    return {
      backgroundColor,
      light: color
        .match(/\d+/g)!
        .slice(0, 3)
        .map(Number)
        .every((part) => part > 127),
    }
  })
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', light: false })
  const { width, inner } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    inner: window.innerWidth,
  }))
  expect(width).toBeLessThanOrEqual(inner)
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  expect(paper.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
})

test('[GAP-81] the invoice uses the reader’s language, also from right to left', async ({ page, request }) => {
  const { id, customer } = await collected(request)
  await comeBack(page, customer.session)
  // The test opens home first, because the account screen needs the shop's colours (G-02), which home fetches.
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('storeColor'))).not.toBeNull()
  for (const [language, account, total, direction] of [
    ['हिन्दी', 'मेरा खाता', 'कुल', 'ltr'],
    ['ಕನ್ನಡ', 'ನನ್ನ ಖಾತೆ', 'ಒಟ್ಟು', 'ltr'],
    ['اردو', 'میرا اکاؤنٹ', 'کل', 'rtl'],
  ] as const) {
    await page.goto('/my-account')
    await page.getByRole('combobox').selectOption({ label: language })
    await expect(page.getByRole('heading', { level: 1, name: account })).toBeVisible()
    await page.goto(`/invoice/${id}`)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await expect(page.getByText(total, { exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: /Sunday Chow Chow/ })).toContainText('₹200.00')
    const { width, inner } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      inner: window.innerWidth,
    }))
    expect(width).toBeLessThanOrEqual(inner)
  }
})

test('[T-08] [T-03] another customer’s order has no invoice here, and guests are sent to the login', async ({
  page,
  request,
}) => {
  const { id } = await collected(request)
  await page.goto(`/invoice/${id}`)
  await expect(page).toHaveURL(/\/login\?next=/)
  const stranger = await newCustomer(request)
  await comeBack(page, stranger.session)
  await page.goto(`/invoice/${id}`)
  await expect(page.getByRole('heading', { name: 'No invoice here' })).toBeVisible()
  await page.goto('/invoice/abc')
  await expect(page.getByRole('heading', { name: 'No invoice here' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `[GAP-77] the invoice meets WCAG 2.2 AA in ${colorScheme} colours`,
    wholeUnless(colorScheme === 'light'),
    async ({ page, request }) => {
      const { id, customer } = await collected(request)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await comeBack(page, customer.session)
      await page.goto(`/invoice/${id}`)
      await expect(page.getByRole('table')).toBeVisible()
      expect(await problemsOn(page, { runOnly: wcag })).toEqual([])
    },
  )
}
