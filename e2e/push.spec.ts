import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test'
import { startPushService } from '../apps/server/src/test/push-service.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { answer, listenTo, stored } from './given.ts'
import { outsiderPorts } from './outsiders.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { openStoreApp } from './shops.ts'

// One push service for all of these.
test.describe.configure({ mode: 'serial' })
let service: Awaited<ReturnType<typeof startPushService>>
test.beforeAll(async () => {
  service = await startPushService(outsiderPorts(Number(process.env.E2E_PORT ?? 4310)).push)
})
test.afterAll(() => service.close())

const vibration = [100, 150, 100, 100, 150, 100]

type Told = { asked: number; vibrated: number[][]; warned: string[] }

/**
 * A headless browser reaches no push service and asks nobody for permission: its own Notification and PushManager are
 * played here, with a subscription of the push service of these tests. Everything of ours is as it is.
 */
async function playBrowser(page: Page, request: Parameters<typeof call>[0], permission: NotificationPermission) {
  const settings = await call<{ key: string; value: string }[]>(request, 'get-settings')
  const publicKey = settings.find(({ key }) => key === 'firebasePublic')!.value
  const browser = service.subscribe(publicKey)
  const told: Told = { asked: 0, vibrated: [], warned: [] }
  page.on('console', (message) => {
    if (message.type() === 'warning') told.warned.push(message.text())
  })
  await page.exposeFunction('tellTest', (kind: 'asked' | 'vibrated', value: number[]) => {
    if (kind === 'asked') told.asked += 1
    else told.vibrated.push(value)
  })
  await page.addInitScript(
    ({ permission, pushToken, publicKey }) => {
      const tell = (globalThis as unknown as { tellTest: (kind: string, value?: unknown) => void }).tellTest
      let held = permission === 'ask' ? 'default' : permission
      Object.defineProperty(Notification, 'permission', { get: () => held })
      Notification.requestPermission = async () => {
        tell('asked')
        held = sessionStorage.getItem('answer') === 'denied' ? 'denied' : 'granted'
        return held as NotificationPermission
      }
      const bytes = Uint8Array.from(atob(publicKey.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
      const subscription = {
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => JSON.parse(pushToken),
        unsubscribe: async () => true,
      }
      let isSubscribed = false
      PushManager.prototype.getSubscription = async () =>
        (isSubscribed ? subscription : null) as PushSubscription | null
      PushManager.prototype.subscribe = async (options) => {
        if (options?.applicationServerKey !== publicKey || !options.userVisibleOnly) throw new Error('not as it should')
        isSubscribed = true
        return subscription as unknown as PushSubscription
      }
      navigator.vibrate = (pattern) => {
        tell('vibrated', pattern)
        return true
      }
    },
    { permission: permission === 'default' ? 'ask' : permission, pushToken: browser.pushToken, publicKey },
  )
  return { ...browser, told }
}

/** Hands a message to the worker as the browser's own push client does. */
async function openPushClient(context: BrowserContext, page: Page) {
  const session: CDPSession = await context.newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await known
  const origin = new URL(page.url()).origin
  return (payload: object) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
}

const workerIsReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

test('[L-05] [L-08] [L-11] [A-21] [T-03] an accepted order reaches the customer: sealed, to his browser, in the open app', async ({
  page,
  context,
  request,
}) => {
  const orderer = await newOrderer(request)
  const { id, pushToken, told } = await playBrowser(page, request, 'granted')
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
  await expect.poll(() => told.vibrated).toEqual([vibration])
  await expect.poll(() => sounds).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(`/running-order/${order.unique_order_id}`)

  await page.reload()
  await workerIsReady(page)
  expect(saved).toHaveLength(1)
})

test('[L-05] [GAP-50] with no page to be seen the device shows it', async ({ page, context }) => {
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
  const other = await context.newPage()
  await other.goto('/manifest.json')
  const shown = () =>
    other.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/')
      const list = (await registration?.getNotifications()) ?? []
      return list.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    })
  await expect
    .poll(shown)
    .toEqual([{ title: 'Almost there', body: 'At your door', tag: 'OD-9', data: '/running-order/OD-9' }])
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
    await playBrowser(page, request, permission)
    await comeBack(page, customer.session)
    await page.addInitScript((on) => {
      localStorage.setItem('settings', '[]')
      localStorage.setItem('enablePushNotification', on)
    }, value)
    const sent = Object.fromEntries(
      ['promo-slider', 'get-user-notifications', 'save-notification-token'].map((name) => [name, listenTo(page, name)]),
    )
    // A screen that asks for neither by itself.
    await page.goto('/pages/help')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await workerIsReady(page)
    if (loads) for (const [name, bodies] of Object.entries(sent)) await expect.poll(() => bodies.length, name).toBe(1)
    else expect(Object.values(sent).flat()).toEqual([])
  })
}

test('[L-13] a guest who allowed messages saves no token', async ({ page, request }) => {
  await playBrowser(page, request, 'granted')
  const saved = listenTo(page, 'save-notification-token')
  const slides = page.waitForRequest('**/public/api/promo-slider')
  await page.goto('/pages/help')
  await slides
  await workerIsReady(page)
  expect(saved).toEqual([])
})

test('[L-08] [Q-05] the question comes from the alerts, never by itself; the token follows the yes', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  const { told } = await playBrowser(page, request, 'default')
  await comeBack(page, customer.session)
  const saved = listenTo(page, 'save-notification-token')
  await page.goto('/')
  await workerIsReady(page)
  await page.goto('/alerts')
  const card = page.getByRole('region', { name: 'Know the moment your order moves' })
  expect(told.asked).toBe(0)
  await card.getByRole('button', { name: 'Allow notes' }).click()
  await expect(card).toBeHidden()
  await expect.poll(() => saved.length).toBe(1)
  expect(told.asked).toBe(1)
})

test('[L-12] [Q-05] a no is only logged', async ({ page, request }) => {
  const customer = await newCustomer(request)
  const { told } = await playBrowser(page, request, 'default')
  await page.addInitScript(() => sessionStorage.setItem('answer', 'denied'))
  await comeBack(page, customer.session)
  const saved = listenTo(page, 'save-notification-token')
  await page.goto('/alerts')
  await page.getByRole('button', { name: 'Allow notes' }).click()
  await expect.poll(() => told.warned.some((text) => text.includes('push permission is not given'))).toBe(true)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(saved).toEqual([])
})

test('[L-08] after the first order a sheet asks in plain words, once', async ({ page, request }) => {
  const orderer = await newOrderer(request)
  const { told } = await playBrowser(page, request, 'default')
  await comeBack(page, orderer.session)
  const order = await placeByCall(request, orderer, { 'Sunday Chow Chow': 2 })
  await page.goto(`/running-order/${order.unique_order_id}`)
  const sheet = page.getByRole('dialog', { name: 'Know the moment your order moves' })
  await sheet.getByRole('button', { name: 'Maybe later' }).click()
  await expect(sheet).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sheet).toBeHidden()
  expect(told.asked).toBe(0)
})

test('[GAP-49] a logout ends the messages, though the call fails here', async ({ page, request }) => {
  const customer = await newCustomer(request)
  const { pushToken } = await playBrowser(page, request, 'granted')
  await comeBack(page, customer.session)
  await page.goto('/my-account')
  await expect.poll(() => stored(page, 'lastSavedNotificationToken')).toEqual(JSON.parse(pushToken))
  const sent = await answer(page, 'logout', { success: false }, 500)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => stored(page, 'lastSavedNotificationToken')).toBeNull()
  expect(sent).toMatchObject([{ push_token: pushToken }])
})
