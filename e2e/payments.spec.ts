import { readFileSync, writeFileSync } from 'node:fs'
import { en } from '@nukkad/contract/texts/en.ts'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { keepCart, newOrderer, type Orderer, placeByCall, plainDish } from './carts.ts'
import { foreignShops } from './foreign-shops.ts'
import { remember } from './given.ts'
import { momentsOf, watchMoments } from './moments.ts'
import { call, comeBack } from './people.ts'
import { tiffinRoom } from './shops.ts'

/* The product simulates the six payment providers, as a demo does; the tests of this file go to the providers' pages
   and return. The simulators' webhook settings apply to the whole server, so the tests run one after the other. */
test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'block' })

const basket = { 'Sunday Chow Chow': 2 }
const payButton = (page: Page | Locator) => page.getByRole('button', { name: /^Pay ./ })
const waiting = (page: Page) => page.getByRole('heading', { name: 'Waiting for payment' })

const buttons = { Pay: /^Confirm and pay/, Decline: 'Decline the payment', Close: 'Cancel payment' }
type Choice = keyof typeof buttons

/**
 * Leaves only one provider in the answer of a list of gateways, because the first gateway that takes a method gets the
 * payment.
 */
async function offerOnly(page: Page, list: 'get-payment-gateways' | 'get-top-up-gateways', name: string) {
  await page.unroute(`**/public/api/${list}`)
  await page.route(`**/public/api/${list}`, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { name: string }[]
    await route.fulfill({ response, json: rows.filter((row) => row.name === name) })
  })
}

/**
 * Presses a button on the page of a simulated provider. At Razorpay the page is in a frame above a page of the product.
 */
async function choose(page: Page, provider: string, choice: Choice): Promise<void> {
  const isFramed = provider === 'Razorpay'
  if (!isFramed) await expect(page.getByRole('heading', { name: `${provider} (simulated)` })).toBeVisible()
  const within = isFramed ? page.frameLocator('iframe[title="Razorpay (simulated)"]') : page
  await within.getByRole('button', { name: buttons[choice] }).click()
}

type Listed = { id: number; unique_order_id: string; orderstatus_id: number; payment_mode: string }

async function ordersOf(request: APIRequestContext, { token }: Orderer): Promise<Listed[]> {
  return (await call<{ data: Listed[] }>(request, 'get-orders', {}, token)).data
}

const isPaid = ({ orderstatus_id }: Listed): boolean => orderstatus_id === 1 || orderstatus_id === 2

/** Returns the URL of the simulated providers, which the test reads from a payment that the demo server starts. */
async function simulatorOf(request: APIRequestContext): Promise<string> {
  const { token } = await newOrderer(request)
  const { url } = await call<{ url: string }>(request, 'wallet-top-up', { amount: '10', gateway: 'Stripe' }, token)
  return new URL(url).origin
}

async function act(request: APIRequestContext, provider: string, action: string, data: object = {}): Promise<unknown> {
  const answer = await request.post(`${await simulatorOf(request)}/_sim/${provider}/${action}`, { data })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { result: unknown }).result
}

/** Opens the tracking screen of a customer whose order awaits its payment. */
async function toUnpaidOrder(page: Page, request: APIRequestContext, method: string) {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  const order = await placeByCall(request, customer, basket, 1, method)
  await page.goto(`/running-order/${order.unique_order_id}`)
  await expect(waiting(page)).toBeVisible()
  return { customer, order }
}

const providers = [
  { ids: '[F-03] [GAP-34]', name: 'Razorpay', label: 'UPI', method: 'RAZORPAY', shop: tiffinRoom },
  { ids: '[F-04] [GAP-35]', name: 'Paytm', label: 'Netbanking', method: 'PAYTM', shop: tiffinRoom },
  { ids: '[F-05] [GAP-36]', name: 'Stripe', label: 'Card', method: 'STRIPE', shop: tiffinRoom },
  { ids: '[F-06] [GAP-37] [INT-22]', name: 'PayMongo', label: 'PayMongo', method: 'PAYMONGO', shop: foreignShops.PHP },
  {
    ids: '[F-07] [GAP-38] [INT-22]',
    name: 'Mercado Pago',
    label: 'Mercado Pago',
    method: 'MERCADOPAGO',
    shop: foreignShops.BRL,
  },
  { ids: '[F-08] [GAP-39] [INT-22]', name: 'Khalti', label: 'Khalti', method: 'KHALTI', shop: foreignShops.NPR },
] as const

for (const { ids, name, label, method, shop } of providers) {
  const gateway = name.replace(' ', '')
  test(`${ids} [F-01] [F-02] [GAP-79] an order is paid at ${name} and tracked, and going back does not pay again`, async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { [await plainDish(request, shop)]: 4 }, shop)
    await offerOnly(page, 'get-payment-gateways', gateway)
    await watchMoments(page)
    await page.goto('/checkout')
    await expect(page.getByText('Demo: no money moves')).toBeVisible()
    await page.getByText(label, { exact: true }).click()
    await payButton(page).click()
    await choose(page, name, 'Pay')
    await expect(page).toHaveURL(/\/running-order\/OD-[^?]+$/)
    await expect.poll(() => momentsOf(page)).toEqual(['Order placed'])
    await expect(page.getByText(/will confirm your order|is preparing/).first()).toBeVisible()
    const orders = await ordersOf(request, customer)
    expect(orders).toHaveLength(1)
    expect(orders[0]).toMatchObject({ payment_mode: method })
    expect(isPaid(orders[0]!)).toBe(true)
    const number = orders[0]!.unique_order_id
    await page.goBack()
    await expect(payButton(page)).toHaveCount(0)
    await page.goto(`/running-order/${number}`)
    await expect(page.getByRole('heading', { name: /Waiting/ })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toMatch(/^(\[\]|null)$/)
  })
}

test('[F-04] [GAP-25] [GAP-09] a declined payment is reported, keeps the order, and another attempt pays', async ({
  page,
  request,
}) => {
  const { customer, order } = await toUnpaidOrder(page, request, 'PAYTM')
  await page.goto('/my-orders')
  await page.getByRole('region', { name: 'In progress' }).getByRole('link', { name: 'Pay now' }).click()
  await payButton(page).click()
  await choose(page, 'Paytm', 'Decline')
  await expect(page.getByRole('alert')).toContainText('Payment did not go through')
  expect((await ordersOf(request, customer))[0]).toMatchObject({ orderstatus_id: 9 })
  await page.goto('/my-orders')
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(`/running-order/${order.unique_order_id}`)
  await expect(page.getByRole('alert')).toContainText('We still hold your order')
  await payButton(page).click()
  await choose(page, 'Paytm', 'Pay')
  await expect(page.getByText(/will confirm your order/).first()).toBeVisible()
  expect((await ordersOf(request, customer)).map(isPaid)).toEqual([true])
})

test("[F-03] [F-05] [GAP-79] a payer who leaves the provider's page returns to the order, and can use another method", async ({
  page,
  request,
}) => {
  const { customer } = await toUnpaidOrder(page, request, 'RAZORPAY')
  await payButton(page).click()
  await choose(page, 'Razorpay', 'Close')
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await expect(page.getByRole('heading', { name: 'Checking with Razorpay' })).toBeVisible()
  await page.getByRole('button', { name: 'Use another payment method' }).click()
  const sheet = page.getByRole('dialog', { name: 'Choose how to pay' })
  await expect(sheet.getByRole('radio')).toHaveCount(3)
  await sheet.getByText('Stripe', { exact: true }).click()
  await payButton(sheet).click()
  await choose(page, 'Stripe', 'Pay')
  await expect(page.getByText(/will confirm your order/).first()).toBeVisible()
  expect(await ordersOf(request, customer)).toMatchObject([{ payment_mode: 'STRIPE' }])
  await expect(page.getByText('Paid online (Stripe)')).toBeVisible()
})

test('[GAP-79] [GAP-25] an order whose payment cannot start is placed once and paid later', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, basket)
  await act(request, 'razorpay', 'fail', { step: 'open', fault: 'error' })
  await page.goto('/checkout')
  await page.getByText('UPI', { exact: true }).click()
  await payButton(page).click()
  await expect(page.getByText(en.error_PROVIDER_AWAY)).toBeVisible()
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  await expect(waiting(page)).toBeVisible()
  await payButton(page).click()
  await choose(page, 'Razorpay', 'Pay')
  await expect(page.getByText(/will confirm your order/).first()).toBeVisible()
  expect((await ordersOf(request, customer)).map(isPaid)).toEqual([true])
})

test.describe('the return and the webhook event', () => {
  const base = `http://localhost:${process.env.E2E_PORT ?? 4310}`
  const webhook = `${base}/public/api/payment/stripe/webhook`

  test('[GAP-79] [F-05] if the return comes first, later webhook events change nothing', async ({ page, request }) => {
    await act(request, 'stripe', 'notify-at', { url: '' })
    try {
      const { customer } = await toUnpaidOrder(page, request, 'STRIPE')
      await payButton(page).click()
      await choose(page, 'Stripe', 'Pay')
      await expect(page.getByText(/will confirm your order/).first()).toBeVisible()
      expect(await act(request, 'stripe', 'deliver', { to: webhook, times: 2 })).toEqual([200, 200])
      expect((await ordersOf(request, customer)).map(isPaid)).toEqual([true])
    } finally {
      await act(request, 'stripe', 'notify-at', { url: webhook })
    }
  })

  test('[GAP-79] [F-05] [F-11] if the webhook event comes first, the waiting screen updates automatically', async ({
    page,
    request,
  }) => {
    const { order, customer } = await toUnpaidOrder(page, request, 'STRIPE')
    const way = await call<{ reference: string }>(
      request,
      'payment/start',
      { order_id: order.id, gateway: 'Stripe' },
      customer.token,
    )
    await act(request, 'stripe', 'pay', { attempt: way.reference })
    await expect(page.getByText(/will confirm your order/).first()).toBeVisible()
    await page.goto(`/public/api/payment/stripe/return?a=${way.reference}`)
    await expect(page).toHaveURL(`/running-order/${order.unique_order_id}`)
    await expect(payButton(page)).toHaveCount(0)
  })
})

test('[GAP-07] an order that was not paid in time says so and can be ordered again', async ({ page, request }) => {
  await page.clock.install()
  await toUnpaidOrder(page, request, 'RAZORPAY')
  await expect(page.getByText(/Time left to pay: 1[45]:/)).toBeVisible()
  await page.clock.fastForward('15:01')
  await expect(page.getByRole('heading', { name: 'The time to pay has run out' })).toBeVisible()
  await page.getByRole('button', { name: 'Reorder' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Sunday Chow Chow').first()).toBeVisible()
})

test('[F-03] [GAP-33] [I-11] the wallet pays its part and a provider the rest', async ({ page, request }) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, basket)
  await page.goto('/cart')
  await page.getByRole('switch', { name: /from your wallet/ }).click()
  await page.getByRole('button', { name: /Choose payment/ }).click()
  await expect(page.getByText('₹200.00 from your wallet, ₹36.25 left to pay')).toBeVisible()
  await page.getByText('UPI', { exact: true }).click()
  await page.getByRole('button', { name: 'Pay ₹36.25' }).click()
  await choose(page, 'Razorpay', 'Pay')
  await expect(page.getByText('Paid from your wallet')).toBeVisible()
  await expect(page.getByText('Paid online (Razorpay)')).toBeVisible()
  await expect(page.getByText('₹36.25').first()).toBeVisible()
  const { data } = await call<{ data: { wallet_balance: number } }>(
    request,
    'update-user-info',
    { unique_order_id: null },
    customer.token,
  )
  expect(data.wallet_balance).toBe(0)
})

test('[GAP-84] [GAP-79] from the desktop preview the provider opens in the whole window', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await remember(page, { useAppClicked: 'true', desktopLoaded: 'true' })
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  const order = await placeByCall(request, customer, basket, 1, 'STRIPE')
  await page.goto(`/running-order/${order.unique_order_id}`)
  await page
    .frameLocator('iframe')
    .getByRole('button', { name: /^Pay ./ })
    .click()
  await choose(page, 'Stripe', 'Pay')
  await expect(page).toHaveURL(/\/running-order\//)
  await expect(
    page
      .frameLocator('iframe')
      .getByText(/will confirm your order/)
      .first(),
  ).toBeVisible()
})

test.describe('the wallet', () => {
  async function toWallet(page: Page, request: APIRequestContext) {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await page.goto('/my-wallet')
    await expect(page.getByRole('region', { name: 'Wallet Balance' })).toContainText('₹200.00')
    return customer
  }

  test('[GAP-81] [I-01] [B-18] money is added at a provider; a failed payment adds none', async ({ page, request }) => {
    await toWallet(page, request)
    await offerOnly(page, 'get-top-up-gateways', 'Paytm')
    await page.getByRole('button', { name: 'Add money' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add money' })
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('0')
    await sheet.getByText('UPI', { exact: true }).click()
    await expect(sheet.getByRole('button', { name: /^Pay/ })).toBeDisabled()
    await sheet.getByRole('button', { name: '₹1,000.00' }).click()
    await sheet.getByRole('button', { name: 'Pay ₹1,000.00' }).click()
    await choose(page, 'Paytm', 'Decline')
    await expect(page.getByRole('alert')).toContainText('The money was not added')
    await offerOnly(page, 'get-top-up-gateways', 'Stripe')
    await page.getByRole('button', { name: 'Add money' }).click()
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('349.50')
    await sheet.getByText('Card', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Pay ₹349.50' }).click()
    await choose(page, 'Stripe', 'Pay')
    await expect(page.getByText('The money is in your wallet.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Wallet Balance' })).toContainText('₹549.50')
    await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('₹349.50')
  })

  test('[GAP-81] [GAP-63] a request without an answer is repeated with the same key', async ({ page, request }) => {
    await toWallet(page, request)
    const keys: (string | undefined)[] = []
    await page.route('**/public/api/wallet-top-up', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await (keys.length === 1 ? route.abort() : route.continue())
    })
    await page.getByRole('button', { name: 'Add money' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add money' })
    await sheet.getByRole('button', { name: '₹200.00' }).click()
    await sheet.getByText('UPI', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Pay ₹200.00' }).click()
    await expect(page.getByText("We couldn't reach the payment service").first()).toBeVisible()
    await sheet.getByRole('button', { name: 'Pay ₹200.00' }).click()
    await choose(page, 'Razorpay', 'Pay')
    await expect(page.getByText('The money is in your wallet.')).toBeVisible()
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  })

  test('[GAP-61] [M-22] a new version waits during a payment, and is applied at the next start', async ({
    page,
    request,
  }) => {
    await page.route('**/version.json', (route) =>
      route.fulfill({ json: { forceNewSettingsVersion: 's2', forceCacheClearVersion: 'c2' } }),
    )
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await page.goto('/my-wallet')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('forceCacheClearVersion'))).toBe('c2')
    await page.evaluate(() => localStorage.setItem('forceCacheClearVersion', 'c1'))
    const version = () => page.evaluate(() => localStorage.getItem('forceCacheClearVersion'))
    const { reference } = await call<{ reference: string }>(
      request,
      'wallet-top-up',
      { amount: '50', gateway: 'Stripe' },
      customer.token,
    )
    await page.goto(`/my-wallet?payment=${reference}`)
    await expect(page.getByText('Checking with Stripe')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await version()).toBe('c1')
    await page.goto('/my-wallet')
    await expect.poll(version).toBe('c2')
  })

  test('[I-01] [GAP-63] without a network the app does not leave for a provider', async ({
    page,
    request,
    context,
  }) => {
    await toWallet(page, request)
    await page.getByRole('button', { name: 'Add money' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add money' })
    await sheet.getByText('UPI', { exact: true }).click()
    await expect(sheet.getByRole('button', { name: /^Pay/ })).toBeEnabled()
    await context.setOffline(true)
    await expect(sheet.getByRole('button', { name: /^Pay/ })).toBeDisabled()
    await context.setOffline(false)
  })

  test('[I-01] [I-11] the downloaded statement can be verified, and one changed digit makes the verification fail', async ({
    page,
    request,
    context,
  }, info) => {
    await toWallet(page, request)
    const save = async (name: string): Promise<string> => {
      const waits = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const download = await waits
      const path = info.outputPath(download.suggestedFilename())
      await download.saveAs(path)
      return path
    }
    const path = await save('Statement (tamper-proof)')
    const reader = await context.newPage()
    await reader.goto(`file://${path}`)
    await expect(reader.getByText(en.statementSound)).toBeVisible()
    const changed = info.outputPath('changed.html')
    const html = readFileSync(path, 'utf8')
    expect(html).toContain('"amount_minor":"20000"')
    writeFileSync(changed, html.replace('"amount_minor":"20000"', '"amount_minor":"90000"'))
    await reader.goto(`file://${changed}`)
    await expect(reader.getByText(/This statement was changed: entry 1 /)).toBeVisible()
    // A wallet statement of a later period starts with a later entry, whose hash its check must include too.
    writeFileSync(changed, html.replace('"entry_no":"1"', '"entry_no":"2"'))
    await reader.goto(`file://${changed}`)
    await expect(reader.getByText(/This statement was changed: entry 2 /)).toBeVisible()
    const rows = readFileSync(await save('Spreadsheet (CSV)'), 'utf8')
    expect(rows).toContain('200.00')
  })
})
