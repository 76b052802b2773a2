import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import type { SessionKind } from './tokens.ts'

/**
 * Listens to what the server tells a session. The stream's code comes after the screen, which asks by itself as well;
 * `onOpen` is called once the stream stands, for what happened before it.
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
