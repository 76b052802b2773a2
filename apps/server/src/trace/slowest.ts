import type { Output } from '@nukkad/contract/contract.ts'
import type { Span, Trace } from './spans.ts'

export type SlowCall = NonNullable<Output<'dashboard/server'>['slow_calls']>[number]

const MINUTE_MS = 60_000
/** Maximum age of a call in the list of the slowest calls. */
const MINUTES = 10
/**
 * Number of calls in the list of the slowest calls; as many calls are kept for each minute, because all of the slowest
 * calls may be of the same minute.
 */
const CALLS = 10
/** Maximum number of spans that are kept for a call: the spans that began first. */
const SPANS = 60
const STATEMENT_LENGTH = 300

export type Slowest = {
  add: (trace: Trace) => void
  /** Returns the slowest calls of the last minutes, the slowest first. */
  list: () => SlowCall[]
}

/** The slowest calls of this process; undefined while no call is traced. */
export const slowestCalls: { ofProcess: Slowest | undefined } = { ofProcess: undefined }

/** Keeps the slowest traced calls of the last minutes in memory, in one list for each minute, without jobs. */
export function keepSlowest(now: () => number = Date.now): Slowest {
  const minutes = new Map<number, SlowCall[]>()
  const minuteNow = () => Math.floor(now() / MINUTE_MS)
  const dropOld = (): void => {
    for (const minute of minutes.keys()) if (minute <= minuteNow() - MINUTES) minutes.delete(minute)
  }
  return {
    add: (trace) => {
      const call = trace.at(-1)!
      if (call.kind !== 'server') return
      const minute = minuteNow()
      const kept = minutes.get(minute) ?? []
      if (kept.length === CALLS && kept.at(-1)!.ms >= lengthOf(call)) return
      dropOld()
      minutes.set(minute, slowestOf([...kept, present(trace, call)]))
    },
    list: () => {
      dropOld()
      return slowestOf([...minutes.values()].flat())
    },
  }
}

function slowestOf(calls: SlowCall[]): SlowCall[] {
  return calls.toSorted((one, other) => other.ms - one.ms).slice(0, CALLS)
}

function present(trace: Trace, call: Span): SlowCall {
  const depths = new Map([[call.id, 0]])
  const spans = trace.filter((span) => span !== call).toSorted((one, other) => one.startedAt - other.startedAt)
  const shown = spans.slice(0, SPANS).map((span) => {
    const depth = (depths.get(span.parentId ?? '') ?? 0) + 1
    depths.set(span.id, depth)
    const { statement, error = null } = span.attributes
    return {
      name: span.name,
      statement: statement?.trim().replaceAll(/\s+/g, ' ').slice(0, STATEMENT_LENGTH) ?? null,
      error,
      depth,
      from_ms: toTenths(span.startedAt - call.startedAt),
      ms: lengthOf(span),
    }
  })
  const { status = null, error = null } = call.attributes
  return {
    name: call.name,
    trace_id: call.traceId,
    began_at: new Date(call.startedAt).toISOString(),
    ms: lengthOf(call),
    status,
    error,
    spans: shown,
    left_out: spans.length - shown.length,
  }
}

function lengthOf({ startedAt, endedAt }: Span): number {
  return toTenths(endedAt - startedAt)
}

function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
