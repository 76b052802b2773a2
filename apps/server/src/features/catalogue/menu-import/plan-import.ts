import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { filledText, text } from '@nukkad/contract/wire.ts'
import type { MenuColumn } from '@nukkad/rules/menu-file.ts'
import { parseMoney } from '@nukkad/rules/money.ts'
import type { z } from 'zod'
import type { FileItem } from '#features/catalogue/store-menu/import-items.ts'
import { cleanHtml } from '#http/clean-html.ts'
import type { FileRow, Problem } from '#http/read-table-file.ts'

/** The highest price of an item (docs/reference/security.md#money). */
const MAX_PRICE_MINOR = 10_000_000n
const MAX_STOCK = 1_000_000

/** The values that a menu file may set for an item, with the name of the item's category. */
export type ItemFields = FileItem & { category: string }
export type MenuItem = ItemFields & { id: number }
export type Menu = {
  currency: string
  items: readonly MenuItem[]
  categories: readonly string[]
  addonGroups: readonly { id: number; name: string }[]
}

export type Addition = Partial<ItemFields> & Pick<ItemFields, 'name' | 'category' | 'price_minor'>
export type ItemChange = { id: number; before: Partial<ItemFields>; after: Partial<ItemFields> }
/** All changes of an import, as the preview showed them. */
export type ImportPlan = { categories: string[]; add: Addition[]; change: ItemChange[] }
export type PlannedRow = { row: number; does: 'add' | 'change' | 'nothing'; fields: ItemFields; changed: string[] }

type MenuRow = FileRow<MenuColumn>

/** Compares a menu file with the menu and returns its changes, row by row, and its errors. */
export function planImport(
  rows: readonly MenuRow[],
  menu: Menu,
): { plan: ImportPlan; planned: PlannedRow[]; problems: Problem[] } {
  const problems: Problem[] = []
  const plan: ImportPlan = { categories: [], add: [], change: [] }
  const planned: PlannedRow[] = []
  const taken = new Set<unknown>()
  const find = finderOf(menu.items)
  for (const { row, cells } of rows) {
    const wrong = (column: string, reason: FieldText) => void problems.push({ row, column, reason })
    const read = readCells(cells, menu, wrong)
    const { held, key } = find(cells, read, wrong)
    if (taken.has(key)) wrong(cells.id ? 'id' : 'name', 'fieldTwice')
    taken.add(key)
    const { name, category, price_minor } = read
    if (name === undefined || category === undefined || price_minor === undefined) continue
    if (!menu.categories.includes(category) && !plan.categories.includes(category)) plan.categories.push(category)
    const does = held ? changeOf(held, read) : undefined
    if (!held) plan.add.push({ ...read, name, category, price_minor })
    else if (does) plan.change.push({ id: held.id, ...does })
    planned.push({
      row,
      does: held ? (does ? 'change' : 'nothing') : 'add',
      fields: { ...(held ?? newItem), ...read } as ItemFields,
      changed: does ? Object.keys(does.after) : [],
    })
  }
  return { plan, planned, problems }
}

const newItem: Omit<ItemFields, 'name' | 'category' | 'price_minor'> = {
  old_price_minor: '0',
  description: '',
  is_veg: null,
  stock: null,
  addon_ids: [],
  is_active: true,
  is_recommended: false,
  is_popular: false,
  is_new: false,
}

type Wrong = (column: string, reason: FieldText) => void

/**
 * Returns a function that finds the item of a row: by its id, or else the only item with this name in the row's
 * category.
 */
function finderOf(items: readonly MenuItem[]) {
  const byId = new Map(items.map((item) => [String(item.id), item]))
  const byName = Map.groupBy(items, nameKey)
  return (cells: MenuRow['cells'], read: Partial<ItemFields>, wrong: Wrong): { held?: MenuItem; key: unknown } => {
    if (cells.id) {
      const held = byId.get(cells.id)
      if (!held) wrong('id', 'fieldUnknown')
      return held ? { held, key: held.id } : { key: `unknown ${cells.id}` }
    }
    const named = byName.get(nameKey(read)) ?? []
    if (named.length > 1) wrong('id', 'fieldValidationMsg')
    const [held] = named
    return held ? { held, key: held.id } : { key: nameKey(read) }
  }
}

const nameKey = ({ category, name }: Partial<ItemFields>) => JSON.stringify([category, name])

function changeOf(held: MenuItem, read: Partial<ItemFields>): Omit<ItemChange, 'id'> | undefined {
  const names = (Object.keys(read) as (keyof ItemFields)[]).filter(
    (name) => JSON.stringify(read[name]) !== JSON.stringify(held[name]),
  )
  if (names.length === 0) return undefined
  const pick = (from: Partial<ItemFields>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(held), after: pick(read) }
}

/** Reads the cells of a row of a menu file. A missing column changes nothing; an empty cell sets the default. */
function readCells(cells: MenuRow['cells'], menu: Menu, wrong: Wrong): Partial<ItemFields> {
  const read: Partial<ItemFields> = {}
  const put = <Name extends keyof ItemFields>(name: Name, value: ItemFields[Name] | undefined) => {
    if (value !== undefined) read[name] = value
  }
  put('name', readText(cells.name, 'name', filledText(255), wrong))
  put('category', readText(cells.category, 'category', filledText(255), wrong))
  put('price_minor', readPrice(cells.price, 'price', menu.currency, wrong))
  if (cells.old_price !== undefined)
    put('old_price_minor', readPrice(cells.old_price || '0', 'old_price', menu.currency, wrong))
  const description = readText(cells.description, 'description', text(2000), wrong)
  if (description !== undefined) read.description = cleanHtml(description)
  put('is_veg', readWord(cells.diet, 'diet', diets, wrong))
  for (const name of ['is_recommended', 'is_popular', 'is_new'] as const)
    put(name, readWord(cells[name] === '' ? 'no' : cells[name], name, flags, wrong))
  put('is_active', readWord(cells.is_active === '' ? 'yes' : cells.is_active, 'is_active', flags, wrong))
  put('stock', readStock(cells.stock, wrong))
  put('addon_ids', readAddons(cells.add_ons, menu, wrong))
  return read
}

const flags: Record<string, boolean> = { yes: true, no: false, '1': true, '0': false, true: true, false: false }
const diets: Record<string, boolean | null> = { veg: true, nonveg: false, 'non-veg': false, '': null, none: null }

function readText(cell: string | undefined, column: string, schema: z.ZodType<string>, wrong: Wrong) {
  if (cell === undefined) return undefined
  const parsed = schema.safeParse(cell)
  if (parsed.success) return parsed.data
  const [{ code } = { code: 'custom' }] = parsed.error.issues
  wrong(column, code === 'too_small' ? 'fieldValidationMsg' : code === 'too_big' ? 'fieldTooLong' : 'fieldCharacters')
  return undefined
}

function readPrice(cell: string | undefined, column: string, currency: string, wrong: Wrong): string | undefined {
  if (cell === undefined) return undefined
  const minor = parseMoney(cell, currency)
  if (minor !== undefined && minor <= MAX_PRICE_MINOR) return String(minor)
  wrong(column, cell === '' ? 'fieldValidationMsg' : 'fieldAmountInvalid')
  return undefined
}

function readWord<Value>(
  cell: string | undefined,
  column: string,
  labels: Record<string, Value>,
  wrong: Wrong,
): Value | undefined {
  if (cell === undefined) return undefined
  const word = cell.toLowerCase()
  if (Object.hasOwn(labels, word)) return labels[word]
  wrong(column, 'fieldNotOffered')
  return undefined
}

function readStock(cell: string | undefined, wrong: Wrong): number | null | undefined {
  if (cell === undefined) return undefined
  if (cell === '') return null
  if (/^\d{1,7}$/.test(cell) && Number(cell) <= MAX_STOCK) return Number(cell)
  wrong('stock', 'fieldNotNumber')
  return undefined
}

function readAddons(cell: string | undefined, { addonGroups }: Menu, wrong: Wrong): number[] | undefined {
  if (cell === undefined) return undefined
  const names = cell.split('|').flatMap((name) => name.trim() || [])
  const ids = names.map((name) => addonGroups.find((group) => group.name === name)?.id)
  if (ids.includes(undefined)) wrong('add_ons', 'fieldUnknown')
  else if (new Set(ids).size !== ids.length) wrong('add_ons', 'fieldTwice')
  else return ids as number[] // The check above refuses a name that no add-on category has.
  return undefined
}
