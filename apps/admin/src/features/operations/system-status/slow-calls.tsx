import type { Output } from '@nukkad/contract/contract.ts'
import { ChevronDown } from 'lucide-react'
import { Section } from '#components/section.tsx'
import { formatCount, formatDuration, formatTime } from '#lib/format.ts'

type SlowCall = NonNullable<Output<'dashboard/server'>['slow_calls']>[number]
type Part = SlowCall['spans'][number]

/** Minimum width of a bar, so that a very short part is still visible. */
const MIN_WIDTH_PERCENT = 0.5
const INDENT_REM = 0.75

/** Shows the slowest traced calls, each with its parts as bars along the duration of the call. */
export function SlowCalls({ calls }: { calls: readonly SlowCall[] | null }) {
  return (
    <Section title="Slowest calls">
      {calls === null ? (
        <p className="text-ink-2">
          No calls are traced. To trace a tenth of the calls, start the server with OTEL_TRACES_SAMPLER_ARG=0.1.
        </p>
      ) : calls.length === 0 ? (
        <p className="text-ink-2">No call was traced in the last ten minutes.</p>
      ) : (
        <>
          <p className="text-ink-2">
            The slowest traced calls of the last ten minutes, from the server process that answered this page.
          </p>
          <ul>
            {calls.map((call) => (
              <li key={`${call.trace_id} ${call.began_at}`} className="border-t border-line">
                <Waterfall call={call} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Waterfall({ call }: { call: SlowCall }) {
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-x-4 gap-y-1 py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="text-label [overflow-wrap:anywhere]">{call.name}</span>
          <span className="text-ink-2">
            {formatTime(call.began_at)} {call.status === null ? null : `· status ${call.status}`}
            {call.error ? ` · ${call.error}` : null}
          </span>
        </span>
        <span className="whitespace-nowrap tabular-nums">{formatDuration(call.ms)}</span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      {call.spans.length === 0 ? (
        <p className="pb-4 text-ink-2">This call needed neither the database nor another server.</p>
      ) : null}
      <ol className="grid gap-2 pb-4 empty:hidden">
        {call.spans.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and a trace never changes
          <Bar key={index} part={part} callMs={call.ms} />
        ))}
      </ol>
      {call.left_out > 0 ? <p className="pb-4 text-ink-2">{formatCount(call.left_out)} more parts</p> : null}
    </details>
  )
}

/** Shows a part with its duration. The position and width of the part's bar show when the part ran within the call. */
function Bar({ part, callMs }: { part: Part; callMs: number }) {
  const width = Math.max(MIN_WIDTH_PERCENT, percentOf(part.ms, callMs))
  const left = Math.min(percentOf(part.from_ms, callMs), 100 - width)
  return (
    <li className="grid gap-x-4 gap-y-1 wide:grid-cols-2 wide:items-center">
      <div className="flex min-w-0 gap-3" style={{ paddingInlineStart: `${(part.depth - 1) * INDENT_REM}rem` }}>
        <span className="min-w-0 flex-1 truncate" title={part.statement ?? undefined}>
          {part.statement ?? part.name}
          {part.error ? <span className="text-error"> {part.error}</span> : null}
        </span>
        <span className="whitespace-nowrap text-ink-2 tabular-nums">{formatDuration(part.ms)}</span>
      </div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${part.error ? 'bg-error' : 'bg-info'}`}
          style={{ width: `${width}%`, marginInlineStart: `${left}%` }}
        />
      </div>
    </li>
  )
}

function percentOf(ms: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * ms) / whole) : 0
}
