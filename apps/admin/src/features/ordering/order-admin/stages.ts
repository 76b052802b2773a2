import { type ColumnKey, columnOf, minutesLate } from './columns.ts'
import type { BoardOrder } from './order-texts.ts'

type Staged = Pick<BoardOrder, 'status' | 'delivery_type'>

export const counterStages = [
  { key: 'new', title: 'New', empty: 'No new orders.' },
  { key: 'preparing', title: 'Preparing', empty: 'No order is being prepared.' },
  { key: 'ready', title: 'Ready', empty: 'No order is ready to be collected.' },
  { key: 'onTheWay', title: 'On the way', empty: 'No order is on the way.' },
  { key: 'later', title: 'Later', empty: 'No order is confirmed for later.' },
] as const

export type CounterStage = (typeof counterStages)[number]['key']

/** Returns the tab of an order on a store's counter pages; undefined for an order whose payment is pending. */
export function counterStageOf(order: Staged): CounterStage | undefined {
  if (order.status === 'ready') return 'ready'
  // An order that waits for its rider stays in the tab "Preparing", because the store prepares the order in that time.
  if (order.status === 'accepted') return 'preparing'
  const column = columnOf(order)
  return column === 'payment' ? undefined : stageOfColumn[column]
}

export const boardStages = [
  { key: 'new', title: 'New', empty: 'No new orders.' },
  { key: 'preparing', title: 'Preparing', empty: 'No order is being prepared or waits for a rider.' },
  { key: 'onTheWay', title: 'On the way', empty: 'No order is on the way.' },
  { key: 'late', title: 'Late', empty: 'No order is late.' },
  { key: 'later', title: 'Later', empty: 'No order is confirmed for later, and no payment is pending.' },
] as const

export type BoardStage = (typeof boardStages)[number]['key']

const stageOfColumn = {
  new: 'new',
  preparing: 'preparing',
  waiting: 'preparing',
  onTheWay: 'onTheWay',
  scheduled: 'later',
  payment: 'later',
} as const satisfies Record<ColumnKey, BoardStage>

/**
 * Returns whether a tab of the operator's board on a phone lists the order. Late orders are in the tab of their step
 * and in the tab "Late".
 */
export function isInStage(
  order: Staged & Pick<BoardOrder, 'promised_at' | 'scheduled_for'>,
  stage: BoardStage,
  now: number,
): boolean {
  return stage === 'late' ? minutesLate(order, now) > 0 : stageOfColumn[columnOf(order)] === stage
}

/**
 * Returns the stages to show as tabs. The tab "Later" is shown only while it has orders, because few stores take orders
 * for later.
 */
export function tabsOf<Stage extends { key: string; count: number }>(stages: readonly Stage[]): Stage[] {
  return stages.filter(({ key, count }) => key !== 'later' || count > 0)
}
