import { type Browser, expect, type Page, test } from '@playwright/test'
import { newOrderer, placeByCall } from './carts.ts'
import { enterDashboard, faultsOn } from './dashboard.ts'
import { call, newCustomer } from './people.ts'
import { openStoreApp } from './shops.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

const unique = () => Math.random().toString(36).slice(2, 10)
const status = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

/** Presses a button that asks first, and answers that it is meant. */
async function doIt(page: Page, panel: string, action: string): Promise<void> {
  await page.getByRole('dialog', { name: panel }).getByRole('button', { name: action }).first().click()
  await page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: action }).click()
}

/** Another administrator in a window of his own, made by the one whose page this is. */
async function secondPerson(page: Page, browser: Browser): Promise<Page> {
  const login = { email: `second-${unique()}@example.test`, password: 'two-mangoes-77' }
  const made = await page.request.post('/public/api/dashboard/people/create', {
    data: { role: 'admin', name: 'Sunil Second', ...login },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(made.status()).toBe(200)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const second = await context.newPage()
  await second.goto('/dashboard')
  await second.getByLabel('E-mail address').fill(login.email)
  await second.getByLabel('Password').fill(login.password)
  await second.getByRole('button', { name: 'Sign in' }).click()
  await second.getByRole('button', { name: 'Sign out' }).waitFor()
  return second
}

type Wallet = { balance: number }

test('[U-20] a correction above the set sum waits, and a second person books it', async ({
  page,
  browser,
  request,
}) => {
  const customer = await newCustomer(request, `Kiran ${unique()}`)
  await enterDashboard(page)
  await page.goto('/dashboard/wallet-corrections')
  await page.getByRole('button', { name: 'New correction' }).click()
  const panel = page.getByRole('dialog', { name: 'New correction' })
  await panel.getByLabel('Customer', { exact: true }).fill(`No. ${customer.id}`)
  await panel.getByRole('button', { name: `Account no. ${customer.id}`, exact: true }).click()
  await expect(panel.getByText(`${customer.name}, ${customer.phone}`)).toBeVisible()
  await panel.getByLabel('Reason').fill('A spoiled wedding order')
  await panel.getByRole('button', { name: 'Add to the wallet' }).click()
  await expect(panel.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel('Amount').fill('6000')
  await expect(panel.getByText(`6000 is added to the own money of Account no. ${customer.id}`)).toBeVisible()
  await panel.getByRole('button', { name: 'Add to the wallet' }).click()
  await status(page, '₹6,000.00 waits for a second person')
  const balance = async () => (await call<Wallet>(request, 'get-wallet-transactions', {}, customer.token)).balance
  const before = await balance()

  const path = `/dashboard/wallet-corrections?customer=${customer.id}`
  const open = async (somebody: Page) => {
    await somebody.goto(path)
    await somebody.getByRole('table').getByRole('row').filter({ hasText: customer.name }).click()
    return somebody.getByRole('dialog', { name: 'Correction' })
  }
  const own = await open(page)
  await expect(own.getByRole('button', { name: 'Take it back' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await secondPerson(page, browser)
  await open(second)
  await doIt(second, 'Correction', 'Approve')
  await status(second, 'Approved; the customer is told')
  await expect(second.getByRole('table').getByRole('row').filter({ hasText: customer.name })).toContainText('Booked')
  expect(await balance()).toBe(before + 6000)
  await second.goto(`/dashboard/wallet-movements?customer=${customer.id}`)
  await expect(second.getByRole('row').filter({ hasText: 'Correction by staff' })).toContainText('₹6,000.00')
  await second.context().close()
})

test('[U-19] [U-20] a delivered order is found by its number and a part of it goes into the wallet', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request, `Divya ${unique()}`)
  const order = await placeByCall(request, customer, { 'Sunday Chow Chow': 2 }, 2)
  const store = await openStoreApp(request)
  await store.accept(order.unique_order_id)
  await store.markReady(order.unique_order_id)
  await store.markCollected(order.unique_order_id)
  const balance = async () => (await call<Wallet>(request, 'get-wallet-transactions', {}, customer.token)).balance
  const before = await balance()
  await enterDashboard(page)
  await page.goto('/dashboard/refunds')
  await page.getByRole('button', { name: 'New refund' }).click()
  const panel = page.getByRole('dialog', { name: 'New refund' })
  await panel.getByLabel('Order', { exact: true }).fill(order.unique_order_id)
  await panel.getByRole('button', { name: order.unique_order_id }).click()
  await expect(panel.getByRole('definition').filter({ hasText: customer.name })).toBeVisible()
  await panel.getByLabel('Reason').fill('The tea was cold')
  await panel.getByLabel('Amount').fill('900000')
  await doIt(page, 'New refund', 'Refund')
  await expect(panel.getByRole('alert')).toContainText('can still be refunded')
  await panel.getByLabel('Amount').fill('12.50')
  await doIt(page, 'New refund', 'Refund')
  await status(page, `₹12.50 goes back to ${customer.name}`)
  const row = page.getByRole('table').getByRole('row').filter({ hasText: order.unique_order_id })
  await expect(row).toContainText('Booked')
  expect(await balance()).toBe(before + 12.5)
})

test('[U-18] cash is taken in from a rider, who then owes so much less', async ({ page }) => {
  const note = `Counted ${unique()}`
  await enterDashboard(page)
  await page.goto('/dashboard/rider-cash')
  await page.getByRole('table').getByRole('row').nth(1).click()
  const panel = page.getByRole('dialog', { name: /^Cash with / })
  await panel.getByLabel('Amount').fill('1.25')
  await panel.getByLabel('Note').fill(note)
  await panel.getByRole('button', { name: 'Collect' }).click()
  await page.getByRole('dialog', { name: '₹1.25 in your hand?' }).getByRole('button', { name: 'Collect' }).click()
  await status(page, /₹1\.25 collected; .+ still holds ₹/)
  await page.getByRole('button', { name: 'Collections' }).click()
  await expect(page.getByRole('row').filter({ hasText: note })).toContainText('₹1.25')
})

test('[U-09] an owner asks for what is due, and the shop pays it with its reference', async ({ page, browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-IN' })
  const owner = await context.newPage()
  await enterDashboard(owner, 'owner')
  await owner.goto('/dashboard/payouts')
  const earnings = owner.getByRole('region', { name: 'Earnings' })
  const ask = earnings.getByRole('button', { name: 'Ask for a payout' })
  await expect(ask).toBeVisible()
  const stores = await earnings.getByLabel('Store').getByRole('option').allTextContents()
  // A try before may have asked for some of them.
  let store = ''
  for (store of stores) {
    await earnings.getByLabel('Store').selectOption(store)
    await expect(ask).toBeVisible()
    if (await ask.isEnabled()) break
  }
  await ask.click()
  await owner
    .getByRole('dialog', { name: /^Ask for ₹/ })
    .getByRole('button', { name: 'Ask for it' })
    .click()
  await expect(earnings.getByText('A payout that you have asked for is not decided yet.')).toBeVisible()

  const reference = `NEFT${unique()}`
  await enterDashboard(page)
  await page.goto('/dashboard/payouts?status=PENDING')
  await page.getByRole('table').getByRole('row').filter({ hasText: store }).click()
  const panel = page.getByRole('dialog', { name: 'Payout' })
  await panel.getByLabel('Reference').fill(reference)
  await doIt(page, 'Payout', 'Mark as paid')
  await expect(panel.getByLabel('Method')).toHaveAttribute('aria-invalid', 'true')
  await expect(panel.getByLabel('Reference')).toHaveValue(reference)
  await panel.getByLabel('Method').fill('NEFT')
  await doIt(page, 'Payout', 'Mark as paid')
  await status(page, `marked as paid to ${store}`)
  await owner.reload()
  await expect(owner.getByRole('table').getByRole('row').filter({ hasText: reference })).toContainText('Paid')
  await context.close()
})

test('[U-20] the books say what is owed to whom, come to zero, and are checked when asked', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/books')
  await expect(
    page.getByRole('table', { name: 'What we owe' }).getByRole('row').filter({ hasText: 'Stores' }),
  ).toContainText('₹')
  await expect(
    page
      .getByRole('table', { name: 'What is ours or owed to us' })
      .getByRole('row')
      .filter({ hasText: 'Cash with riders' }),
  ).toContainText('₹')
  const together = page.getByRole('region', { name: 'Together' })
  await expect(together.getByRole('listitem').filter({ hasText: 'INR' })).toContainText('₹0.00')
  await page.getByRole('button', { name: 'Check now' }).click()
  await status(page, 'The books were checked')
  await expect(page.getByRole('region', { name: 'Newest check' })).toContainText('Everything agrees.')
})

const pages = [
  '/wallet-movements',
  '/wallet-corrections',
  '/refunds',
  '/rider-cash',
  '/rider-cash/taken-in',
  '/payouts',
  '/payment-issues',
  '/disputes',
  '/books',
]

for (const width of [390, 1440])
  test(`[T-06] the money pages are accessible at ${width} px`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await enterDashboard(page)
    for (const path of pages) {
      await page.goto(`/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await faultsOn(page), path).toEqual([])
    }
    await page.goto('/dashboard/wallet-corrections')
    await page.getByRole('button', { name: 'New correction' }).click()
    await page.getByRole('dialog', { name: 'New correction' }).getByLabel('Amount').waitFor()
    expect(await faultsOn(page), 'the panel').toEqual([])
  })
