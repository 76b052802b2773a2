import webPush from 'web-push'
import { isPushEndpoint } from './endpoint.ts'

/** A browser that asked for messages, in the words of the Push API. */
export type PushSubscriber = { endpoint: string; p256dh: string; auth: string }

export type PushUrgency = 'very-low' | 'low' | 'normal' | 'high'

export type PushMessage = {
  /** JSON text, at most 3,000 bytes. */
  payload: string
  /** How long the push service keeps it for a device that is away. */
  ttlSeconds: number
  urgency: PushUrgency
  /** A newer message with the same topic takes the place of one that still waits; at most 32 letters of base64url. */
  topic: string
  /** Whose browser it is, for the outbox of a demo; it goes nowhere else. */
  contact: string
}

/** `gone`: the browser wants no more; `refused`: our keys or the message are wrong, so that trying again is useless. */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'later'; why: string; retryAfterSeconds: number | undefined }

/** The pair that says who sends (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

/** Hands a message to the push service of a browser. Never rejects for anything that the other side does. */
export type PushSender = {
  send: (to: PushSubscriber, message: PushMessage, keys: VapidKeys) => Promise<PushOutcome>
}

const TIMEOUT_MS = 10_000
/** Longer waits that a service asks for are not kept: the message is old by then. */
const MOST_WAIT_SECONDS = 3600

/**
 * Web push (RFC 8030, 8188, 8291, 8292). The library encrypts and signs; we post, because it knows neither a list of
 * hosts nor an end to redirects, and speaks to no simulator (docs/reference/providers.md#use-of-the-web-push-package).
 */
export function createWebPush({
  extraHosts,
  timeoutMs = TIMEOUT_MS,
}: {
  extraHosts: readonly string[]
  timeoutMs?: number
}): PushSender {
  return {
    send: async ({ endpoint, p256dh, auth }, { payload, ttlSeconds, urgency, topic }, vapidDetails) => {
      // Checked when it was stored; the list may have become shorter since.
      if (!isPushEndpoint(endpoint, extraHosts)) return { kind: 'gone' }
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        TTL: ttlSeconds,
        urgency,
        topic,
        contentEncoding: 'aes128gcm',
      })
      return post(endpoint, { headers: toHeaders(headers), body, timeoutMs })
    },
  }
}

async function post(
  endpoint: string,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: Buffer; timeoutMs: number },
): Promise<PushOutcome> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal,
    })
    await answer.body?.cancel()
    return outcomeOf(answer)
  } catch (cause) {
    // The text of a failed fetch can repeat its address, which is the browser's own secret.
    const why = `no answer: ${cause instanceof Error ? cause.name : 'unknown'}`
    return { kind: 'later', why, retryAfterSeconds: undefined }
  }
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    return { kind: 'later', why: `answered ${status}`, retryAfterSeconds: readRetryAfter(headers.get('retry-after')) }
  }
  return { kind: 'refused', status }
}

/** Seconds, or the date after which to come again. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MOST_WAIT_SECONDS) : undefined
}

function toHeaders(headers: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
