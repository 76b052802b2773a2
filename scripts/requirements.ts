import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import requirements from '../requirements.json' with { type: 'json' }

/** One row of the requirements list: its id, its area and the levels at which it is to be proved. */
type Requirement = { id: string; area: string; level: string[] }

const ROW_COUNT = 688
const TEST_FILES = ['{packages,apps,demo,scripts,bench}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']
const ROOT = resolve(import.meta.dirname, '..')

if (import.meta.main) {
  const used = idsByFile()
  process.exitCode = process.argv.includes('--check') ? check(used) : report(used)
}

/**
 * Requirement ids in the titles of a test file: `[E-07]`, `[E-07][R-20]` or `[A-05, A-08]`. A skipped test proves
 * nothing, so its title does not count; neither does a title in a comment.
 */
export function idsInTitles(source: string): string[] {
  const calls = source.matchAll(/^(.*?)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*?)\2/gm)
  return [...calls].flatMap(([, before, , title]) => (provesNothing(before ?? '') ? [] : idsInTitle(title ?? '')))
}

function idsInTitle(title: string): string[] {
  return [...title.matchAll(/\[((?:[A-Z]+-\d+)(?:\s*,\s*[A-Z]+-\d+)*)\]/g)].flatMap(([, ids]) =>
    (ids ?? '').split(',').map((id) => id.trim()),
  )
}

function provesNothing(before: string): boolean {
  return /^\s*(?:\/\/|\/?\*)/.test(before) || /\.(?:skip|todo|fixme)$/.test(before)
}

/** Rows of each area that no test names, in the order of the list. */
export function uncovered(rows: readonly Requirement[], used: ReadonlySet<string>): Map<string, string[]> {
  const areas = Map.groupBy(rows, (row) => row.area)
  return new Map([...areas].map(([area, of]) => [area, of.map(({ id }) => id).filter((id) => !used.has(id))]))
}

function idsByFile(): Map<string, string[]> {
  const files = globSync(TEST_FILES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
  return new Map(files.map((file) => [file, idsInTitles(readFileSync(resolve(ROOT, file), 'utf8'))]))
}

function report(used: Map<string, string[]>): number {
  const named = new Set([...used.values()].flat())
  for (const [area, missing] of uncovered(requirements, named)) {
    const total = requirements.filter((row) => row.area === area).length
    console.log(`${area.padEnd(4)}${String(total - missing.length).padStart(3)} of ${total} have a test`)
    if (missing.length > 0) console.log(`     without: ${missing.join(' ')}`)
  }
  const covered = requirements.filter(({ id }) => named.has(id)).length
  console.log(`${covered} of ${requirements.length} requirements have a test`)
  return 0
}

function check(used: Map<string, string[]>): number {
  const known = new Set(requirements.map(({ id }) => id))
  const wrong = [...used].flatMap(([file, ids]) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: no requirement is called ${id}`),
  )
  if (known.size !== ROW_COUNT) wrong.push(`requirements.json holds ${known.size} ids, not ${ROW_COUNT}`)
  for (const line of wrong) console.error(line)
  if (wrong.length === 0) console.log(`requirement ids: ${known.size} known, all titles name existing ones`)
  return wrong.length === 0 ? 0 : 1
}
