import { beforeCall } from './api.ts'
import { newKey } from './new-key.ts'

/** A call that begins later than this after a tap does not belong to the tap, such as a call of a screen that polls. */
const TAP_LASTS_MS = 5000

/**
 * Begins a trace at each tap from now on: all calls within five seconds after a tap carry the same `traceparent`. The
 * function must be called only if `/version.json` says that the server records traces, and a second call of the
 * function has no effect.
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
    // The third part of the header names the tap as a span. The last part of the header is 00, because the app records
    // no spans and the server decides whether it records the trace.
    headers.set('traceparent', `00-${tap.traceId}-${tap.traceId.slice(16)}-00`)
  }
}
