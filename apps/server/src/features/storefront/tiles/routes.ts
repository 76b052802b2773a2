import { countCategories } from '#features/catalogue/store-admin/count-categories.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { isRowUnchanged } from '#http/idempotency.ts'
import { hideShopPicture, placeholderOf, showShopPicture } from '#platform/pictures/save-picture.ts'
import { deleteTile, insertTile, listTiles, lockTiles, orderTiles, type TileRow, updateTile } from './queries.ts'

export const tileRoutes = routes({
  'dashboard/category-tiles': async ({ db }) => ({ success: true, tiles: await listTiles(db) }),

  'dashboard/category-tiles/save': {
    write: async ({ tx, input, audit }) => {
      const before = input.id ? ownOf(await lockTiles(tx), input.id) : undefined
      if (!before) await lockTiles(tx)
      const category_ids = [...new Set(input.category_ids)]
      if ((await countCategories(tx, category_ids)) !== category_ids.length)
        throw new AppError('INVALID_INPUT', { fields: { category_ids: 'fieldNotOffered' } })
      await showShopPicture(tx, { path: input.image, before: before?.image ?? null })
      const { name, image, is_active } = input
      const columns = { name, image, placeholder_image: placeholderOf(image), category_ids, is_active: is_active === 1 }
      const id = before?.id ?? (await insertTile(tx, columns))
      if (before) await updateTile(tx, id, columns)
      const tiles = await listTiles(tx)
      const action = before ? 'category_tile.updated' : 'category_tile.created'
      await audit(action, { object: { type: 'category_tile', id }, before, after: ownOf(tiles, id) })
      return { success: true, tiles }
    },
    present: async ({ tx, input }, stored) => {
      const tiles = await listTiles(tx)
      return isRowUnchanged(stored.tiles, tiles, input.id) ? { success: true, tiles } : undefined
    },
  },

  'dashboard/category-tiles/delete': {
    write: async ({ tx, input: { id }, audit }) => {
      const before = ownOf(await lockTiles(tx), id)
      await hideShopPicture(tx, before.image)
      await deleteTile(tx, id)
      await audit('category_tile.deleted', { object: { type: 'category_tile', id }, before })
      return { success: true }
    },
  },

  'dashboard/category-tiles/order': {
    write: async ({ tx, input: { ids }, audit }) => {
      const before = (await lockTiles(tx)).map(({ id }) => id)
      if (ids.length !== before.length || new Set(ids).size !== ids.length || !before.every((id) => ids.includes(id)))
        throw new AppError('LIST_CHANGED')
      await orderTiles(tx, ids)
      const object = { type: 'category_tile', id: 'all' }
      await audit('category_tiles.ordered', { object, before: { ids: before }, after: { ids } })
      return { success: true, tiles: await listTiles(tx) }
    },
  },
})

function ownOf(tiles: readonly TileRow[], id: number): TileRow {
  const tile = tiles.find((one) => one.id === id)
  if (!tile) throw new AppError('NOT_FOUND')
  return tile
}
