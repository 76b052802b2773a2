import { AppError } from './errors.ts'

/** Limits of docs/reference/security.md#input: 100 KB, ten levels, no keys that reach an object's prototype. */
export const BODY_LIMIT_BYTES = 102_400
const MAX_DEPTH = 10
const forbiddenKeys = new Set(['__proto__', 'prototype', 'constructor'])

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a request body. An empty body is a call without payload (GAP-02).
 * @throws AppError INVALID_INPUT or FORBIDDEN_KEY
 */
export function parseBody(raw: Buffer): Record<string, unknown> {
  if (raw.length === 0) return {}
  const value = parseJson(raw)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new AppError('INVALID_INPUT', { fields: { body: 'fieldInvalid' } })
  inspect(value, 1)
  return value as Record<string, unknown>
}

/**
 * Refuses a body in a character set other than UTF-8, which the server would decode wrongly.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
export function requireUtf8(contentType: string | undefined): void {
  for (const [, name] of (contentType ?? '').matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi))
    if (!/^utf-?8$/i.test(name!)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(raw))
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { fields: { body: 'fieldInvalid' }, cause })
  }
}

/**
 * Refuses a URL with `%00`, because PostgreSQL cannot store this character, and no page, call or provider needs it.
 * @throws AppError INVALID_INPUT
 */
export function inspectAddress(url: string): void {
  if (url.includes('%00')) throw new AppError('INVALID_INPUT', { fields: { address: 'fieldCharacters' } })
}

/** Refuses keys, nesting and values that no call needs, before the body is checked against the call's schema. */
function inspect(value: unknown, depth: number): void {
  if (typeof value === 'string') inspectText(value)
  if (value === null || typeof value !== 'object') return
  if (depth > MAX_DEPTH) throw new AppError('INVALID_INPUT', { fields: { body: 'fieldInvalid' } })
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key)) throw new AppError('FORBIDDEN_KEY')
    inspect((value as Record<string, unknown>)[key], depth + 1)
  }
}

function inspectText(value: string): void {
  if (value.includes('\u0000') || !value.isWellFormed()) {
    throw new AppError('INVALID_INPUT', { fields: { body: 'fieldCharacters' } })
  }
}
