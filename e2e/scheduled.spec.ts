import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { keepCart, newOrderer } from './carts.ts'
import { listenTo, stored } from './given.ts'
import { call, comeBack } from './people.ts'
import { logins, tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })

type StoreApp = { token: string; store_id: number }
type Hours = {
  schedule_data: object
  exceptions: readonly object[]
  is_schedulable: 0 | 1
  accept_scheduled_orders: 0 | 1
  schedule_slot_buffer: number
}

const allDay = [{ open: '00:00', close: '24:00' }]
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const everyDay = Object.fromEntries(names.map((name) => [name, allDay]))

/** Signs the store owner in and lets their store take scheduled orders at all hours. */
async function openForLater(request: APIRequestContext, schedule_slot_buffer = 30): Promise<StoreApp> {
  const { data } = await call<{ data: { auth_token: string; stores: { id: number; slug: string }[] } }>(
    request,
    'store-owner/login',
    logins.owner,
  )
  const app = { token: data.auth_token, store_id: data.stores.find(({ slug }) => slug === tiffinRoom.slug)!.id }
  const hours = { schedule_data: everyDay, exceptions: [], is_schedulable: 1, accept_scheduled_orders: 1 } as const
  await saveHours(request, app, { ...hours, schedule_slot_buffer })
  return app
}

async function saveHours(request: APIRequestContext, { token, store_id }: StoreApp, hours: Hours): Promise<void> {
  const saved = await call<{ success: boolean }>(request, 'store-owner/save-hours', { store_id, ...hours }, token)
  expect(saved.success).toBe(true)
}

/** Restores the state of the store that other tests need: its owner opens it by hand. */
async function openByHand(request: APIRequestContext): Promise<void> {
  const app = await openForLater(request)
  const hours = { schedule_data: {}, exceptions: [], is_schedulable: 0, accept_scheduled_orders: 0 } as const
  await saveHours(request, app, { ...hours, schedule_slot_buffer: 30 })
}

// The tests run one after the other, because they change the hours of the same store.
test.describe.configure({ mode: 'serial' })
test.afterAll(async ({ request }) => openByHand(request))

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Pick a day and time' })
const said = (page: Page, text: string | RegExp): Locator => page.locator('#content').getByText(text)

/** Opens the cart and picks the first slot of the first or second day. Returns the text of the chosen day. */
async function pickDay(page: Page, index: 0 | 1): Promise<string> {
  await page.goto('/cart')
  await page.getByRole('button', { name: /Order for later/ }).click()
  const day = sheet(page).getByRole('group', { name: 'Days' }).getByRole('button').nth(index)
  await day.click()
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  const text = (await day.textContent())!
  await expect(sheet(page).getByRole('button', { name: 'Done' })).toBeDisabled()
  await sheet(page).getByRole('group', { name: 'Times' }).getByRole('button').first().click()
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  await expect(sheet(page)).toBeHidden()
  return text
}

async function toCart(page: Page, request: APIRequestContext) {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await keepCart(page, request, { 'Sunday Chow Chow': 2 })
  return customer
}

async function placeAtCheckout(page: Page): Promise<string> {
  await page.getByText('Cash on delivery').click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/running-order\//)
  return page.url().split('/').at(-1)!
}

test('[GAP-08, GAP-09, GAP-10] a customer orders for tomorrow, sees the time everywhere, and cancels the order', async ({
  page,
  request,
}) => {
  await openForLater(request)
  await toCart(page, request)
  const day = await pickDay(page, 1)
  await expect(page.getByRole('button', { name: /Scheduled for/ })).toContainText(day)
  const date = (await stored(page, 'orderDate')) as { day: string; date: string }
  expect(await stored(page, 'orderSlot')).toEqual({ open: '12:00 AM', close: '12:30 AM' })

  // The chosen slot must survive a reload, and the customer can remove it and choose again.
  await page.reload()
  await page.getByRole('button', { name: /Scheduled for/ }).click()
  await sheet(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: /Order for later/ })).toContainText('As soon as possible')
  expect(await stored(page, 'orderDate')).toBeNull()
  await pickDay(page, 1)

  const sent = listenTo(page, 'place-order')
  await page.getByRole('button', { name: /Choose payment/ }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText(day).first()).toBeVisible()
  await placeAtCheckout(page)
  expect(sent[0]).toMatchObject({ schedule_date: date, schedule_slot: { open: '12:00 AM', close: '12:30 AM' } })
  await expect(page.getByRole('heading', { name: 'Scheduled', level: 1 })).toBeVisible()
  await expect(said(page, new RegExp(`Scheduled for ${day}`))).toBeVisible()
  expect(await stored(page, 'orderDate')).toBeNull()

  await page.goto('/my-orders')
  const shelf = page.getByRole('region', { name: 'Scheduled' })
  await expect(shelf.getByText(`Scheduled for ${day}`, { exact: false })).toBeVisible()
  await shelf.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(shelf).toBeHidden()
  await expect(said(page, 'Cancelled')).toBeVisible()
})

test('[GAP-10] a slot that the store has withdrawn orders nothing, and another is chosen in the cart', async ({
  page,
  request,
}) => {
  await openForLater(request)
  const customer = await toCart(page, request)
  await pickDay(page, 1)
  await page.getByRole('button', { name: /Choose payment/ }).click()
  await page.getByText('Cash on delivery').click()
  await expect(page.getByRole('button', { name: 'Place order' })).toBeEnabled()
  await openByHand(request)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('This time is no longer available. Choose another.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Quantity of Sunday Chow Chow' })).toBeVisible()
  expect(await stored(page, 'orderDate')).toBeNull()
  expect(await call(request, 'get-orders', {}, customer.token)).toMatchObject({ total: 0 })
})

test('[GAP-10] the days stay visible while the times scroll', async ({ page, request }) => {
  await openForLater(request)
  await toCart(page, request)
  await page.goto('/cart')
  await page.getByRole('button', { name: /Order for later/ }).click()
  const days = sheet(page).getByRole('group', { name: 'Days' })
  await days.getByRole('button').nth(1).click()
  const times = sheet(page).getByRole('group', { name: 'Times' }).getByRole('button')
  await expect(times).toHaveCount(48)
  await times.last().scrollIntoViewIfNeeded()
  await expect(times.last()).toBeInViewport()
  await expect(times.first()).not.toBeInViewport()
  await expect(days.getByRole('button').nth(1)).toBeInViewport({ ratio: 0.99 })
  await days.getByRole('button').nth(2).click()
  await expect(days.getByRole('button').nth(2)).toHaveAttribute('aria-pressed', 'true')
})

test('[GAP-07, GAP-08, GAP-09] the store confirms a scheduled order, and the scheduler starts it before its slot', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000)
  // Without a buffer the first slot starts so soon that the scheduler starts the order immediately.
  const { token, store_id } = await openForLater(request, 0)
  await toCart(page, request)
  await pickDay(page, 0)
  await page.goto('/checkout')
  const number = await placeAtCheckout(page)
  const ofStore = () =>
    call<{ id: number; unique_order_id: string; orderstatus_id: number; schedule_slot: string }[]>(
      request,
      'store-owner/search-orders',
      { store_id, q: number },
      token,
    )
  const [order] = await ofStore()
  expect(JSON.parse(order!.schedule_slot)).toMatchObject({ open: expect.stringMatching(/^\d\d:[03]0 [AP]M$/) })
  const confirm = { store_id, order_id: order!.id }
  const name = 'store-owner/confirm-scheduled-order'
  const { already_action } = await call<{ already_action?: boolean }>(request, name, confirm, token)
  // The scheduler may start the order just before the store confirms it. If the scheduler was first, the store has to
  // accept the order.
  if (already_action) await call(request, 'store-owner/accept-order', confirm, token)
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden({ timeout: 20_000 })
  await expect.poll(async () => (await ofStore())[0]!.orderstatus_id, { timeout: 75_000 }).toBe(2)
  await expect(page.getByRole('heading', { name: /^Arrives \d/, level: 1 })).toBeVisible({ timeout: 20_000 })
})
