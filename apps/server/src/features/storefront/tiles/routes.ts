import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { hideShopPicture, placeholderOf, showShopPicture } from '#platform/pictures/save-picture.ts'
import {
  countCategories,
  deleteTile,
  insertTile,
  listTiles,
  lockTiles,
  orderTiles,
  type TileRow,
  updateTile,
} from './queries.ts'

export const tileRoutes = routes({
  'dashboard/category-tiles': async ({ db }) => ({ success: true, tiles: await listTiles(db) }),

  'dashboard/category-tiles/save': async (context) => {
    const { input, db, request, session } = context
    return once({ db, request, userId: session.userId, call: 'dashboard/category-tiles/save' }, async (tx) => {
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
      const action = before ? 'category_tile.updated' : 'category_tile.created'
      return audited(tx, context, { action, id, before, isNow: true })
    })
  },

  'dashboard/category-tiles/delete': async (context) =>
    inTransaction(context.db, async (tx) => {
      const before = ownOf(await lockTiles(tx), context.input.id)
      await hideShopPicture(tx, before.image)
      await deleteTile(tx, before.id)
      await audited(tx, context, { action: 'category_tile.deleted', id: before.id, before })
      return { success: true }
    }),

  'dashboard/category-tiles/order': async ({ input: { ids }, db, session, request }) =>
    inTransaction(db, async (tx) => {
      const before = (await lockTiles(tx)).map(({ id }) => id)
      if (ids.length !== before.length || new Set(ids).size !== ids.length || !before.every((id) => ids.includes(id)))
        throw new AppError('LIST_CHANGED')
      await orderTiles(tx, ids)
      const object = { type: 'category_tile', id: 'all' }
      const entry = { actorId: session.userId, object, before: { ids: before }, after: { ids }, request }
      await writeAudit(tx, { ...entry, action: 'category_tiles.ordered' })
      return { success: true, tiles: await listTiles(tx) }
    }),
})

type TileCall = 'dashboard/category-tiles/save' | 'dashboard/category-tiles/delete'
type Change = { action: AuditAction; id: number; before: TileRow | undefined; isNow?: true }

async function audited(
  tx: Tx,
  { session, request }: CallContext<TileCall>,
  { action, id, before, isNow }: Change,
): Promise<{ success: true; tiles: TileRow[] }> {
  const tiles = await listTiles(tx)
  await writeAudit(tx, {
    actorId: session.userId,
    action,
    object: { type: 'category_tile', id },
    ...(before && { before }),
    ...(isNow && { after: ownOf(tiles, id) }),
    request,
  })
  return { success: true, tiles }
}

function ownOf(tiles: readonly TileRow[], id: number): TileRow {
  const tile = tiles.find((one) => one.id === id)
  if (!tile) throw new AppError('NOT_FOUND')
  return tile
}
