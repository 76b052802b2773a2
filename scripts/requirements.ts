import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from './steps.ts'

/** A row of the requirements list: its id, its area and the levels of the tests that it needs. */
type Requirement = { id: string; area: string; level: Level[] }
type Level = 'unit' | 'api' | 'browser'

const REQUIREMENTS = 'docs/reference/requirements.md'
const ROW_COUNT = 747
const TEST_FILES = ['{packages,apps,demo,scripts,bench}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']
const rows = readRequirements()

if (import.meta.main) {
  const used = idsByFile()
  process.exitCode = process.argv.includes('--check') ? check(used) : report(used)
}

/** Returns the rows of `docs/reference/requirements.md`, in the order of the file. */
export function readRequirements(): Requirement[] {
  return rowsOf(readFileSync(resolve(root, REQUIREMENTS), 'utf8'))
}

/**
 * Reads the rows of a requirements table: `| E-07 | What must hold | browser, api: how it is proved |`.
 * @throws Error for an unknown level, or for an id that appears twice
 */
export function rowsOf(text: string): Requirement[] {
  const rows = text.split('\n').flatMap((line) => {
    const [, area, number] = /^\| ([A-Z]+)-(\d+) \|/.exec(line) ?? []
    if (area === undefined) return []
    const [, , , proof = ''] = line.split(/(?<!\\)\|/)
    const level = proof.slice(0, proof.indexOf(':')).trim().split(', ')
    if (!level.every(isLevel))
      throw new Error(`${area}-${number} begins its proof with "${level}", which names no levels`)
    return [{ id: `${area}-${number}`, area, level }]
  })
  const twice = rows.find(({ id }, index) => rows.findIndex((other) => other.id === id) !== index)
  if (twice) throw new Error(`${twice.id} stands twice`)
  return rows
}

function isLevel(name: string): name is Level {
  return name === 'unit' || name === 'api' || name === 'browser'
}

/**
 * Returns the requirement ids in the titles of a test file: `[E-07]`, `[E-07][R-20]` or `[A-05, A-08]`, also in a table
 * of cases as `ids: '[E-07]'`. Titles of skipped tests and titles in comments do not count.
 */
export function idsInTitles(source: string): string[] {
  const calls = source.matchAll(/^(.*?)(?:\(\s*|\bids: )(['"`])((?:\\.|(?!\2)[^\\])*?)\2/gm)
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

/**
 * Returns, for each area, the requirements without a test at a required level, in the order of the list, such as `C-04
 * (browser)`.
 */
export function uncovered(
  rows: readonly Requirement[],
  used: ReadonlyMap<string, ReadonlySet<Level>>,
): Map<string, string[]> {
  const areas = Map.groupBy(rows, (row) => row.area)
  return new Map([...areas].map(([area, of]) => [area, of.flatMap((row) => missingLevels(row, used.get(row.id)))]))
}

function missingLevels({ id, level }: Requirement, tested: ReadonlySet<Level> | undefined): string[] {
  // A server test or a browser test also counts as a unit test, because it runs the same code inside the product.
  const missing = level.filter((one) => !(one === 'unit' ? tested?.size : tested?.has(one)))
  return missing.length > 0 ? [`${id} (${missing.join(', ')})`] : []
}

/**
 * Returns the level of a test file: `browser` for one that uses a browser, `api` for one that calls a real server, or
 * `unit`.
 */
export function levelOf(file: string): Level {
  if (file.startsWith('e2e/')) return 'browser'
  // Some tests of scripts check the recorded answers of server tests, so they have the level `api`.
  return file.startsWith('apps/server/') || file.startsWith('scripts/') ? 'api' : 'unit'
}

function levelsById(used: Map<string, string[]>): Map<string, Set<Level>> {
  const levels = new Map<string, Set<Level>>()
  for (const [file, ids] of used)
    for (const id of ids) levels.set(id, (levels.get(id) ?? new Set<Level>()).add(levelOf(file)))
  return levels
}

function idsByFile(): Map<string, string[]> {
  const files = globSync(TEST_FILES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  return new Map(files.map((file) => [file, idsInTitles(readFileSync(resolve(root, file), 'utf8'))]))
}

function report(used: Map<string, string[]>): number {
  let covered = rows.length
  for (const [area, missing] of uncovered(rows, levelsById(used))) {
    const total = rows.filter((row) => row.area === area).length
    covered -= missing.length
    console.log(
      `${area.padEnd(4)}${String(total - missing.length).padStart(3)} of ${total} have a test at each of their levels`,
    )
    if (missing.length > 0) console.log(`     without: ${missing.join(', ')}`)
  }
  console.log(`${covered} of ${rows.length} requirements have a test at each of their levels`)
  return 0
}

function check(used: Map<string, string[]>): number {
  const known = new Set(rows.map(({ id }) => id))
  const wrong = [...used].flatMap(([file, ids]) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: no requirement is called ${id}`),
  )
  if (known.size !== ROW_COUNT) wrong.push(`${REQUIREMENTS} holds ${known.size} ids, not ${ROW_COUNT}`)
  for (const missing of uncovered(rows, levelsById(used)).values())
    for (const row of missing) wrong.push(`no test at its level names ${row}`)
  for (const line of wrong) console.error(line)
  if (wrong.length === 0)
    console.log(`requirement ids: ${known.size} known, all titles name existing ones, each row is tested at its levels`)
  return wrong.length === 0 ? 0 : 1
}
