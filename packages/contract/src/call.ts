import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may make a call. A call with `optional` is also open to guests, and gets the session if there is one. `staff`
 * needs a dashboard session with the call's `permission`.
 */
export type Audience = 'public' | 'optional' | 'customer' | 'delivery' | 'store-owner' | 'staff'

/**
 * Who may make a call. A call for staff that names no permission is an error of the compiler; `any` allows all staff.
 * With `ownersToo`, store owners may make the call too, and its handler restricts them to their own stores
 * (`session.stores`). With `staffMay`, staff with the named permission may make a call of store owners for every store.
 */
type Access =
  | { auth: 'staff'; permission: Permission | 'any'; ownersToo?: true; staffMay?: never }
  | { auth: 'store-owner'; staffMay?: Permission; permission?: never; ownersToo?: never }
  | { auth: Exclude<Audience, 'staff' | 'store-owner'>; permission?: never; staffMay?: never; ownersToo?: never }

/** All that a call declares about itself: who may make it, its input and output, and the errors that it may answer. */
export type CallShape = Access & {
  /** A text of one or a few sentences for the API reference. */
  summary: string
  /** A path after the call's name, such as `/{slug}`; its parameters are keys of `input`. */
  path?: `/{${string}}`
  /** Query parameters that are read into `input` in addition to the body. */
  query?: readonly string[]
  /** Whether the call also answers GET (INT-23). Every call answers POST in any case. */
  alsoGet?: boolean
  /** Whether the call accepts an idempotency key (docs/reference/security.md#idempotency). */
  idempotent?: boolean
  /**
   * Whether the call also accepts a form (`multipart/form-data`) with one picture file; the other fields are the input.
   */
  takesPicture?: boolean
  /** Whether the call accepts a form with one CSV file; the other fields are the input. */
  takesTable?: boolean
  /** Whether the call also answers banned accounts (P-33). */
  answersBanned?: boolean
  /**
   * Whether the call also answers an administrator who has not set up their second factor yet
   * (docs/reference/security.md#authentication).
   */
  openToUnenrolled?: boolean
  /**
   * True if the call moves money, or changes where money goes or who may move it. The person who makes the call must
   * have confirmed their password in the last ten minutes.
   */
  needsRecentProof?: true
  /**
   * Whether API keys may make this call although it names no permission. A call that names a permission is open to keys
   * that have this permission.
   */
  openToKeys?: true
  /** Whether store owners may also make this call of customers for a caller, in their own stores only. */
  forCallers?: true
  /**
   * Whether the data of the answer may be a second old, so that a replica may provide it (docs/decisions/0114). Only
   * calls that anyone may make and that write nothing may have this flag.
   */
  mayBeOld?: true
  /**
   * The error codes with which the call refuses sessions of other audiences. Without a code, the call answers them with
   * status 401 (T-04).
   */
  refusals?: Partial<Record<Exclude<Audience, 'public' | 'optional'>, ErrorCode>>
  /** The base path: the API prefix, or `/public/callandorder` (GAP-01). */
  base?: 'api' | 'callandorder'
  input: z.ZodType
  output: z.ZodType
  /** The errors of this call, in addition to those that any call may answer. */
  errors: readonly ErrorCode[]
}

/** A declared call with its name, which is also the end of its URL. */
export type Call<Name extends string = string, Shape extends CallShape = CallShape> = Shape & { name: Name }

/** Declares a call: its input, who may make it, its output and its errors. */
export function call<const Name extends string, const Shape extends CallShape>(
  name: Name,
  shape: Shape,
): Call<Name, Shape> {
  return { name, ...shape }
}

/** The input as the handler reads it, after the schema has converted it. */
export type InputOf<C extends CallShape> = z.output<C['input']>
/** The input as a client may send it, before the schema normalises it. */
export type WireInputOf<C extends CallShape> = z.input<C['input']>
/** The output as the handler returns it, before the schema checks it. */
export type OutputOf<C extends CallShape> = z.input<C['output']>
