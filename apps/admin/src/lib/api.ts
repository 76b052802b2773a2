import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import type { ErrorBody, ErrorCode } from '@nukkad/contract/errors.ts'

const timeoutMs = 30_000

export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ErrorCode | 'NETWORK' | 'UNKNOWN'
  /** The error texts of the refused input, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>
  /** The next free starts after `SLOT_TAKEN`, as instants. */
  readonly nextStarts: readonly string[]

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    fields: Record<string, string> = {},
    nextStarts: readonly string[] = [],
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.nextStarts = nextStarts
  }
}

export type CallOptions = {
  signal?: AbortSignal
  /**
   * The value of the header `Idempotency-Key`. A key identifies one action and is reused until the server gives a final
   * answer.
   */
  idempotencyKey?: string
  /** A picture, or a table as CSV, which is sent together with the input as a form. */
  picture?: Blob
  /** The part of the path after the name of the call, such as `/corner-kitchen`. */
  tail?: string
}

/** Error texts for staff who act for a customer, in place of the contract's texts, which address the customer. */
const dashboardTexts: { readonly [Code in ErrorCode]?: string } = {
  WALLET_TOO_LOW: 'The customer’s wallet does not hold enough money.',
  WALLET_NOT_EMPTY: 'The customer’s wallet still holds own money. Pay out this money before you delete the account.',
  ACCOUNT_HAS_ORDERS: 'The customer has an order in progress. You can delete the account once the order is finished.',
  SLOT_INVALID: 'The salon does not take visits at the chosen time.',
  SLOT_TAKEN: 'This time is taken by another visit or an absence. Choose another time.',
  REGISTRATION_INVALID: 'Please check the name, the phone number and the email address.',
}

const sessionEnds = new Set<ApiError['code']>([
  'SESSION_MISSING',
  'SESSION_EXPIRED',
  'SESSION_REVOKED',
  'ACCOUNT_BANNED',
  'WORK_ENDED',
])
const counterCalls = new Set<CallName>(['login-as-customer', 'register-guest-user', 'find-customers'])
let tellEnd: (reason?: string) => void = () => {}
let askProof: (needsCode: boolean) => Promise<boolean> = async () => false

/**
 * Registers the function that opens the sign-in over the page when the session has ended. The registered function gets
 * the reason why the session ended, unless the session simply expired.
 */
export function onSessionEnd(tell: (reason?: string) => void): void {
  tellEnd = tell
}

/**
 * Registers the dialog that asks for the password again, for a call that needs a recent proof. If the dialog answers
 * true, the call is repeated.
 */
export function onProofNeeded(ask: (needsCode: boolean) => Promise<boolean>): () => void {
  askProof = ask
  return () => {
    askProof = async () => false
  }
}

/** Opens the sign-in over the current page, because the session has ended or is about to end. */
export function endSession(): void {
  tellEnd()
}

/**
 * Makes a call with the session cookie. Every refusal is thrown as `ApiError`, with a text for the person who made the
 * call.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: WireInput<Name>,
  options: CallOptions = {},
): Promise<Output<Name>> {
  const response = await send(name, input as object, options)
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = refusalIn(response.status, body)
  if (!refusal) return body as Output<Name>
  if (refusal.code === 'PROOF_NEEDED' && (await askProof(needsCode(body)))) return call(name, input, options)
  if (sessionEnds.has(refusal.code)) tellEnd(refusal.code === 'WORK_ENDED' ? refusal.message : undefined)
  throw refusal
}

async function send(name: CallName, input: object, { signal, idempotencyKey, picture, tail = '' }: CallOptions) {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (!picture) headers['content-type'] = 'application/json'
  const patience = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(`/public/${counterCalls.has(name) ? 'callandorder' : 'api'}/${name}${tail}`, {
      method: 'POST',
      headers,
      body: picture ? formOf(input, picture) : JSON.stringify(input, withNaN),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, 'NETWORK', 'There is no connection, so nothing was changed. Please try again.')
  }
}

/**
 * Replaces NaN by the string "NaN", which the server refuses at its field. JSON would replace NaN by null, which means
 * “no limit” in many fields.
 */
function withNaN(_key: string, value: unknown): unknown {
  return Number.isNaN(value) ? 'NaN' : value
}

function formOf(input: object, picture: Blob): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(input)) if (value !== undefined) form.append(key, String(value))
  form.append('image', picture)
  return form
}

function needsCode(body: unknown): boolean {
  return (body as { needs_code?: unknown }).needs_code === true
}

function refusalIn(status: number, body: unknown): ApiError | undefined {
  const { error, message, next_starts } = (body ?? {}) as Partial<ErrorBody> & { next_starts?: string[] }
  if (error?.code)
    return new ApiError(
      status,
      error.code,
      dashboardTexts[error.code] ?? message ?? 'Something went wrong. Try again.',
      error.fields,
      next_starts,
    )
  if (status < 400 && body !== undefined) return undefined
  return new ApiError(status, 'UNKNOWN', 'We could not read the answer of the server. Please try again.')
}
