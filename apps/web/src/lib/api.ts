import type { CallName, Contract, Output, WireInput } from '@nukkad/contract/contract.ts'
import type { ErrorCode } from '@nukkad/contract/errors.ts'
import { allTexts } from './all-texts.ts'
import { audiences } from './audiences.ts'
import { followTabs, isKeptInMemory, isRecord } from './storage.ts'
import { endSession, isSessionOver, type SessionKind, tokenOf, userIdOf } from './tokens.ts'

const base = '/public/api/'
const counterBase = '/public/callandorder/'
const timeoutMs = 20_000

/** Calls that older apps use for a single payment provider. This app pays through `payment/start` (GAP-79). */
type ProviderAlias = `payment/razorpay/${string}` | 'accept-stripe-payment' | 'payment/process-paymongo'
/**
 * Calls that only the dashboard app makes. The dashboard's sign-in and sign-out are left out, because staff sign in to
 * this app too, to order for callers.
 */
type DashboardCall = Exclude<
  Extract<CallName, `dashboard/${string}`>,
  `dashboard/${'login' | 'login/second-factor' | 'logout' | 'me'}`
>
/** All calls except those of the dashboard and of the store owners' app. */
type WebCall = Exclude<CallName, ProviderAlias | DashboardCall | `store-owner/${string}`>
type CallsFor<Audience> = { [Name in WebCall]: Contract[Name]['auth'] extends Audience ? Name : never }[WebCall]
type CallsWithPath = {
  [Name in WebCall]: Contract[Name] extends { path: `/{${string}}` } ? Name : never
}[WebCall]

/**
 * The audience of each call in the generated table; the type fails to compile if the table lacks a call with a session.
 * Of the calls that the table lacks, those that `ridersCall` matches belong to riders, and all others are public.
 */
const audienceOfCall: Record<CallsFor<'customer' | 'staff' | 'optional'>, 'customer' | 'staff' | 'optional'> = audiences

/**
 * Matches the calls of riders by their names, so that the generated table of audiences need not list them.
 * `generate.test.ts` checks that the names match.
 */
const ridersCall = /^delivery\/(?!login)/

/** Calls that must not wait until the texts are loaded, because these calls load the texts. */
const bringsTexts = /^get-(settings|all-languages|single-language)$/

/**
 * Calls that send `user_id` next to the token, as the specification requires. The server trusts the token and ignores
 * `user_id`.
 */
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

/** Calls whose path ends with a value of their input. */
const tails: Record<CallsWithPath, 'slug' | 'id'> = {
  'get-restaurant-info': 'slug',
  'get-restaurant-info-with-favourite': 'slug',
  'get-restaurant-info-by-id': 'id',
  'get-restaurant-items': 'slug',
  'get-warehouse-items': 'slug',
  'get-store-reviews': 'slug',
}

/**
 * `addHeaders` adds headers to each call. The module `traces.ts` sets `addHeaders` after the start, if the server
 * records traces.
 */
export const beforeCall: { addHeaders?: (headers: Headers) => void } = {}

export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status, or 0 if the server did not answer. */
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
  /** Replaces the token of the current session, for a call about a session that has ended. */
  token?: string
  signal?: AbortSignal
  /**
   * The value of the header `Idempotency-Key`. The caller reuses the key of an intention until the server gives a final
   * answer.
   */
  idempotencyKey?: string
}

/**
 * Makes a call and returns its answer in the form of the contract. Throws `ApiError` if the answer has an error code or
 * a status of 400 or above. As specified, `{success: false}` without an error code is a normal answer.
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
  // If the person logged out during the call, in this tab or another tab, the answer of the call is dropped.
  if (kind && !options.token && token !== tokenOf(kind)) throw new ApiError(401, 'SESSION_MISSING', '', undefined)
  const refusal = refusalIn(response.status, body)
  if (refusal) {
    console.warn('call refused', name, refusal.status, refusal.code)
    // A refused call waits until all texts are loaded, because the screen shows the text of the refusal.
    if (!bringsTexts.test(name)) await allTexts()
    if (isSessionOver(refusal.code) && audience !== 'staff') endSession(kind ?? 'customer', token)
    throw refusal
  }
  // The server checks its answers against the contract in tests and development, so the app does not check them again.
  return body as Output<Name>
}

function audienceOf(name: WebCall): SessionKind | 'staff' | 'optional' | 'public' {
  if (Object.hasOwn(audienceOfCall, name)) return audienceOfCall[name as keyof typeof audienceOfCall]
  return ridersCall.test(name) ? 'delivery' : 'public'
}

/** Returns the session whose token a call sends. */
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
  // Calls that require a session carry the token in the body, as specified. Calls for which a session is optional carry
  // the token in a header, so that the body is the same for all users.
  const isBare = audience === 'public' || audience === 'optional' || isStaff
  const body = isBare ? input : { token, ...userOf(name, audience), ...input }
  const path = pathOf(name, body)
  // Staff authenticate with a cookie, and the server accepts a cookie only with a JSON body.
  const isEmpty = !isStaff && Object.keys(body).length === 0
  const headers = new Headers({ 'Accept-Language': document.documentElement.lang || 'en' })
  if (!isEmpty) headers.set('Content-Type', 'application/json')
  if (audience === 'optional' && token) headers.set('Authorization', `Bearer ${token}`)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  beforeCall.addHeaders?.(headers)
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
  try {
    return await fetch((isStaff && !name.startsWith('dashboard/') ? counterBase : base) + path, {
      method: 'POST',
      headers,
      body: isEmpty ? undefined : JSON.stringify(body),
      // While staff act for a customer, the service worker must store no answer, because it stores it by location.
      cache: isKeptInMemory() ? 'no-store' : undefined,
      signal: AbortSignal.any(limits),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    console.warn('the server did not answer the call', name, cause)
    throw new ApiError(0, 'NETWORK', '', undefined)
  }
}

function userOf(name: WebCall, session: SessionKind): { user_id?: number } {
  return namesUser.has(name) ? { user_id: userIdOf(session) } : {}
}

/** Returns the path of a call, and removes from the body the value that the path contains. */
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
