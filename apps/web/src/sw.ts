import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { showPushes } from './sw-push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const shellCache = 'nukkad-shell'
const answersCache = 'nukkad-answers'
/** Files of the release before, for pages that were opened with it. */
const earlierCache = 'nukkad-earlier'
const picturesCache = 'nukkad-pictures'
const mostAnswers = 80
const mostPages = 30
const navigationPatienceMs = 3000

/** Calls whose answers are the same for everybody, so they may be kept. A request with a session is never kept. */
const keptCalls =
  /^\/(?:public\/)?api\/(get-delivery-restaurants|get-selfpickup-restaurants|get-delivery-warehouses|get-medical-stores|get-restaurant-category-slides|get-all-restaurants-categories|promo-slider|all-sliders|get-pages|get-single-page|get-all-languages|get-restaurant-info\/|get-restaurant-info-by-id\/|get-restaurant-items\/|get-warehouse-items\/)/
/** What a customer gets of a store: without his heart it is what everybody gets. */
const ownView = /^(\/(?:public\/)?api\/get-restaurant-info)-with-favourite(\/.+)$/
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

// The server writes settings and lists into the pages, so they are kept as it sent them.
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
    url.origin === location.origin && keptCalls.test(url.pathname) && !request.headers.has('Authorization'),
  ({ event, request }) => answerAndRefresh(event, request),
  'POST',
)
registerRoute(
  ({ url }) => url.origin === location.origin && ownView.test(url.pathname),
  ({ request }) => answerOrKept(request),
  'POST',
)
// After the files of this release: those that only some people need, once they were fetched, and those of the last one.
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
 * A page that was seen before stands at once, and the fresh one is kept for the next visit: the settings and lists that
 * the page brings are asked for anew after the first paint anyway. Any other comes from the network, or home in its
 * place: every page can draw every screen.
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
 * The page and the one picture that are needed when nothing can be fetched any more, from the first visit on. Pages of
 * the release before go: they name its scripts, which are kept until the next release alone.
 */
async function keepFirstPage(): Promise<void> {
  await caches.delete(shellCache)
  const [shell, pictures] = await Promise.all([caches.open(shellCache), caches.open(picturesCache)])
  await Promise.all([shell.add('/'), pictures.add('/assets/img/states/offline.webp')])
}

/**
 * A page that was opened before a release goes on asking for its own files, which the server has no longer: those that
 * this worker drops from its list stay until the release after.
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

/** The customer's view of a store, or without a network the copy of it that names nobody. */
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
 * Stale while revalidate for POST, which the cache does not know by itself: an answer is kept under an address made of
 * path and body. When the fresh one differs, the open pages are told to ask again.
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

/** The server answered that it does not exist, so the cached copy must go. */
const isGone = ({ status }: Response): boolean => status === 400 || status === 404 || status === 410

async function tellWhenChanged(kept: Response, fresh: Promise<Response>, path: string): Promise<void> {
  try {
    const response = (await fresh).clone()
    const isNews = response.ok ? (await response.text()) !== (await kept.text()) : isGone(response)
    if (!isNews) return
    for (const client of await self.clients.matchAll()) client.postMessage({ type: 'fresh-answer', path })
  } catch (cause) {
    console.warn('answer stays as it was', cause)
  }
}

/** Home stays, whenever it came: it stands in for any other page. */
async function dropOldest(cache: Cache, most: number): Promise<void> {
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== '/')
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}
