import { DESKTOP_FIRST_RELOAD_MS } from '@nukkad/rules/constants.ts'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { problemsOn } from './axe.ts'
import { enterDashboard, who } from './dashboard.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { logins, tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

type Placed = { data: { id: number; unique_order_id: string } }
type Menu = { items: Record<string, { id: number; addon_categories: unknown[] }[]> }

/** Places an order at the tiffin room as a new customer, by whose unique name a search finds the order. */
async function placeOrder(request: APIRequestContext, name: string, more: object = {}) {
  const customer = await newCustomer(request, name)
  const at = { latitude: '12.9352', longitude: '77.6245', address: '6th Cross, Koramangala', house: '9', tag: 'Home' }
  await call(request, 'save-address', at, customer.token)
  const menu = await call<Menu>(request, `get-restaurant-items/${tiffinRoom.slug}`)
  const item = Object.values(menu.items)
    .flat()
    .find(({ addon_categories }) => addon_categories.length === 0)!
  const body = {
    order: [{ id: item.id, quantity: 2 }],
    method: 'COD',
    delivery_type: 1,
    location: { lat: at.latitude, lng: at.longitude, address: at.address, house: at.house, tag: at.tag },
    ...more,
  }
  const { data } = await call<Placed>(request, 'place-order', body, customer.token)
  return { customer, id: data.id, number: data.unique_order_id, short: data.unique_order_id.slice(-8) }
}

const cardOf = (page: Page, short: string) => page.getByRole('article', { name: `Order ${short}` })

test('[U-19] a new order appears on the board, rings until it is accepted, and the customer sees its new status', async ({
  page,
  browser,
  request,
}) => {
  await enterDashboard(page, 'operator', '/board')
  await expect(page.getByText('Live updates.')).toBeVisible()
  const silent = page.getByText('Turn sound on to hear new orders.')
  await expect(silent).toBeVisible()
  await page.getByRole('button', { name: 'Turn sound on' }).click()
  await expect(silent).toBeHidden()
  const strokes = await countStrokes(page)
  const order = await placeOrder(request, 'Ketaki Dabholkar')
  const fresh = page.getByRole('region', { name: 'New', exact: true })
  await expect(fresh.getByRole('article', { name: `Order ${order.short}` })).toContainText('Ketaki Dabholkar')
  // The page itself watches its title, because the title changes every second, and a test that polls at this interval
  // might never see the change.
  await page.waitForFunction(() => document.title.includes('new order'))
  await expect.poll(strokes).toBeGreaterThan(0)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await comeBack(phone, order.customer.session)
  await phone.goto(`/running-order/${order.number}`)
  await expect(phone.getByRole('img', { name: 'Step 1 of 4: Placed' })).toBeVisible()
  await cardOf(page, order.short).getByLabel('Minutes to prepare').selectOption('30')
  await cardOf(page, order.short).getByRole('button', { name: 'Accept' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Ready or waiting for a rider' })
      .getByRole('article', { name: `Order ${order.short}` }),
  ).toBeVisible()
  await expect(phone.getByRole('img', { name: /^Step 2 of 4/ })).toBeVisible()
  await phone.close()
})

/** Counts how often the dashboard has rung since this function was called. */
async function countStrokes(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const start = OscillatorNode.prototype.start
    const counted = window as unknown as { strokes: number }
    counted.strokes = 0
    OscillatorNode.prototype.start = function (this: OscillatorNode, ...args: [number?]) {
      counted.strokes++
      start.apply(this, args)
    }
  })
  return () => page.evaluate(() => (window as unknown as { strokes: number }).strokes)
}

test('[U-19] pressing a reason rejects an order, and a board that lost its connection catches up', async ({
  page,
  request,
}) => {
  await enterDashboard(page, 'operator', '/board')
  await expect(page.getByText('Live updates.')).toBeVisible()
  await page.context().setOffline(true)
  const order = await placeOrder(request, 'Omkar Phatak')
  await page.context().setOffline(false)
  const card = cardOf(page, order.short)
  await expect(card).toBeVisible({ timeout: 20_000 })
  await card.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('menuitem', { name: 'Something in the order is sold out' }).click()
  await expect(card).toBeHidden()
  await page.goto(`/dashboard/orders/${order.id}`)
  await expect(page.getByText('Something in the order is sold out').first()).toBeVisible()
})

test('[U-19] a board without an event stream polls, and warns before its session ends', async ({ page, request }) => {
  await page.route('**/public/api/events', (route) => route.fulfill({ status: 503 }))
  await page.clock.install()
  await enterDashboard(page, 'operator', '/board')
  await expect(page.getByText('Reconnecting. Refreshing every 15 s.')).toBeVisible()
  const order = await placeOrder(request, 'Bhargavi Joglekar')
  await expect(cardOf(page, order.short)).toBeHidden()
  await page.clock.runFor(15_000)
  await expect(cardOf(page, order.short)).toBeVisible()
  const warning = page.getByRole('alert').filter({ hasText: 'Your session ends in' })
  await expect(warning).toBeHidden()
  // A dashboard session ends after twelve hours, even if it was in use all the time.
  await page.clock.fastForward('11:50:00')
  await expect(warning).toContainText(/ends in (9|10) minutes/)
  // Twelve hours have passed on the test's clock, so the order now counts as late too.
  await expect(cardOf(page, order.short)).toContainText(/1\d h late/)
  await page.getByRole('link', { name: /^Late/ }).click()
  await expect(cardOf(page, order.short)).toBeVisible()
  await warning.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByRole('heading', { name: /sign in/i })).toBeVisible()
  await page.getByLabel('Email address').fill(who.operator.email)
  await page.getByLabel('Password').fill(who.operator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /sign in/i })).toHaveCount(0)
  await expect(warning.getByRole('button', { name: 'Sign in again' })).toBeFocused()
})

/** Returns the title of an order's page with the line below it, which shows the order's state. */
const headOf = (page: Page) => page.getByRole('heading', { level: 1 }).locator('..')

test('[U-19] an order is found, assigned to a rider, not offered to another one, and cancelled with a reason', async ({
  page,
  request,
}) => {
  const rider = await onDuty(request)
  const order = await placeOrder(request, 'Vasudha Kirloskar')
  await enterDashboard(page, 'operator', '/orders')
  await page.getByRole('searchbox').fill('Vasudha Kirl')
  const row = page.getByRole('row', { name: /Vasudha Kirloskar/ })
  await expect(row).toHaveCount(1)
  await row.getByText('Vasudha Kirloskar').click()
  const panel = page.getByRole('dialog', { name: `Order ${order.short}` })
  await panel.getByRole('button', { name: 'Accept' }).click()
  await expect(panel.getByRole('button', { name: 'Assign a rider' })).toBeVisible()
  await page.goto(`/dashboard/orders/${order.id}`)
  await page.getByRole('button', { name: 'Assign a rider' }).click()
  await page.getByRole('button', { name: `Assign ${rider}` }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(`Rider assigned: ${rider}`)
  await page.getByRole('button', { name: 'Cancel …' }).click()
  const form = page.getByRole('dialog', { name: 'Cancel the order' })
  await expect(form.getByRole('button', { name: 'Cancel the order' })).toBeDisabled()
  await form.getByLabel(`Type “${order.short}” to confirm`).fill(order.short)
  await form.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await form.getByLabel('Refund').selectOption('half')
  await form.getByLabel('Reason').fill('The kitchen lost its gas')
  await form.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(headOf(page)).toContainText('Cancelled')
  const staffDid = page.getByRole('region', { name: 'Actions by staff' })
  await expect(staffDid).toContainText('Cancelled an order')
  await expect(staffDid).not.toContainText('{')
  const { data } = await call<{ data: { unique_order_id: string; orderstatus_id: number }[] }>(
    request,
    'get-orders',
    {},
    order.customer.token,
  )
  expect(data[0]).toMatchObject({ unique_order_id: order.number, orderstatus_id: 6 })
})

/** Puts the demo's rider on duty near the rider's store. Returns the rider's name. */
async function onDuty(request: APIRequestContext): Promise<string> {
  type Rider = { data: { auth_token: string; name: string; status: number } }
  const { data } = await call<Rider>(request, 'delivery/login', logins.rider)
  if (data.status !== 1)
    await call(request, 'delivery/toggle-delivery-guy-status', { toggle_status: true }, data.auth_token)
  const at = { delivery_lat: 12.9352, delivery_long: 77.6245 }
  await call(request, 'delivery/set-delivery-guy-gps-location', at, data.auth_token)
  return data.name
}

test('[U-19] an owner handles the orders of their own stores, and sees no others', async ({ page, request }) => {
  const order = await placeOrder(request, 'Pallavi Gokhale', { delivery_type: 2 })
  await enterDashboard(page, 'owner', `/orders/${order.id}`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Ready' }).click()
  await page.getByRole('button', { name: 'Collected' }).click()
  await expect(headOf(page)).toContainText('Delivered')
  await expect(page.getByRole('region', { name: 'Payments and refunds' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel …' })).toBeHidden()
  await page.goto('/dashboard/call-and-order')
  await expect(page.getByRole('heading', { name: 'You can’t open Call and order' })).toBeVisible()
})

for (const [paper, width] of [
  ['58', '58mm'],
  ['80', '80mm'],
  ['a4', 'A4'],
] as const)
  test(`[U-19] a ticket for ${width} opens the print dialog; the kitchen's has no prices, a receipt has the amounts`, async ({
    page,
    request,
  }) => {
    const order = await placeOrder(request, 'Chitra Ranade')
    await page.addInitScript(() => {
      const asked = window as unknown as { printed: number }
      asked.printed = 0
      window.print = () => {
        asked.printed++
      }
    })
    await enterDashboard(page)
    await page.goto(`/dashboard/print/${order.id}?paper=${paper}&kind=kitchen`)
    await expect(page.getByText(order.short).first()).toBeVisible()
    const opensPrinter = () =>
      expect.poll(() => page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1)
    await opensPrinter()
    await expect(page.getByRole('main')).not.toContainText('₹')
    await page.goto(`/dashboard/print/${order.id}?paper=${paper}&kind=receipt`)
    await expect(page.getByRole('main')).toContainText('Total')
    await expect(page.getByRole('main')).toContainText('₹')
    // When the print dialog opens, the page must already have the length of the ticket.
    await opensPrinter()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const [, wide] = pdf.toString('latin1').match(/\/MediaBox ?\[0 0 ([\d.]+)/)!
    expect(Math.round((Number(wide) * 25.4) / 72)).toBe(paper === 'a4' ? 210 : Number(paper))
  })

test('[U-18] riders on duty are shown on the map and in the list next to it', async ({ page, request }) => {
  const rider = await onDuty(request)
  await enterDashboard(page, 'operator', '/riders-map')
  const list = page.getByRole('region', { name: 'Riders on duty' })
  await expect(list.getByText(rider)).toBeVisible()
  await list.getByRole('button', { name: 'Show' }).first().click()
  await expect(
    page.getByRole('region', { name: 'Rider map' }).getByText(rider.slice(0, 1), { exact: true }),
  ).toBeVisible()
})

test('[O-01] [O-02] [U-21] a caller is registered, found again, and ordered for; the audit log records it', async ({
  page,
}) => {
  test.slow()
  const phone = `+9198${String(Date.now()).slice(-8)}`
  const name = `Yamini ${Array.from(phone.slice(-6), (digit) => 'abcdefghij'[Number(digit)]).join('')}`
  await enterDashboard(page, 'operator', '/call-and-order')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText(`${name} has an account now.`)).toBeVisible()
  await page.getByLabel('Name, or the last digits of the phone').fill(phone.slice(-6))
  await page.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('list', { name: 'Customers found' })
  const opened = page.context().waitForEvent('page')
  await found.getByRole('link', { name: `Order for them : ${name}` }).click()
  const app = await opened
  // On a desktop, the app blurs its first visit and loads again. For staff who come from the dashboard, the app must do
  // neither, because they would lose their access.
  const frame = app.frameLocator('iframe')
  const bar = frame.getByRole('region', { name: 'Order for a customer' })
  await expect(bar).toHaveText(new RegExp(name), { timeout: 30_000 })
  await expect(app.getByRole('button', { name: 'Use App' })).toHaveCount(0)
  await expect(app.locator('iframe')).not.toHaveAttribute('inert')
  // At this time, the app would have loaded the first visit of a customer again.
  const loaded = await app.evaluate(() => performance.timeOrigin)
  await app.waitForFunction((forced) => performance.now() > forced + 3000, DESKTOP_FIRST_RELOAD_MS)
  expect(await app.evaluate(() => performance.timeOrigin)).toBe(loaded)
  await expect(bar).toBeVisible()
  await app.close()
  await page.reload()
  const history = page.getByRole('table', { name: 'Orders for callers' })
  await expect(history.getByRole('row', { name: new RegExp(`Ordered for the caller.*${name}`) })).toHaveCount(1)
  await expect(history.getByRole('row', { name: new RegExp(`Registered the caller.*${name}`) })).toHaveCount(1)
})

for (const width of [390, 1440])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `[U-19] the pages of orders are accessible in ${scheme} at ${width} px`,
      wholeUnless((scheme === 'light') === (width === 390)),
      async ({ page, request }) => {
        test.slow()
        const order = await placeOrder(request, 'Radhika Oak')
        await onDuty(request)
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: scheme })
        await enterDashboard(page)
        for (const [path, title] of [
          ['board', 'Live board'],
          ['orders', 'Orders'],
          [`orders/${order.id}`, `Order ${order.short}`],
          ['riders-map', 'Rider map'],
          ['call-and-order', 'Call and order'],
        ] as const) {
          await page.goto(`/dashboard/${path}`)
          await page.getByRole('heading', { level: 1, name: title }).waitFor()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          expect(await problemsOn(page), path).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect([path, overflow]).toEqual([path, 0])
        }
      },
    )
