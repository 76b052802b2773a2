import { z } from 'zod'
import { call } from '../call.ts'
import {
  byId,
  filledText,
  flag,
  id,
  idsInOrder,
  ignored,
  latitude,
  longitude,
  nothing,
  picturePath,
  point,
  text,
} from '../wire.ts'

const slide = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  /** The kind of target that a slide opens: 1 for a store, 2 for an item, 3 for a URL, null for none. */
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
  /** Whether customers see the slider. */
  is_shown: z.boolean(),
  slides: z.array(slide),
})

const withSlider = z.object({ success: z.literal(true), slider })

export const showSlider = call('dashboard/sliders/show', {
  summary: 'One slider with its slides, in order.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  input: z.object({ ...ignored, id }),
  output: withSlider,
  errors: ['NOT_FOUND'],
})

export const saveSlider = call('dashboard/sliders/save', {
  summary:
    'Creates a slider, or changes one with `id`. Position 0 is at the top, 1 to 6 are inside the list of stores.',
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
  ...byId,
  errors: ['NOT_FOUND'],
})

export const saveSlide = call('dashboard/slides/save', {
  summary:
    'Adds a slide at the end of a slider, or changes one with `id`: its picture, its link, and the area in which it shows.',
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
    /**
     * The URL that the slide opens: a path of the app, or an https URL on this site or on a host in the setting
     * allowedLinkHosts.
     */
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
  ...byId,
  errors: ['NOT_FOUND'],
})

export const orderSlides = call('dashboard/slides/order', {
  summary: 'Puts the slides of a slider in this order. The list names each slide once.',
  auth: 'staff',
  permission: 'promo_sliders_manage',
  input: z.object({ ...ignored, slider_id: id, ids: idsInOrder }),
  output: withSlider,
  errors: ['NOT_FOUND', 'LIST_CHANGED'],
})

const shownSlide = z.object({
  data: z.object({ id: z.int(), name: z.string(), image: z.string(), model: z.int().nullable() }),
  url: z.string().nullable(),
  promo_slider: z.object({ size: z.int(), position_id: z.int() }),
})

export const promoSlider = call('promo-slider', {
  // P-04
  summary: 'Slides for the main slider and for positions inside the store list, without those that are out of range.',
  auth: 'public',
  input: z.object(point),
  output: z.object({ mainSlides: z.array(shownSlide).nullable(), otherSlides: z.array(shownSlide).nullable() }),
  errors: [],
})

export const allSliders = call('all-sliders', {
  // GAP-47
  summary: 'The slides of position 0, for the home page of salons.',
  auth: 'public',
  input: nothing,
  output: z.array(z.object({ id: z.int(), name: z.string(), image: z.string(), url: z.string().nullable() })),
  errors: [],
})
