import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { listenTo } from './given.ts'
import { pressOn, tabTo } from './keys.ts'
import { comeBack, newCustomer, newPhone, readCode } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'

// The tests of this file use neither mouse nor touch. The service worker is blocked, because these tests replace
// answers of the server, which a service worker would cache.
test.use({ serviceWorkers: 'block', hasTouch: false, contextOptions: { reducedMotion: 'reduce' } })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const basket = { 'Sunday Chow Chow': 2 }
const custom = 'Tiffin Room Masala Dosa'
const dish = (page: Page, name: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('[GAP-77, H-11, F-10] a whole order by keyboard', async ({ page }) => {
  // The test has a longer time limit, because it does a whole order one key at a time.
  test.slow()
  const phone = newPhone()
  await page.goto('/')
  await expect(page.getByRole('dialog', { name: 'Choose your location' })).toBeVisible()
  await page.keyboard.press('Escape')
  const card = page.getByRole('article').filter({ hasText: tiffinRoom.name }).first()
  await pressOn(page, card.getByRole('link').first())

  await expect(page.getByRole('heading', { name: tiffinRoom.name, level: 1 })).toBeVisible()
  await pressOn(page, dish(page, 'Sunday Chow Chow').getByRole('button', { name: 'Add', exact: true }))
  await expect(dish(page, 'Sunday Chow Chow').getByRole('button', { name: 'Add one' })).toBeFocused()
  await pressOn(page, dish(page, custom).getByRole('button', { name: 'Add', exact: true }))
  const choice = page.getByRole('dialog', { name: custom })
  await tabTo(page, choice.getByRole('radio', { name: /Soft/ }))
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: /Soft/ })).not.toBeChecked()
  await pressOn(page, choice.getByRole('checkbox', { name: /Extra sambar/ }), 'Space')
  await pressOn(page, choice.getByRole('button', { name: /Add to cart/ }))
  await pressOn(page, page.getByRole('link', { name: /View Cart/ }))

  await pressOn(page, page.getByRole('button', { name: 'Log in to continue' }))
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await page.keyboard.type(phone.slice(3))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Code' }))
  await page.keyboard.type(await readCode(page.request, phone))
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Kavya Rao')
  await page.keyboard.press('Enter')

  await pressOn(page, page.getByRole('link', { name: 'Add address' }))
  await tabTo(page, page.getByRole('textbox', { name: /House or flat/ }))
  await page.keyboard.type('4B')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Cash on delivery')).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Place order' }))
  await expect(page).toHaveURL(/\/running-order\/OD-/)
})

test('[GAP-77, B-21, F-17] a rating by keyboard', async ({ page, request }) => {
  const customer = await newOrderer(request)
  const order = await placeByCall(request, customer, basket, 2)
  const store = await openStoreApp(request)
  await store.accept(order.unique_order_id)
  await store.markReady(order.unique_order_id)
  await store.markCollected(order.unique_order_id)
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.goto('/my-orders')
  await pressOn(page, page.getByRole('link', { name: 'Rate' }))
  const block = page.getByRole('region', { name: `How was ${tiffinRoom.name}?` })
  await tabTo(page, block.getByRole('radio', { name: '1 star' }))
  for (let stars = 1; stars < 4; stars++) await page.keyboard.press('ArrowRight')
  await expect(block.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await pressOn(page, block.getByRole('button', { name: 'Fresh' }), 'Space')
  await tabTo(page, block.getByRole('textbox'))
  await page.keyboard.type('By hand')
  await pressOn(page, page.getByRole('button', { name: 'Send rating' }))
  await expect(heading(page, /Thank you/).or(page.getByRole('heading', { name: /Thank you/ }))).toBeVisible()
})

test('[GAP-77, B-17, J-07, J-08] addresses by keyboard', async ({ page, request }) => {
  await knowShop(page)
  await comeBack(page, (await newOrderer(request)).session)
  await page.goto('/my-addresses')
  await pressOn(page, page.getByRole('link', { name: 'Add address' }))
  await tabTo(page, page.getByRole('application', { name: 'Map' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('textbox', { name: /House or flat/ }))
  await page.keyboard.type('12')
  await pressOn(page, page.getByRole('button', { name: 'Work', exact: true }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Save address' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'Work' })).toContainText('12')
  const options = page.getByRole('listitem').filter({ hasText: 'Home' }).getByRole('button').last()
  await pressOn(page, options)
  const menu = page.getByRole('dialog')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(options).toBeFocused()
  await pressOn(page, options)
  await pressOn(page, menu.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'Home' })).toHaveCount(0)
})

test('[GAP-77, I-01] a top-up by keyboard', async ({ page, request }) => {
  await knowShop(page)
  await comeBack(page, (await newOrderer(request)).session)
  await page.goto('/my-wallet')
  const add = page.getByRole('button', { name: 'Add money' })
  await pressOn(page, add)
  const sheet = page.getByRole('dialog', { name: 'Add money' })
  await expect(sheet.getByRole('radio').first()).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(add).toBeFocused()
  await pressOn(page, add)
  await pressOn(page, sheet.getByRole('button', { name: '₹500.00', exact: true }), 'Space')
  await tabTo(page, sheet.getByRole('radio').first())
  while (!(await sheet.getByRole('radio', { name: /Netbanking/ }).isChecked())) await page.keyboard.press('ArrowDown')
  await pressOn(page, sheet.getByRole('button', { name: 'Pay ₹500.00' }))
  const frame = page.frameLocator('iframe[title="Razorpay (simulated)"]')
  await expect(frame.getByRole('radio', { name: 'Netbanking' })).toBeChecked()
  await pressOn(page, frame.getByRole('button', { name: /^Confirm and pay/ }))
  await expect(page.getByText('The money is in your wallet.')).toBeVisible()
})

test('[GAP-77, B-14, H-01] a registration by keyboard', async ({ page }) => {
  const phone = newPhone()
  await knowShop(page)
  await page.goto('/register')
  await expect(heading(page, 'Create your account')).toBeFocused()
  for (const [name, text] of [
    ['Name', 'Kavya Rao'],
    [/Email/, `${phone.slice(1)}@journey.example`],
    ['Phone', phone.slice(3)],
  ] as const) {
    await tabTo(page, page.getByRole('textbox', { name }))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('four quiet words')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Code' }))
  await page.keyboard.type(await readCode(page.request, phone))
  await expect(page).toHaveURL('/')
})

test('[GAP-77, N-05, N-06, N-07] a rider’s trip by keyboard', async ({ page }) => {
  const trips = await giveRider(page, [orderOf()])
  for (const [name, status] of [
    ['accept-to-deliver', 3],
    ['pickedup-order', 4],
    ['deliver-order', 5],
  ] as const) {
    await page.route(`**/public/api/delivery/${name}`, (route) => {
      trips.orders = trips.orders.map((order) => ({ ...order, orderstatus_id: status }))
      return route.fulfill({ json: trips.orders[0] })
    })
  }
  await page.goto('/delivery/orders')
  const duty = page.getByRole('switch', { name: 'Available' })
  await tabTo(page, duty)
  await expect(duty).toBeChecked()
  await pressOn(page, page.getByRole('button', { name: 'Accept', exact: true }))
  await pressOn(page, page.getByRole('button', { name: 'Picked up', exact: true }))
  const deliver = page.getByRole('button', { name: 'Deliver order', exact: true })
  await pressOn(page, deliver)
  const door = page.getByRole('dialog', { name: 'Confirm delivery' })
  await expect(door).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(door).toBeHidden()
  await expect(deliver).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(door.getByRole('textbox', { name: 'Delivery PIN' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(door.getByRole('checkbox', { name: 'I have the cash' })).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo(page, door.getByRole('textbox', { name: 'Delivery PIN' }))
  await page.keyboard.type('24689')
  await expect(page.getByText('Order delivered')).toBeVisible()
})

test('[GAP-77, G-17, G-22, G-27] the account by keyboard: an avatar, and a cancelled log-out', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.goto('/my-account')
  const card = page.getByRole('region', { name: customer.name })
  const sent = listenTo(page, 'change-avatar')
  await pressOn(page, card.getByRole('button').first())
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, page.getByRole('dialog').getByRole('radio').or(page.getByRole('dialog').getByRole('button')).nth(1))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => sent.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const leave = card.getByRole('button').nth(1)
  await pressOn(page, leave)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(leave).toBeFocused()
})

test.describe('navigation between screens', () => {
  test('[GAP-77] the heading has the focus, and the title changes and is announced', async ({ page }) => {
    await knowShop(page)
    await page.goto('/')
    await pressOn(page, page.getByRole('link', { name: 'Categories', exact: true }))
    await expect(heading(page, 'Categories')).toBeFocused()
    await expect(page).toHaveTitle('Categories · Nukkad')
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Categories · Nukkad' })).toBeAttached()
    await pressOn(page, page.getByRole('button', { name: 'Back' }))
    await expect(page).toHaveTitle(/Nukkad/)
    await expect(page).toHaveURL('/')
  })

  test('[GAP-77] the skip link has the first focus and leads to the content', async ({ page }) => {
    await knowShop(page)
    await page.goto('/pages/terms')
    await expect(heading(page, 'Terms of use')).toBeFocused()
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await tabTo(page, skip)
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('#content')).toBeFocused()
  })

  test('[GAP-77] changes of the cart, the status of an order and toasts are announced', async ({ page, request }) => {
    const customer = await newOrderer(request)
    const order = await placeByCall(request, customer, basket)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const said = (text: string | RegExp) => page.locator('[aria-live="polite"]').filter({ hasText: text })
    await pressOn(page, dish(page, 'Sunday Chow Chow').getByRole('button', { name: 'Add', exact: true }))
    await expect(said(/Sunday Chow Chow.*1.*₹/)).toBeAttached()
    await pressOn(page, page.getByRole('button', { name: 'Favourite' }).first())
    await expect(page.getByRole('status').filter({ hasText: /favourites/i })).toBeVisible()
    await page.goto(`/running-order/${order.unique_order_id}`)
    await (await openStoreApp(request)).accept(order.unique_order_id)
    // If the order's status changes before the event stream opens, the next poll finds the change, 15 s later.
    await expect(said(/is preparing|prepar/i)).toBeAttached({ timeout: 20_000 })
  })
})
