import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Counter } from 'prom-client'
import type { z } from 'zod'
import { libraries } from '#libraries.ts'
import { askParty } from '#trace/ask-party.ts'
import { ProviderError } from './provider.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000

type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number | undefined
}

export type ProviderAnswer = { status: number; body: unknown; text: string }

let answers: Counter<'provider' | 'outcome'> | undefined
/**
 * Counts the answers of payment providers: `answered`, `trouble` (5xx or 429) or `silent`. `http/metrics.ts` registers
 * it.
 */
export const providerAnswers = {
  get counter() {
    answers ??= new libraries.promClient.Counter({
      name: 'nukkad_provider_answers_total',
      help: 'Answers of payment providers by outcome',
      labelNames: ['provider', 'outcome'],
      registers: [],
    })
    return answers
  },
}

/**
 * Calls a payment provider over HTTP. Redirects are not followed, because keys go only to the configured URL.
 * @returns any answer below 500 except 429, including refusals; `body` is undefined if the body is not JSON
 * @throws ProviderError `unknown` without an answer, or if the answer says that the provider has a failure
 */
export async function askProvider(provider: string, url: string, request: Request = {}): Promise<ProviderAnswer> {
  const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = request
  let status: number
  let text: string
  try {
    const answer = await askParty(provider, url, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
    status = answer.status
    text = await answer.text()
  } catch (cause) {
    providerAnswers.counter.inc({ provider, outcome: 'silent' })
    throw new ProviderError('unknown', `${provider} did not answer`, { cause })
  }
  const isInTrouble = status >= 500 || status === 429
  providerAnswers.counter.inc({ provider, outcome: isInTrouble ? 'trouble' : 'answered' })
  if (isInTrouble) throw new ProviderError('unknown', `${provider} is in trouble: ${status}`)
  if (text.length > MAX_BYTES) throw new ProviderError('unknown', `${provider} answered too much`)
  return { status, body: parsed(text), text }
}

/**
 * Reads the body of an answer in its expected form.
 * @throws ProviderError `unknown` for a body in any other form
 */
export function readAnswer<T>(provider: string, form: z.ZodType<T>, body: unknown): T {
  const read = form.safeParse(body)
  if (!read.success) throw new ProviderError('unknown', `${provider} answered what cannot be read`)
  return read.data
}

/** Returns a provider's error code for our logs; undefined for anything except a short code. */
export function codeOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined
}

/** Parses JSON; returns undefined if the text is not valid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns the named parts of a signature header such as `t=1,v1=ab`; if a name occurs twice, the last value counts. */
export function signatureParts(header: string | undefined): Record<string, string> {
  const parts = (header ?? '').split(',').map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  return Object.fromEntries(parts)
}

/** Returns the HMAC-SHA256 of a text in lower-case hexadecimal. */
export function hmacSha256(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** Returns an id, derived from the content, for a message that has no id of its own. */
export function digestOf(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('hex')
}

/** Compares two strings in constant time; strings of different lengths are unequal. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
