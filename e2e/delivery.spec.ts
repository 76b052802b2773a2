import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { answer, type Body, listenTo, stored } from './given.ts'
import { giveRider, orderOf, type Trips } from './riders.ts'
import { logins } from './shops.ts'

// main-job.spec.ts tests a whole trip against the server. Each test of this file replaces the server's answers to the
// rider, because the demo city has only one rider, whom tests must not share.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const number = orderOf().unique_order_id
const shelf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const orderPage = (page: Page) => page.getByRole('heading', { level: 1, name: /AB12CD34/ })

/** Answers a step of a trip in place of the server, and gives the listed order the status that follows. */
async function step(page: Page, trips: Trips, name: string, status: number): Promise<Body[]> {
  const sent: Body[] = []
  await page.route(`**/public/api/delivery/${name}`, (route) => {
    sent.push(route.request().postDataJSON() as Body)
    trips.orders = trips.orders.map((order) => ({ ...order, orderstatus_id: status }))
    return route.fulfill({ json: trips.orders[0] })
  })
  return sent
}

test.describe('login', () => {
  test('[B-28, B-29, N-01, S-07, GAP-40] works with e-mail and password, and survives a reload', async ({ page }) => {
    await knowShop(page)
    const sent = listenTo(page, 'delivery/login')
    await page.goto('/delivery/orders')
    await expect(page).toHaveURL('/delivery/login')
    const form = page.getByRole('form', { name: 'Delivery login' })
    await form.getByRole('textbox', { name: 'Email' }).fill(logins.rider.email)
    await form.getByLabel('Password', { exact: true }).fill('not this one')
    await form.getByRole('button', { name: 'Log in' }).click()
    await expect(form.getByRole('alert')).toHaveText('Wrong e-mail or password')
    await form.getByLabel('Password', { exact: true }).fill(logins.rider.password)
    await form.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/delivery/orders')
    expect(sent.at(-1)).toEqual(logins.rider)
    expect(await stored(page, 'delivery_user')).toMatchObject({ success: true, data: { name: 'Ravi Kumar' } })
    expect(await stored(page, 'user')).toBeNull()
    await page.reload()
    for (const name of ['New orders', 'Accepted', 'Picked up']) await expect(shelf(page, name)).toBeVisible()
  })

  test('[GAP-40] works with phone and code', async ({ page, request }) => {
    await knowShop(page)
    const session = await (await request.post('/public/api/delivery/login', { data: logins.rider })).json()
    // The demo's rider has one phone, to which other tests may have sent a code within 30 s.
    const asked = await answer(page, 'delivery/login/send-code', { otp: true })
    const sent = await answer(page, 'delivery/login/with-code', session)
    await page.goto('/delivery/login')
    await page.getByRole('radio', { name: 'Phone' }).check({ force: true })
    const form = page.getByRole('form', { name: 'Delivery login' })
    await form.getByRole('textbox', { name: 'Phone' }).fill('12')
    await form.getByRole('button', { name: 'Get OTP' }).click()
    await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(
      'Enter a valid mobile number',
    )
    await form.getByRole('textbox', { name: 'Phone' }).fill('98450 00001')
    await form.getByRole('button', { name: 'Get OTP' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('123456')
    await expect(page).toHaveURL('/delivery/orders')
    expect(asked).toEqual([{ phone: '+919845000001' }])
    expect(sent).toEqual([{ phone: '+919845000001', otp: '123456' }])
  })

  test('[B-27, B-31, N-12, N-13] figures and finished trips are one screen with two addresses', async ({
    page,
    request,
  }) => {
    await knowShop(page)
    const login = await request.post('/public/api/delivery/login', { data: logins.rider })
    await page.addInitScript(
      (session) => localStorage.setItem('delivery_user', JSON.stringify(session)),
      await login.json(),
    )
    const asked = listenTo(page, 'delivery/update-user-info')
    for (const path of ['/delivery', '/delivery/completed-orders']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
      await expect(page.getByText('Ravi Kumar')).toBeVisible()
      await expect(page.getByText('Total earnings')).toBeVisible()
      const trips = shelf(page, 'Finished trips').getByRole('listitem')
      await expect.poll(() => trips.count()).toBeGreaterThanOrEqual(5)
    }
    expect(asked).toHaveLength(2)
    const cash = page.getByRole('region', { name: 'Cash in hand' })
    const [collected, handedIn, held] = (await cash.getByRole('definition').allTextContents()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, '')),
    )
    expect(collected! - handedIn!).toBeCloseTo(held!, 2)
    await expect(cash.getByText(/^Your cash limit is ₹15,000.00. You can hold ₹[\d,.]+ more.$/)).toBeVisible()
    await button(page, 'Show as table').click()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)
  })

  test('[N-02] logging out asks for confirmation, ends the session and removes all data', async ({ page }) => {
    await giveRider(page, [])
    const sent = await answer(page, 'delivery/logout', { success: true })
    await answer(page, 'delivery/get-completed-orders', { data: [], current_page: 1, next_page_url: null })
    await page.goto('/delivery')
    await button(page, 'Logout').click()
    const dialog = page.getByRole('dialog', { name: 'Log out now?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await button(page, 'Logout').click()
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/delivery/login')
    expect(sent).toHaveLength(1)
    expect(await stored(page, 'delivery_user')).toBeNull()
  })
})

test.describe('on duty', () => {
  test('[N-11] the switch is sent to the server and keeps its state over a reload', async ({ page }) => {
    await giveRider(page, [], { status: 0 })
    const sent: Body[] = []
    await page.route('**/public/api/delivery/toggle-delivery-guy-status', async (route) => {
      sent.push(route.request().postDataJSON() as Body)
      const known = (await stored(page, 'delivery_user')) as { data: object }
      const data = {
        orders: [],
        earnings: [],
        totalEarnings: 0,
        deliveryCollection: 0,
        cashCollected: 0,
        cashHandedIn: 0,
        cashLimit: null,
        averageRating: '0',
        ratings: [],
      }
      await route.fulfill({
        json: { success: true, data: { ...known.data, ...data, status: 1 }, chart: { chartData: [] } },
      })
    })
    await page.goto('/delivery/orders')
    const available = page.getByRole('switch', { name: 'Available' })
    await expect(available).not.toBeChecked()
    await expect(page.getByText('You are off duty')).toBeVisible()
    await available.click()
    await expect(available).toBeChecked()
    await expect(page.getByText('You are off duty')).toHaveCount(0)
    await page.reload()
    await expect(available).toBeChecked()
    expect(sent).toHaveLength(1)
  })

  test('[N-11] going off duty while carrying an order asks for confirmation', async ({ page }) => {
    await giveRider(page, [orderOf({ orderstatus_id: 4 })])
    const sent = listenTo(page, 'delivery/toggle-delivery-guy-status')
    await page.goto('/delivery/orders')
    await expect(shelf(page, 'Picked up').getByRole('article')).toHaveCount(1)
    await page.getByRole('switch', { name: 'Available' }).click()
    await page.getByRole('dialog', { name: 'Go off duty?' }).getByRole('button', { name: 'Stay on duty' }).click()
    await expect(page.getByRole('switch', { name: 'Available' })).toBeChecked()
    expect(sent).toEqual([])
  })

  test('[GAP-45, GAP-50] a new offer shows a banner, plays a sound and vibrates', async ({ page }) => {
    const trips = await giveRider(page, [])
    await page.addInitScript(() => {
      const felt: unknown[] = []
      Object.assign(window, { felt })
      navigator.vibrate = (pattern) => felt.push(pattern) > 0
    })
    const sounds: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.mp3')) sounds.push(new URL(request.url()).pathname)
    })
    await page.clock.install()
    await page.goto('/delivery/orders')
    await expect(page.getByText('No new orders')).toBeVisible()
    trips.orders = [orderOf()]
    await page.clock.fastForward(15_000)
    await expect(page.getByText('New order at Glow Kitchen')).toBeVisible()
    await expect(shelf(page, 'New orders').getByRole('article')).toContainText('Collect ₹210.00')
    await expect.poll(() => sounds).toEqual(['/assets/audio/delivery-notification.mp3'])
    const felt = await page.evaluate(() => (window as unknown as { felt: number[][] }).felt)
    expect(felt).toEqual([[100, 150, 100, 100, 150, 100]])
    await button(page, 'Open').click()
    await expect(page).toHaveURL(`/delivery/orders/${number}`)
  })

  test('[GAP-45] an offer that another rider accepted disappears from the lists and the banner', async ({ page }) => {
    const trips = await giveRider(page, [])
    await page.clock.install()
    await page.goto('/delivery/orders')
    await expect(page.getByText('No new orders')).toBeVisible()
    trips.orders = [orderOf()]
    await page.clock.fastForward(15_000)
    await expect(page.getByText('New order at Glow Kitchen')).toBeVisible()
    trips.orders = []
    await page.clock.fastForward(15_000)
    await expect(page.getByText('New order at Glow Kitchen')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(0)
  })
})

test.describe('a trip', () => {
  test('[B-30, N-03, N-04] an order of the list opens with its stops, its items and the amount to collect', async ({
    page,
  }) => {
    await giveRider(page, [orderOf({ orderstatus_id: 3 })])
    await page.goto('/delivery/orders')
    await shelf(page, 'Accepted')
      .getByRole('link', { name: /Glow Kitchen/ })
      .click()
    await expect(page).toHaveURL(`/delivery/orders/${number}`)
    await expect(orderPage(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Map' })).toBeVisible()
    await expect(shelf(page, 'Pick up at')).toContainText('1 Market Road')
    await expect(shelf(page, 'Pick up at').getByRole('link', { name: 'Call store' })).toHaveAttribute(
      'href',
      'tel:+918025550100',
    )
    await expect(shelf(page, 'Deliver to')).toContainText('4B, 12 Temple Road')
    await expect(page.getByText('Collect ₹210.00')).toBeVisible()
    await expect(page.getByText('Ring twice')).toBeVisible()
    await page.getByRole('checkbox', { name: /Masala Dosa/ }).check()
    await expect(shelf(page, 'Items to pick up')).toContainText('1/2')
    await expect(button(page, 'Picked up')).toBeVisible()
    await expect(button(page, 'Deliver order')).toHaveCount(0)
  })

  test('[N-05, N-06, N-07, GAP-43] accept, pick up, deliver: one button after the other', async ({ page }) => {
    const trips = await giveRider(page, [orderOf()])
    const accepted = await step(page, trips, 'accept-to-deliver', 3)
    const pickedUp = await step(page, trips, 'pickedup-order', 4)
    await page.goto('/delivery/orders')
    await shelf(page, 'New orders').getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(page).toHaveURL(`/delivery/orders/${number}`)
    await button(page, 'Picked up').click()
    await button(page, 'Deliver order').click()
    const door = page.getByRole('dialog', { name: 'Confirm delivery' })
    const confirm = door.getByRole('button', { name: 'Confirm delivery' })
    await expect(confirm).toBeDisabled()
    const pin = door.getByRole('textbox', { name: 'Delivery PIN' })
    await expect(pin).toBeFocused()
    await answer(page, 'delivery/deliver-order', { ...orderOf({ orderstatus_id: 4 }), delivery_pin_error: true })
    await pin.fill('11111')
    await expect(confirm).toBeDisabled()
    await door.getByRole('checkbox', { name: 'I have the cash' }).check()
    await confirm.click()
    await expect(door.getByRole('alert')).toHaveText('Wrong PIN. Ask the customer for the PIN again.')
    await expect(pin).toHaveValue('')
    await expect(pin).toBeFocused()
    const delivered = await step(page, trips, 'deliver-order', 5)
    await page.keyboard.type('24689')
    await expect(page.getByText('Order delivered')).toBeVisible()
    expect(accepted).toMatchObject([{ order_id: 501 }])
    expect(pickedUp).toMatchObject([{ order_id: 501 }])
    expect(delivered).toMatchObject([{ order_id: 501, delivery_pin: '24689' }])
  })

  test('[GAP-43] without a PIN and with everything paid, one press completes the delivery', async ({ page }) => {
    const paid = orderOf({ orderstatus_id: 4, payment_mode: 'WALLET', payable: 0 })
    const trips = await giveRider(page, [paid], { settings: { enableDeliveryPin: 'false' } })
    await step(page, trips, 'deliver-order', 5)
    await page.goto(`/delivery/orders/${number}`)
    await button(page, 'Deliver order').click()
    await expect(page.getByText('Order delivered')).toBeVisible()
  })

  for (const [flag, said] of [
    ['already_accepted', 'Another rider took this order.'],
    ['max_order', 'Finish an order before you take the next one'],
  ] as const) {
    test(`[GAP-43] ${flag} explains why the order stays where it is`, async ({ page }) => {
      await giveRider(page, [orderOf()])
      await answer(page, 'delivery/accept-to-deliver', { ...orderOf(), [flag]: true })
      await page.goto(`/delivery/orders/${number}`)
      await button(page, 'Accept').click()
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
      await expect(button(page, 'Picked up')).toHaveCount(0)
    })
  }

  test('[N-05] an offer can also be accepted with the slider', async ({ page }) => {
    const trips = await giveRider(page, [orderOf()])
    const accepted = await step(page, trips, 'accept-to-deliver', 3)
    await page.goto(`/delivery/orders/${number}`)
    const track = page.getByText('Slide to accept')
    await expect(track).toBeVisible()
    const box = (await track.boundingBox())!
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 30, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 70, y, { steps: 3 })
    await page.mouse.up()
    expect(accepted).toEqual([])
    // While the test drags the slider, the pointer must stay within the slider's knob, even when the knob slides back.
    await page.mouse.move(box.x + 50, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 60, y, { steps: 8 })
    await page.mouse.up()
    await expect(button(page, 'Picked up')).toBeVisible()
    expect(accepted).toHaveLength(1)
  })

  test('[N-09, GAP-42] the position is reported every 15 s while the rider has an order', async ({ page, context }) => {
    await context.setGeolocation({ latitude: 12.934, longitude: 77.62 })
    const trips = await giveRider(page, [orderOf({ orderstatus_id: 3 })])
    await page.clock.install()
    await page.goto(`/delivery/orders/${number}`)
    await expect(orderPage(page)).toBeVisible()
    await expect.poll(() => trips.positions.length).toBe(1)
    expect(trips.positions[0]).toMatchObject({ user_id: 77, delivery_lat: 12.934, delivery_long: 77.62 })
    await page.clock.fastForward(15_000)
    await expect.poll(() => trips.positions.length).toBe(2)
    await context.setGeolocation({ latitude: 12.935, longitude: 77.621 })
    await page.clock.fastForward(15_000)
    await expect.poll(() => trips.positions.length).toBe(3)
  })

  test('[N-09] nothing is reported while the rider has no order', async ({ page }) => {
    const trips = await giveRider(page, [orderOf()])
    await page.clock.install()
    await page.goto('/delivery/orders')
    await expect(shelf(page, 'New orders').getByRole('article')).toHaveCount(1)
    await page.clock.fastForward(60_000)
    await expect(shelf(page, 'New orders').getByRole('article')).toHaveCount(1)
    expect(trips.positions).toEqual([])
  })

  test('[N-09] a refused location permission is explained with a solution', async ({ page, context }) => {
    await context.clearPermissions()
    await giveRider(page, [orderOf({ orderstatus_id: 3 })])
    await page.goto('/delivery/orders')
    await expect(shelf(page, 'Share your location')).toBeVisible()
  })

  test('[N-06] a step without a network is queued and sent when it is back', async ({ page }) => {
    const trips = await giveRider(page, [orderOf({ orderstatus_id: 3 })])
    await page.route('**/public/api/delivery/pickedup-order', (route) => route.abort())
    await page.goto(`/delivery/orders/${number}`)
    await button(page, 'Picked up').click()
    await expect(button(page, 'Deliver order')).toBeVisible()
    await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
    await page.unroute('**/public/api/delivery/pickedup-order')
    const sent = await step(page, trips, 'pickedup-order', 4)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => sent).toMatchObject([{ order_id: 501 }])
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await expect(button(page, 'Deliver order')).toBeVisible()
  })

  test("[N-04, GAP-83] another rider's order is not shown, and the session continues", async ({ page }) => {
    await giveRider(page, [])
    const refusal = { success: false, message: 'no', error: { code: 'ORDER_NOT_YOURS' } }
    await answer(page, 'delivery/get-single-delivery-order', refusal, 401)
    await page.goto(`/delivery/orders/${number}`)
    await expect(page.getByRole('heading', { name: 'This order is no longer assigned to you' })).toBeVisible()
    expect(await stored(page, 'delivery_user')).not.toBeNull()
  })
})
