/** The span in which the sender sent a call or job. */
export type Parent = { traceId: string; spanId: string; isSampled: boolean }

const FORM = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
const SAMPLED = 1

/**
 * Reads a `traceparent` of W3C Trace Context; returns undefined for any other string. A later version of the format may
 * add parts, which are ignored.
 */
export function parseTraceparent(value: unknown): Parent | undefined {
  if (typeof value !== 'string') return undefined
  const [, version, traceId, spanId, flags, rest] = FORM.exec(value) ?? []
  if (!version || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & SAMPLED) === SAMPLED }
}

/** Writes the `traceparent` of a recorded span, which has only digits, letters and dashes. */
export function writeTraceparent(traceId: string, spanId: string): string {
  return `00-${traceId}-${spanId}-01`
}
