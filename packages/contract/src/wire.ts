import { z } from 'zod'
import type { FieldText } from './texts/en.ts'

/**
 * The value kinds of the wire (docs/reference/wire.md#value-types, docs/reference/security.md#input). The tolerant edge
 * lives here and nowhere else: ids, coordinates and amounts come as numbers or as plain decimal strings and leave as
 * one type.
 */

/** The text that says to a person why a check failed. */
export const because = (key: FieldText) => key

const decimalText = (pattern: RegExp) => z.string().max(32).regex(pattern)

/** A row id. In: number or decimal string. Always a number inside. */
export const id = z
  .union([z.number(), decimalText(/^[1-9]\d{0,9}$/)])
  .transform(Number)
  .pipe(z.int().min(1).max(2_147_483_647))

/**
 * About a centimetre. Finer figures mean nothing, and the smallest ones leave the range of the database's functions.
 */
const DEGREES = 1e7

/** A latitude or longitude rounded to what a position can mean; never -0. */
export const roundDegrees = (degrees: number) => Math.round(degrees * DEGREES) / DEGREES + 0

export const latitude = z
  .union([z.number(), decimalText(/^-?\d{1,3}(\.\d{1,20})?$/)])
  .transform(Number)
  .pipe(z.number().min(-90, because('fieldLatitude')).max(90, because('fieldLatitude')))
  .transform(roundDegrees)

export const longitude = z
  .union([z.number(), decimalText(/^-?\d{1,3}(\.\d{1,20})?$/)])
  .transform(Number)
  .pipe(z.number().min(-180, because('fieldLongitude')).max(180, because('fieldLongitude')))
  .transform(roundDegrees)

/** An amount as a person or a client sends it; the server parses it by pattern into minor units of the currency. */
export const amount = z.union([z.number(), z.string().max(32)]).transform(String)

// Control characters, lone surrogates and bidirectional overrides have no place in a name
// (docs/reference/security.md#input).
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const isCleanText = (value: string) => !forbidden.test(value) && value.isWellFormed()

/** Text for people: normalised to NFC and free of control characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 2)
    .refine(isCleanText, because('fieldCharacters'))
    .transform((value) => value.normalize('NFC').trim())
    .pipe(z.string().max(max))

/** Text that must say something. */
export const filledText = (max: number) => text(max).pipe(z.string().min(1).max(max))

/** What somebody searches for: 3 to 64 characters (K-01, GAP-31). */
export const searchText = text(64).refine((value) => [...value].length >= 3, because('fieldTooShort'))

/** Compared exactly as sent (passwords): no trimming, no normalising. An empty one is a missing one. */
export const secret = z.string().max(256)

export const phone = text(24)
export const email = text(255)
export const slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9-]+$/i)
export const orderNumber = z
  .string()
  .min(4)
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/)

/**
 * The fields that clients send beside what a call needs and that the server reads from the session instead (GAP-02).
 */
export const ignored = { token: z.unknown().optional(), user_id: z.unknown().optional() }

/** 0 or 1 on the wire. */
export const flag = z.union([z.literal(0), z.literal(1)])

/** Money from tables: a string with the decimals of its currency, `"120.00"`. */
export const moneyText = z.string().regex(/^-?\d+(\.\d{1,3})?$/)

/** `"YYYY-MM-DD HH:MM:SS"` in the server's time zone. */
export const dateTimeText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** A paginator as the clients know it (GAP-15). */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    current_page: z.int(),
    data: z.array(row),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int(),
    last_page_url: z.string(),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int(),
  })

/** Which page of a paginator, from the query string (`?page=2`) or the body. */
export const pageNumber = z
  .union([z.number(), decimalText(/^\d{1,6}$/)])
  .transform(Number)
  .pipe(z.int().min(1).max(100_000))
  .default(1)

export const nothing = z.object({})
export const point = { latitude, longitude }
export const success = z.object({ success: z.literal(true) })

/** A picture of this site by its path: one that was uploaded, or one that the shop came with. */
export const picturePath = z
  .string()
  .max(200)
  .regex(/^\/assets\/img\/(?!.*\.\.)[\w./-]+$/)

/** Ids in the order in which a list shows what they name. */
export const idsInOrder = z.array(id).min(1).max(200)

/** A call that names one thing and answers nothing but that it is done. */
export const byId = { input: z.object({ ...ignored, id }), output: success } as const
