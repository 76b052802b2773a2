import type { Output } from '@nukkad/contract/contract.ts'
import { isSettingKey } from '@nukkad/contract/settings/registry.ts'
import { defaultRow } from '@nukkad/rules/badges.ts'
import type { Point } from '@nukkad/rules/distance.ts'
import { defaultBrand, themeVariables } from '@nukkad/ui/theme.ts'
import { readMenu } from '#features/catalogue/menu/read-menu.ts'
import { listTiles } from '#features/catalogue/stores/category-tiles.ts'
import { listStoresNear } from '#features/catalogue/stores/list-stores.ts'
import { findStoreOnWire } from '#features/catalogue/stores/read-store.ts'
import { listSlidesNear } from '#features/storefront/sliders/list-slides.ts'
import type { Services } from '#http/calls.ts'
import type { PreparedJson } from '#http/prepared.ts'
import { type LocationOnWire, listLanguagesOnWire, listLocations } from '#platform/settings/prepared.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { headOf } from './head.ts'
import { coverOf, preloadOf, STORE_COVER_SIZES, skeletonOf, skeletonOfStore, textsIn } from './skeletons.ts'

type BootServices = Pick<Services, 'config' | 'db' | 'settings' | 'catalogueCache'>
type Stores = Output<'get-delivery-restaurants'>

/** A screen by the name of its file; `slug` names the store that it shows. */
export type Screen = { name: string; slug?: string }

/** Parts that the server writes into the page of the app. */
export type BootData = {
  /** The data of the first paint; replaces `<!--boot-->`. */
  html: string
  /** The HTML that replaces the head, which browsers and link previews read. */
  head: string
  /** The HTML that adds the first store's picture to the skeleton of home. */
  cover: string
  /** The HTML that replaces the skeleton of home on every other screen. */
  skeleton: string | undefined
}

/** The width of the first cover on home, the same as in `StoreCard`. */
const COVER_SIZES = '(min-width: 640px) 50vw, 100vw'
/** Maximum size of a menu in the page; a longer menu would delay the page, so the app loads it with a separate call. */
const MAX_MENU_BYTES = 100_000

/**
 * Returns the settings, texts and places that the first paint needs, so that the page needs no further request for it.
 * The page includes only the texts that the scripts of this screen use; the call get-settings loads the other texts
 * before another screen opens. The page of home also has the lists around the default location and a preload of the
 * first cover; the page of a store has its details and menu.
 */
export async function bootDataFor(
  services: BootServices,
  { name, slug }: Screen,
  isText: (name: string) => boolean,
): Promise<BootData> {
  const { settings } = services
  const [locations, languages] = [await listLocations(services), listLanguagesOnWire(settings)]
  const language = defaultRow(languages)
  const home = name === 'home'
  const place = home ? defaultRow(locations) : undefined
  const around = place && (await listAround(services, place))
  const store = slug === undefined ? undefined : await readStore(services, slug)
  const rows = settings.listPublic()
  const skeletonTexts = textsIn(language?.code ?? '', (key) => rows.find((row) => row.key === key)?.value ?? '')
  const data = {
    settings: Object.fromEntries(
      rows.filter(({ key }) => isSettingKey(key) || isText(key)).map(({ key, value }) => [key, value]),
    ),
    language: language && { id: language.id, code: language.code, direction: language.direction },
    languages,
    locations,
    versions: {
      forceNewSettingsVersion: settings.versions().settings,
      forceCacheClearVersion: settings.versions().cacheClear,
    },
    theme: themeOf(settings),
    home: around,
    store,
  }
  const first = around?.stores[0]
  const preload = home ? preloadOf(first?.image, COVER_SIZES) : preloadOf(store?.info.image, STORE_COVER_SIZES)
  return {
    head: headOf(services, { name, path: home ? '/' : store && `/stores/${slug}` }, store?.info),
    cover: first?.image ? coverOf(first, COVER_SIZES) : '',
    skeleton: home ? undefined : store ? skeletonOfStore(store.info) : skeletonOf(name, skeletonTexts),
    html: `${preload}<script type="application/json" id="boot">${inHtml(data)}</script>`,
  }
}

/** Returns the lists of home around the default location, in the form in which their calls answer. */
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

/** Returns the data of a store's screen, in the form in which their calls answer; undefined for an unknown store. */
async function readStore(services: BootServices, slug: string) {
  const info = await findStoreOnWire(services.db, slug)
  if (!info) return undefined
  const menu = await readMenu(services, services.db, slug)
  return {
    slug,
    info,
    menu: menu.body.length > MAX_MENU_BYTES ? undefined : readBack<Output<'get-restaurant-items'>>(menu),
  }
}

/** Returns the value of an answer that was prepared, and so is stored only in its serialised form. */
function readBack<Value>({ body }: PreparedJson): Value {
  return JSON.parse(body.toString()) as Value
}

/** Returns the shop's colours as CSS custom properties, so that a page has them before the first paint. */
export function themeOf(settings: Settings): Record<string, string> {
  const [storeColor, cartColorBg, cartColorText] = [
    settings.get('storeColor'),
    settings.get('cartColorBg'),
    settings.get('cartColorText'),
  ]
  return themeVariables({
    storeColor: storeColor || defaultBrand.storeColor,
    cartColorBg: cartColorBg || defaultBrand.cartColorBg,
    cartColorText: cartColorText || defaultBrand.cartColorText,
  })
}

/** Returns JSON that cannot close its script element, for any content. */
export function inHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
