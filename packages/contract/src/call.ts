import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may make a call. `optional` runs for guests too and sees the session when there is one.
 * `staff` is a dashboard session; the permission it needs is the call's `permission`.
 */
export type Audience = 'public' | 'optional' | 'customer' | 'delivery' | 'store-owner' | 'staff'

/**
 * A call of staff names the permission it needs; without one it does not compile. `any` is open to all staff. Where
 * store owners may come too, the handler keeps them to their own stores (`session.stores`). A call of store owners may
 * be open to staff who hold a permission, for every store.
 */
type Access =
  | { auth: 'staff'; permission: Permission | 'any'; ownersToo?: true; staffMay?: never }
  | { auth: 'store-owner'; staffMay?: Permission; permission?: never; ownersToo?: never }
  | { auth: Exclude<Audience, 'staff' | 'store-owner'>; permission?: never; staffMay?: never; ownersToo?: never }

export type CallShape = Access & {
  /** One sentence for the reference page. */
  summary: string
  /** A path tail after the name, such as `/{slug}`; its names are keys of `input`. */
  path?: `/{${string}}`
  /** Query parameters read into `input` besides the body. */
  query?: readonly string[]
  /** Also answers GET (INT-23). Everything answers POST. */
  alsoGet?: boolean
  /** Honours an idempotency key (docs/reference/security.md#idempotency). */
  idempotent?: boolean
  /** Also takes a form (`multipart/form-data`) whose one file is a picture; the other fields are the input. */
  takesPicture?: boolean
  /** Takes a form whose one file is a table as text (CSV); the other fields are the input. */
  takesTable?: boolean
  /** Still answers an account that is banned (P-33). */
  answersBanned?: boolean
  /**
   * Still answers an administrator who has to set up his second factor first
   * (docs/reference/security.md#authentication).
   */
  openToUnenrolled?: boolean
  /** Moves money, changes where it goes or who may: the person has proved who they are in the last ten minutes. */
  needsRecentProof?: true
  /** Open to API keys although it names no permission; calls that name one are open to a key that was given it. */
  openToKeys?: true
  /** Of customers: also made by a store owner in the name of somebody who calls him, and kept to his own stores. */
  forCallers?: true
  /** Another audience's token is refused with this code instead of a plain 401 (T-04). */
  refusals?: Partial<Record<Exclude<Audience, 'public' | 'optional'>, ErrorCode>>
  /** Where the call hangs: under the API prefix, or under `/public/callandorder` (GAP-01). */
  base?: 'api' | 'callandorder'
  input: z.ZodType
  output: z.ZodType
  /** The business refusals this call declares, besides those that any call may answer. */
  errors: readonly ErrorCode[]
}

export type Call<Name extends string = string, Shape extends CallShape = CallShape> = Shape & { name: Name }

/** Declares one call of the product: what is sent, who may send it, what comes back, what can go wrong. */
export function call<const Name extends string, const Shape extends CallShape>(
  name: Name,
  shape: Shape,
): Call<Name, Shape> {
  return { name, ...shape }
}

export type InputOf<C extends CallShape> = z.output<C['input']>
/** What a client may send: the tolerant side of the schema. */
export type WireInputOf<C extends CallShape> = z.input<C['input']>
export type OutputOf<C extends CallShape> = z.input<C['output']>
