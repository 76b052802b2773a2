import type { Output } from '@nukkad/contract/contract.ts'
import { isSettingKey } from '@nukkad/contract/settings/registry.ts'
import { defaultRow } from '@nukkad/rules/badges.ts'
import type { Point } from '@nukkad/rules/distance.ts'
import { pictureSources } from '@nukkad/ui/picture-sources.ts'
import { defaultBrand, themeVariables } from '@nukkad/ui/theme.ts'
import { listSlidesNear } from '#features/promotions/list-slides.ts'
import { listTiles } from '#features/stores/category-tiles.ts'
import { listStoresNear } from '#features/stores/list-stores.ts'
import type { Services } from '#http/calls.ts'
import type { PreparedJson } from '#http/prepared.ts'
import { type LocationOnWire, listLanguagesOnWire, listLocations } from './catalogue.ts'
import type { Settings } from './settings.ts'

type BootServices = Pick<Services, 'config' | 'db' | 'settings' | 'catalogueCache'>
type Stores = Output<'get-delivery-restaurants'>

/** How wide the first cover of home is drawn: as `StoreCard` says to its picture. */
const COVER_SIZES = '(min-width: 640px) 50vw, 100vw'

/**
 * What takes the place of `<!--boot-->`: the settings, texts and places that the first paint needs, so that it waits
 * for no further answer. For home also the lists around the default place, with a preload of the first cover, and of the
 * texts only those that its scripts name: the rest is on its way by get-settings before another screen is opened.
 * `cover` is the first store's picture for the static shell.
 */
export async function bootDataFor(
  services: BootServices,
  { home, texts }: { home: boolean; texts: ReadonlySet<string> },
): Promise<{ html: string; cover: string }> {
  const { settings } = services
  const [locations, languages] = [await listLocations(services), listLanguagesOnWire(settings)]
  const language = defaultRow(languages)
  const place = home ? defaultRow(locations) : undefined
  const around = place && (await listAround(services, place))
  const data = {
    settings: Object.fromEntries(
      settings
        .listPublic()
        .filter(({ key }) => !home || isSettingKey(key) || texts.has(key))
        .map(({ key, value }) => [key, value]),
    ),
    language: language && { id: language.id, code: language.code, direction: language.direction },
    languages,
    locations,
    versions: {
      forceNewSettingsVersion: settings.versions().settings,
      forceCacheClearVersion: settings.versions().cacheClear,
    },
    theme: themeVariables(brandOf(settings)),
    home: around,
  }
  const cover = around?.stores[0]?.image
  return {
    cover: cover ? coverOf(cover) : '',
    html: `${preloadOf(cover)}<script type="application/json" id="boot">${inHtml(data)}</script>`,
  }
}

/** What home shows around the default place, as its calls would answer. */
async function listAround(services: BootServices, { latitude, longitude }: LocationOnWire) {
  const point: Point = { lat: Number(latitude), lng: Number(longitude) }
  const [stores, warehouses, tiles, slides] = await Promise.all([
    listStoresNear(services, 'delivery', point),
    listStoresNear(services, 'warehouses', point),
    listTiles(services),
    listSlidesNear(services, point),
  ])
  return {
    latitude: point.lat,
    longitude: point.lng,
    stores: readBack<Stores>(stores),
    warehouses: readBack<Output<'get-delivery-warehouses'>>(warehouses),
    tiles: readBack<Output<'get-restaurant-category-slides'>>(tiles),
    slides: readBack<Output<'promo-slider'>>(slides),
  }
}

/** What was prepared from a value of this type. */
function readBack<Value>({ body }: PreparedJson): Value {
  return JSON.parse(body.toString()) as Value
}

function brandOf(settings: Settings): typeof defaultBrand {
  const [storeColor, cartColorBg, cartColorText] = [
    settings.get('storeColor'),
    settings.get('cartColorBg'),
    settings.get('cartColorText'),
  ]
  return {
    storeColor: storeColor || defaultBrand.storeColor,
    cartColorBg: cartColorBg || defaultBrand.cartColorBg,
    cartColorText: cartColorText || defaultBrand.cartColorText,
  }
}

/** Lets the browser fetch the largest picture of the first paint before any script runs. */
function preloadOf(image: string | undefined): string {
  const sources = image && pictureSources(image).avif
  if (!sources) return ''
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${inAttribute(sources)}" imagesizes="${COVER_SIZES}" fetchpriority="high">`
}

/** The same picture where the screen will show it: the largest thing on the first paint need not wait for a script. */
function coverOf(image: string): string {
  const { avif, webp, fallback } = pictureSources(image)
  const source = (type: string, set: string | undefined): string =>
    set ? `<source type="image/${type}" srcset="${inAttribute(set)}" sizes="${COVER_SIZES}">` : ''
  return `<picture>${source('avif', avif)}${source('webp', webp)}<img src="${inAttribute(fallback)}" alt="" width="780" height="340" fetchpriority="high"></picture>`
}

/** JSON that cannot end its script element, whatever it holds. */
function inHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
