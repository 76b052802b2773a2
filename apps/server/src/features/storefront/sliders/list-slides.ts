import type { Output } from '@nukkad/contract/contract.ts'
import { distanceKm, type Point } from '@nukkad/rules/distance.ts'
import { storeServes } from '#features/catalogue/stores/reach.ts'
import type { Services } from '#http/calls.ts'
import type { PreparedJson } from '#http/prepared.ts'
import { listSlides, type SlideRow } from './queries.ts'

type Slider = Output<'promo-slider'>
type SlideOnWire = NonNullable<Slider['mainSlides']>[number]
type SlideServices = Pick<Services, 'db' | 'catalogueCache'>

const linkKinds = { store: 1, item: 2, address: 3 } as const

/**
 * Returns the slides for a location, from the cache, without slides of stores that do not serve the location (P-04).
 */
export function listSlidesNear({ db, catalogueCache }: SlideServices, point: Point): Promise<PreparedJson> {
  return catalogueCache.get(`slides:${point.lat.toFixed(5)},${point.lng.toFixed(5)}`, async (): Promise<Slider> => {
    const rows = (await listSlides(db)).filter((row) => concerns(row, point))
    return {
      mainSlides: orNull(rows.filter(({ position }) => position === 0)),
      otherSlides: orNull(rows.filter(({ position }) => position > 0)),
    }
  })
}

/** Returns the slides of position 0 for every location (GAP-47). */
export function listMainSlides({ db, catalogueCache }: SlideServices): Promise<PreparedJson> {
  return catalogueCache.get('slides', async (): Promise<Output<'all-sliders'>> => {
    const rows = (await listSlides(db)).filter(({ position }) => position === 0)
    return rows.map((row) => ({ id: row.id, name: row.name, image: row.image, url: linkOf(row) }))
  })
}

function concerns({ link_kind, store, latitude, longitude, radius_km }: SlideRow, point: Point): boolean {
  if (link_kind === linkKinds.store || link_kind === linkKinds.item) return store !== null && storeServes(store, point)
  if (latitude === null || longitude === null || radius_km === null) return true
  return distanceKm({ lat: latitude, lng: longitude }, point) <= radius_km
}

function orNull(rows: SlideRow[]): SlideOnWire[] | null {
  if (rows.length === 0) return null
  return rows.map((row) => ({
    data: { id: row.id, name: row.name, image: row.image, model: row.link_kind },
    url: linkOf(row),
    promo_slider: { size: row.size, position_id: row.position },
  }))
}

function linkOf({ link_kind, url, store, item_id }: SlideRow): string | null {
  if (link_kind === linkKinds.store) return store && `stores/${store.slug}`
  if (link_kind === linkKinds.item) return store && `stores/${store.slug}/${item_id}`
  return url
}
