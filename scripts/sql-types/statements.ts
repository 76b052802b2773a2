import {
  type CallExpression,
  isArrowFunction,
  isAwaitExpression,
  isCallExpression,
  isExpressionStatement,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isReturnStatement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  isVoidExpression,
  type Node,
} from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'
import { type Program, walk } from './program.ts'

/** A place where the program sends handwritten SQL. */
export type Statement = {
  node: Node
  /**
   * The SQL that the place sends, which is Kysely's `sql` with its values inside, or a string with its values as a
   * separate argument.
   */
  sends: { sql: Node } | { text: Node; values: Node | undefined }
  /** The type of a row as the program declares it; undefined if it declares none. */
  row: Type | undefined
  readsRows: boolean
}

const pgClients = new Set(['Client', 'Pool', 'PoolClient', 'ClientBase'])
const copies = new Set(['copyOut', 'copyIn'])
/**
 * Functions that copy data and get their statement from callers. For these functions, the check reads their calls
 * instead.
 */
const copyStreams = new Set(['copyTo', 'copyFrom'])

/**
 * Finds every handwritten statement, as opposed to those of the query builder: `sql`….execute(db)`, `commitWith(tx,
 * sql`…`)`, `CompiledQuery.raw(…)`, `client.query(…)`, and copies.
 */
export function findStatements(program: Program): Statement[] {
  const calls: CallExpression[] = []
  const spans: Node[] = []
  for (const file of program.files)
    walk(file, (node) => {
      if (isCallExpression(node)) calls.push(node)
      if (isTaggedTemplateExpression(node) && isTemplateExpression(node.template))
        spans.push(...node.template.templateSpans.map(({ expression }) => expression))
    })
  const methods = calls.filter(
    ({ expression }) =>
      isPropertyAccessExpression(expression) && ['execute', 'query', 'executeQuery'].includes(expression.name.text),
  )
  program.loadTypes([
    ...spans,
    ...methods.map(({ expression }) => (expression as unknown as { expression: Node }).expression),
    ...calls.flatMap((call) => (isCommitWith(call) ? call.arguments[1]! : [])),
  ])
  return calls.flatMap((call) => statementOf(program, call) ?? [])
}

function statementOf(program: Program, call: CallExpression): Statement | undefined {
  const { expression, arguments: given } = call
  if (isIdentifier(expression) && copies.has(expression.text) && given[1])
    return { node: call, sends: { text: given[1], values: undefined }, row: undefined, readsRows: false }
  if (isCommitWith(call))
    return { node: call, sends: { sql: given[1]! }, row: rowOfSql(program, given[1]!), readsRows: readsRows(call) }
  if (!isPropertyAccessExpression(expression) || !given[0]) return undefined
  const on = expression.expression
  const method = expression.name.text
  if (method === 'execute' && program.isSql(program.typeOf(on)))
    return { node: call, sends: { sql: on }, row: rowOfSql(program, on), readsRows: readsRows(call) }
  if (method === 'executeQuery') return compiled(program, call)
  if (method !== 'query' || !pgClients.has(program.nameOf(program.typeOf(on)!)) || isCopyStream(given[0]))
    return undefined
  const row = call.typeArguments?.[0]
  return {
    node: call,
    sends: { text: given[0], values: given[1] },
    row: row && program.typeFrom(row),
    readsRows: readsRows(call),
  }
}

/** Returns whether a call sends its second argument as the last statement of a transaction. */
function isCommitWith({ expression, arguments: given }: CallExpression): boolean {
  return isIdentifier(expression) && expression.text === 'commitWith' && given.length > 1
}

function isCopyStream(node: Node): boolean {
  return isCallExpression(node) && isIdentifier(node.expression) && copyStreams.has(node.expression.text)
}

/** Returns the row type of `sql<Row>`…``; undefined if there is none. */
function rowOfSql(program: Program, node: Node): Type | undefined {
  const type = program.typeOf(node)
  const builder = type && program.constituentsOf(type).find((one) => program.nameOf(one) === 'RawBuilder')
  const row = builder && program.argumentsOf(builder)[0]
  return row && program.textOf(row) !== 'unknown' ? row : undefined
}

function compiled(program: Program, call: CallExpression): Statement | undefined {
  const raw = call.arguments[0]
  if (!raw || !isCallExpression(raw) || !raw.arguments[0]) return undefined
  const row = call.typeArguments?.[0]
  return {
    node: call,
    sends: { text: raw.arguments[0], values: raw.arguments[1] },
    row: row && program.typeFrom(row),
    readsRows: readsRows(call),
  }
}

/** Returns whether code reads the rows of a statement's result; a result that is passed on counts as read. */
function readsRows(call: Node): boolean {
  let at: Node = call
  while (isAwaitExpression(at.parent) || (isPropertyAccessExpression(at.parent) && at.parent.name.text === 'catch'))
    at = at.parent
  const { parent } = at
  if (isExpressionStatement(parent) || isVoidExpression(parent)) return false
  if (isPropertyAccessExpression(parent)) return parent.name.text === 'rows'
  if (isVariableDeclaration(parent)) return holdsRows(parent)
  // A result that a function only returns, as in `() => client.query(…)` or `return client.query(…)`, does not count as
  // read, unless its type is declared.
  return !(isArrowFunction(parent) || isReturnStatement(parent))
}

function holdsRows(declaration: Node & { name: Node }): boolean {
  const { name } = declaration
  if (isObjectBindingPattern(name))
    return name.elements.some((element) => (element.propertyName ?? element.name)?.getText() === 'rows')
  let reads = false
  const block = declaration.parent.parent.parent
  walk(block, (node) => {
    if (isPropertyAccessExpression(node) && node.name.text === 'rows' && node.expression.getText() === name.getText())
      reads = true
  })
  return reads
}

/** Returns a function that lists the calls of a function. */
export function callersIn(program: Program): (declaration: Node) => readonly CallExpression[] {
  const byName = new Map<string, CallExpression[]>()
  for (const file of program.files)
    walk(file, (node) => {
      if (!isCallExpression(node)) return
      const name = isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText()
      byName.set(name, [...(byName.get(name) ?? []), node])
    })
  return (declaration) => {
    const name = nameOf(declaration)
    if (!name) return []
    return (byName.get(name.getText()) ?? []).filter(({ expression }) => {
      const called = isPropertyAccessExpression(expression) ? expression.name : expression
      const found = program.declarationOf(called)
      return found === declaration || (found !== undefined && found === declaration.parent)
    })
  }
}

/** Returns the name with which a function was declared, or the variable that holds it. */
export function nameOf(declaration: Node): Node | undefined {
  const { name } = declaration as unknown as { name?: Node }
  if (name) return name
  return isVariableDeclaration(declaration.parent) ? declaration.parent.name : undefined
}
