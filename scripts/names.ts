import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { listFiles, root } from './steps.ts'
import { readInstead } from './words.ts'

/** Fails if an identifier or the name of a file contains a word that `docs/writing.md` refuses in names. */
const GUIDE = 'docs/writing.md'
const CODE = /\.(ts|tsx|mjs)$/

/** Files whose names the check does not read, because others chose them or they are not decided yet. */
const leftOut: readonly { files: RegExp; because: string }[] = [
  {
    files: /^apps\/server\/migrations\/|^apps\/server\/src\/db\/schema\.ts$/,
    because: 'applied migrations are checksummed',
  },
  {
    files: /^packages\/contract\/src\/(texts|settings)\//,
    because: 'installations store the keys of texts and settings',
  },
  {
    files: /^scripts\/(words|names|notice)(\.test)?\.ts$|^docs\/notice\.md$/,
    because: 'they are about words, or about licences',
  },
]

/** Names with a refused word that stay, each with its reason. */
const excepted: Readonly<Record<string, string>> = {
  told: 'column of `broadcasts`, and of its table on the wire',
  edition: 'field of `dashboard/settings`',
  fault: 'column of `backup_runs`, `export_runs` and `webhook_deliveries`, and a field on the wire',
  Fault: 'type of that column',
  faults: 'texts of the values of that column',
  exportFaults: 'values of that column, in the contract',
  MoneyProposals: 'generated from the table `money_proposals`',
  BOOKS_DIFFER: 'error code on the wire',
  books: 'key of a picture of the demo',
  notice: 'kind of a payment issue on the wire',
  PrivacyNotice: 'the usual term for a notice about privacy',
  actingNoticeTitle: 'key of a text',
  actingNoticeMessage: 'key of a text',
  storeActingNoticeTitle: 'key of a text',
  moduleRedownloadNotice: 'key of a setting',
  limitUnsignedNotices: 'key of a setting',
  openFaultProxy: 'a proxy that injects faults, as fault tests do',
  FaultProxy: 'the same',
  'fault-proxy.ts': 'the same',
  'fault-tests.md': 'the long tests are called fault tests',
}

if (import.meta.main) process.exitCode = main()

function main(): number {
  const refused = readRefusedNames(readFileSync(join(root, GUIDE), 'utf8'))
  const files = listFiles().filter((file) => !leftOut.some((one) => one.files.test(file)))
  const problems = files.flatMap((file) => [
    ...problemsOfPath(file, refused),
    ...(CODE.test(file) ? problemsOfCode(file, readFileSync(join(root, file), 'utf8'), refused) : []),
  ])
  for (const problem of problems) console.error(problem)
  console.log(`${problems.length} refused names in ${files.length} files`)
  return problems.length > 0 ? 1 : 0
}

/**
 * Reads the table under "Refused names" of the guide: each word in the left column, with the words to write instead.
 * @throws Error if the guide has no such table
 */
export function readRefusedNames(guide: string): Map<string, string> {
  return new Map(readInstead(guide, 'Refused names'))
}

export function problemsOfPath(file: string, refused: ReadonlyMap<string, string>): string[] {
  const name = basename(file)
  return Object.hasOwn(excepted, name) ? [] : refusedIn(name, refused).map((problem) => `${file}: ${problem}`)
}

/** Returns one line for each refused word in an identifier, with the line on which it first occurs. */
export function problemsOfCode(file: string, source: string, refused: ReadonlyMap<string, string>): string[] {
  const found = new Map<string, number>()
  const { program } = parseSync(file, source)
  const pending: unknown[] = [program]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const { type, name, start } = node as { type?: unknown; name?: unknown; start?: unknown }
    if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string')
      found.set(name, Math.min(found.get(name) ?? Number.POSITIVE_INFINITY, Number(start)))
    pending.push(...Object.values(node))
  }
  return [...found].flatMap(([name, start]) =>
    Object.hasOwn(excepted, name)
      ? []
      : refusedIn(name, refused).map(
          (problem) => `${file}:${source.slice(0, start).split('\n').length}: ${name}, ${problem}`,
        ),
  )
}

/** Splits a name at its capitals and signs: `deskQueries` and `desk-queries.ts` both contain the word `desk`. */
function refusedIn(name: string, refused: ReadonlyMap<string, string>): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  return [...new Set(words.map((word) => word.toLowerCase()))].flatMap((word) => {
    const instead = refused.get(word)
    return instead ? [`instead of "${word}" write: ${instead}`] : []
  })
}
