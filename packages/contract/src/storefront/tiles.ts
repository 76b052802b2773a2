import { z } from 'zod'
import { call } from '../call.ts'
import { byId, filledText, flag, id, idsInOrder, ignored, picturePath } from '../wire.ts'

const tile = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  category_ids: z.array(z.int()),
  is_active: z.boolean(),
})

const withTiles = z.object({ success: z.literal(true), tiles: z.array(tile) })

export const listTiles = call('dashboard/category-tiles', {
  summary: 'All category tiles, in order.',
  auth: 'staff',
  permission: 'store_category_sliders_manage',
  input: z.object(ignored),
  output: withTiles,
  errors: [],
})

export const saveTile = call('dashboard/category-tiles/save', {
  summary: 'Adds a category tile at the end, or changes one with `id`.',
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
  ...byId,
  errors: ['NOT_FOUND'],
})

export const orderTiles = call('dashboard/category-tiles/order', {
  summary: 'Puts the category tiles in this order. The list names each tile once.',
  auth: 'staff',
  permission: 'store_category_sliders_manage',
  input: z.object({ ...ignored, ids: idsInOrder }),
  output: withTiles,
  errors: ['LIST_CHANGED'],
})
