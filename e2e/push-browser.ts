import type { APIRequestContext, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { startPushService } from '../packages/simulators/src/push.ts'
import { call } from './people.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>
export type Seen = { asked: number; vibrated: number[][]; warned: string[] }

/**
 * Replaces the browser's Notification and PushManager, because a headless browser reaches no push service and asks for
 * no permission. The subscription belongs to a push service that the tests start. The app's code runs unchanged.
 */
export async function playBrowser(
  page: Page,
  {
    request,
    service,
    permission,
  }: { request: APIRequestContext; service: PushService; permission: NotificationPermission },
) {
  const settings = await call<{ key: string; value: string }[]>(request, 'get-settings')
  const publicKey = settings.find(({ key }) => key === 'firebasePublic')!.value
  const browser = service.subscribe(publicKey)
  const seen: Seen = { asked: 0, vibrated: [], warned: [] }
  page.on('console', (message) => {
    if (message.type() === 'warning') seen.warned.push(message.text())
  })
  await page.exposeFunction('tellTest', (kind: 'asked' | 'vibrated', value: number[]) => {
    if (kind === 'asked') seen.asked += 1
    else seen.vibrated.push(value)
  })
  await page.addInitScript(
    ({ permission, pushToken, publicKey }) => {
      const tell = (globalThis as unknown as { tellTest: (kind: string, value?: unknown) => void }).tellTest
      // Stores the permission for notifications, as browsers do. A page without an origin has no storage.
      const kept = location.origin === 'null' ? null : sessionStorage.getItem('held')
      let held = kept ?? (permission === 'ask' ? 'default' : permission)
      Object.defineProperty(Notification, 'permission', { get: () => held })
      Notification.requestPermission = async () => {
        tell('asked')
        held = sessionStorage.getItem('answer') === 'denied' ? 'denied' : 'granted'
        sessionStorage.setItem('held', held)
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
  return { ...browser, seen }
}

/** Returns a function that delivers a push message to the service worker, as the browser's push client does. */
export async function openPushClient(context: BrowserContext, page: Page) {
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

export const workerIsReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** The windows that the service worker focused or opened after a person pressed a notification. */
export type Asked = { focused: string[]; opened: string[] }

/**
 * Presses the device's notification, as a person does. A headless browser shows no notifications and lets no script
 * focus or open a window, so the press and the functions `focus` and `openWindow` are simulated. The service worker
 * decides which page opens what.
 */
export async function pressNotification(context: BrowserContext): Promise<Asked> {
  const [worker] = context.serviceWorkers()
  return worker!.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const asked: Asked = { focused: [], opened: [] }
    scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
      asked.focused.push(new URL(this.url).pathname)
      return this
    }
    scope.clients.openWindow = async (url) => {
      asked.opened.push(url)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    const press = new scope.NotificationEvent('notificationclick', { notification: notification! })
    let done: Promise<unknown> = Promise.resolve()
    press.waitUntil = (promise) => {
      done = promise
    }
    scope.dispatchEvent(press)
    await done
    return asked
  })
}

/** The parts of the service worker's global scope that the functions above use. */
type WorkerScope = {
  registration: { getNotifications: () => Promise<Notification[]> }
  clients: { openWindow: (url: string) => Promise<null> }
  WindowClient: { prototype: { focus: (this: { url: string }) => Promise<unknown> } }
  NotificationEvent: new (
    type: string,
    init: { notification: Notification },
  ) => Event & { waitUntil: (promise: Promise<unknown>) => void }
  dispatchEvent: (event: Event) => boolean
}

/** Returns the device's notifications. The function reads them from a page that the service worker does not control. */
export async function shownBy(
  context: BrowserContext,
): Promise<{ title: string; body: string; tag: string; data: unknown }[]> {
  const page = await context.newPage()
  await page.goto('/manifest.json')
  const shown = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const list = (await registration?.getNotifications()) ?? []
    return list.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })
  await page.close()
  return shown
}
