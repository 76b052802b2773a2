import { expect, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer, placeByCall } from './carts.ts'
import { answer, listenTo, stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { logins, tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('[H-17, GAP-49, GAP-83] a token that was logged out elsewhere turns the customer into a guest, who keeps the cart', async ({
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

test('[N-02, GAP-83] the end of a rider’s session leaves the customer in the same browser signed in', async ({
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

test('[F-12, C-28] the running order is fetched with the customer’s session, and shown on home', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  const order = await placeByCall(request, customer, { 'Sunday Chow Chow': 2 })
  await comeBack(page, customer.session)
  await knowShop(page)
  const asked = listenTo(page, 'check-running-order')
  await page.goto('/')
  const running = page.getByRole('link', { name: new RegExp(`${tiffinRoom.name}.*Placed.*arrives by \\d`) })
  await expect(running).toHaveAttribute('href', `/running-order/${order.unique_order_id}`)
  await page.getByRole('link', { name: 'You have an order in progress. View' }).click()
  await expect(page).toHaveURL('/my-orders')
  expect(asked[0]).toEqual({ token: customer.token, user_id: customer.id })
})
