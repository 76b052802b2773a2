import { storeValues } from '@nukkad/contract/catalogue/store-admin.ts'
import { deliveryChargeLabels, deliveryTypeLabels, storeKindLabels } from '@nukkad/contract/tables/catalogue.ts'
import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { type StoreFileColumn, storeFileColumns } from '@nukkad/rules/store-file.ts'
import type { StoreValues } from '#features/catalogue/store-admin/save-store.ts'
import { cleanDescription } from '#http/clean-html.ts'
import { reasonsOf } from '#http/field-reasons.ts'
import { parseAmount } from '#http/read-amount.ts'
import type { FileRow } from '#http/read-table-file.ts'

export type Cells = FileRow<StoreFileColumn>['cells']
/** Maps from names of store categories to ids, and from ids to names. */
export type Categories = { idOf: ReadonlyMap<string, number>; nameOf: ReadonlyMap<number, string> }
type Value = StoreValues[keyof StoreValues]

/** The store's field for each column. The columns `id` and `currency` have no field, because a file cannot set them. */
const fieldOf: Partial<Record<StoreFileColumn, keyof StoreValues>> = {
  ...Object.fromEntries(storeFileColumns.map((column) => [column, column])),
  id: undefined,
  currency: undefined,
  commission: 'commission_rate',
  categories: 'category_ids',
}
const columnOf = new Map(storeFileColumns.map((column) => [fieldOf[column], column]))

/** Returns the column that has a store's field. */
export const columnOfField = (field: string): StoreFileColumn => columnOf.get(field as keyof StoreValues) ?? 'id'

const moneyFields = [
  ...(['restaurant_charges', 'delivery_charges', 'base_delivery_charge', 'extra_delivery_charge'] as const),
  ...(['min_order_price', 'free_delivery_subtotal'] as const),
]

const flagColumns = [
  ...(['is_active', 'is_featured', 'is_pureveg', 'auto_acceptable', 'is_notifiable', 'is_schedulable'] as const),
]
const flagValues = { yes: 1, no: 0, true: 1, false: 0, '1': 1, '0': 0 }
const shownLabels = {
  kind: storeKindLabels,
  delivery_type: deliveryTypeLabels,
  delivery_charge_type: deliveryChargeLabels,
}
/**
 * For each column with few possible values, the words that a file may use, with the value of each. A word is the text
 * on the screen and in an export, or the value's key.
 */
const labels: Partial<Record<StoreFileColumn, Record<string, unknown>>> = {
  ...Object.fromEntries(flagColumns.map((column) => [column, flagValues])),
  kind: labelsOf(storeKindLabels),
  // Exports of older versions say "Both" for delivery and self-pickup.
  delivery_type: { ...labelsOf(deliveryTypeLabels, Number), Both: 3 },
  delivery_charge_type: labelsOf(deliveryChargeLabels),
}

function labelsOf(shown: Record<string, string>, read: (key: string) => unknown = (key) => key) {
  return Object.fromEntries(
    Object.entries(shown).flatMap(([key, word]) => [key, word].map((said) => [said, read(key)])),
  )
}

/** Columns in which an empty cell removes the value. In other columns, an empty cell changes nothing. */
const clearable: ReadonlySet<StoreFileColumn> = new Set([
  ...(['address', 'landmark', 'pincode', 'phone', 'categories', 'description', 'certificate'] as const),
  ...(['delivery_time', 'price_range', 'sku', 'offer', 'custom_featured_name', 'custom_message'] as const),
  'custom_message_on_list',
])

export type Wrong = (column: StoreFileColumn, reason: FieldText) => void

/** Reads the store values of a row, by the rules of the calls that change a store. A missing column changes nothing. */
export function readRow(
  cells: Cells,
  { categories, currency, wrong }: { categories: Categories; currency: string; wrong: Wrong },
): StoreValues {
  const sent: Record<string, unknown> = {}
  for (const column of storeFileColumns) {
    const [field, cell] = [fieldOf[column], cells[column]]
    if (!field || cell === undefined || (cell === '' && !clearable.has(column))) continue
    const value = valueIn(column, cell, categories)
    if (value === undefined) wrong(column, column === 'categories' ? 'fieldUnknown' : 'fieldNotOffered')
    else sent[field] = value
  }
  const parsed = storeValues.safeParse(sent)
  if (!parsed.success) {
    for (const [path, reason] of Object.entries(reasonsOf(parsed.error, sent)))
      wrong(columnOfField(path.split('.')[0]!), reason)
    return {}
  }
  for (const field of ['description', 'custom_message'] as const)
    if (parsed.data[field]) parsed.data[field] = cleanDescription(parsed.data[field])
  return withAmounts(parsed.data, { currency, wrong })
}

function valueIn(column: StoreFileColumn, cell: string, { idOf }: Categories): unknown {
  if (column === 'categories') {
    const ids = cell.split('|').flatMap((name) => (name.trim() ? [idOf.get(name.trim())] : []))
    return ids.includes(undefined) ? undefined : ids.toSorted((a, b) => a! - b!)
  }
  const known = labels[column]
  if (!known) return cell
  const said = Object.keys(known).find((word) => word.toLowerCase() === cell.toLowerCase())
  return said === undefined ? undefined : known[said]
}

/** Returns the values with their amounts in the form of the wire, and reports invalid amounts. */
function withAmounts(values: StoreValues, { currency, wrong }: { currency: string; wrong: Wrong }): StoreValues {
  const read = { ...values }
  for (const field of moneyFields) {
    const amount = values[field]
    const minor = amount === undefined ? undefined : parseAmount(amount, currency)
    if (minor !== undefined) read[field] = wireMoney(minor, currency)
    else if (amount !== undefined) wrong(field, 'fieldAmountInvalid')
  }
  return read
}

/** Returns a value in the form in which a file has it. */
export function cellOf(field: string, value: Value, { nameOf }: Categories): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((id) => nameOf.get(id) ?? '').join(' | ')
  const column = columnOfField(field)
  const shown: Partial<Record<string, Record<string, string>>> = shownLabels
  if (shown[column]) return shown[column][String(value)] ?? String(value)
  return labels[column] ? (value === 1 ? 'yes' : 'no') : String(value)
}
