import type { WireInput } from '@nukkad/contract/contract.ts'
import type { Slider } from './slider-form.tsx'

export type Slide = Slider['slides'][number]
export type SlideValues = ReturnType<typeof slideValues>

/**
 * Returns the values of a known slide, or of a new one. The store and the item of a slide are selected next to the
 * form.
 */
export function slideValues(slide: Slide | null) {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    name: text(slide?.name),
    image: text(slide?.image),
    model: text(slide?.model),
    store_id: '',
    item_id: '',
    url: text(slide?.url),
    latitude: text(slide?.latitude),
    longitude: text(slide?.longitude),
    radius: text(slide?.radius),
    is_active: slide?.is_active ?? true,
  }
}

type Parents = { id: number | null; sliderId: number; storeId: number | null; itemId: number | null }

/** Converts the form values into the input of the call that saves the slide; an empty field is undefined. */
export function slideInput(typed: SlideValues, parents: Parents): WireInput<'dashboard/slides/save'> {
  const { id, sliderId, storeId, itemId } = parents
  return {
    id,
    slider_id: sliderId,
    name: typed.name,
    image: typed.image,
    model: typed.model === '' ? null : (Number(typed.model) as 1 | 2 | 3),
    store_id: storeId,
    item_id: itemId,
    url: typed.url.trim() || null,
    latitude: typed.latitude.trim() || null,
    longitude: typed.longitude.trim() || null,
    radius: typed.radius.trim() ? Number(typed.radius) : null,
    is_active: typed.is_active ? 1 : 0,
  }
}

/** Describes the target of a slide. */
export function targetText({ model, store, item, url }: Pick<Slide, 'model' | 'store' | 'item' | 'url'>): string {
  if (model === 1) return `Leads to ${store?.name ?? 'a deleted store'}`
  if (model === 2) return `Leads to ${item?.name ?? 'a deleted item'}`
  return model === 3 ? `Leads to ${url}` : 'Leads nowhere'
}
