import { z } from 'zod'
import { call } from './call.ts'
import { filledText, flag, id, ignored, latitude, longitude, slug, success, text } from './wire.ts'

/** A picture of this site by its path: one that was uploaded, or one that the shop came with. */
const picturePath = z
  .string()
  .max(200)
  .regex(/^\/assets\/img\/(?!.*\.\.)[\w./-]+$/)
const order = z.array(id).min(1).max(200)
const one = { input: z.object({ ...ignored, id }), output: success } as const

export const uploadPicture = call('dashboard/pictures/upload', {
  summary:
    'Keeps a picture of the shop itself for what it is meant for; it goes within hours unless something shows it.',
  auth: 'staff',
  permission: 'any',
  takesPicture: true,
  input: z.object({ ...ignored, use: z.enum(['slide', 'tile', 'message', 'page']) }),
  output: z.object({ success: z.literal(true), path: z.string() }),
  errors: ['PERMISSION_MISSING', 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})

export const findStores = call('dashboard/find-stores', {
  summary: 'Stores by a part of their name or by their number, for choosing one.',
  auth: 'staff',
  permission: 'any',
  input: z.object({ ...ignored, q: text(64) }),
  output: z.object({
    success: z.literal(true),
    stores: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string(), currency: z.string() })),
  }),
  errors: [],
})

export const findItems = call('dashboard/find-items', {
  summary: 'Items by a part of their name, with the store that sells them, for choosing one.',
  auth: 'staff',
  permission: 'any',
  input: z.object({ ...ignored, q: text(64) }),
  output: z.object({
    success: z.literal(true),
    items: z.array(z.object({ id: z.int(), name: z.string(), store: z.string() })),
  }),
  errors: [],
})

const slide = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  /** 1 a store, 2 an item, 3 an address; null leads nowhere. */
  model: z.int().nullable(),
  url: z.string().nullable(),
  store: z.object({ id: z.int(), name: z.string() }).nullable(),
  item: z.object({ id: z.int(), name: z.string() }).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  radius: z.number().nullable(),
  is_active: z.boolean(),
})

const slider = z.object({
  id: z.int(),
  name: z.string(),
  position_id: z.int(),
  size: z.int(),
  is_active: z.boolean(),
  /** Whether this is the one that is shown at its place. */
  is_shown: z.boolean(),
  slides: z.array(slide),
})

const withSlider = z.object({ success: z.literal(true), slider })

export const showSlider = call('dashboard/sliders/show', {
  summary: 'One slider with its slides in their order.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  input: z.object({ ...ignored, id }),
  output: withSlider,
  errors: ['NOT_FOUND'],
})

export const saveSlider = call('dashboard/sliders/save', {
  summary: 'Makes a slider, or with `id` changes one. Position 0 stands at the top, 1 to 6 inside the list of stores.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  idempotent: true,
  input: z.object({
    ...ignored,
    id: id.nullish(),
    name: filledText(120),
    position_id: z.int().min(0).max(6),
    size: z.int().min(1).max(5).default(5),
    is_active: flag,
  }),
  output: withSlider,
  errors: ['NOT_FOUND'],
})

export const deleteSlider = call('dashboard/sliders/delete', {
  summary: 'Deletes a slider with its slides.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  ...one,
  errors: ['NOT_FOUND'],
})

export const saveSlide = call('dashboard/slides/save', {
  summary:
    'Adds a slide at the end of a slider, or with `id` changes one: its picture, where it leads, and around which point it is shown.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  idempotent: true,
  input: z.object({
    ...ignored,
    id: id.nullish(),
    slider_id: id,
    name: filledText(120),
    image: picturePath,
    model: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullish(),
    store_id: id.nullish(),
    item_id: id.nullish(),
    /** A path of the app, or https on this site or a host of the setting allowedLinkHosts. */
    url: text(500).nullish(),
    latitude: latitude.nullish(),
    longitude: longitude.nullish(),
    radius: z.number().min(0.1).max(500).nullish(),
    is_active: flag,
  }),
  output: withSlider,
  errors: ['NOT_FOUND'],
})

export const deleteSlide = call('dashboard/slides/delete', {
  summary: 'Deletes a slide.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  ...one,
  errors: ['NOT_FOUND'],
})

export const orderSlides = call('dashboard/slides/order', {
  summary: 'Puts the slides of a slider in this order; it names each of them once.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  input: z.object({ ...ignored, slider_id: id, ids: order }),
  output: withSlider,
  errors: ['NOT_FOUND', 'LIST_CHANGED'],
})

const tile = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  category_ids: z.array(z.int()),
  is_active: z.boolean(),
})
const withTiles = z.object({ success: z.literal(true), tiles: z.array(tile) })

export const listTiles = call('dashboard/category-tiles', {
  summary: 'Every category tile in its order.',
  auth: 'staff',
  permission: 'store_category_sliders_manage',
  input: z.object(ignored),
  output: withTiles,
  errors: [],
})

export const saveTile = call('dashboard/category-tiles/save', {
  summary: 'Adds a category tile at the end, or with `id` changes one.',
  auth: 'staff',
  permission: 'store_category_sliders_manage',
  idempotent: true,
  input: z.object({
    ...ignored,
    id: id.nullish(),
    name: filledText(80),
    image: picturePath,
    category_ids: z.array(id).min(1).max(50),
    is_active: flag,
  }),
  output: withTiles,
  errors: ['NOT_FOUND'],
})

export const deleteTile = call('dashboard/category-tiles/delete', {
  summary: 'Deletes a category tile.',
  auth: 'staff',
  permission: 'store_category_sliders_manage',
  ...one,
  errors: ['NOT_FOUND'],
})

export const orderTiles = call('dashboard/category-tiles/order', {
  summary: 'Puts the category tiles in this order; it names each of them once.',
  auth: 'staff',
  permission: 'store_category_sliders_manage',
  input: z.object({ ...ignored, ids: order }),
  output: withTiles,
  errors: ['LIST_CHANGED'],
})

const page = z.object({ id: z.int(), name: z.string(), slug: z.string(), body: z.string() })
const html = z.string().max(50_000)

export const savePage = call('dashboard/pages/save', {
  summary: 'Makes a page, or with `id` changes one. What its HTML may not hold is taken out.',
  auth: 'staff',
  permission: 'pages_manage',
  idempotent: true,
  input: z.object({ ...ignored, id: id.nullish(), name: filledText(120), slug, body: html }),
  output: z.object({ success: z.literal(true), page }),
  errors: ['NOT_FOUND'],
})

export const previewPage = call('dashboard/pages/preview', {
  summary: 'The HTML as it would be kept.',
  auth: 'staff',
  permission: 'pages_manage',
  input: z.object({ ...ignored, body: html }),
  output: z.object({ success: z.literal(true), body: z.string() }),
  errors: [],
})

export const deletePage = call('dashboard/pages/delete', {
  summary: 'Deletes a page by its name in addresses.',
  auth: 'staff',
  permission: 'pages_manage',
  input: z.object({ ...ignored, slug }),
  output: success,
  errors: ['NOT_FOUND'],
})

const locations = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    is_active: z.boolean(),
    is_default: z.boolean(),
  }),
)
const withLocations = z.object({ success: z.literal(true), locations })

export const listLocations = call('dashboard/popular-locations', {
  summary: 'Every popular location, the primary one first.',
  auth: 'staff',
  permission: 'popular_location_manage',
  input: z.object(ignored),
  output: withLocations,
  errors: [],
})

export const saveLocation = call('dashboard/popular-locations/save', {
  summary: 'Adds a popular location, or with `id` changes one. The first one is primary.',
  auth: 'staff',
  permission: 'popular_location_manage',
  idempotent: true,
  input: z.object({ ...ignored, id: id.nullish(), name: filledText(120), latitude, longitude, is_active: flag }),
  output: withLocations,
  errors: ['NOT_FOUND', 'PRIMARY_LOCATION'],
})

export const setPrimaryLocation = call('dashboard/popular-locations/set-primary', {
  summary: 'Makes one location primary in place of the one that was.',
  auth: 'staff',
  permission: 'popular_location_manage',
  input: z.object({ ...ignored, id }),
  output: withLocations,
  errors: ['NOT_FOUND'],
})

export const deleteLocation = call('dashboard/popular-locations/delete', {
  summary: 'Deletes a popular location; never the primary one.',
  auth: 'staff',
  permission: 'popular_location_manage',
  input: z.object({ ...ignored, id }),
  output: withLocations,
  errors: ['NOT_FOUND', 'PRIMARY_LOCATION'],
})
