import type { Output } from '@nukkad/contract/contract.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { plainTextOf } from '@nukkad/rules/html-text.ts'
import { tracking } from '@nukkad/ui/components/tracking-frame.ts'
import { groundFor, pictureSources } from '@nukkad/ui/picture-sources.ts'

type StoreInfo = Output<'get-restaurant-info'>

/**
 * The `sizes` of the cover on a store's screen, the same as in `StoreCover`, so that the browser fetches one picture.
 */
export const STORE_COVER_SIZES = '100vw'

/**
 * Lets the browser fetch the largest picture of the first paint before any script runs. On screens wider than a phone,
 * the page shows a frame that loads its own pictures.
 */
export function preloadOf(image: string | undefined, sizes: string): string {
  const sources = image && pictureSources(image).avif
  if (!sources) return ''
  return `<link rel="preload" as="image" media="(max-width: 768px)" type="image/avif" imagesrcset="${inAttribute(sources)}" imagesizes="${sizes}" fetchpriority="high">`
}

/**
 * Draws the cover in its final position on its background, so that the largest element of the first paint does not wait
 * for a script.
 */
export function coverOf({ id, image }: { id: number; image: string }, sizes: string): string {
  const { avif, webp, fallback } = pictureSources(image)
  const source = (type: string, set: string | undefined): string =>
    set ? `<source type="image/${type}" srcset="${inAttribute(set)}" sizes="${sizes}">` : ''
  return `<picture>${source('avif', avif)}${source('webp', webp)}<img class="stands ${groundFor(id)}" src="${inAttribute(fallback)}" alt="" width="780" height="340" fetchpriority="high" decoding="sync"></picture>`
}

/** Draws the head of a store, with each element at its position on the store's screen. */
export function skeletonOfStore({ id, name, description, image }: StoreInfo): string {
  return `<div class="boot-cover">${image ? coverOf({ id, image }, STORE_COVER_SIZES) : ''}</div>
    <p class="title text-title boot-name">${inText(name)}</p>
    <p class="text-small text-ink-2 boot-name">${inText(plainTextOf(description ?? ''))}</p>
    <div class="boot-shell">${skeletonLines}</div>`
}

const skeletonLines = `<div class="skeleton boot-tabs"></div>${'<div class="skeleton boot-banner"></div>'.repeat(3)}`
const anySkeleton = `<div class="boot-shell">
  <div class="boot-top"><img src="/assets/img/logos/nukkad.svg" alt="" width="40" height="40"><span class="skeleton boot-line"></span></div>
  ${skeletonLines}</div>`

/** Screens that always have the same heading, which has no back button on the screens of tabs. */
const titles: Record<string, TextKey> = {
  alerts: 'alertsTitle',
  book: 'bookTitle',
  'book-review': 'bookReviewTitle',
  cart: 'cartTitle',
  categories: 'categoriesTitle',
  checkout: 'checkoutTitle',
  explore: 'exploreTitle',
  invoice: 'ordersInvoice',
  'login-as-customer': 'staffOrderTitle',
  'my-account': 'accountMyAccount',
  'my-addresses': 'addressesTitle',
  'my-favorite-stores': 'favouritesTitle',
  'my-notifications': 'accountNotifications',
  'my-orders': 'ordersTitle',
  'my-visits': 'visitsTitle',
  'my-wallet': 'walletTitle',
  'rate-order': 'rateTitle',
  reviews: 'reviewsTitle',
  'search-location': 'locationTitle',
  visit: 'visitTitle',
}
const tabScreens = new Set(['alerts', 'my-account', 'my-wallet'])
/** Fixed texts of screens, by screen, which are shown while the rest of the screen loads. */
const notes: Record<string, TextKey> = { cart: 'cartCancelNote' }

/** Draws the part of a screen that is known before the screen's script has run: its heading and fixed text. */
export function skeletonOf(screen: string, texts: Texts): string {
  if (screen === 'running-order') return skeletonOfTracking(texts)
  const [title, note] = [titles[screen], notes[screen]]
  if (!title) return anySkeleton
  const head = tabScreens.has(screen)
    ? `<div class="flex min-h-14 items-center gap-1 px-4">${texts(title, 'title text-title truncate')}</div>`
    : `<div class="flex min-h-14 items-center gap-1 px-2"><span class="grid size-11 place-items-center">${backIcon}</span>${texts(title, 'title text-section truncate')}</div>`
  return `${head}<div class="boot-shell">${skeletonLines}</div>${note ? texts(note, 'mx-4 mt-3 px-1 text-small text-ink-2') : ''}`
}

/** Draws the sheet of an order in progress as its screen does, with a text that the order is loading. */
function skeletonOfTracking(texts: Texts): string {
  return `<div class="${tracking.ground}"><div class="size-full bg-(--c-map-ground)"></div></div>
  <div class="${tracking.scroller}"><div class="${tracking.gap}"></div><div class="${tracking.sheet}"><span class="${tracking.grip}"></span>
  ${texts('trackingLoading', tracking.sentence)}<div class="skeleton boot-tabs rounded-card"></div><div class="skeleton boot-banner rounded-card"></div></div></div>`
}

const backIcon =
  '<svg class="rtl:-scale-x-100" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="m15 18-6-6 6-6"/></svg>'

/** Returns the HTML of a text in a paragraph with these CSS classes. */
type Texts = (key: TextKey, className: string) => string

/**
 * Returns texts in the default language; in the browser, a script empties these texts for readers of another language.
 */
export const textsIn =
  (language: string, textOf: (key: TextKey) => string): Texts =>
  (key, className) =>
    `<p class="${className}" data-texts="${inAttribute(language)}">${inText(textOf(key))}</p>`

export const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
