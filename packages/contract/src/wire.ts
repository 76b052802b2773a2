import { z } from 'zod'
import type { FieldText } from './texts/en.ts'

/**
 * The value types of the wire (docs/reference/wire.md#value-types, docs/reference/security.md#input). Only this file
 * accepts variants of a type: clients may send ids, coordinates and amounts as numbers or as decimal strings, and
 * handlers receive one type.
 */

/** Returns the key of the text that explains to a person why a check failed. */
export const because = (key: FieldText) => key

const decimalText = (pattern: RegExp) => z.string().max(32).regex(pattern)

/** The id of a row, sent as a number or a decimal string, and read as a number. */
export const id = z
  .union([z.number(), decimalText(/^[1-9]\d{0,9}$/)])
  .transform(Number)
  .pipe(z.int().min(1).max(2_147_483_647))

/**
 * The factor that rounds a coordinate to seven decimals, which is about a centimetre. More decimals of a coordinate
 * would mean nothing, and very small numbers exceed the range of the database's functions.
 */
const DEGREES = 1e7

/** Rounds a latitude or longitude to seven decimals; the result is never -0. */
export const roundDegrees = (degrees: number) => Math.round(degrees * DEGREES) / DEGREES + 0

/** A latitude in degrees from -90 to 90, sent as a number or a string, and rounded to seven decimals. */
export const latitude = z
  .union([z.number(), decimalText(/^-?\d{1,3}(\.\d{1,20})?$/)])
  .transform(Number)
  .pipe(z.number().min(-90, because('fieldLatitude')).max(90, because('fieldLatitude')))
  .transform(roundDegrees)

/** A longitude in degrees from -180 to 180, sent as a number or a string, and rounded to seven decimals. */
export const longitude = z
  .union([z.number(), decimalText(/^-?\d{1,3}(\.\d{1,20})?$/)])
  .transform(Number)
  .pipe(z.number().min(-180, because('fieldLongitude')).max(180, because('fieldLongitude')))
  .transform(roundDegrees)

/** An amount as a person or a client sends it. The server parses an amount into minor units of the currency. */
export const amount = z.union([z.number(), z.string().max(32)]).transform(String)

// Matches control characters, lone surrogates and bidirectional overrides, which no text may contain
// (docs/reference/security.md#input).
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const isCleanText = (value: string) => !forbidden.test(value) && value.isWellFormed()

/** Text for people: normalised to NFC, without control characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 2)
    .refine(isCleanText, because('fieldCharacters'))
    .transform((value) => value.normalize('NFC').trim())
    .pipe(z.string().max(max))

/** Text for people that must not be empty. */
export const filledText = (max: number) => text(max).pipe(z.string().min(1).max(max))

/** A search query of 3 to 64 characters (K-01, GAP-31). */
export const searchText = text(64).refine((value) => [...value].length >= 3, because('fieldTooShort'))

/**
 * A password or another secret, compared exactly as sent, without trimming or normalising. An empty password counts as
 * missing.
 */
export const secret = z.string().max(256)

/** A phone number as a person typed it; `packages/rules` converts it to E.164 (docs/reference/wire.md#value-types). */
export const phone = text(24)
/** An e-mail address as a person typed it; `packages/rules` decides whether it is valid. */
export const email = text(255)
/** The readable part of a URL (slug), in Latin letters, digits and hyphens. */
export const slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9-]+$/i)
/** The public number of an order, by which customers and riders name it. */
export const orderNumber = z
  .string()
  .min(4)
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/)

/** Fields that clients send but that the server reads from the session instead (GAP-02). */
export const ignored = { token: z.unknown().optional(), user_id: z.unknown().optional() }

/** A flag, which the wire sends as 0 or 1. */
export const flag = z.union([z.literal(0), z.literal(1)])

/** The number of an order type: 1 delivery, 2 self-pickup, 4 visit at a salon. */
export const orderTypeCode = z.union([z.literal(1), z.literal(2), z.literal(4)])

/** Money from a table: a string with the decimals of its currency, such as `"120.00"`. */
export const moneyText = z.string().regex(/^-?\d+(\.\d{1,3})?$/)

/** A date and time `"YYYY-MM-DD HH:MM:SS"` in the server's time zone. */
export const dateTimeText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** Returns the schema of a page of rows, with the paginator's fields that the clients know (GAP-15). */
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

/** The number of a page, from the query string (`?page=2`) or the body. */
export const pageNumber = z
  .union([z.number(), decimalText(/^\d{1,6}$/)])
  .transform(Number)
  .pipe(z.int().min(1).max(100_000))
  .default(1)

/** The input of a call that needs no fields; unknown fields are dropped. */
export const nothing = z.object({})
/** Latitude and longitude, for use as two fields of an input. */
export const point = { latitude, longitude }
/** Chosen lines of an order, with the number of pieces of each. */
export const chosenItems = z.array(z.object({ id, quantity: z.int().min(1).max(99) })).max(100)
/** The answer of a call that returns nothing but success. */
export const success = z.object({ success: z.literal(true) })

/** The path of a picture of this site, either uploaded or shipped with the shop. */
export const picturePath = z
  .string()
  .max(200)
  .regex(/^\/assets\/img\/(?!.*\.\.)[\w./-]+$/)

/** The ids of rows in the order in which a list should show them. */
export const idsInOrder = z.array(id).min(1).max(200)

/** The input and output of a call that changes one object and answers only that it succeeded. */
export const byId = { input: z.object({ ...ignored, id }), output: success } as const
