import type { CallName, Contract, Output, WireInput } from '@nukkad/contract/contract.ts'
import type { ErrorCode } from '@nukkad/contract/errors.ts'
import { audiences } from './audiences.ts'
import { followTabs, isRecord } from './storage.ts'
import { endSession, isSessionOver, type SessionKind, tokenOf, userIdOf } from './tokens.ts'

const base = '/public/api/'
const counterBase = '/public/callandorder/'
const timeoutMs = 20_000

/** Calls of older apps for single payment providers; our screens pay by `payment/start` (GAP-79). */
type ProviderAlias = `payment/razorpay/${string}` | 'accept-stripe-payment' | 'payment/process-paymongo'
/** Calls of the dashboard, which has screens of its own; staff sign in here only to order for callers. */
type DashboardCall = Exclude<
  Extract<CallName, `dashboard/${string}`>,
  `dashboard/${'login' | 'login/second-factor' | 'logout' | 'me'}`
>
/** Every call but those of the store owners' own app and of the dashboard. */
type WebCall = Exclude<CallName, ProviderAlias | DashboardCall | `store-owner/${string}`>
type CallsFor<Audience> = { [Name in WebCall]: Contract[Name]['auth'] extends Audience ? Name : never }[WebCall]
type CallsWithPath = {
  [Name in WebCall]: Contract[Name] extends { path: `/{${string}}` } ? Name : never
}[WebCall]

/** The types hold the generated table complete: a call that is not in it is public. */
const audienceOfCall: Record<
  CallsFor<'customer' | 'delivery' | 'staff' | 'optional'>,
  SessionKind | 'staff' | 'optional'
> = audiences

/** Calls that carry `user_id` beside the token, as specified; the server goes by the token. */
const namesUser = new Set<WebCall>([
  'update-user-info',
  'check-running-order',
  'get-addresses',
  'save-address',
  'delete-address',
  'set-default-address',
  'cancel-order',
  'save-notification-token',
  'delivery/save-notification-token',
  'delivery/update-user-info',
])

/** Calls whose address ends in a value of their input. */
const tails: Record<CallsWithPath, 'slug' | 'id'> = {
  'get-restaurant-info': 'slug',
  'get-restaurant-info-with-favourite': 'slug',
  'get-restaurant-info-by-id': 'id',
  'get-restaurant-items': 'slug',
  'get-warehouse-items': 'slug',
  'get-store-reviews': 'slug',
}

export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ErrorCode | 'NETWORK' | 'UNKNOWN'
  readonly body: unknown

  constructor(status: number, code: ApiError['code'], message: string, body: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.body = body
  }
}

export type CallOptions = {
  /** In place of the session in use, for a call about one that has ended. */
  token?: string
  signal?: AbortSignal
  /** Sent as `Idempotency-Key`; one key for one intention, kept until its final answer. */
  idempotencyKey?: string
}

/**
 * Makes a call of the product and answers what the contract promises. A refusal (an answer that carries an error code,
 * or any status of 400 and above) is thrown as `ApiError`; a specified `{success: false}` without a code is an answer.
 */
export async function call<Name extends WebCall>(
  name: Name,
  input: WireInput<Name>,
  options: CallOptions = {},
): Promise<Output<Name>> {
  const audience = audienceOf(name)
  const kind = kindOf(audience)
  followTabs()
  const token = options.token ?? (kind && tokenOf(kind))
  const response = await send(name, { ...(input as object) }, { audience, token, ...options })
  const body = await readBody(response)
  followTabs()
  // The person of this call has logged out since, in this tab or another: drop the answer.
  if (kind && !options.token && token !== tokenOf(kind)) throw new ApiError(401, 'SESSION_MISSING', '', undefined)
  const refusal = refusalIn(response.status, body)
  if (refusal) {
    console.warn('call refused', name, refusal.status, refusal.code)
    if (isSessionOver(refusal.code) && audience !== 'staff') endSession(kind ?? 'customer', token)
    throw refusal
  }
  // The server checks its answers against the contract in tests and development.
  return body as Output<Name>
}

function audienceOf(name: WebCall): SessionKind | 'staff' | 'optional' | 'public' {
  return Object.hasOwn(audienceOfCall, name) ? audienceOfCall[name as keyof typeof audienceOfCall] : 'public'
}

/** The session that a call goes out for. */
function kindOf(audience: ReturnType<typeof audienceOf>): SessionKind | undefined {
  if (audience === 'public' || audience === 'staff') return undefined
  return audience === 'delivery' ? 'delivery' : 'customer'
}

async function send(
  name: WebCall,
  input: Record<string, unknown>,
  { audience, token, signal, idempotencyKey }: CallOptions & { audience: ReturnType<typeof audienceOf> },
): Promise<Response> {
  const isStaff = audience === 'staff'
  // Calls of a session carry the token in the body, as specified; lists that only know more when there is one, in the
  // header, so that their bodies stay the same for everybody.
  const isBare = audience === 'public' || audience === 'optional' || isStaff
  const body = isBare ? input : { token, ...userOf(name, audience), ...input }
  const path = pathOf(name, body)
  // Staff have a cookie, and the server takes it only with a body of JSON.
  const isEmpty = !isStaff && Object.keys(body).length === 0
  const headers = new Headers({ 'Accept-Language': document.documentElement.lang || 'en' })
  if (!isEmpty) headers.set('Content-Type', 'application/json')
  if (audience === 'optional' && token) headers.set('Authorization', `Bearer ${token}`)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
  try {
    return await fetch((isStaff && !name.startsWith('dashboard/') ? counterBase : base) + path, {
      method: 'POST',
      headers,
      body: isEmpty ? undefined : JSON.stringify(body),
      signal: AbortSignal.any(limits),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    console.warn('call got no answer', name, cause)
    throw new ApiError(0, 'NETWORK', '', undefined)
  }
}

function userOf(name: WebCall, session: SessionKind): { user_id?: number } {
  return namesUser.has(name) ? { user_id: userIdOf(session) } : {}
}

/** The path of a call; a value that goes into it leaves the body. */
function pathOf(name: WebCall, body: Record<string, unknown>): string {
  if (!Object.hasOwn(tails, name)) return name
  const key = tails[name as CallsWithPath]
  const value = encodeURIComponent(String(body[key]))
  delete body[key]
  return `${name}/${value}`
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

function refusalIn(status: number, body: unknown): ApiError | undefined {
  const error = isRecord(body) && isRecord(body.error) ? body.error : undefined
  if (status < 400 && !(isRecord(body) && body.success === false && error)) return undefined
  const message = isRecord(body) && typeof body.message === 'string' ? body.message : ''
  const code = typeof error?.code === 'string' ? (error.code as ErrorCode) : 'UNKNOWN'
  return new ApiError(status, code, message, body)
}
