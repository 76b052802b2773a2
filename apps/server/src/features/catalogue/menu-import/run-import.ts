import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { CallName, Output } from '@nukkad/contract/contract.ts'
import { MAX_MENU_ROWS, type MenuColumn, menuColumns, neededMenuColumns } from '@nukkad/rules/menu-file.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import {
  type AppliedChange,
  insertCategories,
  insertItems,
  putBackItems,
  removeEmptyCategories,
  removeUntouched,
  updateItems,
} from '#features/catalogue/store-menu/import-items.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type FileShape, previewOf, readTableFile } from '#http/read-table-file.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { type ImportPlan, type ItemChange, planImport } from './plan-import.ts'
import {
  type Effect,
  insertImport,
  listUnread,
  lockImport,
  markApplied,
  markUndone,
  readCategoryIds,
  readMenu,
} from './queries.ts'

const UNDO_MINUTES = 10
const BATCH = 500

const menuFile: FileShape<MenuColumn> = {
  columnOf: (head) => menuColumns.find((column) => column === head.toLowerCase()),
  needed: neededMenuColumns,
  mostRows: MAX_MENU_ROWS,
  tooLong: 'fieldFileTooLong',
}

/**
 * Previews the changes of a file without making them. If no row is wrong, the preview stores a plan for `applyImport`.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, and the errors of `readTableFile`
 */
export async function previewImport(
  context: CallContext<'dashboard/menu-import/preview'>,
): Promise<Output<'dashboard/menu-import/preview'>> {
  const { db, input, session, request, settings } = context
  const { store_id: storeId } = input
  await requireOwnStore(db, session, storeId)
  if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { file: 'fieldFileMissing' } })
  const file = readTableFile(request.picture, menuFile)
  const menu = await readMenu(db, storeId)
  const { plan, planned, problems: inRows } = planImport(file.rows, menu)
  // If a column is missing, returns only that error, because the missing column would cause the same error in every
  // row.
  const problems = file.problems.length > 0 ? file.problems : inRows
  const { version } = menu
  const importId =
    problems.length > 0
      ? null
      : await inTransaction(db, (tx) => insertImport(tx, { storeId, userId: session.userId, version, plan }))
  return {
    success: true,
    import_id: importId,
    new_categories: plan.categories,
    ...previewOf(
      { rows: file.rows.length, planned, problems },
      {
        textOf: (reason) => settings.text(reason, {}, request.language),
        show: ({ row, does, fields, changed }) => ({
          row,
          does,
          changed,
          name: fields.name,
          category: fields.category,
          price: wireMoney(BigInt(fields.price_minor), menu.currency),
        }),
      },
    ),
  }
}

type ImportContext = CallContext<'dashboard/menu-import/apply' | 'dashboard/menu-import/undo'>

/**
 * Applies the changes of the preview, all of them or none; a repeated call gives the same answer.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, MENU_CHANGED
 */
export async function applyImport(context: ImportContext): Promise<Output<'dashboard/menu-import/apply'>> {
  const { input, db } = context
  const { store_id: storeId, import_id: id } = input
  await requireOwnStore(db, context.session, storeId)
  return inTransaction(db, async (tx) => {
    const held = await lockImport(tx, { storeId, id, undoMinutes: UNDO_MINUTES })
    if (!held) throw new AppError('NOT_FOUND')
    if (held.effect && held.applied_at) return answerOf(held.effect, held.applied_at)
    if (held.version !== held.menu_version) throw new AppError('MENU_CHANGED')
    const effect = await carryOut(tx, storeId, held.plan)
    const appliedAt = await markApplied(tx, id, effect)
    await noteImport(tx, context, 'menu.imported', { added: effect.added.length, changed: effect.changed.length })
    return answerOf(effect, appliedAt)
  })
}

/**
 * Undoes the changes of an import, except values that were changed since; a repeated call gives the same answer.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, UNDO_OVER
 */
export async function undoImport(context: ImportContext): Promise<Output<'dashboard/menu-import/undo'>> {
  const { input, db } = context
  const { store_id: storeId, import_id: id } = input
  await requireOwnStore(db, context.session, storeId)
  return inTransaction(db, async (tx) => {
    const held = await lockImport(tx, { storeId, id, undoMinutes: UNDO_MINUTES })
    if (!held?.effect) throw new AppError('NOT_FOUND')
    const { added, changed, categories } = held.effect
    const all = added.length + changed.length
    if (held.put_back !== null) return { success: true, put_back: held.put_back, kept: all - held.put_back }
    if (!held.is_undoable) throw new AppError('UNDO_OVER')
    let putBack = 0
    for (const batch of inBatches(added)) putBack += await removeUntouched(tx, storeId, batch)
    for (const batch of inBatches(changed)) putBack += await putBackItems(tx, storeId, batch)
    await removeEmptyCategories(tx, storeId, categories)
    await markUndone(tx, id, putBack)
    await noteImport(tx, context, 'menu_import.undone', { put_back: putBack, kept: all - putBack })
    return { success: true, put_back: putBack, kept: all - putBack }
  })
}

async function carryOut(tx: Tx, storeId: number, plan: ImportPlan): Promise<Effect> {
  const categories = await insertCategories(tx, storeId, plan.categories)
  const idOf = await readCategoryIds(tx, storeId)
  const added: number[] = []
  for (const items of inBatches(plan.add.map((item) => ({ ...item, item_category_id: idOf.get(item.category)! }))))
    added.push(...(await insertItems(tx, storeId, items)))
  const unread = await listUnread(
    tx,
    storeId,
    plan.change.map(({ id }) => id),
  )
  const changed = plan.change
    .map((change) => withCategoryIds(change, idOf))
    .map((change) => (unread.has(change.id) ? withUsualPricing(change) : change))
  // Every item of the plan still exists, because the plan was made for this version of the menu.
  for (const batch of inBatches(changed))
    if ((await updateItems(tx, storeId, batch)) !== batch.length) throw new AppError('MENU_CHANGED')
  return { added, categories, changed }
}

/** Splits rows into batches, so that a statement for one batch stays well within the time limit of statements. */
function inBatches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  )
}

/**
 * Adds the usual add-on pricing to the change of an item that has none, because an item stores its pricing from its
 * first edit on (INT-07).
 */
function withUsualPricing({ id, before, after }: AppliedChange): AppliedChange {
  return { id, before: { ...before, addon_pricing: null }, after: { ...after, addon_pricing: 'add' } }
}

/** Replaces the category names of a change by ids. */
function withCategoryIds({ id, before, after }: ItemChange, idOf: ReadonlyMap<string, number>): AppliedChange {
  const named = ({ category, ...rest }: ItemChange['after']) =>
    category === undefined ? rest : { ...rest, item_category_id: idOf.get(category) }
  return { id, before: named(before), after: named(after) }
}

function answerOf({ added, changed }: Effect, appliedAt: Date): Output<'dashboard/menu-import/apply'> {
  const until = new Date(appliedAt.getTime() + UNDO_MINUTES * 60_000)
  return { success: true, added: added.length, changed: changed.length, undo_until: until.toISOString() }
}

async function noteImport(
  tx: Tx,
  { input, session, request }: Pick<CallContext<CallName>, 'request'> & Pick<ImportContext, 'input' | 'session'>,
  action: AuditAction,
  after: object,
): Promise<void> {
  const object = { type: 'store', id: input.store_id }
  const entry = { actorId: session.userId, action, object, request }
  await writeAudit(tx, { ...entry, after: { import: input.import_id, ...after } })
}
