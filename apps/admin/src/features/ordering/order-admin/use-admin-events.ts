import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import { useEffect, useRef, useState } from 'react'
import { endSession } from '#lib/api.ts'
import { readEvents } from './read-events.ts'

export type AdminEvent = Extract<StreamEvent, { type: 'desk-order' }>

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000
/**
 * A connection without a message for longer than this counts as lost, because a heartbeat arrives every fifteen
 * seconds.
 */
const QUIET_MS = 40_000

/**
 * Listens to order events while the page is open. After a lost connection the hook reconnects and receives the missed
 * events.
 * @param isOn false for people who may not see orders
 * @returns whether the stream is connected; without a connection the page has to poll
 */
export function useAdminEvents(onEvent: (event: AdminEvent) => void, isOn = true): boolean {
  const [isLive, setLive] = useState(false)
  const handler = useRef(onEvent)
  handler.current = onEvent
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    void listen(stop.signal, { onLive: setLive, onEvent: (event) => handler.current(event) })
    return () => stop.abort()
  }, [isOn])
  return isLive
}

type Listener = { onLive: (isLive: boolean) => void; onEvent: (event: AdminEvent) => void }

async function listen(signal: AbortSignal, listener: Listener): Promise<void> {
  let lastId: string | undefined
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const outcome = await hear(signal, lastId, listener, (id) => {
      lastId = id
      waitMs = FIRST_WAIT_MS
    }).catch(() => 'lost' as const)
    if (signal.aborted) return
    listener.onLive(false)
    if (outcome === 'signed-out') endSession()
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

async function hear(
  signal: AbortSignal,
  lastId: string | undefined,
  { onLive, onEvent }: Listener,
  onId: (id: string) => void,
): Promise<'lost' | 'signed-out'> {
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), QUIET_MS)
  try {
    const response = await fetch('/public/api/events', {
      // The server accepts the dashboard's cookie only with the content type of JSON, which pages of other sites cannot
      // send.
      headers: { 'content-type': 'application/json', ...(lastId && { 'last-event-id': lastId }) },
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    if (response.status === 401) return 'signed-out'
    if (!response.ok || !response.body) return 'lost'
    onLive(true)
    for await (const { id, data } of readEvents(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), QUIET_MS)
      if (id) onId(id)
      const event = data === undefined ? undefined : (JSON.parse(data) as StreamEvent)
      if (event?.type === 'desk-order') onEvent(event)
    }
    return 'lost'
  } finally {
    clearTimeout(timer)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
