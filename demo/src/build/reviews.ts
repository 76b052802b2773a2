import { deliveryRemarks, storeRemarks } from '../catalogue/review-texts.ts'
import { MINUTE_MS } from '../clock.ts'
import { type Random, randomFrom } from '../random.ts'
import type { City, OrderRow, ReviewRow, StoreRow } from '../types.ts'

const REVIEWED_SHARE = 0.86
const ITEMS_SHARE = 0.6
const PHOTOS_SHARE = 0.25
/** The longest time in minutes between an order and its review. */
const LATEST_MINUTES = 1200

/**
 * Builds one review for most delivered orders, numbered in the order in which they were written. The stars of the
 * reviews vary around the store's rating.
 */
export function buildReviews(
  sources: Pick<City, 'stores' | 'orders' | 'orderLines' | 'items'>,
  { now, seed }: { now: Date; seed: number },
): ReviewRow[] {
  const draw = randomFrom('reviews', seed)
  const ofTaste = randomFrom('tastes', seed)
  const firstItem = firstItems(sources.orderLines)
  const linesOf = Map.groupBy(sources.orderLines, ({ orderId }) => orderId)
  const ratable = latestOfDemoCustomer(sources.orders)
  const reviews: Omit<ReviewRow, 'id'>[] = []
  for (const order of sources.orders) {
    const store = sources.stores[order.storeId - 1]
    if (order.status !== 5 || order.id === ratable || !store || !draw.chance(REVIEWED_SHARE)) continue
    const review = reviewRow(order, { store, item: firstItem.get(order.id) ?? 'order', now, draw })
    const itemIds = new Set((linesOf.get(order.id) ?? []).map(({ itemId }) => itemId))
    const items = [...itemIds].flatMap((id) => sources.items[id - 1] ?? [])
    reviews.push({ ...review, ...tasteOf(items, review.storeStars, ofTaste) })
  }
  return reviews
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((review, index) => ({ ...review, id: index + 1 }))
}

/**
 * Draws a review's stars for the items, close to those of the store, and adds photos of dishes to some good reviews.
 */
function tasteOf(items: City['items'], storeStars: number, draw: Random): Pick<ReviewRow, 'itemStars' | 'photos'> {
  const itemStars = draw.chance(ITEMS_SHARE)
    ? items.map(({ id }) => ({ itemId: id, stars: Math.min(5, Math.max(1, storeStars + draw.between(-1, 1))) }))
    : []
  const dishes = items.flatMap(({ picture, image }) => (picture?.kind === 'dish' && image ? [image] : []))
  const hasPhotos = storeStars >= 4 && draw.chance(PHOTOS_SHARE)
  return { itemStars, photos: hasPhotos ? [...new Set(dishes)].slice(0, 3) : [] }
}

type Facts = { store: StoreRow; item: string; now: Date; draw: Random }

function reviewRow(order: OrderRow, { store, item, now, draw }: Facts): Omit<ReviewRow, 'id' | 'itemStars' | 'photos'> {
  const storeStars = starsAround(store.rating, draw)
  const isDelivery = order.fulfilment === 'delivery'
  const deliveryStars = isDelivery ? starsAround(4.6, draw) : null
  const completedMs = (order.completedAt ?? order.placedAt).getTime()
  const minutes = draw.between(8, LATEST_MINUTES)
  const soFar = (now.getTime() - completedMs) / MINUTE_MS - 1
  // The reviews of the last hours have different times before now, so that they are not all from the same minute.
  const createdMs = completedMs + (minutes < soFar ? minutes : (soFar * minutes) / LATEST_MINUTES) * MINUTE_MS
  return {
    orderId: order.id,
    customerId: order.customerId,
    storeId: order.storeId,
    riderId: order.riderId,
    storeStars,
    storeText: draw.chance(0.82)
      ? remark(storeRemarks[store.kind], storeStars, draw).replace('{item}', plainName(item))
      : '',
    deliveryStars,
    deliveryText: deliveryStars !== null && draw.chance(0.3) ? remark(deliveryRemarks, deliveryStars, draw) : '',
    createdAt: new Date(createdMs),
  }
}

/**
 * Draws the stars of a review: mostly fives, with a few ones. The average of many drawn stars follows the store's
 * rating.
 */
function starsAround(rating: number, draw: Random): number {
  const ease = (rating - 3.6) / 1.2
  return draw.weighted([
    [5, 20 + 60 * ease],
    [4, 34],
    [3, 16 - 8 * ease],
    [2, 8 - 6 * ease],
    [1, 5 - 3 * ease],
  ])
}

function remark(texts: (typeof storeRemarks)['store'], stars: number, draw: Random): string {
  const kind = stars >= 4 ? texts.praise : stars === 3 ? texts.middling : texts.complaint
  const first = draw.pick(kind)
  if (stars < 4 || !draw.chance(0.35)) return first
  const second = draw.pick(kind)
  return second === first || second.includes('{item}') ? first : `${first} ${second}`
}

/** Returns an item's name without the part in brackets, such as 'Idli' for 'Idli (2 pieces)'. */
function plainName(item: string): string {
  return item.replace(/\s*\(.*\)$/, '')
}

function firstItems(lines: City['orderLines']): Map<number, string> {
  const names = new Map<number, string>()
  for (const { orderId, name } of lines) if (!names.has(orderId)) names.set(orderId, name)
  return names
}

/** Returns the newest order of the demo customer, which gets no review, so that visitors can write one. */
function latestOfDemoCustomer(orders: readonly OrderRow[]): number | undefined {
  return orders.findLast((order) => order.customerId === 1 && order.status === 5)?.id
}
