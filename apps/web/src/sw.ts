import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { answersCache } from '#lib/answers-cache.ts'
import { showPushes } from './sw-push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const shellCache = 'nukkad-shell'
/** The cache with files of the previous release, for pages that were opened before the current release. */
const earlierCache = 'nukkad-earlier'
const picturesCache = 'nukkad-pictures'
const mostAnswers = 80
const mostPages = 30
const navigationPatienceMs = 3000

/**
 * Calls whose answers are the same for all users and may therefore be cached. Answers to requests with a session are
 * never cached.
 */
const keptCalls =
  /^\/(?:public\/)?api\/(get-delivery-restaurants|get-selfpickup-restaurants|get-delivery-warehouses|get-medical-stores|get-restaurant-category-slides|get-all-restaurants-categories|promo-slider|all-sliders|get-pages|get-single-page|get-all-languages|get-restaurant-info\/|get-restaurant-info-by-id\/|get-restaurant-items\/|get-warehouse-items\/)/
/** The call for a customer's view of a store, which without the favourite flag equals the public view. */
const ownView = /^(\/(?:public\/)?api\/get-restaurant-info)-with-favourite(\/.+)$/
/** Paths outside the app: the dashboard, the API reference, payment pages and other pages of the server. */
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

// Pages are cached as the server sent them, and index.html is not precached, because the server embeds settings and
// lists in each page.
const urlOf = (entry: PrecacheEntry | string): string => (typeof entry === 'string' ? entry : entry.url)
const ownFiles = self.__WB_MANIFEST.filter((entry) => urlOf(entry) !== 'index.html')
const present = new Set(ownFiles.map((entry) => new URL(urlOf(entry), location.href).pathname))
precacheAndRoute(ownFiles)
cleanupOutdatedCaches()

registerRoute(new NavigationRoute(answerPage, { denylist: notOurs }))
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
    url.origin === location.origin &&
    keptCalls.test(url.pathname) &&
    !request.headers.has('Authorization') &&
    // While staff act for a customer, nothing of the customer may stay on the device.
    request.cache !== 'no-store',
  ({ event, request }) => answerAndRefresh(event, request),
  'POST',
)
registerRoute(
  ({ url, request }) => url.origin === location.origin && ownView.test(url.pathname) && request.cache !== 'no-store',
  ({ request }) => answerOrKept(request),
  'POST',
)
// The cache for chunks that only some people need, which are not precached but cached when they are fetched.
const otherParts = new CacheFirst({
  cacheName: 'nukkad-parts',
  plugins: [new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
})
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/assets/app/'),
  async (options) => (await caches.match(options.request, { cacheName: earlierCache })) ?? otherParts.handle(options),
)

showPushes()
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepFirstPage(), keepEarlierRelease()]))
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/**
 * Answers with the cached copy of a visited page, and stores a fresh copy for the next visit; the app refetches the
 * page's settings and lists after the first paint anyway. Pages that are not cached come from the network. If the
 * network fails or is slow, the browser gets the cached page of home, because its script can render every screen.
 */
async function answerPage({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> {
  const pages = await caches.open(shellCache)
  const key = new URL(request.url).pathname
  const kept = await pages.match(key)
  const fresh = fetchAndKeep(request, pages, key, mostPages)
  event.waitUntil(fresh.catch(() => undefined))
  if (kept) return kept
  const home = async () => (await pages.match('/')) ?? fresh
  const patience = new Promise((done) => setTimeout(done, navigationPatienceMs)).then(home)
  return Promise.race([fresh, patience]).catch(home)
}

/**
 * Caches home and the picture of the offline screen, which the app needs while offline from the first visit on. Removes
 * pages of earlier releases, because they refer to scripts that are kept for one release only.
 */
async function keepFirstPage(): Promise<void> {
  await caches.delete(shellCache)
  const [shell, pictures] = await Promise.all([caches.open(shellCache), caches.open(picturesCache)])
  await Promise.all([shell.add('/'), pictures.add('/assets/img/states/offline.webp')])
}

/**
 * Keeps the files of the previous release until the next one, because pages opened before a release still request files
 * that the server no longer has.
 */
async function keepEarlierRelease(): Promise<void> {
  const name = (await caches.keys()).find((cache) => cache.startsWith('workbox-precache'))
  if (!name) return
  const before = await caches.open(name)
  const files = (await before.keys()).filter(({ url }) => !present.has(new URL(url).pathname))
  if (files.length === 0) return
  await caches.delete(earlierCache)
  const earlier = await caches.open(earlierCache)
  await Promise.all(
    files.map(async (request) => {
      const file = await before.match(request)
      if (file) await earlier.put(request, file)
    }),
  )
}

/** Returns the server's answer with a customer's view of a store, or the cached public view while offline. */
async function answerOrKept(request: Request): Promise<Response> {
  const key = `${new URL(request.url).pathname.replace(ownView, '$1$2')}?body=`
  const cache = await caches.open(answersCache)
  try {
    const response = await fetch(request)
    if (response.ok) {
      const store = (await response.clone().json()) as object
      await cache.put(key, Response.json({ ...store, is_favorited: false }))
      await dropOldest(cache, mostAnswers)
    } else if (isGone(response)) await cache.delete(key)
    return response
  } catch (cause) {
    const kept = await cache.match(key)
    if (kept) return kept
    throw cause
  }
}

/**
 * Implements stale-while-revalidate for POST, which the Cache API does not support: the cache key consists of path and
 * body. If the fresh answer differs from the cached one, the worker sends open pages a message to refetch.
 */
async function answerAndRefresh(event: ExtendableEvent, request: Request): Promise<Response> {
  const body = await request.clone().text()
  const path = new URL(request.url).pathname
  const key = `${path}?body=${encodeURIComponent(body)}`
  const cache = await caches.open(answersCache)
  const kept = await cache.match(key)
  const fresh = fetchAndKeep(request, cache, key, mostAnswers)
  if (!kept) return fresh
  event.waitUntil(tellWhenChanged(kept.clone(), fresh, path))
  return kept
}

async function fetchAndKeep(request: Request, cache: Cache, key: string, most: number): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(key, response.clone())
    await dropOldest(cache, most)
  } else if (isGone(response)) await cache.delete(key)
  return response
}

/** Returns whether the server reports that the resource does not exist, so that the cached copy must be deleted. */
const isGone = ({ status }: Response): boolean => status === 400 || status === 404 || status === 410

async function tellWhenChanged(kept: Response, fresh: Promise<Response>, path: string): Promise<void> {
  try {
    const response = (await fresh).clone()
    const isNews = response.ok ? (await response.text()) !== (await kept.text()) : isGone(response)
    if (!isNews) return
    for (const client of await self.clients.matchAll()) client.postMessage({ type: 'fresh-answer', path })
  } catch (cause) {
    console.warn('the stored answer could not be updated', cause)
  }
}

/** Deletes the oldest entries, but never home, because it replaces pages that are not cached. */
async function dropOldest(cache: Cache, most: number): Promise<void> {
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== '/')
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}
