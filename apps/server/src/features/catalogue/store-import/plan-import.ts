import { neededOfNewStore, type StoreFileColumn, storeFileHead } from '@nukkad/rules/store-file.ts'
import type { AdminStore } from '#features/catalogue/store-admin/admin-store.ts'
import {
  isCurrency,
  isFarFromAreas,
  type NewStore,
  type StoreValues,
} from '#features/catalogue/store-admin/save-store.ts'
import type { FileRow, Problem } from '#http/read-table-file.ts'
import { type Categories, type Cells, readRow, type Wrong } from './read-row.ts'

export type StoreChange = { id: number; name: string; before: StoreValues; after: StoreValues }
/** All changes of an import, as the preview showed them. */
export type ImportPlan = { add: NewStore[]; change: StoreChange[] }
export type PlannedRow = {
  row: number
  does: 'add' | 'change' | 'nothing'
  name: string
  /** The values of the store before the import; undefined for a new store. */
  before: StoreValues | undefined
  after: StoreValues
}
/** The stores that the rows of a file name by id or slug, and with which the rows are compared. */
export type Held = {
  byId: ReadonlyMap<number, AdminStore>
  idOfSlug: ReadonlyMap<string, number>
  categories: Categories
  /** The currency of new stores whose row names none. */
  currency: string
}

/** Compares a store file with the stores and returns its changes, row by row, and its errors. */
export function planStores(
  rows: readonly FileRow<StoreFileColumn>[],
  held: Held,
): { plan: ImportPlan; planned: PlannedRow[]; problems: Problem[] } {
  const problems: Problem[] = []
  const plan: ImportPlan = { add: [], change: [] }
  const planned: PlannedRow[] = []
  const seen = { stores: new Set<number>(), slugs: new Set<string>() }
  for (const { row, cells } of rows) {
    const before = problems.length
    const wrong: Wrong = (column, reason) => void problems.push({ row, column: storeFileHead(column), reason })
    const store = findStore(cells, held, wrong)
    const currency = currencyOf(cells, store, held, wrong)
    const values = readRow(cells, { categories: held.categories, currency, wrong })
    judge(values, { store, held, seen, wrong })
    if (!store) requireNeeded(cells, wrong)
    if (problems.length > before) continue
    planned.push(store ? planChange(row, store, values, plan) : planAddition(row, { ...values, currency }, plan))
  }
  return { plan, planned, problems }
}

/** Finds the store of a row: by its id, or else by its slug. */
function findStore({ id, slug }: Cells, { byId, idOfSlug }: Held, wrong: Wrong): AdminStore | undefined {
  if (!id) return byId.get(idOfSlug.get(slug ?? '') ?? 0)
  const store = byId.get(Number(id))
  if (!store) wrong('id', 'fieldUnknown')
  return store
}

/** Returns the currency of a row's store. An existing store keeps its currency, because its orders use it. */
function currencyOf(cells: Cells, store: AdminStore | undefined, held: Held, wrong: Wrong): string {
  const said = cells.currency?.toUpperCase()
  if (store && said && said !== store.currency) wrong('currency', 'fieldFixed')
  if (!store && said && !isCurrency(said)) wrong('currency', 'fieldNotOffered')
  return store?.currency ?? (said && isCurrency(said) ? said : held.currency)
}

type Seen = { stores: Set<number>; slugs: Set<string> }

/**
 * Reports errors that concern more than one row or field: a store or slug that occurs twice, the slug of another store,
 * and a location far from the delivery areas.
 */
function judge(
  values: StoreValues,
  { store, held, seen, wrong }: { store: AdminStore | undefined; held: Held; seen: Seen; wrong: Wrong },
): void {
  const { slug } = values
  const owner = slug === undefined ? undefined : held.idOfSlug.get(slug)
  if (store && seen.stores.has(store.id)) wrong('id', 'fieldTwice')
  else if (slug !== undefined && seen.slugs.has(slug)) wrong('slug', 'fieldTwice')
  else if (owner !== undefined && owner !== store?.id) wrong('slug', 'fieldTaken')
  if (store && isFarFromAreas(values, store)) wrong('latitude', 'fieldTooFar')
  if (store) seen.stores.add(store.id)
  if (slug !== undefined) seen.slugs.add(slug)
}

function requireNeeded(cells: Cells, wrong: Wrong): void {
  for (const column of neededOfNewStore) if (!cells[column]) wrong(column, 'fieldValidationMsg')
}

function planAddition(row: number, given: StoreValues & { currency: string }, plan: ImportPlan): PlannedRow {
  const said = Object.entries(given).filter(([, value]) => value !== '')
  const store = Object.fromEntries(said) as NewStore // `requireNeeded` has checked that no required field is missing.
  plan.add.push(store)
  const { currency: _currency, ...after } = store
  return { row, does: 'add', name: store.name, before: undefined, after }
}

function planChange(row: number, store: AdminStore, values: StoreValues, plan: ImportPlan): PlannedRow {
  const now = valuesOf(store)
  const names = namesOf(values).filter((name) => !isSame(now[name], values[name]))
  const pick = (from: StoreValues): StoreValues => Object.fromEntries(names.map((name) => [name, from[name]]))
  const [before, after] = [pick(now), pick(values)]
  if (names.length > 0) plan.change.push({ id: store.id, name: store.name, before, after })
  return { row, does: names.length > 0 ? 'change' : 'nothing', name: values.name ?? store.name, before, after }
}

/** Returns whether a store still has these values, so that no change was made since the preview. */
export function hasStill(store: AdminStore, values: StoreValues): boolean {
  const now = valuesOf(store)
  return namesOf(values).every((name) => isSame(now[name], values[name]))
}

const namesOf = (values: StoreValues) => Object.keys(values) as (keyof StoreValues)[]

/** Returns whether two values look equal to people: a missing string equals an empty one. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
}

/** Returns a store's values in the form in which a change of the store sets them. */
function valuesOf({ is_switched_on, categories_ids, ...store }: AdminStore): StoreValues {
  return {
    ...store,
    latitude: Number(store.latitude),
    longitude: Number(store.longitude),
    commission_rate: Number(store.commission_rate),
    is_active: is_switched_on,
    category_ids: categories_ids.toSorted((a, b) => a - b),
  }
}
