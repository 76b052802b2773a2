import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { SERVER } from './features.ts'

/**
 * The two ends of a path of calls whose hops are counted. A hop is a named function of the product on the shortest path
 * from the handler of a request to the function that executes a statement of SQL, both included. A callback counts as a
 * part of the function that contains it. Functions of `http/`, `db/`, `platform/` and `worker/` are middleware: they
 * are no hops, and no path leads through them.
 */
export type Followed = { name: string; from: string; to: string }
export type Source = { file: string; text: string }
/**
 * All functions of the sources by `file#name`. Each entry has the functions to which a function refers, and whether it
 * executes a statement.
 */
export type Functions = ReadonlyMap<string, Read>
type Read = { refers: ReadonlySet<string>; executes: boolean; isAlias?: boolean; isTable?: boolean }

const EXECUTES = /^(execute|executeQuery|executeTakeFirst|executeTakeFirstOrThrow|stream)$/
const MIDDLEWARE = /^apps\/server\/src\/(http|db|platform|worker)\//

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Reads all functions at the top level of files, and the handlers of calls as `call:name`. */
export function readFunctions(sources: readonly Source[]): Functions {
  const functions = new Map<string, Read>()
  for (const { file, text } of sources) {
    const program = parseSync(file, text).program as unknown as Node & { body: Node[] }
    const imported = importsOf(file, program.body)
    const declared = program.body.flatMap(declarationsOf)
    const names = new Set(declared.map(({ name }) => name))
    const resolve = (name: string): string | undefined => (names.has(name) ? `${file}#${name}` : imported.get(name))
    for (const { name, node } of declared) {
      // A table of functions is not a function, so it adds no hop to a path.
      const isTable = node.type === 'ObjectExpression' || node.type === 'ArrayExpression'
      functions.set(`${file}#${name}`, { ...readBody(node, resolve), ...(isTable && { isTable }) })
      for (const [call, handler] of handlersIn(node))
        functions.set(`call:${call}`, {
          ...readBody(handler, resolve),
          // A handler that only refers to a function counts as that function, so it adds no hop.
          ...(handler.type === 'Identifier' && { isAlias: true }),
        })
    }
  }
  return functions
}

function importsOf(file: string, body: readonly Node[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const node of body) {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue
    const from = String((node.source as Node).value)
    const target = from.startsWith('#')
      ? `${SERVER}${from.slice(1)}`
      : from.startsWith('.')
        ? join(dirname(file), from)
        : ''
    for (const specifier of (node.specifiers ?? []) as Node[]) {
      const { imported, local } = specifier as unknown as { imported?: { name: string }; local: { name: string } }
      if (target && imported && specifier.importKind !== 'type') found.set(local.name, `${target}#${imported.name}`)
    }
  }
  return found
}

/**
 * Returns the functions and constants that a statement at the top level declares; a constant may contain a function or
 * the handlers of calls.
 */
function declarationsOf(statement: Node): { name: string; node: Node }[] {
  const node = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
  if (node?.type === 'FunctionDeclaration') return [{ name: (node.id as { name: string }).name, node }]
  if (node?.type !== 'VariableDeclaration') return []
  return (node.declarations as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [{ name: String(id.name), node: init }] : [],
  )
}

/** Returns the handlers in `routes({ 'call-name': handler })`. */
function handlersIn(node: Node): [string, Node][] {
  if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'routes') return []
  const [handlers] = node.arguments as Node[]
  return ((handlers?.properties ?? []) as { key: Node; value: Node }[]).map(({ key, value }) => [
    String(key.value ?? key.name),
    value,
  ])
}

function readBody(node: Node, resolve: (name: string) => string | undefined): Read {
  const refers = new Set<string>()
  let executes = false
  visit(node, (inner) => {
    if (inner.type === 'Identifier') {
      const target = resolve(String(inner.name))
      if (target) refers.add(target)
    }
    const callee = inner.type === 'CallExpression' ? (inner.callee as Node) : undefined
    if (callee?.type === 'MemberExpression' && EXECUTES.test(String((callee.property as Node).name))) executes = true
  })
  return { refers, executes }
}

function visit(node: Node, enter: (node: Node) => void): void {
  enter(node)
  for (const [key, value] of Object.entries(node)) {
    if (isTypeOrName(node, key)) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        visit(child as Node, enter)
  }
}

/** Returns whether a node is the name of a type, a member or a property, which is no reference to a function. */
function isTypeOrName(node: Node, key: string): boolean {
  return (
    key === 'typeAnnotation' ||
    key === 'typeArguments' ||
    (!node.computed &&
      ((node.type === 'MemberExpression' && key === 'property') || (node.type === 'Property' && key === 'key')))
  )
}

/**
 * Returns the shortest path between two functions.
 * @throws Error if there is none, because without a path the list of followed calls is out of date
 */
export function pathBetween(functions: Functions, { name, from, to }: Followed): string[] {
  const seen = new Set([from])
  let paths = [[from]]
  while (paths.length > 0) {
    const ended = paths.find((path) => isTarget(functions, path.at(-1)!, to))
    if (ended) return functions.get(from)?.isAlias ? ended.slice(1) : ended
    paths = paths.flatMap((path) =>
      calledFrom(functions, path.at(-1)!).flatMap((next) => {
        if (seen.has(next)) return []
        seen.add(next)
        return [[...path, next]]
      }),
    )
  }
  throw new Error(`no call leads from ${from} to ${to}: correct the path of ${name}`)
}

/**
 * Returns a line for each function that is named `present…`, or is in a file with such a name, and that reads the
 * database, itself or through other functions, although its name promises that it only shapes a row.
 */
export function queryingPresenters(functions: Functions): string[] {
  const presenters = [...functions.keys()].filter((name) => /#present(?:[A-Z]|$)|\/present[\w-]*\.ts#/.test(name))
  return presenters
    .filter((name) => reachesQuery(functions, name, new Set()))
    .map((name) => `${name} queries: name it read… or list…, in a file with that name, because present… only shapes`)
}

function reachesQuery(functions: Functions, name: string, seen: Set<string>): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  const read = functions.get(name)
  return read !== undefined && (read.executes || [...read.refers].some((next) => reachesQuery(functions, next, seen)))
}

function calledFrom(functions: Functions, at: string): string[] {
  return [...(functions.get(at)?.refers ?? [])].flatMap((next) => {
    if (next === at || !functions.has(next) || MIDDLEWARE.test(next)) return []
    return functions.get(next)!.isTable ? calledFrom(functions, next) : [next]
  })
}

function isTarget(functions: Functions, at: string, to: string): boolean {
  return at.endsWith(`#${to}`) && functions.get(at)!.executes
}
