import { ApiError, call } from './api.ts'
import { isArray, isRecord, mirror, readJsonKey, readKey } from './storage.ts'
import { type SessionKind, tokenOf } from './tokens.ts'

/** A session that ended in this browser but that the server may still accept. */
type Ended = { kind: SessionKind; token: string; push: string | null }

const MAX_WAITING = 5
const RETRY_MS = 30_000

const kept = mirror('endedSessions')
let waiting = readWaiting()
let sending: Promise<void> | undefined
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Ends the current session on the server, immediately or when the network is back. The caller removes the session from
 * the browser without waiting for the server (H-15, GAP-49).
 */
export function endAtServer(kind: SessionKind): Promise<void> {
  const token = tokenOf(kind)
  if (!token) return Promise.resolve()
  const push = kind === 'customer' ? (readKey('lastSavedNotificationToken') ?? null) : null
  keep([...present(), { kind, token, push }].slice(-MAX_WAITING))
  return sendEnded()
}

/** Sends the log-outs that have not reached the server yet. */
export function sendEnded(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

/** Resolves when no log-out is being sent, so that a guest's data reaches the server only after the log-out. */
export const whenLoggedOut = (): Promise<void> => sending ?? Promise.resolve()

async function sendAll(): Promise<void> {
  for (let [next] = present(); next; [next] = present()) {
    const { kind, token, push } = next
    try {
      if (kind === 'customer') await call('logout', { push_token: push }, { token })
      else await call('delivery/logout', {}, { token })
    } catch (error) {
      console.warn('the server could not end the session', error)
      if (!isFinal(error)) return tryLater()
    }
    keep(present().filter((ended) => ended.token !== token))
  }
}

/**
 * Returns whether the log-out need not be sent again, because the server refuses it for good, such as for an unknown
 * session.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

async function tryLater(): Promise<void> {
  clearTimeout(retry)
  retry = setTimeout(sendEnded, RETRY_MS)
  // If someone has signed in since the log-out, the push subscription may belong to that person, so it is not dropped.
  if (tokenOf('customer') || tokenOf('delivery')) return
  // As long as the server does not know of the log-out, it sends the previous person's messages to this device, so the
  // device drops its push subscription.
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    const subscription = await registration?.pushManager?.getSubscription()
    await subscription?.unsubscribe()
  } catch (cause) {
    console.warn('the subscription to push messages could not be ended', cause)
  }
}

function present(): Ended[] {
  if (kept.hasChanged()) waiting = readWaiting()
  return waiting
}

function keep(ended: Ended[]): void {
  waiting = ended
  kept.write(ended.length > 0 ? JSON.stringify(ended) : undefined)
}

function readWaiting(): Ended[] {
  return readJsonKey('endedSessions', isEndedList) ?? []
}

function isEndedList(value: unknown): value is Ended[] {
  return isArray(value) && value.every((row) => isRecord(row) && typeof row.token === 'string')
}

addEventListener('online', () => void sendEnded())
