import type { Output } from '@nukkad/contract/contract.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, koramangala, newOrderer, type Orderer, placeByCall } from './carts.ts'
import { answer, change, listenTo, type StoreInfo, stored } from './given.ts'
import { momentsOf, tickOf, watchMoments } from './moments.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const basket = { 'Sunday Chow Chow': 2 }
const said = (page: Page, text: string | RegExp): Locator => page.locator('#content').getByText(text)
type User = { running_order: { orderstatus_id: number } | null; delivery_details: object | null }

/** Makes the server's answers show the order in progress with another status. */
const giveStatus = (page: Page, orderstatus_id: number, more: object = {}, rider: object | null = null) =>
  change<User>(page, 'update-user-info', (user) => ({
    ...user,
    running_order: user.running_order && { ...user.running_order, orderstatus_id, ...more },
    delivery_details: rider,
  }))

/** Places an order and lets the customer collect it, through the calls of the store. */
async function collected(customer: Orderer, request: Parameters<typeof placeByCall>[0]) {
  const order = await placeByCall(request, customer, basket, 2)
  const store = await openStoreApp(request)
  await store.accept(order.unique_order_id)
  await store.markReady(order.unique_order_id)
  await store.markCollected(order.unique_order_id)
  return order
}

test.describe('an order in progress', () => {
  test('[B-25, F-13, GAP-14] shows its number, status, PIN, items and destination', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await comeBack(page, customer.session)
    const asked = listenTo(page, 'update-user-info')
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(page.getByRole('heading', { name: /^Arrives \d/, level: 1 })).toBeVisible()
    await expect(said(page, `Order ${order.unique_order_id.slice(-8)}`)).toBeVisible()
    await expect(page.getByRole('img', { name: /^Step / })).toHaveAccessibleName(/^Step 1 of \d: Placed$/)
    expect(order.delivery_pin).toMatch(/^[1-9]{5}$/)
    await expect(said(page, order.delivery_pin.split('').join(' '))).toBeAttached()
    await expect(said(page, 'Sunday Chow Chow')).toBeVisible()
    await expect(said(page, koramangala.address)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Map' })).toBeVisible()
    expect(asked[0]).toEqual({
      token: customer.token,
      user_id: customer.id,
      unique_order_id: order.unique_order_id,
    })
  })

  test("[F-11, GAP-09] the screen follows the store's changes without a reload", async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket, 2)
    const store = await openStoreApp(request)
    await comeBack(page, customer.session)
    await page.goto(`/running-order/${order.unique_order_id}`)
    const steps = page.getByRole('img', { name: /^Step / })
    await expect(steps).toHaveAccessibleName('Step 1 of 4: Placed')
    await store.accept(order.unique_order_id)
    await expect(steps).toHaveAccessibleName('Step 2 of 4: Preparing')
    await expect(said(page, `${tiffinRoom.name} is preparing your order`)).toBeVisible()
    await store.markReady(order.unique_order_id)
    await expect(steps).toHaveAccessibleName('Step 3 of 4: Ready')
    await store.markCollected(order.unique_order_id)
    await expect(page.getByRole('heading', { name: 'Picked up' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/my-orders')
  })

  test('[F-11, GAP-09] a browser without the event stream polls every 15 s', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await comeBack(page, customer.session)
    await page.route('**/public/api/events', (route) => route.fulfill({ status: 404, body: '' }))
    await page.clock.install()
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(said(page, `${tiffinRoom.name} will confirm your order any moment`)).toBeVisible()
    await (await openStoreApp(request)).accept(order.unique_order_id)
    const asked = listenTo(page, 'update-user-info')
    await page.clock.fastForward(10_000)
    expect(asked).toHaveLength(0)
    await page.clock.fastForward(5_000)
    await expect(said(page, `${tiffinRoom.name} is preparing your order`)).toBeVisible()
    await page.clock.fastForward(15_000)
    await expect.poll(() => asked.length).toBe(2)
  })

  const sentences = [
    { id: 1, row: 'GAP-06', text: `${tiffinRoom.name} will confirm your order any moment` },
    { id: 2, row: 'GAP-06', text: `${tiffinRoom.name} is preparing your order` },
    { id: 3, row: 'GAP-06', text: `Ravi Kumar is on the way to ${tiffinRoom.name}` },
    { id: 4, row: 'GAP-06', text: 'Picked up. Ravi Kumar is on the way to you' },
    { id: 7, row: 'GAP-06', text: `Your order is ready at ${tiffinRoom.name}` },
    { id: 8, row: 'GAP-09', text: 'Waiting for payment' },
  ]
  const rider = { name: 'Ravi Kumar', phone: '+919900000000', photo: null, rating: '4.8', vehicle_number: 'KA 01' }
  for (const { id, row, text } of sentences) {
    test(`[${row}, F-11] status ${id} is described in words`, async ({ page, request }) => {
      const customer = await newOrderer(request)
      const order = await placeByCall(request, customer, basket)
      await comeBack(page, customer.session)
      await giveStatus(page, id, {}, rider)
      await answer(page, 'delivery/get-delivery-guy-gps-location', null)
      await page.goto(`/running-order/${order.unique_order_id}`)
      await expect(said(page, text)).toBeVisible()
      const call = page.getByRole('link', { name: 'Call Ravi Kumar' })
      await expect(call).toHaveCount(id === 3 || id === 4 ? 1 : 0)
    })
  }

  test('[N-10, GAP-42] the position of the rider is polled every 15 s while they carry the order, and described in words', async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await comeBack(page, customer.session)
    await giveStatus(page, 4, {}, rider)
    const position = { delivery_lat: '12.9442', delivery_long: '77.6245', heading: '90', positioned_at: null }
    const asked = await answer(page, 'delivery/get-delivery-guy-gps-location', position)
    await page.clock.install()
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(said(page, 'Picked up. Ravi Kumar is 1.0 km away from you')).toBeVisible()
    expect(asked).toEqual([{ token: customer.token, order_id: order.id }])
    await page.clock.fastForward(15_000)
    await expect.poll(() => asked.length).toBe(2)
  })

  test('[GAP-42] no position is fetched while no rider has the order', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await comeBack(page, customer.session)
    const asked = listenTo(page, 'delivery/get-delivery-guy-gps-location')
    await page.clock.install()
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(said(page, `${tiffinRoom.name} will confirm your order any moment`)).toBeVisible()
    await page.clock.fastForward(15_000)
    await expect(said(page, /^Updated/)).toBeVisible()
    expect(asked).toEqual([])
  })

  test('[GAP-09] opening an order that has already ended leads to the list immediately', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await collected(customer, request)
    await comeBack(page, customer.session)
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(page).toHaveURL('/my-orders')
    await expect(page.getByRole('heading', { name: tiffinRoom.name })).toBeVisible()
  })

  test("[GAP-09, T-03] another customer's order is not shown", async ({ page, request }) => {
    const order = await placeByCall(request, await newOrderer(request), basket)
    await comeBack(page, (await newCustomer(request)).session)
    await page.goto(`/running-order/${order.unique_order_id}`)
    await expect(page).toHaveURL('/my-orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  })

  test('[F-16, GAP-16] a customer can cancel before the store has started', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await comeBack(page, customer.session)
    const sent = listenTo(page, 'cancel-order')
    await page.goto(`/running-order/${order.unique_order_id}`)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const sheet = page.getByRole('dialog', { name: 'Cancel this order?' })
    await sheet.getByText('Wrong address').click()
    await sheet.getByRole('button', { name: 'Yes, cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
    await expect(said(page, 'Nothing was charged.')).toBeVisible()
    expect(sent).toEqual([
      { token: customer.token, user_id: customer.id, order_id: order.id, cancel_reason: 'Wrong address' },
    ])
  })

  test('[F-16, GAP-16] a customer cannot cancel after the store has started', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await comeBack(page, customer.session)
    // The test blocks the event stream, so that the page does not learn in time that the store has accepted the order.
    await page.route('**/public/api/events', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`/running-order/${order.unique_order_id}`)
    const cancel = page.getByRole('button', { name: 'Cancel order' })
    await cancel.click()
    await (await openStoreApp(request)).accept(order.unique_order_id)
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).click()
    await expect(page.getByText('The store has started this order, so it can no longer be cancelled.')).toBeVisible()
    await expect(said(page, `${tiffinRoom.name} is preparing your order`)).toBeVisible()
    await expect(cancel).toHaveCount(0)
  })
})

test.describe('the list of orders', () => {
  test('[B-19, F-14, F-15, GAP-14] each order has number, store, total and status, those in progress first', async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    const first = await collected(customer, request)
    const second = await placeByCall(request, customer, { 'Curd Rice': 2 })
    await comeBack(page, customer.session)
    await page.goto('/my-orders')
    await expect(page.getByRole('heading', { name: 'My Billing', level: 1 })).toBeVisible()
    const orders = page.getByRole('article')
    await expect(orders).toHaveCount(2)
    const [running, past] = [orders.first(), orders.last()]
    await expect(running).toContainText(second.unique_order_id.slice(-8))
    await expect(running).toContainText('2 × Curd Rice')
    await expect(running).toContainText('₹183.75')
    await expect(running).toContainText('Placed')
    await expect(past).toContainText(first.unique_order_id.slice(-8))
    await expect(past).toContainText(tiffinRoom.name)
    await expect(past).toContainText('₹210.00')
    await expect(past).toContainText('Collected')
    await running.getByRole('link', { name: 'Track' }).click()
    await expect(page).toHaveURL(`/running-order/${second.unique_order_id}`)
  })

  test('[GAP-15] scrolling down loads the next ten', async ({ page, request }) => {
    const customer = await newOrderer(request)
    for (let plates = 1; plates <= 11; plates++) await placeByCall(request, customer, { 'Ghee Roast': plates })
    await comeBack(page, customer.session)
    const pages: (string | null)[] = []
    page.on('request', (sent) => {
      const { pathname, searchParams } = new URL(sent.url())
      const body = sent.postDataJSON() as { page?: number } | null
      if (pathname === '/public/api/get-orders') pages.push(searchParams.get('page') ?? String(body?.page))
    })
    await page.goto('/my-orders')
    await expect(page.getByRole('article')).toHaveCount(10)
    expect(pages).toEqual(['1'])
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('article')).toHaveCount(11)
    expect(pages).toEqual(['1', '2'])
  })

  test('[F-14] an empty list links to the stores', async ({ page, request }) => {
    await comeBack(page, (await newCustomer(request)).session)
    await page.goto('/my-orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Find a store' }).click()
    await expect(page).toHaveURL('/')
  })

  test('[F-14] an order opens with its lines, its total and how it was paid', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await collected(customer, request)
    await comeBack(page, customer.session)
    await page.goto('/my-orders')
    await page.getByRole('button', { name: 'Invoice' }).click()
    const bill = page.getByRole('dialog', { name: 'Invoice' })
    await expect(bill).toContainText(tiffinRoom.name)
    await expect(bill.getByRole('listitem')).toHaveText(/Sunday Chow Chow.*₹200\.00.*2 × ₹100\.00/)
    await expect(bill).toContainText('Tax 5%')
    await expect(bill).toContainText('₹210.00')
    await expect(bill.getByText('Paid in cash')).toHaveCount(1)
    await expect(bill.getByText('Paid by:')).toHaveCount(0)
    // In right-to-left texts, a minus must still be before its amount.
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await expect(bill.getByRole('definition').first()).toHaveCSS('direction', 'ltr')
  })

  test('[GAP-81] reordering fills the cart with what was ordered', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await collected(customer, request)
    await comeBack(page, customer.session)
    await page.goto('/my-orders')
    await page.getByRole('button', { name: 'Reorder' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('group', { name: 'Quantity of Sunday Chow Chow' })).toContainText('2')
    await expect.poll(() => stored(page, 'cart')).toMatchObject([{ name: 'Sunday Chow Chow', quantity: 2 }])
  })

  test('reordering a service of a salon opens the screen that books it', async ({ page, request }) => {
    const customer = await newOrderer(request)
    await collected(customer, request)
    const salon = await call<StoreInfo>(request, 'get-restaurant-info/roop-rekha-studio')
    const asked = { store_id: salon.id }
    const { services } = await call<Output<'salon-services'>>(request, 'salon-services', asked)
    const item_id = services[0]!.item_id
    await change<Output<'get-orders'>>(page, 'get-orders**', (list) => ({
      ...list,
      data: list.data.map((order) => ({
        ...order,
        restaurant: { ...order.restaurant, slug: salon.slug, kind: 'salon' as const },
        orderitems: order.orderitems.map((line) => ({ ...line, item_id })),
      })),
    }))
    await answer(page, 'reorder', { restaurant_id: salon.id, slug: salon.slug, items: [] })
    await comeBack(page, customer.session)
    await page.goto('/my-orders')
    await page.getByRole('button', { name: 'Reorder' }).click()
    await expect(page).toHaveURL(`/book/${salon.slug}?s=${item_id}.0`)
    await expect(page.getByRole('heading', { name: 'Book a visit' })).toBeVisible()
  })
})

test('home offers the usual order in one tap, and later visits still show the stores in the same place', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  await collected(customer, request)
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.goto('/')
  const usual = page.getByRole('region', { name: 'Order again' })
  const button = usual.getByRole('button', { name: /2 × Sunday Chow Chow/ })
  await expect(button).not.toContainText('Opens')
  const first = (await page.getByRole('heading', { name: tiffinRoom.name }).boundingBox())!
  expect((await usual.boundingBox())!.y, 'the first visit in a browser also has it above the stores').toBeLessThan(
    first.y,
  )
  const tabs = (await page.getByRole('link', { name: 'Home', exact: true }).boundingBox())!
  expect(first.y + first.height, 'the first store can still be read').toBeLessThan(tabs.y)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hasUsualOrders'))).toBe('true')
  await page.reload()
  await button.click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('group', { name: 'Quantity of Sunday Chow Chow' })).toContainText('2')
})

test('a usual order of a closed store says when the store opens', async ({ page, request }) => {
  const customer = await newOrderer(request)
  await collected(customer, request)
  await knowShop(page)
  await comeBack(page, customer.session)
  await change<{ name: string }[]>(page, 'get-delivery-restaurants', (stores) =>
    stores.map((store) => (store.name === tiffinRoom.name ? { ...store, is_active: 0, opens_at: '09:00' } : store)),
  )
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Order again' }).getByRole('button')).toContainText('Opens 9:00 am')
})

test('a customer who paid in cash before places the usual order in two taps in a new browser, and sees the confirmation', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  await collected(customer, request)
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.addInitScript(() => {
    localStorage.setItem('hasUsualOrders', 'true')
    localStorage.setItem('userPreferredSelection', 'DELIVERY')
  })
  await watchMoments(page)
  await page.goto('/')
  let taps = 0
  const tap = async (button: Locator) => {
    await button.click()
    taps += 1
  }
  await tap(page.getByRole('region', { name: 'Order again' }).getByRole('button').first())
  await expect(page.getByText('Cash on delivery')).toBeVisible()
  await tap(page.getByRole('button', { name: /Place order/ }))
  await expect.poll(() => momentsOf(page)).toEqual(['Order placed'])
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  expect(taps).toBe(2)
  await expect(page.getByText('Order placed').and(page.locator('p.title'))).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('an order from a checkout that was opened by its URL also shows the confirmation', async ({ page, request }) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  await watchMoments(page)
  await page.goto('/checkout')
  await page.getByText('Cash on delivery').click()
  await page.getByRole('button', { name: /Place order/ }).click()
  await expect.poll(() => momentsOf(page)).toEqual(['Order placed'])
  expect(await tickOf(page), 'the tick is above the picture').toBe('relative')
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  await expect(page.getByText('Order placed').and(page.locator('p.title'))).toHaveCount(0)
})

test('the remembered payment can be changed before the order is placed', async ({ page, request }) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  await page.addInitScript(() => localStorage.setItem('lastPaymentMethod', 'COD'))
  const sent = listenTo(page, 'place-order')
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Change how you pay' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked()
  expect(sent).toEqual([])
})

test.describe('rating', () => {
  test('[B-21, F-17, F-18, GAP-17] stars and comment are sent once, and the order can no longer be rated', async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request, 'Suma Gowda')
    const order = await collected(customer, request)
    await comeBack(page, customer.session)
    const loaded = listenTo(page, 'get-ratable-order')
    const sent = listenTo(page, 'rate-order')
    await page.goto('/my-orders')
    await page.getByRole('link', { name: 'Rate' }).click()
    await expect(page).toHaveURL(`/rate-order/${order.id}`)
    const send = page.getByRole('button', { name: 'Send rating' })
    await expect(send).toBeDisabled()
    const store = page.getByRole('region', { name: `How was ${tiffinRoom.name}?` })
    await store.getByRole('radio', { name: '5 stars' }).check()
    await expect(store.getByText('Loved it')).toBeVisible()
    await store.getByRole('button', { name: 'Fresh' }).click()
    await store.getByRole('textbox', { name: 'Tell others about your order' }).fill(`Worth the walk, order ${order.id}`)
    const dish = page.getByRole('region', { name: 'How were the dishes?' }).getByRole('group').first()
    await dish.getByRole('radio', { name: '4 stars' }).check()
    const photos = page.getByRole('region', { name: 'Photos' })
    const add = photos.getByLabel('Add photo')
    await add.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await expect(photos.getByRole('status')).toHaveText('This file is not a picture. Choose a JPEG, PNG or WebP.')
    const answered = page.waitForResponse('**/upload-review-photo')
    await add.setInputFiles('.build/pictures/img/items/d-idli.webp')
    const { path } = (await (await answered).json()) as { path: string }
    await send.click()
    await expect(page.getByRole('heading', { name: `Thank you. This helps ${tiffinRoom.name}.` })).toBeVisible()
    expect(loaded[0]).toEqual({ token: customer.token, order_id: order.id })
    expect(sent).toEqual([
      {
        token: customer.token,
        order_id: order.id,
        rating_store: 5,
        rating_delivery: null,
        review_store: `Fresh. Worth the walk, order ${order.id}`,
        review_delivery: null,
        items: [{ id: expect.any(Number), stars: 4 }],
        photos: [path],
      },
    ])
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(page.getByRole('article').getByText('You gave 5 stars')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Rate' })).toHaveCount(0)
    await page.goto(`/reviews/${tiffinRoom.slug}`)
    await page.getByRole('searchbox', { name: 'Search in reviews' }).fill(`order ${order.id}`)
    await page.getByRole('button', { name: 'With photos' }).click()
    await page.getByRole('button', { name: 'Photo 1 of the review by Suma G.' }).click()
    await expect(page.getByRole('dialog', { name: 'Suma G.' }).getByRole('img')).toBeVisible()
    await page.goto(`/rate-order/${order.id}`)
    await expect(page.getByRole('heading', { name: 'You have already rated this order' })).toBeVisible()
  })

  test("[GAP-17] an undelivered order cannot be rated yet, and another customer's never", async ({ page, request }) => {
    const customer = await newOrderer(request)
    const own = await placeByCall(request, customer, basket)
    const other = await placeByCall(request, await newOrderer(request), basket)
    await comeBack(page, customer.session)
    await page.goto(`/rate-order/${own.id}`)
    await expect(page.getByRole('heading', { name: 'You can rate this order once it arrives' })).toBeVisible()
    await page.goto(`/rate-order/${other.id}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  test('[GAP-17, Q-19] a refused rating keeps the typed text and shows the reason', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await collected(customer, request)
    await comeBack(page, customer.session)
    await answer(page, 'rate-order', { success: false, message: 'no', error: { code: 'ORDER_NOT_RATABLE' } })
    await page.goto(`/rate-order/${order.id}`)
    await page.getByRole('radio', { name: '2 stars' }).check()
    await page.getByRole('textbox').fill('Cold')
    await page.getByRole('button', { name: 'Send rating' }).click()
    await expect(page.getByRole('alert')).toHaveText('This order cannot be rated.')
    await expect(page.getByRole('textbox')).toHaveValue('Cold')
  })

  test('[GAP-56, Q-19] a refusal on a first visit is shown after the text of its reason has loaded', async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    const order = await collected(customer, request)
    await comeBack(page, customer.session)
    await answer(page, 'rate-order', { success: false, message: 'no', error: { code: 'ORDER_NOT_RATABLE' } })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/public/api/get-settings', async (route) => {
      await released
      await route.continue()
    })
    const asked = page.waitForRequest('**/public/api/get-settings')
    await page.goto(`/rate-order/${order.id}`)
    await asked
    await page.getByRole('radio', { name: '2 stars' }).check()
    await page.getByRole('textbox').fill('Cold')
    const refused = page.waitForEvent('console', (line) => line.text().includes('call refused rate-order'))
    await page.getByRole('button', { name: 'Send rating' }).click()
    await refused
    // Waits until the app has read the server's refusal, after which it would show an alert within a few frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page.getByRole('alert')).toHaveCount(0)
    release()
    await expect(page.getByRole('alert')).toHaveText('This order cannot be rated.')
    await expect(page.getByRole('textbox')).toHaveValue('Cold')
  })

  test('[B-22, F-19, GAP-18] a store shows its reviews, texts and stars', async ({ page, request }) => {
    const customer = await newOrderer(request, 'Latha Shetty')
    const order = await collected(customer, request)
    await call(
      request,
      'rate-order',
      {
        order_id: order.id,
        rating_store: 4,
        rating_delivery: null,
        review_store: `Soft idlis, ${order.id}`,
        review_delivery: null,
      },
      customer.token,
    )
    await page.goto(`/reviews/${tiffinRoom.slug}`)
    await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
    const review = page.getByRole('listitem').filter({ hasText: `Soft idlis, ${order.id}` })
    await expect(review).toContainText('Latha')
    await expect(review).toContainText('4 out of 5')
    const shown = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
    const stars = async () => (await shown.allTextContents()).map((text) => Number(/([1-5]) out of 5/.exec(text)?.[1]))
    const newestFirst = await stars()
    await page.getByRole('button', { name: 'Lowest rated' }).click()
    await expect.poll(stars).toEqual(newestFirst.toSorted())
    expect(newestFirst).not.toEqual(newestFirst.toSorted())
  })
})
