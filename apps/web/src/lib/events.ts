import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import { createParser } from 'eventsource-parser'
import { isRecord } from './storage.ts'
import { endSession, isSessionOver, type SessionKind, tokenOf } from './tokens.ts'

const address = '/public/api/events'
const shortestPauseMs = 1000
const longestPauseMs = 30_000

type Listener = (event: StreamEvent) => void
type Feed = {
  stop: () => void
  channel: BroadcastChannel
  listeners: Set<Listener>
  /**
   * Functions to call when the first connection opens; later connections continue after the last received event, so
   * they call none.
   */
  waiting: Set<() => void>
  lastId: string
}

const feeds = new Map<SessionKind, Feed>()

/**
 * Listens to the server's events for a session. One tab holds the connection and passes events to the other tabs. The
 * connection closes while no tab is visible, and resumes after the last received event (GAP-81, GAP-84). Screens also
 * poll every 15 s, so browsers without streams miss nothing.
 */
export function listen(kind: SessionKind, listener: Listener, onOpen?: () => void): () => void {
  const feed = feeds.get(kind) ?? openFeed(kind)
  feed.listeners.add(listener)
  if (onOpen) feed.waiting.add(onOpen)
  return () => {
    feed.listeners.delete(listener)
    if (onOpen) feed.waiting.delete(onOpen)
    if (feed.listeners.size > 0) return
    feed.stop()
    feeds.delete(kind)
  }
}

function openFeed(kind: SessionKind): Feed {
  const channel = new BroadcastChannel(`nukkad-events-${kind}`)
  const feed: Feed = { stop: () => {}, channel, listeners: new Set(), waiting: new Set(), lastId: '' }
  channel.onmessage = ({ data }) => {
    if (isStreamEvent(data)) tell(feed, data)
  }
  let turn = new AbortController()
  const takeTurns = () => {
    turn.abort()
    if (document.hidden) return
    turn = new AbortController()
    void holdConnection(kind, feed, turn.signal)
  }
  document.addEventListener('visibilitychange', takeTurns)
  feed.stop = () => {
    turn.abort()
    document.removeEventListener('visibilitychange', takeTurns)
    channel.close()
  }
  feeds.set(kind, feed)
  takeTurns()
  return feed
}

async function holdConnection(kind: SessionKind, feed: Feed, signal: AbortSignal): Promise<void> {
  const name = `nukkad-events-${kind}`
  try {
    if (navigator.locks) await navigator.locks.request(name, { signal }, () => keepReading(kind, feed, signal))
    else await keepReading(kind, feed, signal)
  } catch (cause) {
    if (!signal.aborted) console.warn('event stream stopped', cause)
  }
}

async function keepReading(kind: SessionKind, feed: Feed, signal: AbortSignal): Promise<void> {
  let pauseMs = shortestPauseMs
  while (!signal.aborted) {
    const startedAt = performance.now()
    const end = await readOnce(kind, feed, signal)
    if (end === 'session-over') return
    // If the connection was open for a while, the pause before the next attempt is the shortest one again.
    const hasLived = performance.now() - startedAt > longestPauseMs
    pauseMs = end === 'refused' ? longestPauseMs : hasLived ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    await pause(pauseMs, signal)
  }
}

/**
 * Reads events until the connection ends and returns the reason. Ends the session in this browser if the server says
 * that the session is over (GAP-83).
 */
async function readOnce(
  kind: SessionKind,
  feed: Feed,
  signal: AbortSignal,
): Promise<'lost' | 'refused' | 'session-over'> {
  const token = tokenOf(kind)
  if (!token) return 'session-over'
  const headers = new Headers({ Accept: 'text/event-stream', Authorization: `Bearer ${token}` })
  if (feed.lastId) headers.set('Last-Event-ID', feed.lastId)
  try {
    const response = await fetch(address, { headers, signal, cache: 'no-store' })
    if (response.ok && response.body) {
      for (const open of feed.waiting) open()
      feed.waiting.clear()
      await readStream(response.body, feed)
    } else if (response.status < 500) {
      const isOver = isSessionOver(codeIn(safeParse(await response.text())))
      if (isOver) endSession(kind, token)
      return isOver ? 'session-over' : 'refused'
    }
  } catch (cause) {
    if (!signal.aborted) console.warn('event stream lost', cause)
  }
  return 'lost'
}

function codeIn(body: unknown): unknown {
  return isRecord(body) && isRecord(body.error) ? body.error.code : undefined
}

async function readStream(body: ReadableStream<Uint8Array>, feed: Feed): Promise<void> {
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id) feed.lastId = id
      const event: unknown = safeParse(data)
      if (!isStreamEvent(event)) return
      feed.channel.postMessage(event)
      tell(feed, event)
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value)
}

function tell(feed: Feed, event: StreamEvent): void {
  for (const listener of feed.listeners) listener(event)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStreamEvent(value: unknown): value is StreamEvent {
  return isRecord(value) && typeof value.type === 'string'
}
