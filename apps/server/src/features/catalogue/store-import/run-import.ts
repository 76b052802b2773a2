import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Output } from '@nukkad/contract/contract.ts'
import { MAX_STORE_ROWS, type StoreFileColumn, storeFileColumnOf, storeFileHead } from '@nukkad/rules/store-file.ts'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { type AdminStore, changeStore, readAdminStores } from '#features/catalogue/store-admin/admin-store.ts'
import { addStore, type StoreValues, writeStore } from '#features/catalogue/store-admin/save-store.ts'
import { deleteStores } from '#features/catalogue/stores/write-store.ts'
import type { CallContext, WriteContext, Writing } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type FileRow, type FileShape, previewOf, readTableFile } from '#http/read-table-file.ts'
import type { Session } from '#http/session.ts'
import { type Held, hasStill, type ImportPlan, type PlannedRow, planStores, type StoreChange } from './plan-import.ts'
import {
  findTouched,
  insertImport,
  listCategoryNames,
  listNamedStores,
  lockImport,
  lockStores,
  markApplied,
  markUndone,
} from './queries.ts'
import { type Categories, cellOf, columnOfField } from './read-row.ts'

const UNDO_MINUTES = 10

const storeFile: FileShape<StoreFileColumn> = {
  columnOf: storeFileColumnOf,
  mostRows: MAX_STORE_ROWS,
  tooLong: 'fieldFileTooManyStores',
}

/**
 * Previews the changes of a file without making them. If no row is wrong, the preview stores a plan for
 * `applyStoreImport`.
 * @throws AppError PERMISSION_MISSING, and the errors of `readTableFile`
 */
export async function previewStoreImport({
  db,
  session,
  request,
  settings,
}: CallContext<'dashboard/store-import/preview'>): Promise<Output<'dashboard/store-import/preview'>> {
  if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { file: 'fieldFileMissing' } })
  const file = readTableFile(request.picture, storeFile)
  const held = await readHeld(db, file.rows, settings.get('currencyId'))
  const { plan, planned, problems: inRows } = planStores(file.rows, held)
  requireRight(session, plan)
  // If a column is missing, returns only that error, because the missing column would cause the same error in every
  // row.
  const problems = file.problems.length > 0 ? file.problems : inRows
  const importId =
    problems.length > 0 ? null : await inTransaction(db, (tx) => insertImport(tx, { userId: session.userId, plan }))
  return {
    success: true,
    import_id: importId,
    ...previewOf(
      { rows: file.rows.length, planned, problems },
      {
        textOf: (reason) => settings.text(reason, {}, request.language),
        show: (row) => presentRow(row, held.categories),
      },
    ),
  }
}

async function readHeld(db: Db, rows: readonly FileRow<StoreFileColumn>[], currency: string): Promise<Held> {
  const named = await listNamedStores(db, {
    ids: rows.flatMap(({ cells: { id } }) => (id && /^\d{1,9}$/.test(id) ? [Number(id)] : [])),
    slugs: rows.flatMap(({ cells: { slug } }) => slug || []),
  })
  const stores = await readAdminStores(
    db,
    named.map(({ id }) => id),
  )
  const categories = await listCategoryNames(db)
  return {
    byId: new Map(stores.map((store) => [store.id, store])),
    currency,
    idOfSlug: new Map(named.map(({ id, slug }) => [slug, id])),
    categories: {
      idOf: new Map(categories.map(({ id, name }) => [name, id])),
      nameOf: new Map(categories.map(({ id, name }) => [id, name])),
    },
  }
}

function presentRow({ row, does, name, before, after }: PlannedRow, categories: Categories) {
  const changes = Object.entries(after).map(([field, value]) => ({
    column: storeFileHead(columnOfField(field)),
    before: before ? cellOf(field, before[field as keyof StoreValues], categories) : null,
    after: cellOf(field, value, categories),
  }))
  return { row, does, name, changes }
}

/** Refuses a plan that changes existing stores, unless the person has the permission to change stores. */
function requireRight({ permissions }: Session, { change }: ImportPlan): void {
  if (change.length > 0 && !permissions.includes('stores_edit')) throw new AppError('PERMISSION_MISSING')
}

/**
 * Applies the changes of the preview, all of them or none; a repeated call gives the same answer.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING, STORES_CHANGED
 */
export async function applyStoreImport(
  context: WriteContext<'dashboard/store-import/apply'>,
): Promise<Output<'dashboard/store-import/apply'>> {
  const { tx, input, session } = context
  const { import_id: id } = input
  const held = await lockImport(tx, { id, userId: session.userId, undoMinutes: UNDO_MINUTES })
  if (!held) throw new AppError('NOT_FOUND')
  const { plan } = held
  requireRight(session, plan)
  if (held.effect && held.applied_at) return answerOf(held.effect, plan, held.applied_at)
  await writeChanges(context, { action: 'store.updated_by_import', changes: plan.change })
  const added: number[] = []
  for (const store of plan.add) added.push((await addStore(context, store).catch(takenSince(store.name))).id)
  const appliedAt = await markApplied(tx, id, added)
  await noteImport(context, { id, action: 'stores.imported', added: added.length, changed: plan.change.length })
  return answerOf(added, plan, appliedAt)
}

/**
 * Undoes an import as a whole; a repeated call gives the same answer.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING, UNDO_OVER, STORES_CHANGED
 */
export async function undoStoreImport(
  context: WriteContext<'dashboard/store-import/undo'>,
): Promise<Output<'dashboard/store-import/undo'>> {
  const { tx, input, session } = context
  const { import_id: id } = input
  const held = await lockImport(tx, { id, userId: session.userId, undoMinutes: UNDO_MINUTES })
  if (!held?.effect) throw new AppError('NOT_FOUND')
  const { plan, effect: added } = held
  requireRight(session, plan)
  const answer = { success: true as const, removed: added.length, put_back: plan.change.length }
  if (held.is_undone) return answer
  if (!held.is_undoable) throw new AppError('UNDO_OVER')
  await removeAdded(tx, added)
  const changes = plan.change.map(({ before, after, ...rest }) => ({ ...rest, before: after, after: before }))
  await writeChanges(context, { action: 'store.restored', changes })
  await markUndone(tx, id)
  await noteImport(context, {
    id,
    action: 'store_import.undone',
    removed: added,
    changed: answer.put_back,
  })
  return answer
}

/**
 * Writes the changes of an import.
 * @throws AppError STORES_CHANGED, naming the first store that has changed since
 */
async function writeChanges(
  { tx, audit }: Writing,
  { action, changes }: { action: AuditAction; changes: readonly StoreChange[] },
): Promise<void> {
  await lockStores(
    tx,
    changes.map(({ id }) => id),
  )
  for (const { id, name, before, after } of changes) {
    const change = async (_tx: Tx, store: AdminStore) => {
      if (!hasStill(store, before)) throw changedSince(name)
      await writeStore(tx, { values: after, before: store }).catch(takenSince(name))
    }
    await changeStore({ tx, audit }, { storeId: id, action }, change)
  }
}

async function removeAdded(tx: Tx, ids: readonly number[]): Promise<void> {
  await lockStores(tx, ids)
  const touched = await findTouched(tx, ids)
  if (touched) throw changedSince(touched.name)
  await deleteStores(tx, ids)
}

const changedSince = (store: string, cause?: unknown) => new AppError('STORES_CHANGED', { params: { store }, cause })

/**
 * Returns an error handler that reports any refusal as STORES_CHANGED. In the preview the slug was free and the
 * location near the store's areas, so a refusal means that someone changed something since.
 */
function takenSince(store: string) {
  return (error: unknown): never => {
    throw error instanceof AppError ? changedSince(store, error) : error
  }
}

function answerOf(added: readonly number[], { change }: ImportPlan, appliedAt: Date) {
  const until = new Date(appliedAt.getTime() + UNDO_MINUTES * 60_000)
  return { success: true as const, added: added.length, changed: change.length, undo_until: until.toISOString() }
}

async function noteImport(
  { audit }: Writing,
  { id, action, ...after }: { id: string; action: AuditAction } & Record<string, unknown>,
): Promise<void> {
  await audit(action, { object: { type: 'store import', id }, after })
}
