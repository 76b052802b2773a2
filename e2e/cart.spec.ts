import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer } from './carts.ts'
import { addons, answer, change, giveGlow, listenTo, remember, type StoreInfo, stored } from './given.ts'
import { call, comeBack, newCustomer, newPhone, readCode } from './people.ts'
import { tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const lineOf = (page: Page, item: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: `Quantity of ${item}` }) })
const payButton = (page: Page) => page.getByRole('button', { name: /Choose payment/ })
const billOf = (page: Page, name: string | RegExp) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
const opener = /^Apply coupon|All coupons/
const addCoupon = async (page: Page, code: string) => {
  const field = page.getByRole('textbox', { name: 'Coupon code' })
  await page.getByRole('button', { name: opener }).or(field).click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
}

test.describe('one store at a time', () => {
  test.beforeEach(async ({ page, request }) => {
    await giveGlow(page, request)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/stores/glow')
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  })

  test('[E-06, E-07, E-09, R-20] an item of another store asks before it replaces the cart, and No keeps it', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Start a new cart?' })
    await expect(dialog).toContainText(`Your cart has items from ${tiffinRoom.name}.`)
    await expect(dialog.getByRole('button')).toHaveText(['No', 'Yes'])
    await expect(dialog).toHaveCSS('height', '250px')
    expect(await stored(page, 'cart')).toMatchObject([{ name: 'Sunday Chow Chow', quantity: 2 }])
    await dialog.getByRole('button', { name: 'No' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: /1 Item.*₹200\.00/ })).toBeVisible()
    expect(await stored(page, 'cart')).toMatchObject([{ name: 'Sunday Chow Chow', quantity: 2 }])
  })

  test('[E-08] Yes empties the cart and adds the new item', async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('link', { name: /1 Item.*₹100\.00/ })).toBeVisible()
    await expect.poll(() => stored(page, 'cart')).toMatchObject([{ name: 'Hair Spa', quantity: 1 }])
    await expect.poll(() => stored(page, 'cart')).toHaveLength(1)
    expect(await stored(page, 'activeRestaurant')).toBe(900_001)
  })
})

test('[E-08] replacing the cart also removes its coupon', async ({ page, request }) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await giveGlow(page, request)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  await page.goto('/cart')
  await addCoupon(page, 'TIFFIN15')
  await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.evaluate(() => {
    history.pushState(null, '', '/stores/glow')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  expect(await stored(page, 'appliedCoupon')).toBeNull()
  await page.getByRole('link', { name: /View Cart/ }).click()
  await expect(page.getByRole('button', { name: 'Apply coupon' })).toBeVisible()
})

test.describe('lines', () => {
  test('[B-24, E-10, E-11, E-12, E-13] plus and minus change a line, and removing the last one empties the cart', async ({
    page,
    request,
  }) => {
    await keepCart(page, request, { 'Sunday Chow Chow': 1 })
    await page.goto('/cart')
    const line = lineOf(page, 'Sunday Chow Chow')
    await line.getByRole('button', { name: 'Add one' }).click()
    await expect(line).toContainText('₹200.00')
    await expect(billOf(page, 'Item total')).toHaveText('₹200.00')
    await line.getByRole('button', { name: 'Remove one' }).click()
    await expect(line).toContainText('₹100.00')
    expect(await stored(page, 'activeRestaurant')).toBe(1)
    await line.getByRole('button', { name: 'Remove one' }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    expect(await stored(page, 'activeRestaurant')).toBeNull()
    await page.getByRole('link', { name: 'Browse stores' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: /View Cart/ })).toHaveCount(0)
  })

  test('[E-15, R-16] storage and totals follow a change after 100 ms', async ({ page, request }) => {
    await giveGlow(page, request)
    await page.clock.install()
    await page.goto('/stores/glow')
    const add = page.getByRole('button', { name: 'Add', exact: true }).first()
    await expect(add).toBeVisible()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    // A press must change the cart in the next frame, at most 16 ms later.
    await add.click()
    await page.clock.runFor(17)
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.clock.runFor(99)
    expect(await stored(page, 'total')).toBeNull()
    // The measurement of a press allows one more frame, because the app may have handled the press in the frame after
    // it.
    await page.clock.runFor(34)
    expect(await stored(page, 'total')).toEqual({ productQuantity: 1, totalPrice: 200 })
  })

  test('[E-19, S-01, S-02, INT-24] a reload restores the cart', async ({ page, request }) => {
    await keepCart(page, request, { 'Sunday Chow Chow': 2, 'Curd Rice': 1 })
    await page.goto('/cart')
    await lineOf(page, 'Curd Rice').getByRole('button', { name: 'Add one' }).click()
    await expect.poll(() => stored(page, 'total')).toEqual({ productQuantity: 2, totalPrice: 350 })
    await page.reload()
    await expect(lineOf(page, 'Sunday Chow Chow')).toContainText('₹200.00')
    await expect(lineOf(page, 'Curd Rice')).toContainText('₹150.00')
    await expect(billOf(page, 'Item total')).toHaveText('₹350.00')
    expect(await stored(page, 'cart')).toMatchObject([{ quantity: 2 }, { quantity: 2 }])
  })

  test('[INT-18, E-05] of two lines of one item, exactly the chosen one is removed', async ({ page, request }) => {
    const colour = addons('Colour', 'SINGLE', { Red: '10.00', Gold: '50.00' })
    await giveGlow(page, request, { groups: { Nails: [{ name: 'Gel Nails', addon_categories: [colour] }] } })
    await page.goto('/stores/glow')
    const sheet = page.getByRole('dialog', { name: 'Gel Nails' })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await sheet.getByRole('button', { name: /Add to cart/ }).click()
    await page.getByRole('button', { name: 'Add one' }).click()
    await sheet.getByText('Gold').click()
    await sheet.getByRole('button', { name: /Add to cart/ }).click()
    await answer(page, 'check-cart-items-availability', [])
    await page.getByRole('link', { name: /2 Items/ }).click()
    await expect(lineOf(page, 'Gel Nails')).toHaveCount(2)
    const red = lineOf(page, 'Gel Nails').filter({ hasText: 'Red' })
    await red.getByRole('button', { name: 'Remove one' }).click()
    await expect(lineOf(page, 'Gel Nails')).toHaveCount(1)
    await expect(lineOf(page, 'Gel Nails')).toContainText('Gold')
  })

  test('[E-31, GAP-28] prices and availability are fetched again, and an unavailable item blocks the order', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2, 'Curd Rice': 1 })
    await change<{ id: number; price: string; is_active: number }[]>(page, 'check-cart-items-availability', (rows) =>
      rows.map((row) => (row.id === 34 ? { ...row, is_active: 0 } : { ...row, price: '120.00' })),
    )
    const asked = listenTo(page, 'check-cart-items-availability')
    await page.goto('/cart')
    await expect(lineOf(page, 'Sunday Chow Chow')).toContainText('₹240.00')
    await expect(lineOf(page, 'Curd Rice').getByText('Item not available')).toBeVisible()
    expect(asked[0]).toEqual({ items: [{ id: 3 }, { id: 34 }] })
    await expect(payButton(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove unavailable items' }).click()
    await expect(lineOf(page, 'Curd Rice')).toHaveCount(0)
    await expect(payButton(page)).toBeEnabled()
  })
})

test.describe('coupons', () => {
  test('[E-20, E-21, E-22, E-24] a coupon lowers the price and can be removed again', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    const sent = listenTo(page, 'apply-coupon')
    await page.goto('/cart')
    const toPay = billOf(page, 'To pay')
    await expect(toPay).toHaveText('₹236.25')
    await addCoupon(page, 'TIFFIN15')
    await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
    await expect(billOf(page, 'Coupon TIFFIN15')).toHaveText('− ₹30.00')
    await expect(toPay).toHaveText('₹204.75')
    const applied = { token: customer.token, coupon: 'TIFFIN15', restaurant_id: 1, subtotal: '200.00' }
    expect(sent.filter(({ coupon }) => coupon)).toEqual([applied])
    await page.getByRole('button', { name: 'Remove coupon' }).click()
    await expect(page.getByRole('button', { name: 'Remove coupon' })).toHaveCount(0)
    await expect(toPay).toHaveText('₹236.25')
    await expect(page.getByText('TIFFIN15 applied')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('[E-23, Q-01] a guest is asked to log in for a coupon', async ({ page, request }) => {
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/cart')
    await addCoupon(page, 'TIFFIN15')
    const alert = page.getByRole('alert').filter({ hasText: 'Log in to use a coupon' })
    await expect(alert).toBeVisible()
    await alert.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('dialog', { name: 'Log in or sign up' })).toContainText('Your coupon code is waiting')
  })

  test('[GAP-25, GAP-26] an expired coupon and a cart below the minimum each show the reason; removing an item removes the coupon', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/cart')
    await addCoupon(page, 'DIWALI50')
    await expect(page.getByText('This coupon does not work here')).toBeVisible()
    await addCoupon(page, 'FLAT50')
    await expect(page.getByText('FLAT50 needs ₹399 in the cart')).toBeVisible()
    await addCoupon(page, 'TIFFIN15')
    await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
    await lineOf(page, 'Sunday Chow Chow').getByRole('button', { name: 'Remove one' }).click()
    await expect(page.getByText(/TIFFIN15 applied/)).toHaveCount(0)
    expect(await stored(page, 'appliedCoupon')).toBeNull()
  })
})

test.describe('reasons that block the order', () => {
  const open = async (page: Page) => {
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: tiffinRoom.name })).toBeVisible()
  }

  test('[GAP-64, GAP-13] a guest fills a cart and is sent to the login', async ({ page, request }) => {
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await open(page)
    await expect(payButton(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Log in to continue' }).click()
    const sheet = page.getByRole('dialog', { name: 'Log in or sign up' })
    await expect(sheet).toContainText(`at ${tiffinRoom.name} is waiting`)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/cart')
    await page.getByRole('button', { name: 'Log in to continue' }).click()
    await sheet.getByRole('link', { name: 'Other ways to log in' }).click()
    await expect(page).toHaveURL('/login?next=%2Fcart')
  })

  test('[GAP-63] offline, the wallet switch explains why it is disabled and stays unchanged', async ({
    page,
    request,
    context,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await open(page)
    const wallet = page.getByRole('switch', { name: /from your wallet/ })
    await expect(wallet).toBeEnabled()
    await context.setOffline(true)
    await expect(wallet).toBeDisabled()
    await expect(page.getByRole('main').getByText('Connect to the internet to continue').first()).toBeVisible()
    await expect(wallet).not.toBeChecked()
    await context.setOffline(false)
    await expect(wallet).toBeEnabled()
  })

  test('[GAP-13] a customer without an address adds one first', async ({ page, request }) => {
    await comeBack(page, (await newCustomer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await open(page)
    await expect(payButton(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add address' })).toHaveAttribute('href', '/my-location?next=/cart')
  })

  test('[GAP-13] a customer chooses another address from the cart and returns to it', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const work = { latitude: 12.9352, longitude: 77.6245, address: '6th Block', house: '9A', tag: 'Work' }
    await call(request, 'save-address', work, customer.token)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await open(page)
    await page.getByRole('link', { name: 'Change' }).click()
    await expect(page).toHaveURL('/my-addresses?from=cart')
    // The app delivers to the address that the customer saved last.
    await page.getByRole('button', { name: /^Home/ }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText('Deliver to Home')).toBeVisible()
    await expect(page.getByText('4B, 5th Block, Koramangala')).toBeVisible()
  })

  test('[GAP-13] a cart below the minimum shows how much is missing', async ({ page, request }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Curd Rice': 1 })
    await open(page)
    await expect(page.getByText('Add ₹24.00 more to order here')).toBeVisible()
    await expect(payButton(page)).toBeDisabled()
  })

  test('[GAP-13] a store that has closed since takes no order', async ({ page, request }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await change<StoreInfo>(page, 'get-restaurant-info-by-id/1', (store) => ({ ...store, is_active: 0 }))
    await open(page)
    await expect(page.getByText('Not taking orders right now')).toBeVisible()
    await expect(payButton(page)).toBeDisabled()
  })

  test('[E-32, GAP-29, GAP-13] the server is asked whether the store delivers to the address; if not, the order is blocked', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    const asked = await answer(page, 'check-restaurant-operation-service', false)
    await open(page)
    await expect(page.getByText("This store doesn't deliver to this address")).toBeVisible()
    await expect(payButton(page)).toBeDisabled()
    expect(asked).toEqual([{ restaurant_id: 1, latitude: 12.9352, longitude: 77.6245 }])
  })

  test('[E-32, GAP-29] a guest sees before the login that the store does not deliver to the address, without a distance or minutes', async ({
    page,
    request,
  }) => {
    const delhi = { lat: 28.6, lng: 77.2, address: 'Connaught Place', house: null, tag: null, businessLocation: false }
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await knowShop(page, { userSetAddress: JSON.stringify(delhi) })
    await page.goto('/cart')
    await expect(page.getByText("This store doesn't deliver to this address")).toBeVisible()
    await expect(page.getByRole('link', { name: /Log in/ })).toHaveCount(0)
    await expect(payButton(page)).toBeDisabled()
    await expect(page.getByText(/\bkm\b|\bmin\b/)).toHaveCount(0)
  })

  test("[P-91, INT-09] the cart lists the customer's coupons, and a press applies one", async ({ page, request }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    const sent = listenTo(page, 'apply-coupon')
    await page.goto('/cart')
    await page.getByRole('button', { name: opener }).click()
    const list = page.getByRole('list', { name: 'Coupons you can use' })
    const tiffin = list.getByRole('listitem').filter({ hasText: 'TIFFIN15' })
    await expect(tiffin).toContainText('You save ₹30.00')
    const locked = list.getByRole('listitem').filter({ hasText: 'FLAT50' })
    await expect(locked).toContainText('Add ₹199.00 more to use this coupon')
    await expect(locked.getByRole('button')).toHaveCount(0)
    await tiffin.getByRole('button', { name: 'Apply TIFFIN15' }).click()
    await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
    const cart = { restaurant_id: 1, subtotal: '200.00' }
    expect(sent[0]).toEqual({ token: customer.token, user_id: customer.id, ...cart })
  })

  test('the cart suggests the best coupon, takes a code in small letters, and undoes emptying', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/cart')
    await page.getByRole('button', { name: /^Apply [A-Z]/ }).click()
    await expect(page.getByText(/applied, you saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove coupon' }).click()
    await addCoupon(page, 'tiffin15')
    await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(lineOf(page, 'Sunday Chow Chow')).toBeVisible()
    await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
  })

  test("a guest's code is applied when they log in over the cart", async ({ page, request }) => {
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/cart')
    await addCoupon(page, 'TIFFIN15')
    const alert = page.getByRole('alert').filter({ hasText: 'Log in to use a coupon' })
    await expect(alert).toBeInViewport()
    await page.setViewportSize({ width: 390, height: 480 })
    await alert.evaluate((line) => line.scrollIntoView({ block: 'center' }))
    await alert.getByRole('button', { name: 'Log in' }).click()
    const sheet = page.getByRole('dialog', { name: 'Log in or sign up' })
    const phone = newPhone()
    await sheet.getByRole('textbox', { name: 'Phone' }).fill(phone.slice(3))
    await sheet.getByRole('button', { name: 'Get OTP' }).click()
    await sheet.getByRole('textbox', { name: 'Code' }).fill(await readCode(request, phone))
    await expect(page.getByText('TIFFIN15 applied, you saved ₹30.00')).toBeVisible()
    expect(await stored(page, 'wantedCoupon')).toBeNull()
    // The card that asks for the customer's name must be at the top of the cart, above the coupons.
    const name = page.getByRole('form', { name: 'New here? Enter your name to get started' })
    await expect(name.getByRole('textbox', { name: 'Name' })).toBeInViewport()
  })

  test('[P-91] a coupon list that fails to load shows an error, and loads on retry', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    const isAway = { message: '', error: { code: 'TEMPORARILY_AWAY' } }
    await answer(page, 'apply-coupon', isAway, 500)
    await page.goto('/cart')
    await page.getByRole('button', { name: opener }).click()
    await expect(page.getByText("We couldn't load this")).toBeVisible()
    await page.unroute('**/public/api/apply-coupon')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('list', { name: 'Coupons you can use' }).getByRole('button').first()).toBeVisible()
    await expect(page.getByText("We couldn't load this")).toHaveCount(0)
  })

  test('[F-20, H-19, GAP-73] a blocked customer sees the reason and no button', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    const asked = await answer(page, 'check-ban', { success: false })
    await open(page)
    await expect(
      page.getByRole('alert').filter({ hasText: "Your account can't place orders. Please contact us." }),
    ).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
    expect(asked[0]).toEqual({ token: customer.token })
  })

  test('the tracking screen loads while the order is sent, so that no empty page is between them', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newOrderer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await remember(page, { lastPaymentMethod: 'COD' })
    await open(page)
    const screen = page.waitForRequest(/\/running-order-[\w-]+\.js$/)
    await page.route('**/public/api/place-order', async (route) => {
      await screen
      await route.continue()
    })
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page).toHaveURL(/\/running-order\/OD-/)
  })

  test('[E-26, E-27, GAP-11, S-14] pickup costs no delivery and needs no address; an order type that the store lacks is disabled', async ({
    page,
    request,
  }) => {
    await comeBack(page, (await newCustomer(request)).session)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await open(page)
    await expect(billOf(page, /^Delivery/)).toHaveText('₹25.00')
    const nudge = (await page.getByText('Add ₹99.00 more for free delivery').boundingBox())!
    expect(nudge.y, 'it can be read before the bill').toBeLessThan((await billOf(page, 'Item total').boundingBox())!.y)
    await page.getByText('Pickup', { exact: true }).click()
    expect(await stored(page, 'userSelected')).toBe('SELFPICKUP')
    await expect(billOf(page, /^Delivery/)).toHaveCount(0)
    await expect(billOf(page, 'To pay')).toHaveText('₹210.00')
    await expect(payButton(page)).toBeEnabled()
    await page.evaluate(() => localStorage.setItem('lastPaymentMethod', 'COD'))
    await page.reload()
    await page.getByText('Pickup', { exact: true }).click()
    await expect(page.getByText('Pay at the store', { exact: true })).toBeVisible()
    await change<StoreInfo>(page, 'get-restaurant-info-by-id/1', (store) => ({ ...store, delivery_type: 1 }))
    await page.reload()
    await expect(page.getByRole('radio', { name: /Pickup/ })).toBeDisabled()
  })

  test('[Q-07] a bill that fails to load can be fetched again, without an alert', async ({ page, request }) => {
    await remember(page, {})
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await answer(page, 'quote', {}, 500)
    await open(page)
    await expect(page.getByText("We couldn't load this")).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute('**/public/api/quote')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(billOf(page, 'Item total')).toHaveText('₹200.00')
  })
})
