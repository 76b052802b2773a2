import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cyclesOf, isModule } from './cycles.ts'
import { domainOf, FEATURES, featureOf, SERVER } from './features.ts'
import { type Followed, pathBetween, queryingPresenters, readFunctions, type Source } from './hops.ts'
import { foreignReads, readerProblems, readListedReaders } from './readers.ts'
import { listFiles, root } from './steps.ts'

/**
 * Prints how the domains depend on each other, and how many functions are between a request and its SQL. Fails if there
 * are more pairs of domains or more hops than the limits below allow; if a feature writes a table that it does not own;
 * if a domain reads a table of another domain without being listed; if a call is declared in one domain and answered in
 * another; if a domain imports a presenter of another; and for import cycles.
 */
const MAX_PAIRS = 20
/**
 * Maximum number of functions from a request to its statement (`hops.ts`): for the median of the followed calls, for
 * each call, and for a webhook.
 */
const MAX_MEDIAN_HOPS = 3
const MAX_HOPS = 4
const MAX_WEBHOOK_HOPS = 5

const OWNERS = 'docs/architecture/tables.md'
/** The file that inserts the first rows of a new database. Like a migration, the seed may write to all tables. */
const SEED = `${SERVER}db/seed.ts`
/** The name of the owner of tables to which only triggers write. */
const DATABASE = 'database'

/**
 * The calls for which the check counts the hops; they stand for all others. `to` is the function that executes the main
 * statement of the call.
 */
const followed: readonly Followed[] = [
  { name: 'save-address', from: 'call:save-address', to: 'insertAddress' },
  { name: 'search-restaurants', from: 'call:search-restaurants', to: 'listFound' },
  { name: 'dashboard/table', from: 'call:dashboard/table', to: 'readTable' },
  { name: 'get-orders', from: 'call:get-orders', to: 'listOrdersToPresent' },
  { name: 'place-order', from: 'call:place-order', to: 'insertOrder' },
  { name: 'apply-coupon', from: 'call:apply-coupon', to: 'findCoupon' },
]
const webhook: Followed = {
  name: 'payment webhook',
  from: `${FEATURES}payments/attempts/payment-pages.ts#receive`,
  to: 'insertPayment',
}

if (import.meta.main) process.exitCode = main()

function main(): number {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const sources = globSync(`${SERVER}**/*.ts`, { cwd: root, exclude: ['**/*.test.ts', SEED] }).map((file) => ({
    file,
    text: read(file),
  }))
  const pairs = domainPairs(sources)
  const writers = writersByTable(sources)
  const owners = readOwners(read(OWNERS))
  const reads = foreignReads(sources, owners)
  const cycles = cyclesOf(
    listFiles()
      .filter(isModule)
      .map((file) => ({ file, text: read(file) })),
  )
  const functions = readFunctions(sources)
  const hops = countHops(functions)
  const problems = [
    ...strayCalls(sources, read('packages/contract/src/contract.ts')),
    ...unnamedTables(sources),
    ...ownerProblems({
      tables: tablesOf(read(`${SERVER}db/schema.ts`)),
      owners,
      writers,
    }),
    ...readerProblems(reads, readListedReaders(read(OWNERS)), OWNERS),
    ...hops.problems,
    ...cycles,
    ...queryingPresenters(functions),
    ...foreignPresenters(sources),
    ...(pairs.size > MAX_PAIRS ? [`more than ${MAX_PAIRS} pairs of domains: import less across them`] : []),
  ]
  const shared = [...writers].filter(([, features]) => features.size > 1)
  console.log(
    `pairs of domains: ${pairs.size}; tables with several writers: ${shared.length}; cycles of imports: ${cycles.length}`,
  )
  const readings = [...reads.values()].reduce((total, tables) => total + tables.size, 0)
  console.log(`tables of other domains that a domain reads: ${readings}`)
  console.log(`hops from request to SQL: ${hops.line}`)
  if (process.argv.includes('--list')) {
    for (const path of hops.paths) console.log(`  ${path}`)
    for (const pair of [...pairs].sort()) console.log(`  ${pair}`)
    for (const [reader, tables] of [...reads].sort()) console.log(`  ${reader} reads ${[...tables].sort().join(', ')}`)
    for (const [table, features] of shared) console.log(`  ${table}: ${[...features].sort().join(', ')}`)
  }
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}

function countHops(functions: ReturnType<typeof readFunctions>) {
  const paths = [...followed, webhook].map((one) => ({ name: one.name, path: pathBetween(functions, one) }))
  const counts = paths.map(({ path }) => path.length)
  const [ofWebhook, ofCalls] = [counts.pop()!, counts]
  const [median, worst] = [medianOf(ofCalls), Math.max(...ofCalls)]
  return {
    line: `median ${median}, worst ${worst}, payment webhook ${ofWebhook}`,
    paths: paths.map(
      ({ name, path }) => `${name}, ${path.length}: ${path.map((at) => at.split('#').at(-1)).join(' > ')}`,
    ),
    problems: [
      ...(median > MAX_MEDIAN_HOPS ? [`the median of hops is above ${MAX_MEDIAN_HOPS}: see --list`] : []),
      ...(worst > MAX_HOPS ? [`a call has more than ${MAX_HOPS} hops: see --list`] : []),
      ...(ofWebhook > MAX_WEBHOOK_HOPS
        ? [`the payment webhook has more than ${MAX_WEBHOOK_HOPS} hops: see --list`]
        : []),
    ],
  }
}

function medianOf(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1]!
}

/** Returns each pair of domains of which the first imports the second, such as `ordering -> ledger`. */
export function domainPairs(sources: readonly Source[]): Set<string> {
  const pairs = new Set<string>()
  for (const { file, text } of sources) {
    const from = domainOf(file)
    for (const [, to] of text.matchAll(/from '#features\/([\w-]+)\//g))
      if (from && from !== to) pairs.add(`${from} -> ${to}`)
  }
  return pairs
}

/**
 * Returns a line for each import of another domain's presenter, because the other domain should offer a use case
 * instead.
 */
export function foreignPresenters(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const domain = domainOf(file)
    const imported = [...text.matchAll(/from '#features\/([\w-]+)\/([\w-]+\/present[\w-]*\.ts)'/g)]
    return imported
      .filter(([, other]) => domain && other !== domain)
      .map(([, other, name]) => `${file} imports ${other}/${name}: call a use-case of ${other}`)
  })
}

/** Returns the features that insert into, update or delete from each table, with the query builder or in SQL. */
export function writersByTable(sources: readonly Source[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const built = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)(?: as \w+)?',?\s*\)/g)
    const raw = text.matchAll(/\b(?:insert into|delete from)\s+(\w+)|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g)
    const batched = text.matchAll(/\bdeleteInBatches\(\s*\w+,\s*'(\w+)'/g)
    for (const [, one, other] of [...built, ...raw, ...batched]) {
      const table = one ?? other ?? ''
      writers.set(table, (writers.get(table) ?? new Set()).add(featureOf(file)))
    }
  }
  return writers
}

/** Returns a line for each write or reading of SQL whose table is a variable, because its owner cannot be checked. */
export function unnamedTables(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => !file.startsWith(`${SERVER}db/`))
    .flatMap(({ file, text }) =>
      [
        ...text.matchAll(
          /\.(?:insertInto|updateTable|deleteFrom)\(\s*[^'\s]|\b(?:insert into|delete from|update)\s+\$\{|\b(?:from|join)\s+\$\{sql\.table\(|\bdeleteInBatches\(\s*\w+,\s*[^'\s]/g,
        ),
      ].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length} takes a table that it does not name`),
    )
}

/** Returns the names of all tables, from the generated types of columns. */
export function tablesOf(schema: string): string[] {
  const list = schema.slice(schema.indexOf('export interface DB {'))
  return [...list.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table!)
}

/** Returns each table and its owner, from the rows `| owner | table, table |` of the page about owners. */
export function readOwners(page: string): [table: string, owner: string][] {
  return [...page.matchAll(/^\| `([\w/-]+)` \| (`.+) \|$/gm)].flatMap(([, owner, tables]) =>
    [...tables!.matchAll(/`(\w+)`/g)].map(([, table]): [string, string] => [table!, owner!]),
  )
}

/**
 * Returns a line for each table without exactly one owner, and for each feature that writes a table of another owner.
 */
export function ownerProblems({
  tables,
  owners,
  writers,
}: {
  tables: readonly string[]
  owners: readonly [table: string, owner: string][]
  writers: ReadonlyMap<string, ReadonlySet<string>>
}): string[] {
  const unknown = owners.filter(([table]) => !tables.includes(table))
  return [
    ...unknown.map(([table]) => `${OWNERS} names ${table}, which is no table`),
    ...tables.flatMap((table) => {
      const named = owners.filter(([owned]) => owned === table).map(([, owner]) => owner)
      if (named.length !== 1) return [`${table} has ${named.length} owners in ${OWNERS}: name one`]
      return writerProblems({ table, owner: named[0]!, writing: writers.get(table) ?? new Set() })
    }),
  ]
}

function writerProblems({
  table,
  owner,
  writing,
}: {
  table: string
  owner: string
  writing: ReadonlySet<string>
}): string[] {
  const others = [...writing].filter((writer) => writer !== owner).sort()
  if (owner !== DATABASE && !writing.has(owner)) return [`${table} is not written by its owner ${owner}`]
  return others.map((other) => `${table} is written by ${other}: call a use-case of its owner ${owner}`)
}

/** Returns a line for each call whose contract is in another domain than its handler. */
export function strayCalls(sources: readonly Source[], contract: string): string[] {
  const folders = new Map(
    [...contract.matchAll(/import \* as (\w+) from '\.\/([\w-]+)\//g)].map(([, name, domain]) => [name, domain]),
  )
  const handled = new Map(
    sources.flatMap(({ file, text }) =>
      /routes\.ts$/.test(file)
        ? [...text.matchAll(/^ {2}'?([\w/-]+)'?: /gm)].map(([, call]) => [call!, domainOf(file)] as const)
        : [],
    ),
  )
  return [...contract.matchAll(/^ {2}'([^']+)': (\w+)\./gm)].flatMap(([, call, name]) => {
    const [declared, answered] = [folders.get(name), handled.get(call!)]
    return declared === answered
      ? []
      : [`${call} is declared in ${declared ?? 'no domain'} and answered in ${answered ?? 'no domain'}`]
  })
}
