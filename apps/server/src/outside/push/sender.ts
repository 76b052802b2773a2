import { libraries } from '#libraries.ts'
import { askParty } from '#trace/ask-party.ts'
import { isPushEndpoint } from './endpoint.ts'

/** A browser that receives messages, in the terms of the Push API. */
export type PushSubscriber = { endpoint: string; p256dh: string; auth: string }

export type PushUrgency = 'very-low' | 'low' | 'normal' | 'high'

export type PushMessage = {
  /** The payload as JSON, at most 3,000 bytes. */
  payload: string
  /** The time for which the push service stores the message for a device that is offline. */
  ttlSeconds: number
  urgency: PushUrgency
  /**
   * At the push service, a newer message with the same topic replaces a message that was not delivered yet; at most 32
   * characters of base64url.
   */
  topic: string
  /** The owner of the browser, for the outbox of a demo only. */
  contact: string
}

/**
 * `gone`: the browser no longer accepts messages; `refused`: our server's keys or the message are wrong, so another try
 * would not help.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'later'; why: string; retryAfterSeconds: number | undefined }

/** The key pair that identifies the sender (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

/**
 * Sends a message to the push service of a browser. Sending never rejects because of an answer of the push service, not
 * even a wrong answer.
 */
export type PushSender = {
  send: (to: PushSubscriber, message: PushMessage, keys: VapidKeys) => Promise<PushOutcome>
}

const TIMEOUT_MS = 10_000
/** A longer wait that a push service requests is ignored, because the message would be old by then. */
const MAX_WAIT_SECONDS = 3600

/**
 * Sends web pushes (RFC 8030, 8188, 8291, 8292). The library only encrypts and signs; the server itself posts the
 * message, because the library cannot limit hosts, refuse redirects or call simulators
 * (docs/reference/providers.md#use-of-the-web-push-package).
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
      // The endpoint is checked again, although it was checked when it was stored, because its host may have been
      // removed from the list since.
      if (!isPushEndpoint(endpoint, extraHosts)) return { kind: 'gone' }
      const { headers, body } = libraries.webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails,
          TTL: ttlSeconds,
          urgency,
          topic,
          contentEncoding: 'aes128gcm',
        },
      )
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
    const answer = await askParty('push', endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal,
    })
    await answer.body?.cancel()
    return outcomeOf(answer)
  } catch (cause) {
    // The message of the failed fetch is not used, because it can contain the URL, which is a secret of the browser.
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

/** Parses the header `Retry-After`, which has seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_WAIT_SECONDS) : undefined
}

function toHeaders(headers: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
