import { expect, test } from '@playwright/test'
import { startPushService } from '../packages/simulators/src/push.ts'
import { knowShop } from './boot.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { answer, listenTo, stored } from './given.ts'
import { outsiderPorts } from './outsiders.ts'
import { comeBack, newCustomer } from './people.ts'
import { openPushClient, playBrowser, workerIsReady } from './push-browser.ts'
import { giveRider } from './riders.ts'
import { openStoreApp } from './shops.ts'

// All tests of this file share one push service.
test.describe.configure({ mode: 'serial' })
let service: Awaited<ReturnType<typeof startPushService>>
test.beforeAll(async () => {
  service = await startPushService(outsiderPorts(Number(process.env.E2E_PORT ?? 4310)).push)
})
test.afterAll(() => service.close())

const vibration = [100, 150, 100, 100, 150, 100]

test('[L-05] [L-08] [L-11] [A-21] [T-03] an accepted order reaches the customer: encrypted, in their browser, in the open app', async ({
  page,
  context,
  request,
}) => {
  const orderer = await newOrderer(request)
  const { id, pushToken, seen } = await playBrowser(page, { request, service, permission: 'granted' })
  const saved = listenTo(page, 'save-notification-token')
  const sounds: string[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/assets/audio/customer-notification.mp3')) sounds.push(sent.url())
  })
  await comeBack(page, orderer.session)
  await page.goto('/')
  await expect.poll(() => stored(page, 'lastSavedNotificationToken')).toEqual(JSON.parse(pushToken))
  expect(saved).toEqual([{ push_token: pushToken, user_id: orderer.id, token: orderer.token }])

  const order = await placeByCall(request, orderer, { 'Sunday Chow Chow': 2 })
  await (await openStoreApp(request)).accept(order.unique_order_id)
  await expect.poll(() => service.arrived.filter(({ browser }) => browser === id)).toHaveLength(1)
  const { payload } = service.arrived.find(({ browser }) => browser === id)!
  expect(payload).toMatchObject({ unique_order_id: order.unique_order_id })

  const deliver = await openPushClient(context, page)
  await deliver(payload)
  const dialog = page.getByRole('dialog', { name: String(payload.title) })
  await expect(dialog).toContainText(String(payload.message))
  await expect.poll(() => seen.vibrated).toEqual([vibration])
  await expect.poll(() => sounds).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(`/running-order/${order.unique_order_id}`)

  await page.reload()
  await workerIsReady(page)
  expect(saved).toHaveLength(1)
})

test('[L-08] [A-19] on an iPhone the app asks for push permission only after it is on the home screen', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  const { seen } = await playBrowser(page, { request, service, permission: 'default' })
  await page.addInitScript(() => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name)
  })
  const problems: Error[] = []
  page.on('pageerror', (problem) => problems.push(problem))
  await comeBack(page, customer.session)
  await page.goto('/alerts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await workerIsReady(page)
  await expect(page.getByRole('region', { name: 'Get updates about your orders' })).toHaveCount(0)
  expect([seen.asked, problems]).toEqual([0, []])
})

test('[L-05] [L-08] [N-11] a rider who goes on duty is asked for permission and saves the browser as a rider’s', async ({
  page,
  request,
}) => {
  const { seen, pushToken } = await playBrowser(page, { request, service, permission: 'default' })
  await giveRider(page, [], { status: 0 })
  await answer(page, 'delivery/toggle-delivery-guy-status', { success: true, data: { status: 1 } })
  const saved = await answer(page, 'delivery/save-notification-token', pushToken)
  const asCustomer = listenTo(page, 'save-notification-token')
  await page.goto('/delivery/orders')
  await page.getByRole('switch').click()
  await expect.poll(() => saved).toMatchObject([{ push_token: pushToken, token: 'r'.repeat(40) }])
  expect([seen.asked, asCustomer]).toEqual([1, []])
})

for (const [permission, value] of [
  ['granted', 'true'],
  ['granted', 'false'],
  ['denied', 'true'],
] as const) {
  const loads = permission === 'granted' && value === 'true'
  test(`[L-06] [L-07] [L-08] permission ${permission} and enablePushNotification '${value}': slides, alerts and token ${loads ? 'load' : 'do not'}`, async ({
    page,
    request,
  }) => {
    const customer = await newCustomer(request)
    await playBrowser(page, { request, service, permission })
    await comeBack(page, customer.session)
    await page.addInitScript((on) => {
      localStorage.setItem('settings', '[]')
      localStorage.setItem('enablePushNotification', on)
    }, value)
    const sent = Object.fromEntries(
      ['promo-slider', 'get-user-notifications', 'save-notification-token'].map((name) => [name, listenTo(page, name)]),
    )
    // The test opens the help screen, because it requests neither slides nor notifications itself.
    await page.goto('/pages/help')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await workerIsReady(page)
    if (loads) for (const [name, bodies] of Object.entries(sent)) await expect.poll(() => bodies.length, name).toBe(1)
    else expect(Object.values(sent).flat()).toEqual([])
  })
}

test('[L-07] [A-06] the icon of the installed app shows the number of unread messages', async ({ page, request }) => {
  const customer = await newCustomer(request)
  await playBrowser(page, { request, service, permission: 'granted' })
  const data = JSON.stringify({ title: 'Hi', message: 'Text' })
  const at = { created_at: '2026-01-01 10:00:00', updated_at: '2026-01-01 10:00:00' }
  const alerts = [1, 2, 3].map((id) => ({ id, user_id: customer.id, is_read: id === 3 ? 1 : 0, data, ...at }))
  await answer(page, 'get-user-notifications', alerts)
  await answer(
    page,
    'mark-all-notifications-read',
    alerts.map((alert) => ({ ...alert, is_read: 1 })),
  )
  await knowShop(page, { enablePushNotification: 'true' })
  await comeBack(page, customer.session)
  const badges: number[] = []
  await page.exposeFunction('noteBadge', (count: number) => badges.push(count))
  await page.addInitScript(() => {
    const { noteBadge } = window as unknown as { noteBadge: (count: number) => Promise<void> }
    navigator.setAppBadge = (count) => noteBadge(count ?? -1)
    navigator.clearAppBadge = () => noteBadge(0)
  })
  await page.goto('/alerts')
  await expect.poll(() => badges.at(-1)).toBe(2)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect.poll(() => badges.at(-1)).toBe(0)
})

test('[L-05] [L-13] a guest is asked on the alerts screen; their device has no customer until they sign in, and again after the log-out', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  const { seen, pushToken } = await playBrowser(page, { request, service, permission: 'default' })
  const asCustomer = listenTo(page, 'save-notification-token')
  const asGuest = listenTo(page, 'save-notification-token-no-user')
  await page.goto('/alerts')
  const card = page.getByRole('region', { name: 'Get offers on this device' })
  await expect(card).toBeVisible()
  expect(seen.asked).toBe(0)
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(card).toBeHidden()
  await expect.poll(() => asGuest).toMatchObject([{ push_token: pushToken }])
  expect([seen.asked, asCustomer]).toEqual([1, []])

  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), customer.session)
  await page.goto('/my-account')
  await expect.poll(() => stored(page, 'guestPush')).toBeNull()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => asGuest.length).toBe(2)
  await expect.poll(() => stored(page, 'lastSavedNotificationToken')).toBeNull()
  expect(asCustomer).toHaveLength(1)
})

test('[L-08] [Q-05] only a press on the alerts screen asks for permission; the subscription is saved after it is given', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  const { seen } = await playBrowser(page, { request, service, permission: 'default' })
  await comeBack(page, customer.session)
  const saved = listenTo(page, 'save-notification-token')
  await page.goto('/')
  await workerIsReady(page)
  await page.goto('/alerts')
  const card = page.getByRole('region', { name: 'Get updates about your orders' })
  expect(seen.asked).toBe(0)
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(card).toBeHidden()
  await expect.poll(() => saved.length).toBe(1)
  expect(seen.asked).toBe(1)
})

test('[L-12] [Q-05] a refusal is only logged', async ({ page, request }) => {
  const customer = await newCustomer(request)
  const { seen } = await playBrowser(page, { request, service, permission: 'default' })
  await page.addInitScript(() => sessionStorage.setItem('answer', 'denied'))
  await comeBack(page, customer.session)
  const saved = listenTo(page, 'save-notification-token')
  await page.goto('/alerts')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect
    .poll(() => seen.warned.some((text) => text.includes('the person did not allow push messages')))
    .toBe(true)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(saved).toEqual([])
})

test('[L-08] after the first order a sheet explains push messages, once', async ({ page, request }) => {
  const orderer = await newOrderer(request)
  const { seen } = await playBrowser(page, { request, service, permission: 'default' })
  await comeBack(page, orderer.session)
  const order = await placeByCall(request, orderer, { 'Sunday Chow Chow': 2 })
  await page.goto(`/running-order/${order.unique_order_id}`)
  const sheet = page.getByRole('dialog', { name: 'Get updates about your orders' })
  await sheet.getByRole('button', { name: 'Maybe later' }).click()
  await expect(sheet).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sheet).toBeHidden()
  expect(seen.asked).toBe(0)
})

test('[GAP-49] a log-out ends the messages, even if its call fails', async ({ page, request }) => {
  const customer = await newCustomer(request)
  const { pushToken } = await playBrowser(page, { request, service, permission: 'granted' })
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.goto('/my-account')
  await expect.poll(() => stored(page, 'lastSavedNotificationToken')).toEqual(JSON.parse(pushToken))
  const sent = await answer(page, 'logout', { success: false }, 500)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => stored(page, 'lastSavedNotificationToken')).toBeNull()
  expect(sent).toMatchObject([{ push_token: pushToken }])
})
