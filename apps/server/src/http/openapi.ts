import type { CallShape } from '@nukkad/contract/call.ts'
import { item } from '@nukkad/contract/catalogue/menu.ts'
import { listedStore, store } from '@nukkad/contract/catalogue/stores.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import type { ErrorCode } from '@nukkad/contract/errors.ts'
import { quoteAnswer } from '@nukkad/contract/ordering/checkout.ts'
import { order } from '@nukkad/contract/ordering/orders.ts'
import { en } from '@nukkad/contract/texts/en.ts'
import { z } from 'zod'
import { AppError, answerTo, refusals } from './errors.ts'
import examples from './examples.json' with { type: 'json' }

type Json = Record<string, unknown>
type Example = { request: Json; answer: unknown }

const shapes = Object.entries(contract) as [CallName, CallShape][]
const recorded = examples as Record<string, Example | undefined>
const REQUEST_ID = '6f1c5a0e-2b7d-4c57-9a8e-0d3f6b1e7c42'

/** Errors that any call may answer, in addition to those that it declares. */
const always: readonly ErrorCode[] = ['INVALID_INPUT', 'FORBIDDEN_KEY', 'TOO_MANY_REQUESTS', 'TEMPORARILY_AWAY']
const withSession: readonly ErrorCode[] = [
  ...(['SESSION_MISSING', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'SESSION_AMBIGUOUS', 'ACCOUNT_BANNED'] as const),
]
const withKey: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS']

type Scope = {
  /** Whether the calls of the dashboard are included. */
  withDashboard?: boolean
}

/** Returns the contract as an OpenAPI 3.1 document, with a recorded example of each call (docs/decisions/0019). */
export function openApiDocument({ withDashboard = true }: Scope = {}): object {
  const described = shapes.filter(([name, { auth }]) => withDashboard || !(auth === 'staff' || isOfDashboard(name)))
  const paths = {
    ...Object.fromEntries(described.map(([name, shape]) => [pathOf(name, shape), operations(name, shape)])),
    ...eventStream,
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nukkad',
      version: '0.1.0',
      description: 'Every call of the product. Tokens travel in `Authorization: Bearer` or in the body field `token`.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(described.map(([name]) => tagOf(name)))].map((name) => ({ name })),
    paths,
    components: {
      schemas: usedBy(paths, schemas()),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function isOfDashboard(name: CallName): boolean {
  return name.startsWith('dashboard/')
}

/** Returns the schemas that these paths use, directly or through other schemas. */
function usedBy(paths: Json, all: Json): Json {
  const used = new Set<string>()
  const pending: unknown[] = [paths]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    for (const [, id] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(id!)) continue
      used.add(id!)
      pending.push(all[id!])
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([id]) => used.has(id)))
}

const eventStream = {
  '/public/api/events': {
    get: {
      operationId: 'events',
      tags: ['customer'],
      summary: 'The event stream of a customer or rider: server-sent events, resumed after `Last-Event-ID`.',
      security: [{ session: [] }],
      parameters: [{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }],
      responses: {
        200: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        401: refusalResponse(withSession),
      },
    },
  },
}

function operations(name: CallName, shape: CallShape): Json {
  const post = {
    operationId: name.replaceAll('/', '.'),
    ...operation(name, shape),
    requestBody: requestBody(name, shape),
  }
  const get = { operationId: `${name.replaceAll('/', '.')}.get`, ...operation(name, shape) }
  return shape.alsoGet ? { post, get } : { post }
}

function operation(name: CallName, shape: CallShape): Json {
  return {
    tags: [tagOf(name)],
    summary: shape.summary,
    security: { public: [], optional: [{}, { session: [] }] }[shape.auth as string] ?? [{ session: [] }],
    parameters: parameters(name, shape),
    responses: responses(name, shape),
  }
}

function parameters(name: CallName, shape: CallShape): Json[] {
  const example = (key: string) => recorded[name]?.request[key]
  const keys = pathKeys(shape).map((key) => ({ name: key, in: 'path', required: true, example: example(key) ?? key }))
  const query = (shape.query ?? []).map((key) => ({ name: key, in: 'query' }))
  const ofKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Sixteen characters or more, new for each effect.',
  }
  return [...keys, ...query, ...(shape.idempotent ? [ofKey] : [])].map((parameter) => ({
    ...parameter,
    schema: { type: 'string' },
  }))
}

function requestBody(name: CallName, shape: CallShape): Json {
  const inPath = pathKeys(shape)
  const { request } = recorded[name] ?? {}
  const body = request && Object.fromEntries(Object.entries(request).filter(([key]) => !inPath.includes(key)))
  const content = { schema: { $ref: ref(`${typeName(name)}Input`) }, ...(body && { example: body }) }
  const takesFile = shape.takesPicture || shape.takesTable
  const [field, contentMediaType] = shape.takesTable ? ['file', 'text/csv'] : ['image', 'image/*']
  const file = { type: 'object', properties: { [field]: { type: 'string', contentMediaType } } }
  const form = { schema: { allOf: [content.schema, file] } }
  return {
    required: inPath.length === 0,
    content: { 'application/json': content, ...(takesFile && { 'multipart/form-data': form }) },
  }
}

/**
 * Returns the answers by status. A refusal by a business rule has the status 200 too; clients distinguish it by
 * `success` and `error.code`.
 */
function responses(name: CallName, shape: CallShape): Json {
  const codes = codesOf(shape)
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].filter((status) => status !== 200)
  return {
    200: success(
      name,
      codes.filter((code) => refusals[code].status === 200),
    ),
    ...Object.fromEntries(
      statuses.map((status) => [status, refusalResponse(codes.filter((code) => refusals[code].status === status))]),
    ),
  }
}

function success(name: CallName, codes: readonly ErrorCode[]): Json {
  const answer = { $ref: ref(outputs.get(contract[name].output)!.id) }
  const example = recorded[name]
  return {
    description: ['The answer', ...named(codes)].join('\n'),
    content: {
      'application/json': {
        schema: codes.length > 0 ? { anyOf: [answer, refusalSchema(codes)] } : answer,
        examples: { ...(example && { answer: { value: example.answer } }), ...refusalExamples(codes) },
      },
    },
  }
}

function refusalResponse(codes: readonly ErrorCode[]): Json {
  const content = { schema: refusalSchema(codes), examples: refusalExamples(codes) }
  return { description: named(codes).join('\n'), content: { 'application/json': content } }
}

function named(codes: readonly ErrorCode[]): string[] {
  return codes.map((code) => `- \`${code}\`: ${en[`error_${code}`]}`)
}

function refusalSchema(codes: readonly ErrorCode[]): Json {
  const code = { type: 'object', required: ['code'], properties: { code: { enum: codes } } }
  const error = { type: 'object', required: ['error'], properties: { error: code } }
  return { allOf: [{ $ref: ref('Refusal') }, error] }
}

function refusalExamples(codes: readonly ErrorCode[]): Json {
  const body = (code: ErrorCode) => answerTo(new AppError(code), REQUEST_ID, (key) => en[key]).body
  return Object.fromEntries(codes.map((code) => [code, { value: body(code) }]))
}

function codesOf(shape: CallShape): ErrorCode[] {
  const ofSession = shape.auth === 'public' ? [] : withSession
  const ofAudience = ['public', 'optional', 'staff'].includes(shape.auth) ? [] : ['WRONG_AUDIENCE' as const]
  const ofPermission = shape.auth === 'staff' ? ['PERMISSION_MISSING' as const] : []
  const ofOthers = Object.values(shape.refusals ?? {})
  const ofKey = shape.idempotent ? withKey : []
  const ofProof: readonly ErrorCode[] = shape.needsRecentProof ? ['PROOF_NEEDED', 'PERMISSION_MISSING'] : []
  const all = [...shape.errors, ...ofOthers, ...always, ...ofSession, ...ofAudience, ...ofPermission, ...ofProof]
  return [...new Set([...all, ...ofKey])]
}

/** Objects that many answers contain, as named schemas. */
const rows = { Order: order, Quote: quoteAnswer, Store: store, ListedStore: listedStore, Item: item }

/** Schemas of the inputs and outputs of the calls, each listed once by its name. */
const inputs = z.registry<{ id: string }>()
const outputs = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(rows)) outputs.add(schema, { id })
/**
 * Public calls come first, so that a schema that a public call shares with a call of the dashboard gets its name from
 * the public call.
 */
const byAudience = shapes.toSorted(([one], [other]) => Number(isOfDashboard(one)) - Number(isOfDashboard(other)))
for (const [name, shape] of byAudience) {
  if (!outputs.has(shape.output)) outputs.add(shape.output, { id: `${typeName(name)}Answer` })
  inputs.add(withoutPath(shape), { id: `${typeName(name)}Input` })
}

function schemas(): Json {
  return { Refusal: refusalRow, ...jsonSchemas(inputs, 'input'), ...jsonSchemas(outputs, 'output') }
}

function jsonSchemas(registry: typeof inputs, io: 'input' | 'output'): Json {
  const generated = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: ref,
    // Writes constants as an enum of one value, which client generators handle better; clients need the type of a
    // constant, because some answers differ only in the constant `success`.
    override: ({ jsonSchema }) => {
      if (jsonSchema.const === undefined) return
      jsonSchema.enum = [jsonSchema.const]
      delete jsonSchema.const
    },
  })
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema]),
  )
}

/** Returns the schema of a call's body without the parameters in the path, which the document describes separately. */
function withoutPath(shape: CallShape): z.ZodType {
  if (!(shape.input instanceof z.ZodObject)) return shape.input.clone()
  const inPath = pathKeys(shape)
  return z.object(Object.fromEntries(Object.entries(shape.input.shape).filter(([key]) => !inPath.includes(key))))
}

function pathKeys(shape: CallShape): string[] {
  return [...(shape.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, key]) => key!)
}

function pathOf(name: CallName, shape: CallShape): string {
  return `/public/${shape.base === 'callandorder' ? 'callandorder' : 'api'}/${name}${shape.path ?? ''}`
}

function tagOf(name: CallName): string {
  return name.includes('/') ? name.split('/')[0]! : 'customer'
}

function typeName(name: CallName): string {
  return name.replace(/(^|[/-])(\w)/g, (_, _before, letter: string) => letter.toUpperCase())
}

function ref(id: string): string {
  return `#/components/schemas/${id}`
}

const refusalRow = {
  type: 'object',
  required: ['success', 'message', 'error'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    error: {
      type: 'object',
      required: ['code', 'request_id'],
      properties: {
        code: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        request_id: { type: 'string' },
      },
    },
  },
}
