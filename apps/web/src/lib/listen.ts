import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import type { SessionKind } from './tokens.ts'

/**
 * Listens to the server's events for a session. The code of the stream loads after the screen, because the screen also
 * polls. `onOpen` is called when the stream opens, so that the caller can fetch earlier changes.
 */
export function listen(kind: SessionKind, listener: (event: StreamEvent) => void, onOpen?: () => void): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  import('./events.ts').then(
    (events) => {
      if (!isOver) stop = events.listen(kind, listener, onOpen)
    },
    (cause: unknown) => console.warn('no event stream', cause),
  )
  return () => stop()
}
