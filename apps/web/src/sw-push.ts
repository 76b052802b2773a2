import { notificationOf, type PushMessage, readPush } from '#features/messaging/alerts/push-message.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Returns whether each push must show a notification. Safari withdraws the permission from sites that handle a push
 * message without a notification, even if a page is open.
 */
const mustAlwaysShow = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)

/** Shows push messages, and opens the link of a message that the person presses (L-05, L-10, GAP-50, GAP-51). */
export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(take(event.data?.text() ?? '')))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(typeof event.notification.data === 'string' ? event.notification.data : '/'))
  })
}

/**
 * Passes a push message to visible pages, which show it in a dialog of the app. If no page is visible, the device shows
 * a notification.
 */
async function take(text: string): Promise<void> {
  const message = readPush(text, [location.origin])
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = pages.filter(({ visibilityState }) => visibilityState === 'visible')
  for (const page of seen) page.postMessage({ type: 'push', text })
  if (seen.length > 0 && !mustAlwaysShow()) return
  await Promise.all([show(message), mark()])
}

async function show(message: PushMessage): Promise<void> {
  await self.registration.showNotification(message.title, notificationOf(message))
}

/** Sets a dot on the icon of an installed app, until the page sets the number of unread messages. */
async function mark(): Promise<void> {
  await navigator.setAppBadge?.().catch((cause: unknown) => console.warn('no badge', cause))
}

async function open(link: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ frameType }) => frameType === 'top-level')
  if (!page || !link.startsWith('/')) {
    await self.clients.openWindow(link)
    return
  }
  await page.focus()
  await page.navigate(link)
}
