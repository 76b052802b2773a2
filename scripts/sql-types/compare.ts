import type { Type } from 'typescript/unstable/sync'
import type { Column, Description, Oracle } from './describe.ts'
import type { Sent } from './evaluate.ts'
import { describeShape, type Kind, type Program, type Shape } from './program.ts'

/**
 * For each database type, the kinds of values that may be sent as its parameter. Values of other types are sent as
 * strings.
 */
const sendable: Record<string, readonly Kind[]> = {
  int2: ['number'],
  int4: ['number'],
  oid: ['number'],
  int8: ['bigint', 'number'],
  numeric: ['bigint', 'number', 'string'],
  float4: ['number'],
  float8: ['number'],
  bool: ['boolean'],
  timestamptz: ['date', 'string'],
  timestamp: ['date', 'string'],
  bytea: ['bytes'],
  // A parameter of type `json` cannot be an array, because the driver sends an array as a database array.
  json: ['string', 'object'],
  jsonb: ['string', 'object'],
}
const asText: readonly Kind[] = ['string']

/** Returns a line for each value that does not fit the type of the parameter as which it is sent. */
export function compareParameters(
  { text, sent }: { text: string; sent: readonly Sent[] },
  { parameters }: Description,
  oracle: Oracle,
): { sent: Sent; problem: string }[] {
  return sent.flatMap((one, index) => {
    const oid = parameters[index]
    if (oid === undefined) return []
    const { name, element } = oracle.nameOf(oid)
    // A parameter with a cast such as `$1::` may be a string, because the database parses it.
    if (new RegExp(`\\$${index + 1}::`).test(text) && holds(one.shape, asText)) return []
    const fits = element === undefined ? holds(one.shape, sendable[name] ?? asText) : fitsArray(one.shape, element)
    if (fits) return []
    return [
      {
        sent: one,
        problem: `$${index + 1} is ${element ? `${element}[]` : name}, and ${describeShape(one.shape)} is sent`,
      },
    ]
  })
}

function holds({ kinds }: Shape, allowed: readonly Kind[]): boolean {
  return [...kinds].every((kind) => kind === 'null' || kind === 'undefined' || allowed.includes(kind))
}

function fitsArray({ kinds, element }: Shape, of: string): boolean {
  if (![...kinds].every((kind) => kind === 'null' || kind === 'undefined' || kind === 'array')) return false
  return element === undefined || holds(element, sendable[of] ?? asText)
}

/**
 * Returns a line for each column of a statement that is missing in the declared row, has another type there, or is
 * declared but not returned by the statement.
 */
export function compareColumns(
  row: Type,
  { columns }: Description,
  { program, oracle, text }: { program: Program; oracle: Oracle; text: string },
): string[] {
  return program.constituentsOf(row).flatMap((one) => {
    const properties = program.propertiesOf(one)
    if (!properties) return ['the row names no columns: say which there are']
    const byName = new Map(properties.map((property) => [property.name, property]))
    const names = columns.map(({ name }) => name)
    return [
      ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `two columns are called ${name}`),
      ...names.filter((name) => !byName.has(name)).map((name) => `the row does not have the column ${name}`),
      ...properties
        .filter(({ name, isOptional }) => !isOptional && !names.includes(name))
        .map(({ name }) => `the statement answers no column ${name}`),
      ...columns.flatMap((column) => {
        const property = byName.get(column.name)
        return property ? compareColumn(column, property.type, { program, oracle, text }) : []
      }),
    ]
  })
}

function compareColumn(
  column: Column,
  type: Type,
  { program, oracle, text }: { program: Program; oracle: Oracle; text: string },
): string[] {
  const facts = oracle.factsOf(column.type)
  const shape = program.shapeOf(type)
  const kinds = [...shape.kinds].filter((kind) => kind !== 'null' && kind !== 'undefined')
  const problems: string[] = []
  const nullable = column.origin && oracle.nullableName(column.origin)
  if (nullable && !shape.kinds.has('null') && !shape.kinds.has('unknown') && !isGuarded(nullable, text))
    problems.push(`${column.name} may be null, and ${program.textOf(type)} may not`)
  if (facts.name === 'json' || facts.name === 'jsonb') {
    const strange = notInJson(type, program)
    if (strange) problems.push(`${column.name} is ${facts.name}, which holds no ${strange}`)
  } else if (kinds.length > 0 && !kinds.every((kind) => facts.kinds.has(kind)))
    problems.push(
      `${column.name} is ${facts.name}, which arrives as ${[...facts.kinds].join()}, and the row says ${program.textOf(type)}`,
    )
  else if (facts.element && shape.element && !fitsElement(shape.element, facts.element.kinds))
    problems.push(
      `${column.name} is ${facts.name}, whose elements arrive as ${[...facts.element.kinds].join()}, and the row says ${program.textOf(type)}`,
    )
  return problems
}

function fitsElement({ kinds }: Shape, arriving: ReadonlySet<Kind>): boolean {
  return [...kinds].every((kind) => kind === 'null' || kind === 'undefined' || arriving.has(kind))
}

/** Returns the part of a type, at any depth, that JSON cannot represent; undefined if there is none. */
function notInJson(type: Type, program: Program, seen = new Set<number>()): string | undefined {
  if (seen.has(type.id) || seen.size > 200) return undefined
  seen.add(type.id)
  for (const one of program.constituentsOf(type)) {
    const { kinds } = program.shapeOf(one)
    for (const kind of ['bigint', 'date', 'bytes'] as const) if (kinds.has(kind)) return kind
    const inner = kinds.has('array')
      ? program.argumentsOf(one)
      : kinds.has('object')
        ? (program.propertiesOf(one) ?? []).map((each) => each.type)
        : []
    for (const each of inner) {
      const strange = notInJson(each, program, seen)
      if (strange) return strange
    }
  }
  return undefined
}

/** Returns whether a statement writes a column, or has a condition on it that null would not satisfy. */
function isGuarded(column: string, text: string): boolean {
  const named = String.raw`\b${column}"?(?:::\w+)?`
  return new RegExp(
    `${named}\\s+is\\s+not\\s+null|${named}\\s*(?:=|<|>|@>|~)|${named}\\s+(?:in|between|like|ilike)\\b|[=<>]\\s*(?:\\w+\\.)?${named}`,
    'i',
  ).test(text)
}
