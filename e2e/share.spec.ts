import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { answer, change } from './given.ts'
import { comeBack } from './people.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const basket = { 'Sunday Chow Chow': 2 }

/** Opens the tracking screen of a new order, and returns the link that its share sheet shows. */
async function sharedLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share live order' }).click()
  const field = page.getByRole('dialog', { name: 'Share live order' }).getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/\/share\/[\w-]{32}$/)
  return field.inputValue()
}

test('a customer shares an order; the link shows it without their address, and ends when they stop', async ({
  page,
  browser,
  request,
}) => {
  const customer = await newOrderer(request)
  const order = await placeByCall(request, customer, basket, 2)
  await comeBack(page, customer.session)
  await page.goto(`/running-order/${order.unique_order_id}`)
  await expect(page.getByRole('heading', { name: /^Ready at \d/, level: 1 })).toBeVisible()
  const link = await sharedLink(page)
  const other = await browser.newPage({ baseURL: new URL(page.url()).origin, serviceWorkers: 'block' })
  await knowShop(other)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: `Order from ${tiffinRoom.name}` })).toBeVisible()
  await expect(other.getByRole('heading', { name: /^Ready at \d/, level: 1 })).toBeVisible()
  await expect(other.getByText('Sunday Chow Chow')).toHaveCount(0)
  await expect(other.getByText(order.unique_order_id.slice(-8))).toHaveCount(0)
  await (await openStoreApp(request)).accept(order.unique_order_id)
  await other.reload()
  await expect(other.getByRole('img', { name: /^Step / })).toHaveAccessibleName('Step 2 of 4: Preparing')
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('dialog', { name: 'Share live order' })).toBeHidden()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Not found', level: 1 })).toBeVisible()
  await expect(other.getByText(tiffinRoom.name)).toHaveCount(0)
  await other.close()
})

test('a shared order on its way shows the rider, and a guessed link shows no name and no place', async ({ page }) => {
  await knowShop(page)
  await answer(page, 'get-shared-order', {
    success: true,
    orderstatus_id: 4,
    delivery_type: 1,
    store: { id: 1, name: 'Namma Tiffin Room', image: '', latitude: '12.9352', longitude: '77.6245' },
    arrives_at: new Date(Date.now() + 6.4 * 60_000).toISOString(),
    late_minutes: 4,
    is_overdue: false,
    rider: { name: 'Ravi', latitude: 12.938, longitude: 77.62, positioned_at: new Date().toISOString() },
  })
  await page.goto('/share/A1b2C3d4E5f6G7h8I9j0Kl')
  await expect(page.getByText('Ravi is on the way with the order')).toBeVisible()
  await expect(page.getByText('4 min late')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Not found', level: 1 })).toBeVisible()
})

test('tracking offers to call a store only if it has published a phone number', async ({ page, request }) => {
  const customer = await newOrderer(request)
  const order = await placeByCall(request, customer, basket)
  await comeBack(page, customer.session)
  type User = { running_order: { restaurant: object } | null }
  let phone: string | null = '+91 80 4000 1234'
  await change<User>(page, 'update-user-info', (user) => ({
    ...user,
    running_order: user.running_order && {
      ...user.running_order,
      restaurant: { ...user.running_order.restaurant, phone },
    },
  }))
  await page.goto(`/running-order/${order.unique_order_id}`)
  const link = page.getByRole('link', { name: 'Call the store' })
  await expect(link).toHaveAttribute('href', 'tel:+918040001234')
  phone = null
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share live order' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('a tap on an alert of an order opens its tracking, or the order if it is finished', async ({ page, request }) => {
  const customer = await newOrderer(request)
  const order = await placeByCall(request, customer, basket, 2)
  const store = await openStoreApp(request)
  await store.accept(order.unique_order_id)
  await comeBack(page, customer.session)
  await page.goto('/alerts')
  const number = order.unique_order_id.slice(-8)
  await page.getByRole('button', { name: `${tiffinRoom.name} is preparing your order ${number}` }).click()
  await expect(page).toHaveURL(`/running-order/${order.unique_order_id}`)
  await store.markReady(order.unique_order_id)
  await store.markCollected(order.unique_order_id)
  await page.goto('/alerts')
  await page.getByRole('button', { name: `You picked up your ${tiffinRoom.name} order ${number}` }).click()
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('dialog', { name: 'Invoice' }).getByText(`Order ${number}`)).toBeVisible()
})
