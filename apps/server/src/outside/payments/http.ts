import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Counter } from 'prom-client'
import type { z } from 'zod'
import { ProviderError } from './provider.ts'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1_000_000

type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number | undefined
}

export type ProviderAnswer = { status: number; body: unknown; text: string }

/** Counts what payment providers answer: `answered`, `trouble` (5xx or 429) or `silent`. `http/metrics.ts` registers it. */
export const providerAnswers = new Counter({
  name: 'nukkad_provider_answers_total',
  help: 'Answers of payment providers by outcome',
  labelNames: ['provider', 'outcome'],
  registers: [],
})

/**
 * Asks a provider over HTTP. Redirects are not followed: keys go to the configured address only.
 * @returns its answer to anything below 500 that is no 429, refusals included; `body` is undefined where it is no JSON
 * @throws ProviderError `unknown` when no answer came, or one that says that the provider is in trouble
 */
export async function askProvider(provider: string, url: string, request: Request = {}): Promise<ProviderAnswer> {
  const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = request
  let status: number
  let text: string
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
    status = answer.status
    text = await answer.text()
  } catch (cause) {
    providerAnswers.inc({ provider, outcome: 'silent' })
    throw new ProviderError('unknown', `${provider} did not answer`, { cause })
  }
  const isInTrouble = status >= 500 || status === 429
  providerAnswers.inc({ provider, outcome: isInTrouble ? 'trouble' : 'answered' })
  if (isInTrouble) throw new ProviderError('unknown', `${provider} is in trouble: ${status}`)
  if (text.length > MOST_BYTES) throw new ProviderError('unknown', `${provider} answered too much`)
  return { status, body: parsed(text), text }
}

/** The body in the form that is expected of it. @throws ProviderError `unknown` when it has another one */
export function readAnswer<T>(provider: string, form: z.ZodType<T>, body: unknown): T {
  const read = form.safeParse(body)
  if (!read.success) throw new ProviderError('unknown', `${provider} answered what cannot be read`)
  return read.data
}

/** A provider's own code as it may stand in our logs; undefined for anything that is no short word. */
export function codeOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined
}

/** JSON of this text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The named parts of a signature header such as `t=1,v1=ab`; a name given twice counts with its last value. */
export function signatureParts(header: string | undefined): Record<string, string> {
  const parts = (header ?? '').split(',').map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  return Object.fromEntries(parts)
}

/** Lower-case hexadecimal HMAC-SHA256. */
export function hmacSha256(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** Names what was sent where it brings no id of its own. */
export function digestOf(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('hex')
}

/** Compares in constant time; texts of different lengths are different. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
