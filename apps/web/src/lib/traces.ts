import { beforeCall } from './api.ts'
import { newKey } from './new-key.ts'

/**
 * A call that begins later than this after a tap does not belong to the tap, such as one of a screen that refreshes
 * itself.
 */
const TAP_LASTS_MS = 5000

/**
 * Begins a trace at each tap from now on: all calls that follow it within five seconds carry the same `traceparent`.
 * Call it only if the server records traces, which `/version.json` says. A second call of this function has no effect.
 * @see https://www.w3.org/TR/trace-context/
 */
export function traceTaps(): void {
  if (beforeCall.addHeaders) return
  let tap: { at: number; traceId: string } | undefined
  const handleTap = (): void => {
    tap = { at: performance.now(), traceId: newKey() }
  }
  document.addEventListener('click', handleTap, true)
  beforeCall.addHeaders = (headers) => {
    if (!tap || performance.now() - tap.at > TAP_LASTS_MS) return
    // The tap counts as a span. This app records no spans and leaves the decision to the server, so the last part is
    // 00.
    headers.set('traceparent', `00-${tap.traceId}-${tap.traceId.slice(16)}-00`)
  }
}
