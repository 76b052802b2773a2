import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Input } from '@nukkad/contract/contract.ts'
import type { WriteContext, Writing } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { hideShopPicture, placeholderOf, showShopPicture } from '#platform/pictures/save-picture.ts'
import { isAllowedTarget } from '#platform/settings/allowed-link.ts'
import {
  type AdminSlider,
  deleteSlide,
  deleteSlider,
  findSlider,
  findSliderOfSlide,
  insertSlide,
  insertSlider,
  isLinkTarget,
  lockSlider,
  orderSlides,
  type SlideColumns,
  updateSlide,
  updateSlider,
} from './admin-queries.ts'

type Answer = { success: true; slider: AdminSlider }
type SlideInput = Input<'dashboard/slides/save'>

/** Adds or changes a slider. @throws AppError NOT_FOUND */
export async function saveSlider(context: WriteContext<'dashboard/sliders/save'>): Promise<Answer> {
  const { tx, input } = context
  const columns = { name: input.name, position: input.position_id, size: input.size, is_active: input.is_active === 1 }
  const before = input.id ? known(await lockSlider(tx, input.id)) : undefined
  const id = before?.id ?? (await insertSlider(tx, columns))
  if (before) await updateSlider(tx, id, columns)
  return recorded(context, { action: before ? 'slider.updated' : 'slider.created', id, before })
}

/** Deletes a slider. @throws AppError NOT_FOUND */
export async function removeSlider({
  tx,
  input: { id },
  audit,
}: WriteContext<'dashboard/sliders/delete'>): Promise<{ success: true }> {
  const before = known(await lockSlider(tx, id))
  for (const { image } of before.slides) await hideShopPicture(tx, image)
  await deleteSlider(tx, id)
  await audit('slider.deleted', { object: { type: 'slider', id }, before })
  return { success: true }
}

/**
 * Adds or changes a slide. @throws AppError NOT_FOUND, INVALID_INPUT naming the picture, the link or the location
 * (U-16)
 */
export async function saveSlide(context: WriteContext<'dashboard/slides/save'>): Promise<Answer> {
  const { tx, input } = context
  const before = known(await lockSlider(tx, input.slider_id))
  const own = input.id ? known(before.slides.find(({ id }) => id === input.id)) : undefined
  await requireLink(context)
  await showShopPicture(tx, { path: input.image, before: own?.image ?? null })
  if (own) await updateSlide(tx, own.id, columnsOf(input))
  else await insertSlide(tx, columnsOf(input))
  return recorded(context, { action: own ? 'slide.updated' : 'slide.created', id: before.id, before })
}

/** Deletes a slide. @throws AppError NOT_FOUND */
export async function removeSlide(context: WriteContext<'dashboard/slides/delete'>): Promise<{ success: true }> {
  const { tx, input } = context
  const before = known(await lockSlider(tx, known(await findSliderOfSlide(tx, input.id))))
  const slide = known(before.slides.find(({ id }) => id === input.id))
  await hideShopPicture(tx, slide.image)
  await deleteSlide(tx, slide.id)
  await recorded(context, { action: 'slide.deleted', id: before.id, before })
  return { success: true }
}

/**
 * Changes the order of slides. @throws AppError NOT_FOUND, LIST_CHANGED when another person added or deleted a slide
 * meanwhile
 */
export async function changeSlideOrder(context: WriteContext<'dashboard/slides/order'>): Promise<Answer> {
  const { tx, input } = context
  const before = known(await lockSlider(tx, input.slider_id))
  const present = new Set(before.slides.map(({ id }) => id))
  if (
    input.ids.length !== present.size ||
    new Set(input.ids).size !== present.size ||
    !input.ids.every((id) => present.has(id))
  )
    throw new AppError('LIST_CHANGED')
  await orderSlides(tx, input.ids)
  return recorded(context, { action: 'slides.ordered', id: before.id, before })
}

function columnsOf(input: SlideInput): SlideColumns {
  const hasPlace = input.model !== 1 && input.model !== 2 && input.radius
  return {
    slider_id: input.slider_id,
    name: input.name,
    image: input.image,
    placeholder_image: placeholderOf(input.image),
    link_kind: input.model ?? null,
    store_id: input.model === 1 ? (input.store_id ?? null) : null,
    item_id: input.model === 2 ? (input.item_id ?? null) : null,
    url: input.model === 3 ? (input.url ?? null) : null,
    // A slide that links to a store has no location, because it is shown where the store delivers.
    latitude: hasPlace ? (input.latitude ?? null) : null,
    longitude: hasPlace ? (input.longitude ?? null) : null,
    radius_km: hasPlace ? (input.radius ?? null) : null,
    is_active: input.is_active === 1,
  }
}

async function requireLink(context: WriteContext<'dashboard/slides/save'>): Promise<void> {
  const { tx } = context
  const { model, store_id, item_id, url, latitude, longitude, radius } = context.input
  const isMissing = { 1: !store_id, 2: !item_id, 3: !url }
  const fieldOf = { 1: 'store_id', 2: 'item_id', 3: 'url' } as const
  if (model && isMissing[model])
    throw new AppError('INVALID_INPUT', { fields: { [fieldOf[model]]: 'fieldValidationMsg' } })
  if (model === 1 && !(await isLinkTarget(tx, 'store', store_id!)))
    throw new AppError('INVALID_INPUT', { fields: { store_id: 'fieldNotOffered' } })
  if (model === 2 && !(await isLinkTarget(tx, 'item', item_id!)))
    throw new AppError('INVALID_INPUT', { fields: { item_id: 'fieldNotOffered' } })
  if (model === 3 && !isAllowedTarget(context, url!))
    throw new AppError('INVALID_INPUT', { fields: { url: 'fieldLinkForbidden' } })
  const place = [latitude, longitude, radius].map((value) => value !== null && value !== undefined)
  if (place.some(Boolean) && !place.every(Boolean))
    throw new AppError('INVALID_INPUT', { fields: { radius: 'fieldPlaceInvalid' } })
}

type Change = { action: AuditAction; id: number; before: AdminSlider | undefined }

async function recorded({ tx, audit }: Writing, { action, id, before }: Change): Promise<Answer> {
  const slider = (await findSlider(tx, id))!
  await audit(action, { object: { type: 'slider', id }, before, after: slider })
  return { success: true, slider }
}

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AppError('NOT_FOUND')
  return found
}
