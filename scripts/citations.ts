import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readRequirements } from './requirements.ts'
import { listFiles, root } from './steps.ts'

/**
 * The targets that a citation may name: requirement ids, decision numbers, and each document with the anchors of its
 * headings.
 */
export type Targets = {
  ids: ReadonlySet<string>
  decisions: ReadonlySet<string>
  anchors: ReadonlyMap<string, ReadonlySet<string>>
}

const READ = /\.(ts|tsx|js|mjs|sql|md|css|html|json|yml|yaml|sh|txt)$/
/**
 * Files whose citations are not checked: lists of packages, the scripts that draw pictures, test data that looks like
 * citations, and recipes. The examples of recipes cite rows that they add to documents; `node scripts/recipes.ts`
 * checks them in a copy with these rows.
 */
const LEFT_OUT =
  /(^|\/)(package-lock\.json|scripts\/citations(\.test)?\.ts|scripts\/words\.test\.ts|docs\/reference\/README\.md)$|^demo\/art\/|^docs\/recipes\//
/**
 * Applied migrations never change, so their comments keep old names of documents; a page of the documentation explains
 * these names.
 */
const OLD = /^apps\/server\/(migrations\/|src\/db\/schema\.ts$)/
const OLD_NAMES = 'docs/reference/README.md'

if (import.meta.main) process.exitCode = main()

/** Fails for each citation in a tracked file that has no target. */
function main(): number {
  const files = listFiles()
  const targets = readTargets(files)
  const oldNames = readFileSync(join(root, OLD_NAMES), 'utf8')
  const problems = files
    .filter((file) => READ.test(file) && !LEFT_OUT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return OLD.test(file) ? oldProblems(file, text, oldNames) : problemsOf(file, text, targets)
    })
  for (const problem of problems) console.error(problem)
  if (problems.length === 0)
    console.log(`citations: ${targets.ids.size} ids and ${targets.anchors.size} documents, all found`)
  return problems.length === 0 ? 0 : 1
}

function readTargets(files: readonly string[]): Targets {
  const documents = files.filter((file) => file.endsWith('.md'))
  return {
    ids: new Set(readRequirements().map(({ id }) => id)),
    decisions: new Set(documents.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? [])),
    anchors: new Map(documents.map((file) => [file, anchorsOf(readFileSync(join(root, file), 'utf8'))])),
  }
}

/** Returns the anchors of a document's headings, in GitHub's form. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

/** Returns a line with file and position for each citation without a target. */
export function problemsOf(file: string, text: string, targets: Targets): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [
        ...unknownIds(line, targets),
        ...unknownSections(line),
        ...namedInWords(line),
        ...unknownDocuments(file, line, targets),
      ].map((problem) => `${file}:${index + 1}: ${problem}`),
    )
}

function unknownIds(line: string, { ids, decisions }: Targets): string[] {
  const cited = [...line.matchAll(/(?<![\w-])(?:[A-V]-\d{2}|(?:GAP|INT)-\d+)(?![\w-])/g)].map(([id]) => id)
  const numbers = [...line.matchAll(/(?:\bdecisions? |docs\/decisions\/)((?:\d{4}(?:, | and | to )?)+)/gi)].flatMap(
    ([, list]) => list!.match(/\d{4}/g) ?? [],
  )
  return [
    ...cited.filter((id) => !ids.has(id)).map((id) => `no requirement is called ${id}`),
    ...numbers.filter((number) => !decisions.has(number)).map((number) => `no decision has the number ${number}`),
  ]
}

/**
 * Finds section signs (§) that do not belong to an external standard, because citations of the project's own documents
 * are links.
 */
function unknownSections(line: string): string[] {
  const cited = line.replace(/\bRFC \d+,? §[\d.]+(?:(?:, | and |, and )§[\d.]+)*|\bXML 1\.0,? §[\d.]+/g, '')
  return cited.includes('§') ? ['cite a section of docs/ by a link, such as docs/reference/security.md#sessions'] : []
}

/**
 * Finds documents that a line names in words instead of by a link, and numbers of issues, which readers of the
 * repository cannot see.
 */
function namedInWords(line: string): string[] {
  const named = [
    ...line.matchAll(
      /\b(?:(?:wire contract|security document)(?! §)|(?:key|settings) sheet|appendix [A-Z]\b)|\bissues? \d+\b/gi,
    ),
  ]
  return named.map(([name]) => `cite a section of docs/ by a link instead of "${name}"`)
}

function unknownDocuments(file: string, line: string, { anchors }: Targets): string[] {
  const named = [...line.matchAll(/(?<![\w/.-])((?:docs\/[\w/.-]+|[A-Z]+)\.md)(?:#([\w-]+))?/g)].map(
    ([, path, anchor]) => ({
      path: path!,
      anchor,
    }),
  )
  const linked = file.endsWith('.md')
    ? [...line.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, anchor]) => ({
        path: path === '' ? file : normalize(join(dirname(file), path!)),
        anchor,
      }))
    : []
  return [...named, ...linked].flatMap(({ path, anchor }) => {
    if (!path.endsWith('.md')) return existsSync(join(root, path)) ? [] : [`no file is called ${path}`]
    const known = anchors.get(path)
    if (known === undefined) return [`no document is called ${path}`]
    return anchor === undefined || known.has(anchor) ? [] : [`${path} has no heading with the anchor ${anchor}`]
  })
}

function oldProblems(file: string, text: string, oldNames: string): string[] {
  return [...text.matchAll(/\b(security document|wire contract|specification) §[\d.]*\d/g)]
    .filter(([name]) => !oldNames.includes(`| ${name} |`))
    .map(([name]) => `${file}: ${OLD_NAMES} does not say where "${name}" leads`)
}
