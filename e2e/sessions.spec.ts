import { expect, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer, placeByCall } from './carts.ts'
import { answer, listenTo, stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { logins, tiffinRoom } from './shops.ts'

// What the page gets is given here; a worker between them would keep its own copies.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('[H-17, GAP-49, GAP-83] a token that was logged out elsewhere makes a guest, who keeps his cart', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  await call(request, 'logout', {}, customer.token)
  await page.goto('/my-wallet')
  await expect(page).toHaveURL('/login?next=%2Fmy-wallet')
  expect(await stored(page, 'addresses')).toBeNull()
  expect(await stored(page, 'cart')).toHaveLength(1)
})

test('[N-02, GAP-83] the end of a rider’s session leaves the customer of the same browser in', async ({
  page,
  request,
}) => {
  await comeBack(page, (await newCustomer(request)).session)
  const rider = await call<object>(request, 'delivery/login', logins.rider)
  await page.addInitScript((session) => {
    if (sessionStorage.getItem('was here')) return
    sessionStorage.setItem('was here', 'yes')
    localStorage.setItem('delivery_user', JSON.stringify(session))
  }, rider)
  await answer(page, 'delivery/get-delivery-orders', { message: 'no', error: { code: 'SESSION_REVOKED' } }, 401)
  await page.goto('/delivery/orders')
  await expect(page).toHaveURL('/delivery/login')
  expect(await stored(page, 'delivery_user')).toBeNull()
  expect(await stored(page, 'user')).toMatchObject({ success: true })
})

test('[F-12, C-28] whether an order is under way is asked for in the customer’s name, and told on home', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  await placeByCall(request, customer, { 'Sunday Chow Chow': 2 })
  await comeBack(page, customer.session)
  await knowShop(page)
  const asked = listenTo(page, 'check-running-order')
  await page.goto('/')
  await page.getByRole('link', { name: 'An order is on its way. View' }).click()
  await expect(page).toHaveURL('/my-orders')
  expect(asked[0]).toEqual({ token: customer.token, user_id: customer.id })
})

test('[A-01] no screen writes an error to the log', async ({ page, request }) => {
  const customer = await newOrderer(request)
  const order = await placeByCall(request, customer, { 'Sunday Chow Chow': 2 })
  await comeBack(page, customer.session)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  const paths = [
    '/',
    `/stores/${tiffinRoom.slug}`,
    `/reviews/${tiffinRoom.slug}`,
    '/categories/stores',
    '/explore',
    '/explore-category',
    '/cart',
    '/checkout',
    '/my-account',
    '/my-orders',
    '/my-wallet',
    '/my-addresses',
    '/my-favorite-stores',
    '/alerts',
    '/my-location',
    '/search-location',
    `/running-order/${order.unique_order_id}`,
    '/pages/terms',
    '/delivery/login',
    '/nowhere',
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await page.waitForLoadState('load')
  }
  expect(errors).toEqual([])
})
