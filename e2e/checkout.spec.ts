import { expect, type Page, test } from '@playwright/test'
import { keepCart, newOrderer } from './carts.ts'
import { answer, type Body, change, listenTo, type Menu, stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const placeButton = (page: Page) => page.getByRole('button', { name: 'Place order' })
const methods = (page: Page) => page.getByRole('radio')
const methodRows = (page: Page) => page.locator('label', { has: methods(page) })
const gateway = (id: number, name: string, description: string) => ({ id, name, description, logo: null, is_active: 1 })

/** Opens checkout as a customer with an address and two units in the cart. */
async function toCheckout(page: Page, request: Parameters<typeof newOrderer>[0]) {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  return customer
}

const chooseCash = async (page: Page) => page.getByText('Cash on delivery').click()

test.describe('a missing bill', () => {
  test('[F-10, GAP-13, Q-07] a failed request is reported and can be repeated', async ({ page, request }) => {
    await answer(page, 'quote', {}, 500)
    await toCheckout(page, request)
    const dock = page.getByRole('status').filter({ hasText: "We couldn't load this" })
    await expect(dock).toBeVisible()
    await expect(placeButton(page)).toHaveCount(0)
    await page.unroute('**/public/api/quote')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(dock).toHaveCount(0)
    await chooseCash(page)
    await expect(placeButton(page)).toBeEnabled()
  })

  test('[F-10, GAP-13] a refusal is explained, and resolved in the cart', async ({ page, request }) => {
    const { items } = await call<Menu>(request, `get-restaurant-items/${tiffinRoom.slug}`)
    const { id: item_id } = Object.values(items)
      .flat()
      .find(({ name }) => name === 'Sunday Chow Chow')!
    const refusal = { success: false, message: 'x', item_id, error: { code: 'ADDON_INVALID', request_id: 'r' } }
    await answer(page, 'quote', refusal)
    await toCheckout(page, request)
    await expect(page.getByText('Sunday Chow Chow: Please choose the options of this item again.')).toBeVisible()
    await expect(placeButton(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to cart' }).click()
    await expect(page).toHaveURL('/cart')
  })
})

test.describe('payment methods', () => {
  test('[B-23, F-02, GAP-33, GAP-13] a customer must choose a payment method before placing the order', async ({
    page,
    request,
  }) => {
    await toCheckout(page, request)
    await expect(page.getByText(tiffinRoom.name)).toBeVisible()
    await expect(page.getByText('₹236.25').first()).toBeVisible()
    await expect(methodRows(page)).toHaveText([/^UPI/, /^Card/, /^Netbanking/, /^Other wallets/, /^Cash on delivery/])
    await expect(page.getByText('Choose how to pay')).toBeVisible()
    await expect(placeButton(page)).toBeDisabled()
    await chooseCash(page)
    await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked()
    await expect(placeButton(page)).toBeEnabled()
  })

  test('[F-01, F-02, GAP-13] the methods of several gateways are choices, each with its first provider, and none is preselected', async ({
    page,
    request,
  }) => {
    const asked = await answer(page, 'get-payment-gateways', [
      gateway(1, 'Stripe', ''),
      gateway(2, 'Paytm', ''),
      gateway(3, 'Khalti', ''),
    ])
    const customer = await toCheckout(page, request)
    await expect(methodRows(page)).toHaveText([
      /^UPI.*Paytm/,
      /^Card.*Stripe/,
      /^Netbanking.*Paytm/,
      /^Other wallets.*Paytm/,
      /Khalti$/,
    ])
    for (const method of await page.getByRole('radio').all()) await expect(method).not.toBeChecked()
    await expect(page.getByText('Choose how to pay')).toBeVisible()
    await expect(placeButton(page)).toBeDisabled()
    expect(asked).toEqual([{ token: customer.token, restaurant_id: 1 }])
    await page.getByText('Card', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Pay ₹236.25' })).toBeEnabled()
  })

  test('[GAP-33, I-02] the wallet is a choice if it covers the whole order', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 1, 'Khara Bath': 1 })
    await page.goto('/checkout')
    await expect(methods(page)).toHaveCount(6)
    await page.getByText('Balance ₹200.00').click()
    await expect(page.getByRole('radio', { name: / wallet / })).toBeChecked()
    await placeButton(page).click()
    await expect(page).toHaveURL(/\/running-order\//)
    const fresh = await call<{ data: { wallet_balance: number } }>(
      request,
      'update-user-info',
      { unique_order_id: null },
      customer.token,
    )
    expect(fresh.data.wallet_balance).toBe(11)
  })

  test('[GAP-33] an empty wallet is not a choice', async ({ page, request }) => {
    await change<{ data: object }>(page, 'update-user-info', (user) => ({
      ...user,
      data: { ...user.data, wallet_balance: 0 },
    }))
    await toCheckout(page, request)
    await expect(methods(page)).toHaveCount(5)
    await expect(page.getByText(/^Balance/)).toHaveCount(0)
  })

  test('[F-02] gateways that failed to load are fetched again', async ({ page, request }) => {
    let tries = 0
    await page.route('**/public/api/get-payment-gateways', (route) =>
      ++tries === 1 ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    )
    await toCheckout(page, request)
    await expect(methods(page)).toHaveCount(5)
    expect(tries).toBe(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('placing the order', () => {
  test('[F-09, F-10, GAP-10, GAP-11, GAP-14] the order carries cart, address, method and the total that was shown; the cart is empty afterwards', async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const dosa = page.getByRole('article').filter({ hasText: 'Tiffin Room Masala Dosa' }).first()
    await dosa.getByRole('button', { name: 'Add', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Tiffin Room Masala Dosa' })
    await sheet.getByText('Paper crisp').click()
    await sheet.getByText('Extra butter').click()
    await sheet.getByRole('button', { name: /Add to cart/ }).click()
    await page.getByRole('link', { name: /View Cart/ }).click()
    await page.getByPlaceholder('Add a note for the store').fill('Chutney apart, please')
    await page.getByRole('button', { name: /Choose payment/ }).click()
    await expect(page).toHaveURL('/checkout')
    await chooseCash(page)
    await page.getByRole('textbox', { name: 'I will pay with' }).fill('500')
    const sent = listenTo(page, 'place-order')
    await placeButton(page).click()
    await expect(page).toHaveURL(/\/running-order\/OD-/)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      token: customer.token,
      order: [
        {
          id: 1,
          quantity: 1,
          selectedaddons: [
            { addon_category_name: 'How crisp', addon_id: '3', addon_name: 'Paper crisp', price: '15.00' },
            { addon_category_name: 'On the side', addon_id: '7', addon_name: 'Extra butter', price: '20.00' },
          ],
        },
      ],
      location: { lat: 12.9352, lng: 77.6245, house: '4B', tag: 'Home' },
      method: 'COD',
      delivery_type: 1,
      quoted_total: '147.00',
      order_comment: 'Chutney apart, please',
      cash_change_amount: '500',
    })
    await expect.poll(() => stored(page, 'cart')).toEqual([])
    expect(await stored(page, 'activeRestaurant')).toBeNull()
    const number = page.url().split('/').at(-1)!
    await expect(page.getByText(`Order ${number.slice(-8)}`)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('[GAP-10] a changed price must be accepted before anything is ordered', async ({ page, request }) => {
    const customer = await toCheckout(page, request)
    await chooseCash(page)
    const seenBefore = (body: Body) => JSON.stringify({ ...body, quoted_total: '199.00' })
    await page.route(
      '**/public/api/place-order',
      (route) => route.continue({ postData: seenBefore(route.request().postDataJSON() as Body) }),
      { times: 1 },
    )
    await placeButton(page).click()
    const sheet = page.getByRole('dialog', { name: 'The price has changed' })
    await expect(sheet).toContainText('The total was ₹236.25 and is now ₹236.25. Nothing was ordered.')
    const orders = () => call<{ total: number }>(request, 'get-orders', {}, customer.token)
    expect((await orders()).total).toBe(0)
    await sheet.getByRole('button', { name: 'Order for ₹236.25' }).click()
    await expect(page).toHaveURL(/\/running-order\//)
    expect((await orders()).total).toBe(1)
  })

  test('[GAP-10] after a lost answer the same key is used again: one order', async ({ page, request }) => {
    const customer = await toCheckout(page, request)
    await chooseCash(page)
    const keys: (string | undefined)[] = []
    await page.route('**/public/api/place-order', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await placeButton(page).click()
    const sheet = page.getByRole('dialog', { name: 'We could not reach the store' })
    await expect(sheet.getByRole('alert')).toHaveText('Try again. Your order will only be placed once.')
    await sheet.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/running-order\//)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(await call(request, 'get-orders', {}, customer.token)).toMatchObject({ total: 1 })
  })

  const refusals = [
    {
      given: 'the words of the server',
      status: 200,
      body: { success: false, message: 'The kitchen is full tonight.', error: { code: 'STORE_CLOSED' } },
      text: 'The kitchen is full tonight.',
    },
    {
      given: 'too many calls',
      status: 429,
      body: { message: 'Too Many Attempts.', error: { code: 'TOO_MANY_REQUESTS' } },
      text: 'Too many tries. Please wait a minute.',
    },
    {
      given: 'a ban',
      status: 401,
      body: { success: false, message: 'no', error: { code: 'ACCOUNT_BANNED' } },
      text: "Your account can't place orders. Please contact us.",
    },
  ]
  for (const { given, status, body, text } of refusals) {
    test(`[GAP-25, Q-19] a refusal is shown: ${given}`, async ({ page, request }) => {
      await toCheckout(page, request)
      await chooseCash(page)
      await answer(page, 'place-order', body, status)
      await placeButton(page).click()
      const sheet = page.getByRole('dialog', { name: 'Your order was not placed' })
      await expect(sheet.getByRole('alert')).toHaveText(text)
      await sheet.getByRole('button', { name: 'Back to cart' }).click()
      await expect(page).toHaveURL('/cart')
      await expect(page.getByRole('group', { name: 'Quantity of Sunday Chow Chow' })).toBeVisible()
    })
  }
})

test.describe('access to checkout', () => {
  test('[B-23] checkout with an empty cart leads to the cart', async ({ page, request }) => {
    await comeBack(page, (await newCustomer(request)).session)
    await page.goto('/checkout')
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  })

  test('[GAP-64, T-03] a guest is sent to the login and returns here', async ({ page, request }) => {
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/checkout')
    await expect(page).toHaveURL('/login?next=%2Fcheckout')
    const customer = await newOrderer(request)
    await page.evaluate((session) => localStorage.setItem('user', JSON.stringify(session)), customer.session)
    await page.reload()
    await expect(page).toHaveURL('/checkout')
    await expect(placeButton(page)).toBeVisible()
  })

  test('[F-20, GAP-73] a blocked customer sees the reason and no button', async ({ page, request }) => {
    await answer(page, 'check-ban', { success: false })
    await toCheckout(page, request)
    await expect(page.getByText("Your account can't place orders. Please contact us.")).toBeVisible()
    await expect(placeButton(page)).toHaveCount(0)
  })

  test('[GAP-13] an address outside the delivery area blocks the order here too', async ({ page, request }) => {
    await answer(page, 'check-restaurant-operation-service', false)
    await toCheckout(page, request)
    await expect(page.getByText("This store doesn't deliver to this address")).toBeVisible()
    await expect(placeButton(page)).toBeDisabled()
  })
})
