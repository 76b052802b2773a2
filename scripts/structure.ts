import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

/** Prints how the domains hang together, and fails where a figure is worse than the one that is held. */
const held = { pairs: 20, shared: 17 }

const FEATURES = 'apps/server/src/features/'

if (import.meta.main) process.exitCode = main()

function main(): number {
  const sources = globSync('apps/server/src/{features,platform}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const pairs = domainPairs(sources)
  const shared = [...writersByTable(sources)].filter(([, features]) => features.size > 1)
  const strays = strayCalls(sources, readFileSync(join(root, 'packages/contract/src/contract.ts'), 'utf8'))
  console.log(
    `pairs of domains: ${pairs.size}; tables that two features write: ${shared.length}; calls whose contract lies in another domain than their handler: ${strays.length}`,
  )
  if (process.argv.includes('--list')) {
    for (const pair of [...pairs].sort()) console.log(`  ${pair}`)
    for (const [table, features] of shared) console.log(`  ${table}: ${[...features].sort().join(', ')}`)
  }
  for (const stray of strays) console.error(stray)
  if (pairs.size > held.pairs) console.error(`more than ${held.pairs} pairs of domains: import less across them`)
  if (shared.length > held.shared)
    console.error(`more than ${held.shared} tables with two writers: call the owner's use-case`)
  return strays.length > 0 || pairs.size > held.pairs || shared.length > held.shared ? 1 : 0
}

type Source = { file: string; text: string }

function domainOf(file: string): string | undefined {
  return file.startsWith(FEATURES) ? file.slice(FEATURES.length).split('/')[0] : undefined
}

function featureOf(file: string): string {
  return file.startsWith(FEATURES) ? file.slice(FEATURES.length).split('/').slice(0, 2).join('/') : 'platform'
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

/** Returns the features that insert into, update or delete from each table, by the builder or in raw SQL. */
export function writersByTable(sources: readonly Source[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const built = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)(?: as \w+)?'\)/g)
    const raw = text.matchAll(/\b(?:insert into|delete from)\s+(\w+)|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g)
    for (const [, one, other] of [...built, ...raw]) {
      const table = one ?? other ?? ''
      writers.set(table, (writers.get(table) ?? new Set()).add(featureOf(file)))
    }
  }
  return writers
}

/** Returns a line for each call whose contract lies in another domain than its handler. */
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
