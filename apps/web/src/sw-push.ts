import { notificationOf, type PushMessage, readPush } from '#features/messaging/alerts/push-message.ts'

declare const self: ServiceWorkerGlobalScope

/** Safari takes the permission away from sites whose pushes it does not see as notifications, even when one is open. */
const mustAlwaysShow = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)

/** Shows what is pushed, and goes where it leads (L-05, L-10, GAP-50, GAP-51). */
export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(take(event.data?.text() ?? '')))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(typeof event.notification.data === 'string' ? event.notification.data : '/'))
  })
}

/** A page that is looked at shows it in its own dialog; else the device shows it. */
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

/** A dot on the icon of an installed app, until the page counts what is unread. */
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
