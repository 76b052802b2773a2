import type { CallName, Output } from '@nukkad/contract/contract.ts'
import { type RowOf, type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import examples from '../../server/src/http/examples.json?raw'

/**
 * A type with the fields of the whole type, all optional, so that a test sets only the fields that matter to it. A list
 * that a test sets replaces the whole list.
 */
export type Part<Whole> = Whole extends readonly unknown[]
  ? Whole
  : Whole extends object
    ? { [Key in keyof Whole]?: Part<Whole[Key]> }
    : Whole

const recordedAnswers: Record<string, { answer: unknown }> = JSON.parse(examples)

/**
 * Returns an answer that the server gave in one of its own tests, with the changes that this test is about. The examples
 * are those of the call reference (`scripts/record-examples.ts`).
 */
export function recorded<Name extends CallName>(name: Name, change?: Part<Output<Name>>): Output<Name> {
  const example = recordedAnswers[name]
  if (!example) throw new Error(`no example of ${name} is recorded`)
  return changed(structuredClone(example.answer), change) as Output<Name>
}

/** Returns the value with some of its parts changed. */
export function changed<Whole>(whole: Whole, change: Part<Whole> | undefined): Whole {
  if (change === undefined) return whole
  if (!isObject(whole) || !isObject(change)) return change as Whole
  const parts = Object.entries(change).map(([key, part]) => [key, changed((whole as Fields)[key], part as never)])
  return { ...whole, ...Object.fromEntries(parts) } as Whole
}

type Fields = Record<string, unknown>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a row of a dashboard table; columns that the test does not set are empty. */
export function row<Name extends TableName>(table: Name, cells: Partial<RowOf<Name>>): RowOf<Name> {
  const empty = Object.fromEntries(Object.keys(tables[table].columns).map((key) => [key, null]))
  return { ...empty, ...cells } as RowOf<Name>
}
