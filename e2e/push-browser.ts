import type { APIRequestContext, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { startPushService } from '../packages/simulators/src/push.ts'
import { call } from './people.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>
export type Told = { asked: number; vibrated: number[][]; warned: string[] }

/**
 * A headless browser reaches no push service and asks nobody for permission: its own Notification and PushManager are
 * played here, with a subscription of the push service of these tests. Everything of ours is as it is.
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
      // A browser keeps what it was answered; a page of no site has nothing to keep it in.
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
  return { ...browser, told }
}

/** Hands a message to the worker as the browser's own push client does. */
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

/** What the worker asked its browser for when a notification was pressed. */
export type Asked = { focused: string[]; opened: string[] }

/**
 * Presses the notification that the device shows. A headless browser has none to press and lets no script focus or open a
 * window: the press and these two are played here; which page goes where is the worker's own doing.
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

/** The parts of a worker's world that are used above. */
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

/** The notifications that the device shows, read from a page that the worker does not know. */
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
