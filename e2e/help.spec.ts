import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { newOrderer, type Orderer, placeByCall } from './carts.ts'
import { callAs, enterDashboard, status, unique } from './dashboard.ts'
import { call, comeBack } from './people.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'

test.use({ serviceWorkers: 'block' })

/** Creates a customer who has collected an order of two plates, paid from a wallet of 500.00 that staff filled. */
async function collected(request: APIRequestContext, staff: Page): Promise<Orderer> {
  const customer = await newOrderer(request, `Nalini ${unique()}`)
  const credit = { customer_id: customer.id, direction: 'credit', amount: '500', reason: 'Money for plates' }
  await callAs(staff, 'wallet-adjustments/propose', credit)
  const { unique_order_id: number } = await placeByCall(request, customer, { 'Sunday Chow Chow': 2 }, 2, 'WALLET')
  const store = await openStoreApp(request)
  await store.accept(number)
  await store.markReady(number)
  await store.markCollected(number)
  return customer
}

test('a missing dish is reported on the phone and settled on the dashboard, and the customer gets the answer and the money', async ({
  page,
  browser,
  request,
}) => {
  const admin = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const staff = await admin.newPage()
  await enterDashboard(staff)
  const customer = await collected(request, staff)
  const balance = async () =>
    (await call<{ balance: number }>(request, 'get-wallet-transactions', {}, customer.token)).balance
  const before = await balance()
  await comeBack(page, customer.session)
  await page.goto('/my-orders')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'Help with this order' })
  await help.getByRole('button', { name: 'Something is missing' }).click()
  const form = page.getByRole('dialog', { name: 'Something is missing' })
  await expect(form.getByRole('button', { name: 'Send report' })).toBeDisabled()
  await form.getByRole('button', { name: 'More: Sunday Chow Chow' }).click()
  await form.getByLabel('Add details (optional)').fill('One plate was not in the bag')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(help.getByRole('region', { name: 'Your reports' })).toContainText('We are looking into your problem')
  await expect(help.getByRole('button', { name: 'Something is missing' })).toHaveCount(0)

  await staff.goto('/dashboard')
  const needs = staff.getByRole('region', { name: 'Needs you' })
  await needs.getByRole('link', { name: /^Answer.*open case/ }).click()
  await staff.getByRole('table').getByRole('row').filter({ hasText: customer.name }).click()
  const panel = staff.getByRole('dialog', { name: 'Case' })
  await expect(panel).toContainText('One plate was not in the bag')
  await expect(panel.getByText('Leave blank to refund ₹105.00 for the chosen items.')).toBeVisible()
  await panel.getByLabel('Answer to the customer').fill('Sorry, one plate stayed on the counter.')
  await panel.getByRole('button', { name: 'Refund', exact: true }).click()
  await staff.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: 'Refund' }).click()
  await status(staff, `₹105.00 goes to ${customer.name}`)
  await expect(panel).toContainText('Settled')
  await admin.close()

  await page.goto('/pages/help')
  await page.getByRole('button', { name: new RegExp(`^Help with this order: ${tiffinRoom.name}`) }).click()
  const report = page.getByRole('region', { name: 'Your reports' })
  await expect(report).toContainText('₹105.00 went into your wallet')
  await expect(report).toContainText('Sorry, one plate stayed on the counter.')
  expect(await balance()).toBe(before + 105)
  await page.goto('/alerts')
  await expect(page.getByText('Sorry, one plate stayed on the counter.')).toBeVisible()
})

test('a guest is led from the help page to the login', async ({ page }) => {
  await page.goto('/pages/help')
  await page.getByText('Log in to get help with your orders.').waitFor()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('a cancelled order offers help and no invoice', async ({ page, request }) => {
  const customer = await newOrderer(request)
  const { id } = await placeByCall(request, customer, { 'Sunday Chow Chow': 1 }, 2)
  await call(request, 'cancel-order', { order_id: id }, customer.token)
  await comeBack(page, customer.session)
  await page.goto('/my-orders')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'Help with this order' })
  await expect(help).toContainText('There is nothing to report now.')
  await expect(help.getByRole('link', { name: 'Invoice' })).toHaveCount(0)
  await help.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Invoice' })).toHaveCount(0)
})
