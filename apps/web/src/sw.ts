import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { showPushes } from './sw-push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const answersCache = 'nukkad-answers'
const picturesCache = 'nukkad-pictures'
const mostAnswers = 80
const navigationPatienceSeconds = 3

/** Calls whose answers are the same for everybody, so they may be kept. A request with a session is never kept. */
const keptCalls =
  /^\/(?:public\/)?api\/(get-delivery-restaurants|get-selfpickup-restaurants|get-delivery-warehouses|get-restaurant-category-slides|promo-slider|all-sliders|get-pages|get-all-languages|get-restaurant-info\/|get-restaurant-items\/|get-warehouse-items\/)/
/** Pages of others: the dashboard, the reference, provider pages and everything the server draws itself. */
const notOurs = [
  /^\/dashboard/,
  /^\/docs/,
  /^\/outbox/,
  /^\/pay\//,
  /^\/public\//,
  /^\/api\//,
  /^\/assets\//,
  /\.[a-z0-9]+$/i,
]

// index.html is fetched afresh when there is a network, since the server writes the settings into it.
precacheAndRoute(self.__WB_MANIFEST.filter((entry) => (typeof entry === 'string' ? entry : entry.url) !== 'index.html'))
cleanupOutdatedCaches()

registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: 'nukkad-shell',
      networkTimeoutSeconds: navigationPatienceSeconds,
      plugins: [{ cacheKeyWillBeUsed: async () => '/' }],
    }),
    { denylist: notOurs },
  ),
)
registerRoute(
  ({ url }) => url.origin === location.origin && /^\/assets\/(img|audio)\//.test(url.pathname),
  new StaleWhileRevalidate({
    cacheName: picturesCache,
    plugins: [new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 30 * 24 * 3600, purgeOnQuotaError: true })],
  }),
)
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/assets/map/'),
  new CacheFirst({ cacheName: 'nukkad-map' }),
)
registerRoute(
  ({ url, request }) =>
    url.origin === location.origin && keptCalls.test(url.pathname) && !request.headers.has('Authorization'),
  ({ event, request }) => answerAndRefresh(event, request),
  'POST',
)

showPushes()
self.addEventListener('install', (event) => {
  // The one picture that is needed when nothing can be fetched any more.
  event.waitUntil(caches.open(picturesCache).then((cache) => cache.add('/assets/img/states/offline.webp')))
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/**
 * Stale while revalidate for POST, which the cache does not know by itself: an answer is kept under an address made of
 * path and body. When the fresh one differs, the open pages are told to ask again.
 */
async function answerAndRefresh(event: ExtendableEvent, request: Request): Promise<Response> {
  const body = await request.clone().text()
  const path = new URL(request.url).pathname
  const key = `${path}?body=${encodeURIComponent(body)}`
  const cache = await caches.open(answersCache)
  const kept = await cache.match(key)
  const fresh = fetchAndKeep(request, cache, key)
  if (!kept) return fresh
  event.waitUntil(tellWhenChanged(kept.clone(), fresh, path))
  return kept
}

async function fetchAndKeep(request: Request, cache: Cache, key: string): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(key, response.clone())
    await dropOldest(cache)
  }
  return response
}

async function tellWhenChanged(kept: Response, fresh: Promise<Response>, path: string): Promise<void> {
  try {
    const response = (await fresh).clone()
    if (!response.ok || (await response.text()) === (await kept.text())) return
    for (const client of await self.clients.matchAll()) client.postMessage({ type: 'fresh-answer', path })
  } catch (cause) {
    console.warn('answer stays as it was', cause)
  }
}

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostAnswers)).map((key) => cache.delete(key)))
}
