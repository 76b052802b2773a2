import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, type Contract, contract, type Output } from '@nukkad/contract/contract.ts'
import type { ErrorCode } from '@nukkad/contract/errors.ts'
import { type RowOf, type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import { en, type FieldText } from '@nukkad/contract/texts/en.ts'
import { AppError, answerTo } from '@nukkad/server/http/errors.ts'
import { reasonsOf } from '@nukkad/server/http/field-reasons.ts'
import type { Member } from '#lib/session.ts'

/**
 * Answers `fetch` in the tests of the dashboard, as the server's pipeline would: it refuses callers without the
 * permission, parses the input with the contract's schema, and uses the server's own texts for refusals. The test fails
 * if an answer does not fit the contract, and if a call arrives for which the test has given no answer.
 */
type Body = Record<string, unknown>
type Answer<Name extends CallName> = Output<Name> | ((input: Body) => Output<Name> | Promise<Output<Name>>)
type AnyAnswer = (input: Body) => unknown

/** A call that the test server received. */
export type Sent = { input: Body; key: string | null; file: File | null }

/** Errors with which any call may answer, in addition to those that the contract lists for it. */
const anyCalls = [
  'INVALID_INPUT',
  'SESSION_MISSING',
  'SESSION_EXPIRED',
  'SESSION_REVOKED',
  'PERMISSION_MISSING',
  'PROOF_NEEDED',
  'NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'TEMPORARILY_AWAY',
  'INTERNAL',
  'IDEMPOTENCY_IN_PROGRESS',
] as const
type RefusalOf<Name extends CallName> = Contract[Name]['errors'][number] | (typeof anyCalls)[number]

let answers: Map<CallName, AnyAnswer>
/** The calls that the test server refuses before it parses their input. */
let gates: Set<CallName>
let rowsOf: Map<TableName, AnyAnswer>
type Respond = () => Response | Promise<Response>
let files: Map<string, Respond>
let sent: { name: CallName; call: Sent }[]
let problems: string[]
let caller: Member | undefined

const noOpenOrders: Output<'dashboard/orders/board'> = {
  success: true,
  orders: [],
  has_more: false,
  late_after_minutes: { rider: 10, store: 10 },
}

/** Deletes the answers and calls of the previous test. */
export function restartServer(): void {
  // Every page with orders makes this call, because the tabs above the list count the open orders.
  answers = new Map<CallName, AnyAnswer>([['dashboard/orders/board', () => noOpenOrders]])
  gates = new Set()
  rowsOf = new Map()
  files = new Map<string, Respond>([
    ['/assets/map/city.json', () => new Response('', { status: 404 })],
    ['/public/api/events', () => new Promise<Response>(() => {})],
  ])
  sent = []
  problems = []
  caller = undefined
}

/** Returns one message for each call that the server would not have allowed or that the test did not expect. */
export function serverProblems(): readonly string[] {
  return problems
}

export function setCaller(member: Member | undefined): void {
  caller = member
}

/** Sets the answer of a call, or a function that returns the answer for each input. */
export function answer<Name extends CallName>(name: Name, given: Answer<Name>): void {
  gates.delete(name)
  answers.set(name, typeof given === 'function' ? (given as AnyAnswer) : () => given)
}

/** Refuses a call with one of the errors that the contract lists for it. */
export function refuse<Name extends CallName>(
  name: Name,
  code: RefusalOf<Name>,
  details: { fields?: Record<string, FieldText>; extra?: object; params?: Record<string, string | number> } = {},
): void {
  gates.delete(name)
  if (/^(SESSION|PERMISSION|PROOF|TOO_MANY|TEMPORARILY)_/.test(code)) gates.add(name)
  answers.set(name, () => {
    throw new AppError(code, details as ConstructorParameters<typeof AppError>[1])
  })
}

/** Makes a call fail without an answer, as without a connection. */
export function cut(name: CallName): void {
  answers.set(name, () => {
    throw new TypeError('no connection')
  })
}

/** Makes a call wait until the returned function is called. The call then gets the answer that is set at that time. */
export function hold(name: CallName): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = answers.get(name)
  answers.set(name, async (input) => {
    await promise
    return before?.(input)
  })
  return resolve
}

type Rows<Name extends TableName> = readonly RowOf<Name>[]
type TablePage = { total?: number; has_more?: boolean }

/** Sets the rows of a dashboard table, or a function that returns the rows for each query. */
export function answerTable<Name extends TableName>(
  table: Name,
  rows: Rows<Name> | ((query: Body) => Rows<Name> | Promise<Rows<Name>>),
  page: TablePage = {},
): void {
  rowsOf.set(table, async (query) => {
    const given = typeof rows === 'function' ? await rows(query) : rows
    const columns = tables[table].columns
    for (const key of given.flatMap(Object.keys))
      if (!(key in columns)) problems.push(`the table ${table} has no column ${key}`)
    return { success: true, rows: given, total: given.length, has_more: false, ...page }
  })
}

/** Sets the answer to a request for a file or a stream, which is not a call of the contract. */
export function answerFile(path: string, respond: Respond): void {
  files.set(path, respond)
}

/** Returns the calls of this name so far, in their order. */
export function callsOf(name: CallName): readonly Sent[] {
  return sent.flatMap((one) => (one.name === name ? [one.call] : []))
}

/** Returns the inputs of the calls of this name so far, as the screen sent them. */
export function inputsOf(name: CallName): readonly Body[] {
  return callsOf(name).map(({ input }) => input)
}

/** Returns the queries of one table so far. */
export function queriesOf(table: TableName): readonly Body[] {
  return inputsOf('dashboard/table').filter((input) => input.table === table)
}

/** Replaces `fetch` in the tests. */
export async function serve(path: string, init: RequestInit = {}): Promise<Response> {
  if (files.has(path)) return files.get(path)!()
  const match = path.match(/^\/public\/(?:api|callandorder)\/(.+)$/)
  const [name, tail] = nameOf(match?.[1] ?? '')
  if (!name) return problem(`no call has the address ${path}`)
  const { input, file } = bodyOf(init.body)
  const whole = tail ? { ...input, ...pathParameter(contract[name], tail) } : input
  sent.push({ name, call: { input, key: new Headers(init.headers).get('idempotency-key'), file } })
  init.signal?.throwIfAborted()
  try {
    const answered = await Promise.race([run(name, whole), aborted(init.signal)])
    return Response.json(checked(name, answered))
  } catch (error) {
    if (error instanceof AppError) return refusal(name, error)
    throw error
  }
}

/** Finds the call in a path; the rest of the path is its parameter. */
function nameOf(address: string): [name: CallName | undefined, tail: string] {
  if (address in contract) return [address as CallName, '']
  const cut = address.lastIndexOf('/')
  const name = address.slice(0, cut)
  return name in contract ? [name as CallName, address.slice(cut + 1)] : [undefined, '']
}

function pathParameter(shape: CallShape, tail: string): Body {
  const key = shape.path?.match(/\{(\w+)/)?.[1]
  return key ? { [key]: decodeURIComponent(tail) } : {}
}

function bodyOf(body: RequestInit['body']): { input: Body; file: File | null } {
  if (!(body instanceof FormData)) return { input: JSON.parse(String(body ?? '{}')) as Body, file: null }
  const { image, ...input } = Object.fromEntries(body.entries())
  return { input, file: image instanceof File ? image : null }
}

async function run(name: CallName, input: Body): Promise<unknown> {
  const shape: CallShape = contract[name]
  requireAccess(name, shape)
  if (gates.has(name)) return answers.get(name)!(input)
  const parsed = shape.input.safeParse(input)
  if (!parsed.success) throw new AppError('INVALID_INPUT', { fields: reasonsOf(parsed.error, input) })
  const given = name === 'dashboard/table' ? rowsOf.get(input.table as TableName) : answers.get(name)
  const refusalOfTable = name === 'dashboard/table' ? answers.get(name) : undefined
  if (refusalOfTable && !given) return refusalOfTable(input)
  if (!given) return problem(`the test gives no answer for ${name} ${JSON.stringify(input)}`)
  return given(input)
}

/** Refuses a call that the signed-in person may not make, and reports it as a problem of the test. */
function requireAccess(name: CallName, shape: CallShape): void {
  if (!caller || shape.auth === 'public' || shape.auth === 'optional') return
  const isOwner = caller.role === 'store_owner'
  const held: readonly string[] = [...caller.permissions, 'any']
  const holds = (permission = '') => held.includes(permission)
  const mayCall =
    shape.auth === 'staff'
      ? (isOwner && shape.ownersToo) || (!isOwner && holds(shape.permission))
      : shape.auth === 'store-owner' && (isOwner || holds(shape.staffMay))
  if (!mayCall) problem(`a ${caller.role} with ${caller.permissions.join(', ')} may not call ${name}`)
}

function checked(name: CallName, answered: unknown): unknown {
  const parsed = contract[name].output.safeParse(answered)
  if (!parsed.success) return problem(`the answer of ${name} does not fit the contract: ${parsed.error.message}`)
  return answered
}

function refusal(name: CallName, error: AppError): Response {
  const allowed: readonly ErrorCode[] = [...anyCalls, ...contract[name].errors]
  if (!allowed.includes(error.code)) return problem(`${name} never answers ${error.code}`)
  const text = (key: string, params: Record<string, string | number> = {}) =>
    en[key as keyof typeof en].replace(/\{(\w+)\}/g, (_, param) => String(params[param] ?? ''))
  const { status, body } = answerTo(error, 'a-request', text)
  return Response.json(body, { status })
}

function problem(text: string): never {
  problems.push(text)
  throw new Error(text)
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
}
