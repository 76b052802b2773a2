import type { CallName } from '@nukkad/contract/contract.ts'
import { z } from 'zod'
import { type Body, shapeOf } from './town.ts'

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema | boolean
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
}

/** Strings in the forms that schemas require. A field gets the first of these strings that its schema accepts. */
const texts = [
  'Asha',
  '1',
  '12.50',
  '2026-12-01',
  '09:00',
  '10:00 AM',
  '2026-12-01 10:00:00',
  '2026-12-01T10:00:00Z',
  '#0a7d55',
  'asha@shop.test',
  '+919876543210',
  'https://shop.test/x',
  '123456',
  '24681',
  'ABC234',
  'a-slug',
  'en',
  'INR',
  'saffron-door-77',
  '3f2b8c1e-5a47-4d0e-9b66-0c1d2e3f4a5b',
  '10-30',
  '* * * * *',
  'monday',
  'i-0123456789abcdef0123456789abcdef.webp',
  '560034',
  '{}',
  'A1b2C3d4E5f6G7h8I9j0Kl',
  '/assets/img/items/x.webp',
]
const values: readonly unknown[] = [...texts, 1, 0, 2, 10, 100, true, false, null, [], {}, [1], ['1'], [[77.6, 12.9]]]

/**
 * Returns a body that a call's schema accepts, generated from the schema; `known` gives values for some fields. The
 * body leaves out optional fields whose form cannot be guessed.
 * @returns undefined if the schema refuses all tries; the tests name the calls for which this happens
 */
export function validBody(name: CallName, known: Body): Body | undefined {
  const { input } = shapeOf(name)
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const body = sample(schema, known) as Body
  delete body.token
  const required = new Set(schema.required ?? [])
  for (let tries = 0; tries < 60; tries++) {
    const parsed = input.safeParse(body)
    if (parsed.success) return body
    const { path } = parsed.error.issues[0]!
    const [field] = path as [string | undefined]
    if (field === undefined)
      return without(
        body,
        Object.keys(body).filter((key) => !required.has(key)),
        input,
      )
    if (path.length === 1 && !required.has(field) && field in body) delete body[field]
    else if (!repair(body, path, input)) {
      if (required.has(field) || !(field in body)) return undefined
      delete body[field]
    }
  }
  return undefined
}

/**
 * Returns the body without one or two of the given fields, so that it satisfies rules between fields. Chooses the first
 * body that the schema accepts.
 */
function without(body: Body, fields: readonly string[], input: z.ZodType): Body | undefined {
  const pairs = fields.flatMap((field, at) => fields.slice(at).map((other) => [field, other]))
  const tries = [...fields.map((field) => [field]), ...pairs].map((left) =>
    Object.fromEntries(Object.entries(body).filter(([key]) => !left.includes(key))),
  )
  return tries.find((each) => input.safeParse(each).success)
}

/** Tries values at `path` in a body until the schema finds no error there or below it. */
function repair(body: Body, path: readonly PropertyKey[], input: z.ZodType): boolean {
  const holder = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], body)
  if (holder === null || typeof holder !== 'object') return false
  const key = path.at(-1)!
  const at = holder as Record<PropertyKey, unknown>
  const before = at[key]
  for (const value of values) {
    at[key] = value
    const parsed = input.safeParse(body)
    const isStillWrong =
      !parsed.success && parsed.error.issues.some((issue) => path.every((part, index) => issue.path[index] === part))
    if (!isStillWrong) return true
  }
  at[key] = before
  return false
}

function sample(schema: Schema, known: Body, field = ''): unknown {
  if (field in known && known[field] !== undefined) return structuredClone(known[field])
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sample(choices.find(({ type }) => type !== 'null') ?? choices[0]!, known, field)
  if (schema.allOf) return sample(Object.assign({}, ...schema.allOf) as Schema, known, field)
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (type === 'object' || schema.properties) return sampleObject(schema, known)
  if (type === 'array') return sampleArray(schema, known, field)
  if (type === 'number' || type === 'integer')
    return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
  if (type === 'boolean') return true
  if (type === 'string') return sampleText(schema)
  return 1
}

function sampleObject({ properties = {}, additionalProperties }: Schema, known: Body): Body {
  const body: Body = {}
  for (const [key, inner] of Object.entries(properties)) body[key] = sample(inner, known, key)
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    body.storeName = sample(additionalProperties, known, 'storeName')
  return body
}

function sampleArray({ items, prefixItems, minItems = 1 }: Schema, known: Body, field: string): unknown[] {
  if (prefixItems) return prefixItems.map((inner) => sample(inner, known))
  const inner = typeof items === 'object' ? items : {}
  return Array.from({ length: Math.max(1, minItems) }, () => sample(inner, known, field.replace(/s$/, '')))
}

function sampleText({ pattern, minLength = 0 }: Schema): string {
  const fits = (text: string) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text))
  return texts.find(fits) ?? 'x'.repeat(Math.max(1, minLength))
}
