import { formatCount } from '#lib/format.ts'
import type { Point } from './charts.tsx'

/** Returns the orders of each hour of the day as points of a chart. */
export function hourPoints(hours: readonly { hour: number; orders: number }[]): Point[] {
  return hours.map(({ hour, orders }) => ({
    label: `${String(hour).padStart(2, '0')}:00`,
    value: orders,
    read: `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`,
  }))
}
