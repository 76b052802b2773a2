import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { listFiles, root } from './steps.ts'

/** Fails where a comment, a document or a text has a word that `docs/writing.md` refuses. */
const GUIDE = 'docs/writing.md'
const READ = /\.(ts|tsx|js|mjs|sql|css|md)$/
/**
 * The number of the last migration that is not read. Its comments cannot change, because applied migrations are
 * checksummed.
 */
const LAST_OLD_MIGRATION = 53
const LEFT_OUT = /^(apps\/server\/src\/db\/schema\.ts|scripts\/words(\.test)?\.ts)$/
/** Files whose string literals are texts that people read. */
const SCREENS = /^(apps\/(admin|web)\/src\/|packages\/contract\/src\/(texts\/en|(settings|tables)\/[\w-]+)\.ts$)/

/** Methods of `test`, `it` and `describe` that take a title or return a function that takes one. */
const TITLED =
  /^(concurrent|describe|each|extend|fails|fixme|for|only|parallel|runIf|serial|skip|skipIf|slow|step|todo)$/

const CSS_VALUE = /\b(calc|env|var)\(|\d(px|rem|em|vw|vh)\b/
/** Matches a class with a number, a variant or a value in brackets, or a class of one of the families without these. */
const UTILITY =
  /[a-z]-\d|[a-z]:[a-z[]|-[[(]|(^|\s)(bg|border|divide|flex|font|grid|items|justify|rounded|self|text)-[a-z]/

export type Kind = 'docs' | 'comments' | 'titles' | 'texts'

/**
 * A run of prose with the line on which it begins; it has the line breaks of the file. In a document, `text` has blanks
 * for code and quotations, and `quoted` has them as they are written.
 */
export type Prose = { kind: Kind; line: number; text: string; quoted?: string }

/** A word or phrase of the guide's table, with what to write instead. */
export type Refused = { word: string; instead: string; pattern: RegExp }

if (import.meta.main) process.exitCode = main()

function main(): number {
  const refused = readRefused(readFileSync(join(root, GUIDE), 'utf8'))
  const files = listProseFiles()
  const problems = files.flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8'), refused))
  for (const problem of problems) console.error(problem)
  console.log(`${problems.length} refused words in ${files.length} files`)
  return problems.length > 0 ? 1 : 0
}

/** Returns the tracked files whose prose the check reads. */
export function listProseFiles(): string[] {
  return listFiles().filter(isRead)
}

function isRead(file: string): boolean {
  const [, migration] = /^apps\/server\/migrations\/(\d+)/.exec(file) ?? []
  if (migration !== undefined) return Number(migration) > LAST_OLD_MIGRATION
  return READ.test(file) && !LEFT_OUT.test(file)
}

/**
 * Reads the table under "Refused words".
 * @throws Error where the guide has no such table
 */
export function readRefused(guide: string): Refused[] {
  return readInstead(guide, 'Refused words').map(([word, instead]) => ({ word, instead, pattern: patternOf(word) }))
}

/**
 * Reads a table of the guide under this heading: each word of the left column, separated by commas, with what to write
 * instead.
 * @throws Error where the guide has no such table
 */
export function readInstead(guide: string, heading: string): [word: string, instead: string][] {
  const [, section = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(guide) ?? []
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].filter(([, words]) => words !== 'Instead of')
  if (rows.length === 0) throw new Error(`${GUIDE} has no table under "${heading}"`)
  return rows.flatMap(([, words, instead]) => words!.split(', ').map((word): [string, string] => [word, instead!]))
}

/**
 * Returns the pattern of a refused word. A word with "…" is refused only at the start of a sentence that ends with a
 * full stop, also where asterisks put the sentence in italics or in bold.
 */
function patternOf(word: string): RegExp {
  const end = '\\**(?:\\s|$)'
  if (word.endsWith(' …'))
    return new RegExp(
      `(?<=(?:^|[.!?:]\\**\\s+)\\**)${word.slice(0, -2)}\\s(?:[^.!?]|[.!?](?!${end}))*\\.(?=${end})`,
      'g',
    )
  return new RegExp(`(?<![\\w])${word.replaceAll(' ', '\\s+')}(?![\\w])`, 'gi')
}

/** Returns one line for each refused word in the prose of a file, with its place and the better word. */
export function problemsOf(file: string, source: string, refused: readonly Refused[]): string[] {
  return proseOf(file, source).flatMap(({ line, text }) => {
    const free = withoutCode(text)
    return refused.flatMap(({ word, instead, pattern }) =>
      [...free.matchAll(pattern)].map(
        ({ index }) => `${file}:${line + linesBefore(free, index)}: instead of "${word}" write: ${instead}`,
      ),
    )
  })
}

/** Blanks code and paths, and keeps the line breaks. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, blank).replace(/[\w#./-]*\w\.(?:ts|tsx|md|sql|css|mjs|json)\b\S*/g, blank)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, '_')
}

function linesBefore(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1
}

/**
 * Returns the prose of a file: of code, the comments, the titles of tests and, for screens, the texts; of a document,
 * all of its prose.
 */
export function proseOf(file: string, source: string): Prose[] {
  if (file.endsWith('.md')) return documentProse(file, source)
  if (file.endsWith('.sql'))
    return commentsBetweenStrings(source, /'(?:[^']|'')*'|--.*(?:\n\s*--.*)*|\/\*[\s\S]*?\*\//g)
  if (file.endsWith('.css')) return commentsBetweenStrings(source, /"[^"\n]*"|'[^'\n]*'|\/\*[\s\S]*?\*\//g)
  return codeProse(file, source)
}

/**
 * Leaves out quotations, code blocks, addresses of links and generated parts, whose sources are read instead. Also
 * leaves out the tables of the guide, because they contain the refused words.
 */
function documentProse(file: string, source: string): Prose[] {
  const text = source
    .replace(/^<!-- generated -->[\s\S]*/m, '')
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
    .replace(/^\|[-:|]+\|$/gm, (line) => ' '.repeat(line.length))
    .replace(/"(?:[^"\n]|\n(?!\n)){1,300}?"/g, blank)
    .replace(file === GUIDE ? /^\|.*$/gm : /$^/, blank)
  return paragraphs(text, source)
}

/** Returns the paragraphs, list items, headings and cells of tables, each as one piece of prose. */
function paragraphs(text: string, source: string): Prose[] {
  const starts = [...text.matchAll(/^(?:[ \t]*(?:[-*]|\d+\.|#+|>) +)?(?=[^\s|])|\| +/gm)]
  return starts.flatMap(({ index, 0: mark }, at) => {
    const isNew = mark !== '' || index === 0 || text[index - 2] === '\n'
    if (!isNew) return []
    const next = starts.slice(at + 1).find((start) => start[0] !== '' || text[start.index - 2] === '\n')
    const from = index + mark.length
    const found = text.slice(from, next?.index).replace(/[\s|]+$/, '')
    return [
      { kind: 'docs', line: 1 + linesBefore(text, from), text: found, quoted: source.slice(from, from + found.length) },
    ]
  })
}

function commentsBetweenStrings(source: string, tokens: RegExp): Prose[] {
  return [...source.matchAll(tokens)].flatMap(({ 0: token, index }) =>
    /^(?:--|\/\*)/.test(token)
      ? [{ kind: 'comments', line: 1 + linesBefore(source, index), text: withoutMarks(token) }]
      : [],
  )
}

/** Removes the signs of a comment, so that a phrase that a line break divides is still one phrase. */
function withoutMarks(comment: string): string {
  return comment.replace(/^\s*(?:\/\*+|\/\/+|--+|\*(?!\/))[ \t]?/gm, '').replace(/\s*\*\/$/, '')
}

type Place = { start: number }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

function codeProse(file: string, source: string): Prose[] {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const texts: Omit<Prose & Place, 'line'>[] = []
  const isScreen = SCREENS.test(file) && !/\.test\.tsx?$/.test(basename(file))
  visit(program as unknown as Node, (node) => {
    const title = titleOf(node)
    if (title) texts.push({ kind: 'titles', start: title.start, text: textOf(title) })
    if (isScreen && isText(node)) texts.push({ kind: 'texts', start: node.start, text: textOf(node) })
    return node.type !== 'ImportDeclaration' && !isClassName(node)
  })
  return [...joined(comments, source), ...texts].map(({ kind, start, text }) => ({
    kind,
    line: 1 + linesBefore(source, start),
    text,
  }))
}

/** Joins comments of `//` on consecutive lines into one comment. */
function joined(
  comments: readonly { type: string; start: number; end: number }[],
  source: string,
): Omit<Prose & Place, 'line'>[] {
  const runs: { start: number; end: number; isLine: boolean }[] = []
  for (const { type, start, end } of comments) {
    const last = runs.at(-1)
    const isLine = type === 'Line'
    if (last?.isLine && isLine && /^\n[ \t]*$/.test(source.slice(last.end, start))) last.end = end
    else runs.push({ start, end, isLine })
  }
  return runs.map(({ start, end }) => ({ kind: 'comments', start, text: withoutMarks(source.slice(start, end)) }))
}

/** Visits a node and all below it; `enter` returns whether to visit the nodes below. */
function visit(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, enter)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/**
 * Returns the title of a test: the first argument of `test`, `it` or `describe`, also after `.each(…)` and the like,
 * but not after other methods: the first argument of `test.call` is the name of a call.
 */
function titleOf(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined
  let callee = node.callee as Node
  while (callee.type !== 'Identifier') {
    const inner = callee.object ?? callee.callee ?? callee.tag
    const method = isNode(callee.property) ? String(callee.property.name) : undefined
    if (!isNode(inner) || (method !== undefined && !TITLED.test(method))) return undefined
    callee = inner
  }
  const [title] = node.arguments as Node[]
  const isTest = /^(test|it|describe)$/.test(String(callee.name))
  return isTest && title && (isString(title) || title.type === 'TemplateLiteral') ? title : undefined
}

function isString(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'string'
}

/**
 * Returns whether a string is a text for people: it has a space or begins like a label. Other strings are codes and
 * URLs.
 */
function isText(node: Node): boolean {
  if (node.type === 'JSXText') return true
  if (!isString(node) && node.type !== 'TemplateLiteral') return false
  const text = textOf(node)
  return /\s|^[A-Z][a-z]/.test(text) && !isClassList(text) && !CSS_VALUE.test(text)
}

/** Returns whether a string is a list of Tailwind classes, in lower case and without punctuation. */
function isClassList(text: string): boolean {
  return UTILITY.test(text) && text.split(' ').every((word) => /^([a-z@[&*!…-]\S*)?(?<![.,:])$/.test(word))
}

function isClassName(node: Node): boolean {
  return node.type === 'JSXAttribute' && (node.name as Node).name === 'className'
}

function textOf(node: Node): string {
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  return String(node.value)
}
