import type { TableClass } from './classes.ts'
import { type Columns, Equalities, type Use } from './equalities.ts'

export type Schema = { columns: Columns; classes: ReadonlyMap<string, TableClass> }
/**
 * What a statement needs if tables are distributed by `store_id`:
 *
 * - `one shard`: all its rows belong to one store, and `reason` is the condition that ensures it.
 * - `coordinator`: it reads and writes no distributed table.
 * - `change`: it would query several shards or be refused, and `reason` names the change that it needs.
 */
export type Judgement = {
  verdict: 'one shard' | 'coordinator' | 'change'
  tables: string[]
  written: string[]
  reason: string
}

/** Judges one statement by its SQL. Throws an error for invalid SQL. */
export function judge(text: string, { columns, classes }: Schema): Judgement {
  const equalities = new Equalities(text, columns)
  const of = (kind: TableClass): Use[] => equalities.uses.filter(({ table }) => classes.get(table) === kind)
  const tables = namesOf(equalities.uses)
  const written = namesOf(equalities.uses.filter(({ isWritten }) => isWritten))
  const distributed = of('distributed')
  const copied = namesOf(of('reference').filter(({ isWritten }) => isWritten))
  const copies = copied.length > 0 ? `writes every node (${copied.map(code).join(', ')})` : ''
  if (distributed.length === 0)
    return {
      verdict: 'coordinator',
      tables,
      written,
      reason: copies || (tables.length > 0 ? 'no distributed table' : 'no table'),
    }
  const changes = [...changesOf(distributed, equalities, columns)]
  const values = [...new Set(distributed.flatMap((use) => equalities.valuesOf(use, 'store_id')))].sort()
  if (changes.length === 0 && !haveOneStore(distributed, equalities))
    changes.push(`name one store only: now ${values.join(', ')}`)
  const local = namesOf(of('local'))
  if (local.length > 0)
    changes.push(
      `move ${local.map(code).join(', ')} into a statement of ${local.length > 1 ? 'their' : 'its'} own: the coordinator alone has ${local.length > 1 ? 'them' : 'it'}`,
    )
  if (copies) changes.push(copies)
  if (changes.length > 0) return { verdict: 'change', tables, written, reason: changes.join('; ') }
  const conditions = namesOf(distributed).map((table) => code(`${table}.store_id`))
  return { verdict: 'one shard', tables, written, reason: `${conditions.join(', ')} = ${values.join(', ')}` }
}

/**
 * Returns whether all uses of tables in a statement have the same store id, so that their rows belong to the same
 * store.
 */
function haveOneStore(uses: readonly Use[], equalities: Equalities): boolean {
  const [first, ...others] = uses.map((use) => equalities.valuesOf(use, 'store_id'))
  return first!.some((value) => others.every((values) => values.includes(value)))
}

/**
 * Returns, for each use of a distributed table in a statement, the missing condition that would restrict the use to the
 * shard of one store.
 */
function changesOf(distributed: readonly Use[], equalities: Equalities, columns: Columns): Set<string> {
  const changes = new Set<string>()
  const spread: Use[] = []
  for (const use of distributed) {
    if (!columns.get(use.table)?.has('store_id'))
      changes.add(`give ${code(use.table)} a column \`store_id\` and ${use.isWritten ? 'write' : 'compare'} it`)
    else if (equalities.valuesOf(use, 'store_id').length === 0) {
      const change = changeFor(use, distributed, equalities)
      if (change) changes.add(change)
      else spread.push(use)
    }
  }
  if (spread.length > 0) changes.add(changeOfSpread(spread, equalities))
  return changes
}

/** Returns the change that a statement needs for uses of tables whose rows can belong to any store. */
function changeOfSpread(spread: readonly Use[], equalities: Equalities): string {
  const tables = namesOf(spread)
  const chosen = tables.flatMap((table) => {
    const fixed = spread.filter((use) => use.table === table).flatMap((use) => equalities.fixedColumns(use))
    return fixed.length > 0 ? [`${code(table)} is now chosen by ${code([...new Set(fixed)].join(', '))}`] : []
  })
  const columns = tables.map((table) => code(`${table}.store_id`)).join(' and ')
  return `add ${columns}, or query all shards${chosen.length > 0 ? ` (${chosen.join(', ')})` : ''}`
}

/** Returns the change that one use of a table needs; undefined if its rows can belong to any store. */
function changeFor(use: Use, distributed: readonly Use[], equalities: Equalities): string | undefined {
  const column = code(`${use.table}.store_id`)
  if (use.isInserted) return `insert rows of one store (${column})`
  const fixed = equalities.fixedColumns(use)
  if (fixed.includes('id') || fixed.includes('order_id'))
    return `add ${column} next to \`${fixed.includes('id') ? 'id' : 'order_id'}\``
  const joined = distributed.find((other) => other.id < use.id && equalities.joinedColumns(use, other).length > 0)
  if (joined)
    return `join ${column} too, next to \`${equalities.joinedColumns(use, joined).join(', ')}\` of ${code(joined.table)}`
  if (equalities.isOneOfList(use, 'store_id')) return `query the shards of the listed stores (${column})`
  return equalities.isOneOfList(use, 'id') ? `add ${column} next to the list of \`id\`` : undefined
}

const code = (name: string): string => `\`${name}\``
const namesOf = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ table }) => table))]
