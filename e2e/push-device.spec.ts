import { expect, type Page, test } from '@playwright/test'
import { startPushService } from '../packages/simulators/src/push.ts'
import { chromiumArgs, wholeHere } from '../scripts/chromium.ts'
import { openPushClient, playBrowser, pressNotification, shownBy, workerIsReady } from './push-browser.ts'
import { giveRider, orderOf } from './riders.ts'

/* The tests of this file are about messages that the device itself shows. The headless shell of Chromium has no
   notifications, so these tests use the full browser. */
test.use({ launchOptions: { executablePath: wholeHere(), args: chromiumArgs } })
// The server sends nothing to the browsers of this file, so their push service may have any port.
let service: Awaited<ReturnType<typeof startPushService>>
test.beforeAll(async () => {
  service = await startPushService(0)
})
test.afterAll(() => service.close())

test('[L-05] [GAP-50] without a visible page the device shows the message', async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  await page.goto('/')
  await workerIsReady(page)
  const deliver = await openPushClient(context, page)
  await page.goto('about:blank')
  await deliver({
    title: 'Almost there',
    message: 'At your door',
    click_action: 'javascript:alert(1)',
    unique_order_id: 'OD-9',
  })
  await expect
    .poll(() => shownBy(context))
    .toEqual([{ title: 'Almost there', body: 'At your door', tag: 'OD-9', data: '/running-order/OD-9' }])
})

test.describe("a press on the device's notification", () => {
  const order = { title: 'Almost there', message: 'At your door', unique_order_id: 'OD-9' }

  /** Shows a message while no page is visible, as on a locked phone. */
  async function showOnDevice(page: Page, payload: object): Promise<void> {
    await page.context().grantPermissions(['notifications'])
    await page.goto('/pages/help')
    await workerIsReady(page)
    const deliver = await openPushClient(page.context(), page)
    await page.goto('about:blank')
    await deliver(payload)
    await expect.poll(() => shownBy(page.context())).toHaveLength(1)
  }

  test('[GAP-51] focuses the open app and opens the link there', async ({ page, context }) => {
    await showOnDevice(page, { ...order, click_action: '/my-orders' })
    await page.goto('/explore')
    await workerIsReady(page)
    expect(await pressNotification(context)).toEqual({ focused: ['/explore'], opened: [] })
    await expect(page).toHaveURL(/\/(login\?next=%2F)?my-orders$/)
    expect(await shownBy(context)).toEqual([])
  })

  test('[GAP-51] opens a window if the app is not open', async ({ page, context }) => {
    await showOnDevice(page, { ...order, click_action: '/running-order/OD-9' })
    expect(await pressNotification(context)).toEqual({ focused: [], opened: ['/running-order/OD-9'] })
  })

  for (const [action, opened] of [
    ['javascript:alert(1)', '/running-order/OD-9'],
    ['http://elsewhere.example/x', '/running-order/OD-9'],
    ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
  ] as const) {
    test(`[GAP-51] ${action} opens ${opened}`, async ({ page, context }) => {
      await showOnDevice(page, { ...order, click_action: action })
      expect(await pressNotification(context)).toEqual({ focused: [], opened: [opened] })
    })
  }
})

test('[L-05] [GAP-50] Safari shows a message on the device even though a visible page shows it too', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['notifications'])
  await playBrowser(page, { request, service, permission: 'granted' })
  await page.goto('/pages/help')
  await workerIsReady(page)
  const deliver = await openPushClient(context, page)
  const message = { title: 'Almost there', message: 'At your door', unique_order_id: 'OD-9' }
  const dialog = page.getByRole('dialog', { name: message.title })
  await deliver(message)
  await expect(dialog).toBeVisible()
  expect(await shownBy(context)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  // The user agent of a browser context applies only to pages, so the test sets it in the service worker too.
  await context.serviceWorkers()[0]!.evaluate(() => {
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1'
    Object.defineProperty(Object.getPrototypeOf(navigator), 'userAgent', { get: () => safari })
  })
  await deliver(message)
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await shownBy(context)).map(({ tag }) => tag)).toEqual(['OD-9'])
})

const number = orderOf().unique_order_id
const offer = {
  title: 'A new order is waiting',
  message: 'Open it',
  click_action: `/delivery/orders/${number}`,
  unique_order_id: number,
}

test('[L-05] an offer opens no dialog in the open app, and on the device links to the order', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['notifications'])
  const { seen } = await playBrowser(page, { request, service, permission: 'granted' })
  await giveRider(page, [orderOf()])
  await page.goto('/delivery/orders')
  await workerIsReady(page)
  const heard = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data.text), { once: true }),
      ),
  )
  const deliver = await openPushClient(context, page)
  await deliver(offer)
  expect(JSON.parse(await heard)).toEqual(offer)
  await expect(page.getByRole('dialog', { name: offer.title })).toHaveCount(0)
  expect(seen.vibrated).toEqual([])
  await page.goto('about:blank')
  await deliver(offer)
  await expect.poll(() => shownBy(context)).toHaveLength(1)
  expect((await pressNotification(context)).opened).toEqual([`/delivery/orders/${number}`])
})
