import type { ReactElement } from 'react'
import { Area, AreaChart, Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

/**
 * A value of a chart with its label on the axis. `isRunning` marks a value that is not final, such as today's, and the
 * chart draws it dashed.
 */
export type Point = { label: string; value: number; read: string; isRunning?: boolean }

const HEIGHT = 240
const axis = { stroke: 'var(--c-ink-2)', fontSize: 12, tickLine: false, axisLine: false } as const

type ChartProps = { title: string; points: readonly Point[]; formatTick?: (value: number) => string }

/** Draws one series over days; arrow keys and the pointer read out each value. */
export function DaysChart({ title, points, formatTick = String }: ChartProps) {
  return (
    <Frame>
      <AreaChart data={splitAtToday(points)} title={title} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--c-line)" />
        <XAxis dataKey="label" minTickGap={32} {...axis} />
        <YAxis width={64} tickFormatter={formatTick} {...axis} />
        <Tooltip content={<ReadOut />} />
        <Area
          dataKey="over"
          type="monotone"
          stroke="var(--c-text)"
          strokeWidth={2}
          fill="var(--c-tint)"
          isAnimationActive={false}
        />
        <Area
          dataKey="running"
          type="linear"
          stroke="var(--c-text)"
          strokeWidth={2}
          strokeDasharray="4 5"
          fill="none"
          isAnimationActive={false}
        />
      </AreaChart>
    </Frame>
  )
}

/** Splits the points into two lines: one through the finished days, and one from the last finished day to today. */
export function splitAtToday(points: readonly Point[]) {
  return points.map((point, index) => ({
    ...point,
    over: point.isRunning ? null : point.value,
    running: point.isRunning || points[index + 1]?.isRunning ? point.value : null,
  }))
}

/** Draws bars next to each other, such as the hours of a day. */
export function BarsChart({ title, points, formatTick = String }: ChartProps) {
  return (
    <Frame>
      <BarChart data={[...points]} title={title} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--c-line)" />
        <XAxis dataKey="label" minTickGap={12} {...axis} />
        <YAxis width={40} allowDecimals={false} tickFormatter={formatTick} {...axis} />
        <Tooltip content={<ReadOut />} cursor={{ fill: 'var(--c-sunken)' }} />
        <Bar dataKey="value" fill="var(--c-fill)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </Frame>
  )
}

function Frame({ children }: { children: ReactElement }) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      {children}
    </ResponsiveContainer>
  )
}

/** The value at the pointer or the keyboard focus, in words. */
function ReadOut({ active, payload }: { active?: boolean; payload?: readonly { payload?: Point }[] }) {
  const point = active ? payload?.[0]?.payload : undefined
  if (!point) return null
  return (
    <p className="rounded-control bg-raised px-3 py-2 text-small text-ink shadow-2">
      <span className="text-ink-2">{point.label}</span> <strong>{point.read}</strong>
    </p>
  )
}
