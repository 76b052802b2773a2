import { createHmac } from 'node:crypto'
import type { Output } from '@nukkad/contract/contract.ts'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { simulatedKeys } from '../packages/simulators/src/payments/all.ts'
import { problemsOn } from './axe.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { callAs, doIt, enterDashboard, openAside, secondPerson, seeClosed, status, unique, who } from './dashboard.ts'
import { answer } from './given.ts'
import { call, newCustomer } from './people.ts'
import { openStoreApp } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

/**
 * Places and completes an order that its customer collects. The customer pays in cash, or from the wallet that `fill`
 * fills first.
 */
async function collectedOrder(
  request: APIRequestContext,
  name: string,
  plates: number,
  fill?: (customerId: number) => Promise<void>,
) {
  const customer = await newOrderer(request, name)
  await fill?.(customer.id)
  const order = await placeByCall(request, customer, { 'Sunday Chow Chow': plates }, 2, fill ? 'WALLET' : 'COD')
  const store = await openStoreApp(request)
  await store.accept(order.unique_order_id)
  await store.markReady(order.unique_order_id)
  await store.markCollected(order.unique_order_id)
  const wallet = async () => (await call<Wallet>(request, 'get-wallet-transactions', {}, customer.token)).balance
  return { customer, order, wallet }
}

type Wallet = { balance: number }

test('[U-20] a correction above the limit waits, and an approver books it', async ({ page, request }) => {
  const customer = await newCustomer(request, `Kiran ${unique()}`)
  await enterDashboard(page, 'operator', '/wallet-corrections')
  await page.getByRole('button', { name: 'New correction' }).click()
  const panel = page.getByRole('dialog', { name: 'New correction' })
  await panel.getByLabel('Customer', { exact: true }).fill(`No. ${customer.id}`)
  await panel.getByRole('option', { name: `Account no. ${customer.id}`, exact: true }).click()
  await expect(panel.getByText(`${customer.name}, ${customer.phone}`)).toBeVisible()
  await panel.getByLabel('Reason').fill('A spoiled wedding order')
  await panel.getByRole('button', { name: 'Add to the wallet' }).click()
  await expect(panel.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel('Amount').fill('6000')
  await expect(panel.getByText(`6000 is added to the own money of Account no. ${customer.id}`)).toBeVisible()
  await panel.getByRole('button', { name: 'Add to the wallet' }).click()
  await status(page, '₹6,000.00 needs approval by another person')
  const balance = async () => (await call<Wallet>(request, 'get-wallet-transactions', {}, customer.token)).balance
  const before = await balance()

  const path = `/dashboard/wallet-corrections?customer=${customer.id}`
  const open = async (somebody: Page) => {
    await somebody.goto(path)
    await somebody.getByRole('table').getByRole('row').filter({ hasText: customer.name }).click()
    return somebody.getByRole('dialog', { name: 'Correction' })
  }
  const own = await open(page)
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await secondPerson(page)
  await open(second)
  await doIt(second, 'Correction', 'Approve')
  await status(second, 'The request was approved, and the customer is notified')
  await seeClosed(second, 'Correction')
  await expect(second.getByRole('table').getByRole('row').filter({ hasText: customer.name })).toContainText('Booked')
  expect(await balance()).toBe(before + 6000)
  await second.goto(`/dashboard/wallet-movements?customer=${customer.id}`)
  await expect(second.getByRole('row').filter({ hasText: 'Correction by staff' })).toContainText('₹6,000.00')
  await second.context().close()
})

test('[U-19] [U-20] a delivered order is found by its number and partly refunded to the wallet', async ({
  page,
  request,
}) => {
  const { customer, order, wallet: balance } = await collectedOrder(request, `Divya ${unique()}`, 2)
  const before = await balance()
  await enterDashboard(page, 'operator', '/refunds')
  await page.getByRole('button', { name: 'New refund' }).click()
  const panel = page.getByRole('dialog', { name: 'New refund' })
  await panel.getByLabel('Order', { exact: true }).fill(order.unique_order_id)
  await panel.getByRole('option', { name: order.unique_order_id }).click()
  await expect(panel.getByRole('definition').filter({ hasText: customer.name })).toBeVisible()
  await panel.getByLabel('Note for staff').fill('The tea was cold')
  await panel.getByLabel('Amount').fill('900000')
  await doIt(page, 'New refund', 'Refund')
  await expect(panel.getByRole('alert')).toContainText('can still refund up to')
  await panel.getByLabel('Amount').fill('12.50')
  await doIt(page, 'New refund', 'Refund')
  await status(page, `₹12.50 goes back to ${customer.name}`)
  const row = page.getByRole('table').getByRole('row').filter({ hasText: order.unique_order_id })
  await expect(row).toContainText('Booked')
  expect(await balance()).toBe(before + 12.5)
})

test('[U-19] [U-20] a large refund waits: withdrawn by its requester, refused, and finally booked by an approver', async ({
  page,
  request,
}) => {
  await enterDashboard(page)
  const second = await secondPerson(page)
  // The store keeps cash that it took at its counter, so the platform refunds only the amount that the wallet paid.
  const { order, wallet } = await collectedOrder(request, `Lalita ${unique()}`, 90, async (customer_id) => {
    const credit = { customer_id, direction: 'credit', amount: '12000', reason: 'Money for a feast' }
    const { data } = await callAs<{ data: { id: number } }>(page, 'wallet-adjustments/propose', credit)
    await callAs(second, 'wallet-adjustments/approve', { id: data.id })
  })
  const before = await wallet()
  const ask = (reason: string) =>
    callAs(page, 'refunds/propose', { order_id: order.id, amount: '5500', to: 'wallet', reason })
  const open = async (somebody: Page) => {
    await somebody.goto(`/dashboard/refunds?q=${order.unique_order_id}&state=waiting`)
    await somebody.getByRole('table').getByRole('row').filter({ hasText: 'Waiting' }).click()
    return somebody.getByRole('dialog', { name: 'Refund' })
  }
  await ask('Asked for the wrong order')
  const own = await open(page)
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await own.getByLabel('Why you withdraw the request').fill('It was another order')
  await doIt(page, 'Refund', 'Withdraw')
  await status(page, 'The request was withdrawn, and no money was moved')
  await seeClosed(page, 'Refund')

  await ask('The feast was late')
  await (await open(second)).getByLabel('Why you refuse the request').fill('It came in time')
  await doIt(second, 'Refund', 'Refuse')
  await status(second, 'The request was refused, and no money was moved')
  await seeClosed(second, 'Refund')

  await ask('The feast was cold')
  await open(second)
  await doIt(second, 'Refund', 'Approve')
  await status(second, 'The request was approved, and the customer is notified')
  await seeClosed(second, 'Refund')
  await second.goto(`/dashboard/refunds?q=${order.unique_order_id}`)
  const states = second
    .getByRole('table')
    .getByRole('cell')
    .filter({ hasText: /^(Booked|Refused)$/ })
  await expect(states).toHaveText(['Booked', 'Refused', 'Refused'])
  expect(await wallet()).toBe(before + 5500)
  await second.context().close()
})

/** Makes the first request of each call in these folders fail as if the password had been confirmed too long ago. */
async function letProofGrowOld(page: Page, folders: string): Promise<void> {
  const seen = new Set<string>()
  await page.route(new RegExp(`/public/api/dashboard/(${folders})/`), async (route) => {
    const { pathname } = new URL(route.request().url())
    if (seen.has(pathname)) return route.continue()
    seen.add(pathname)
    const error = { code: 'PROOF_NEEDED', message: 'Enter your password again first.' }
    await route.fulfill({ status: 403, json: { success: false, message: error.message, error, needs_code: false } })
  })
}

async function proveAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await dialog.getByLabel('Password').fill(who.operator.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

test('[U-18] [U-20] an idle session asks for the password again on every form that moves money', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request, `Jaya ${unique()}`)
  await enterDashboard(page, 'operator', '/wallet-corrections')
  await letProofGrowOld(page, 'wallet-adjustments|delivery-collections')
  await page.getByRole('button', { name: 'New correction' }).click()
  const panel = page.getByRole('dialog', { name: 'New correction' })
  await panel.getByLabel('Customer', { exact: true }).fill(`No. ${customer.id}`)
  await panel.getByRole('option', { name: `Account no. ${customer.id}`, exact: true }).click()
  await panel.getByLabel('Reason').fill('A spoiled feast')
  await panel.getByLabel('Amount').fill('6000')
  await panel.getByRole('button', { name: 'Add to the wallet' }).click()
  await proveAgain(page)
  await status(page, '₹6,000.00 needs approval')

  await page.getByRole('table').getByRole('row').filter({ hasText: customer.name }).click()
  await page
    .getByRole('dialog', { name: 'Correction' })
    .getByLabel('Why you withdraw the request')
    .fill('Another customer')
  await doIt(page, 'Correction', 'Withdraw')
  await proveAgain(page)
  await status(page, 'The request was withdrawn, and no money was moved')

  await page.goto('/dashboard/rider-cash')
  await page.getByRole('table').getByRole('row').nth(1).click()
  const cash = page.getByRole('dialog', { name: /^Cash with / })
  await cash.getByLabel('Amount').fill('1.50')
  await cash.getByRole('button', { name: 'Collect' }).click()
  await page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: 'Collect' }).click()
  await proveAgain(page)
  await status(page, /₹1\.50 collected/)
  await page.getByRole('button', { name: 'Requests' }).click()
  await expect(page.getByRole('row').filter({ hasText: '₹1.50' }).first()).toContainText('Booked')
})

test('[U-18] cash is collected from a rider, whose debt then decreases', async ({ page }) => {
  const note = `Counted ${unique()}`
  await enterDashboard(page, 'operator', '/rider-cash')
  await page.getByRole('table').getByRole('row').nth(1).click()
  const panel = page.getByRole('dialog', { name: /^Cash with / })
  await panel.getByLabel('Amount').fill('1.25')
  await panel.getByLabel('Note').fill(note)
  await panel.getByRole('button', { name: 'Collect' }).click()
  await page
    .getByRole('dialog', { name: 'Record ₹1.25 as collected?' })
    .getByRole('button', { name: 'Collect' })
    .click()
  await status(page, /₹1\.25 collected; .+ still holds ₹/)
  await page.getByRole('button', { name: 'Collections' }).click()
  await expect(page.getByRole('row').filter({ hasText: note })).toContainText('₹1.25')
})

test('[U-09] an owner requests a payout; they read why it was rejected and request it again, and the shop pays it with a reference', async ({
  page,
}) => {
  const owner = await openAside(page)
  await enterDashboard(owner, 'owner', '/payouts')
  const anyStore = owner.getByRole('region', { name: /^Earnings of / })
  // An earlier run of this test may have requested the payouts of some stores already.
  const due = anyStore.filter({ has: owner.locator('button:enabled', { hasText: 'Request a payout' }) }).first()
  const store = await due.getByRole('heading').innerText()
  const earnings = owner.getByRole('region', { name: `Earnings of ${store}` })
  const ask = earnings.getByRole('button', { name: 'Request a payout' })
  const askForIt = async () => {
    await ask.click()
    await owner
      .getByRole('dialog', { name: /^Request a payout of ₹/ })
      .getByRole('button', { name: 'Request the payout' })
      .click()
    await expect(
      earnings.getByText('You can request another payout when staff have decided about your last request.'),
    ).toBeVisible()
  }
  await askForIt()

  const [reference, reason] = [`NEFT${unique()}`, `The account is closed ${unique()}`]
  await enterDashboard(page, 'operator', '/payouts?status=PENDING')
  const waiting = page.getByRole('table').getByRole('row').filter({ hasText: store })
  const panel = page.getByRole('dialog', { name: 'Payout' })
  await waiting.click()
  await panel.getByLabel('Why you reject the payout').fill(reason)
  await doIt(page, 'Payout', 'Reject')
  await status(page, `is due to ${store} again`)
  await seeClosed(page, 'Payout')
  await owner.reload()
  await owner.getByRole('table').getByRole('row').filter({ hasText: 'Rejected' }).first().click()
  await expect(owner.getByRole('dialog', { name: 'Payout' })).toContainText(reason)
  await owner.keyboard.press('Escape')
  await askForIt()

  await page.reload()
  await waiting.click()
  await panel.getByLabel('Reference').fill(reference)
  await doIt(page, 'Payout', 'Mark as paid')
  await expect(panel.getByLabel('Method')).toHaveAttribute('aria-invalid', 'true')
  await expect(panel.getByLabel('Reference')).toHaveValue(reference)
  await panel.getByLabel('Method').fill('NEFT')
  await doIt(page, 'Payout', 'Mark as paid')
  await status(page, `marked as paid to ${store}`)
  await owner.reload()
  await expect(owner.getByRole('table').getByRole('row').filter({ hasText: reference })).toContainText('Paid')
})

test('[U-20] the ledger shows what is owed to whom, sums to zero, and is checked on demand', async ({ page }) => {
  await enterDashboard(page, 'operator', '/books')
  await expect(
    page.getByRole('table', { name: 'Owed by the shop' }).getByRole('row').filter({ hasText: 'Stores' }),
  ).toContainText('₹')
  await expect(
    page
      .getByRole('table', { name: 'Held by the shop or owed to the shop' })
      .getByRole('row')
      .filter({ hasText: 'Cash with riders' }),
  ).toContainText('₹')
  const together = page.getByRole('region', { name: 'Total' })
  await expect(together.getByRole('listitem').filter({ hasText: 'INR' })).toContainText('₹0.00')
  await page.getByRole('button', { name: 'Check now' }).click()
  await status(page, 'The ledger was checked')
  await expect(page.getByRole('region', { name: 'Latest check' })).toContainText('Everything agrees.')
})

test('[U-20] while the ledger check fails, it shows the differences and blocks payouts', async ({ page }) => {
  const difference = { check: 'balances', subject: 'wallet of account 9', expected: '7.00', found: '7.01' }
  await answer(page, 'dashboard/ledger-check', {
    success: true,
    data: {
      checked_at: '2026-11-21 02:11:00',
      stops_payouts: true,
      difference_count: 1,
      differences: [difference],
    },
  } satisfies Output<'dashboard/ledger-check'>)
  await enterDashboard(page, 'operator', '/payouts')
  await expect(page.getByRole('alert')).toContainText('The ledger check found differences, so payouts are stopped')
  await page.getByRole('button', { name: 'See what differs' }).click()
  await expect(page.getByRole('region', { name: 'Latest check' })).toContainText('1 difference: payouts are stopped.')
  await expect(page.getByRole('list', { name: 'Differences' })).toContainText(
    'wallet of account 9: should be 7.00, is 7.01',
  )
})

test('[U-20] a webhook event that matches nothing needs review, until a person records what they did', async ({
  page,
  request,
}) => {
  const id = await tellOfForeignDispute(request)
  await enterDashboard(page, 'operator', '/payment-issues')
  const row = page.getByRole('table').getByRole('row').filter({ hasText: id })
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Payment issue' })
  await expect(panel).toContainText('Look up the payment at the provider.')
  await panel.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(panel.getByLabel('What was done')).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel('What was done').fill('It belongs to our other shop')
  await panel.getByRole('button', { name: 'Mark as handled' }).click()
  await status(page, 'Marked as handled')
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Handled', exact: true }).click()
  await row.click()
  await expect(panel).toContainText('It belongs to our other shop')
})

/**
 * Sends a signed Razorpay webhook event about a dispute over a payment that this shop never had.
 * @returns the id of the webhook event
 */
async function tellOfForeignDispute(request: APIRequestContext): Promise<string> {
  const id = `evt_${unique()}`
  const dispute = {
    id: `disp_${unique()}`,
    payment_id: `pay_${unique()}`,
    status: 'open',
    amount: 4200,
    currency: 'INR',
  }
  const data = JSON.stringify({ event: 'payment.dispute.created', payload: { dispute: { entity: dispute } } })
  const signature = createHmac('sha256', simulatedKeys.razorpayWebhookSecret!).update(data).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-event-id': id,
    'x-razorpay-signature': signature,
  }
  expect((await request.post('/public/api/payment/razorpay/webhook', { data, headers })).status()).toBe(200)
  return id
}

const pages = [
  '/wallet-movements',
  '/wallet-corrections',
  '/refunds',
  '/payment-approvals',
  '/rider-cash/requests',
  '/commission-approvals',
  '/store-debts',
  '/store-debts/payments',
  '/rider-cash',
  '/rider-cash/taken-in',
  '/payouts',
  '/payment-issues',
  '/disputes',
  '/books',
]

for (const width of [390, 1440])
  test(`[T-06] the money pages are accessible at ${width} px`, wholeUnless(width === 390), async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await enterDashboard(page)
    for (const path of pages) {
      await page.goto(`/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await problemsOn(page), path).toEqual([])
    }
    await page.goto('/dashboard/wallet-corrections')
    await page.getByRole('button', { name: 'New correction' }).click()
    await page.getByRole('dialog', { name: 'New correction' }).getByLabel('Amount').waitFor()
    expect(await problemsOn(page), 'the panel').toEqual([])
  })
