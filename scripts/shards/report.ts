import { type TableClass, tablesByClass } from './classes.ts'
import { type Judgement, judge, type Schema } from './judge.ts'

/** A migrated schema, as PostgreSQL's catalogue describes it. */
export type Catalogue = {
  columns: readonly { table: string; column: string }[]
  /** The unique indexes and exclusion constraints of the schema, with their columns. */
  keys: readonly { table: string; name: string; columns: readonly string[] }[]
  foreignKeys: readonly { table: string; name: string; to: string; columns: readonly string[] }[]
  triggers: readonly { table: string; function: string; source: string }[]
}

const verdicts = {
  'one shard': 'stays on one shard',
  coordinator: 'needs no shard',
  change: 'needs a change',
} as const satisfies Record<Judgement['verdict'], string>

/**
 * Returns the tables of docs/architecture/shards.md: the classes, the necessary changes of the schema, and the
 * statements of each call. A statement that several calls share is listed at the first of these calls.
 */
export function shardTables(
  sent: Readonly<Record<string, readonly string[]>>,
  { schema, catalogue }: { schema: Schema; catalogue: Catalogue },
): string {
  const judged = judgeAll(sent, schema)
  return [
    '## Classes of tables',
    classTable(),
    '## What the schema must change',
    schemaTable(catalogue, schema.classes),
    '## Statements of the hot path',
    countLine(judged),
    '| Call | Statement | Tables (**written**) | On one shard? | Condition, or change |\n|---|---|---|---|---|\n' +
      judged.map(rowOf).join('\n'),
  ].join('\n\n')
}

type Judged = Judgement & { calls: string[]; text: string }

function judgeAll(sent: Readonly<Record<string, readonly string[]>>, schema: Schema): Judged[] {
  const found = new Map<string, Judged>()
  for (const [call, texts] of Object.entries(sent))
    for (const text of texts.filter((one) => !/^(begin|commit)$/.test(one))) {
      const known = found.get(text)
      if (!known) found.set(text, { ...judge(text, schema), calls: [call], text })
      else if (!known.calls.includes(call)) known.calls.push(call)
    }
  return [...found.values()]
}

function countLine(judged: readonly Judged[]): string {
  const count = (verdict: Judgement['verdict']): number => judged.filter((one) => one.verdict === verdict).length
  const calls = new Set(judged.flatMap((one) => one.calls)).size
  return `${judged.length} statements of ${calls} calls: ${count('one shard')} can stay as they are on one shard, ${count('coordinator')} need no shard, ${count('change')} need a change.`
}

function rowOf({ calls, text, tables, written, verdict, reason }: Judged): string {
  const more = calls.length > 1 ? ` and ${calls.length - 1} more` : ''
  const shown = tables.map((table) => (written.includes(table) ? `**${table}**` : table)).join(', ')
  return `| \`${calls[0]}\`${more} | ${kindOf(text)} | ${shown || '–'} | ${verdicts[verdict]} | ${reason} |`
}

/** Returns what a statement does to tables, from its SQL: `read`, `insert`, `update`, `delete`. */
function kindOf(text: string): string {
  const found = ['insert into', 'update', 'delete from'].filter((word) =>
    new RegExp(`(^|[(\\s])${word}\\s+"?\\w+"?\\s+(as|set|\\(|where|using)`, 'i').test(
      text.replace(/do update\s+set/gi, ''),
    ),
  )
  return found.map((word) => word.split(' ')[0]).join(', ') || 'read'
}

function classTable(): string {
  const rows = (Object.keys(tablesByClass) as TableClass[]).map((name) => {
    const tables = tablesByClass[name].toSorted()
    return `| ${name} | ${tables.length} | ${tables.map((table) => `\`${table}\``).join(', ')} |`
  })
  return ['| Class | Number | Tables |', '|---|---|---|', ...rows].join('\n')
}

function schemaTable(catalogue: Catalogue, classes: ReadonlyMap<string, TableClass>): string {
  const has = (table: string): boolean =>
    catalogue.columns.some((one) => one.table === table && one.column === 'store_id')
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || '–'
  const rows = tablesByClass.distributed.toSorted().map((table) => {
    const keys = catalogue.keys.filter((key) => key.table === table && !key.columns.includes('store_id'))
    return [
      `\`${table}\``,
      has(table) ? 'yes' : '**add**',
      list(keys.map(({ columns }) => columns.join(', ') || 'expression')),
      list(foreignKeysToChange(catalogue, table, classes).map(({ columns, to }) => `${columns.join(', ')} → ${to}`)),
      list(tablesOfTriggers(catalogue, table, classes)),
    ]
  })
  const into = catalogue.foreignKeys.filter(
    ({ table, to }) => classes.get(table) !== 'distributed' && classes.get(to) === 'distributed',
  )
  return [
    '| Distributed table | `store_id` | Unique keys that need `store_id` | Foreign keys to change | Other tables that its triggers write |',
    '|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Foreign keys of other tables to distributed tables, which Citus does not allow: ${list(
      into.map(({ table, columns, to }) => `${table}.${columns.join(', ')} → ${to}`),
    )}.`,
  ].join('\n')
}

/**
 * Returns the foreign keys that must change: those to distributed tables must have `store_id`, and none may lead to a
 * local table.
 */
function foreignKeysToChange(
  { foreignKeys }: Catalogue,
  from: string,
  classes: ReadonlyMap<string, TableClass>,
): Catalogue['foreignKeys'] {
  return foreignKeys.filter(({ table, to, columns }) => {
    if (table !== from) return false
    const target = classes.get(to)
    return target === 'local' || (target === 'distributed' && !columns.includes('store_id'))
  })
}

/**
 * Returns the tables to which triggers write although the tables are on another node. A trigger runs on the node of the
 * row that fires it.
 */
function tablesOfTriggers(
  { triggers }: Catalogue,
  table: string,
  classes: ReadonlyMap<string, TableClass>,
): readonly string[] {
  const written = triggers
    .filter((trigger) => trigger.table === table)
    .flatMap(({ source }) =>
      [...source.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi)].map(([, name]) => name!),
    )
  return [...new Set(written)].filter((name) => classes.has(name) && classes.get(name) !== 'distributed').sort()
}
