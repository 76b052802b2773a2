import { featureOf } from './features.ts'
import type { Source } from './hops.ts'

/*
 * Finds the tables of other domains that the code of a domain reads, and compares them with the list of these reads in
 * the documentation. Folders that belong to no domain, such as `http`, count as readers too.
 */

/** The tables of other domains that each reader reads. */
type Readers = ReadonlyMap<string, ReadonlySet<string>>
export type ListedReader = { reader: string; tables: readonly string[] }

/**
 * Returns the tables that a source names after `from`, `join` and `using`, in the query builder and in SQL. Tables in
 * comments do not count.
 */
function tablesIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const built = code.matchAll(/(?:selectFrom|[jJ]oin|\.from|\.using)\(\s*\[?\s*'(\w+)/g)
  const raw = code.matchAll(/\b(?:from|join|using)\s+|\bfrom: sql`/g)
  return [...[...built].map(([, table]) => table!), ...[...raw].flatMap((start) => tablesOfList(code, start))]
}

/** Matches the words of SQL that end the list of tables after `from`. */
const ENDS = /^(?:where|group|order|having|limit|offset|union|except|intersect|returning|for|set|values|window)$/i

/**
 * Returns the tables of the list that begins after a match of `from`, such as the `a` and `b` of `from a, (select 1) x,
 * b y`.
 */
function tablesOfList(code: string, { index, 0: start }: RegExpExecArray): string[] {
  const tables: string[] = []
  const token = /\$\{|[(){}`,;]|'[^']*'|[a-z_]\w*(\s*\()?|\S/gi
  token.lastIndex = index + start.length
  let depth = 0
  let isTable = true
  for (let found = token.exec(code); found; found = token.exec(code)) {
    const [text, call] = found
    // Also ends the list at a quoted name in the place of a table, which is the name of a module after the `from` of an
    // import.
    if (depth === 0 && (/^[`;]$/.test(text) || (isTable && text.startsWith("'")) || ENDS.test(text))) break
    if (/[({]$/.test(text)) depth += 1
    if (/^[)}]$/.test(text)) depth -= 1
    if (depth < 0) break
    if (depth === 0 && text === ',') isTable = true
    else if (isTable && !/^lateral$/i.test(text)) {
      if (/^[a-z_]/i.test(text) && !call) tables.push(text)
      isTable = false
    }
  }
  return tables
}

/**
 * Returns the tables of other domains that each reader reads. Tables whose owner belongs to no domain are left out,
 * because every domain may read them.
 * @param owners each table and its owner, such as `ordering/orders`
 */
export function foreignReads(sources: readonly Source[], owners: readonly [table: string, owner: string][]): Readers {
  const domains = new Map(
    owners.filter(([, owner]) => owner.includes('/')).map(([table, owner]) => [table, owner.split('/')[0]!]),
  )
  const reads = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const reader = featureOf(file).split('/')[0]!
    for (const table of tablesIn(text)) {
      const domain = domains.get(table)
      if (domain && domain !== reader) reads.set(reader, (reads.get(reader) ?? new Set()).add(table))
    }
  }
  return reads
}

/**
 * Returns the entries of the page about readers, which are lines such as ``- `reader`: `table`, `table` — reason.``. An
 * entry may continue on the next line.
 */
export function readListedReaders(page: string): ListedReader[] {
  return [...page.matchAll(/^- `([\w-]+)`: ((?:`\w+`(?:,\s+)?)+)\s+—\s+\S[^\n]*(?:\n {2}[^\n]+)*\.$/gm)].map(
    ([, reader, tables]) => ({
      reader: reader!,
      tables: [...tables!.matchAll(/`(\w+)`/g)].map(([, table]) => table!),
    }),
  )
}

/**
 * Returns a line for each table that code of another domain reads and the page does not list, and for each table that
 * only the page names.
 */
export function readerProblems(reads: Readers, listed: readonly ListedReader[], page: string): string[] {
  const named = listed.flatMap(({ reader, tables }) => tables.map((table) => `${reader} ${table}`))
  const read = [...reads].flatMap(([reader, tables]) => [...tables].map((table) => `${reader} ${table}`))
  const onPage = new Set(named)
  return [
    ...read
      .filter((pair) => !onPage.has(pair))
      .sort()
      .map((pair) => `${pair.replace(' ', ' reads ')}: call a use-case of its owner, or list it in ${page}`),
    ...named
      .filter((pair) => !read.includes(pair))
      .map((pair) => `${page} says that ${pair.replace(' ', ' reads ')}, which no code does`),
    ...named
      .filter((pair, index) => named.indexOf(pair) < index)
      .map((pair) => `${page} says twice that ${pair.replace(' ', ' reads ')}`),
  ]
}
