import { columnOf, minutesLate } from './columns.ts'
import type { BoardOrder } from './order-texts.ts'

type Staged = Pick<BoardOrder, 'status' | 'delivery_type'>

export const counterStages = [
  { key: 'new', title: 'New', empty: 'No new orders. They ring here as soon as they come in.' },
  { key: 'preparing', title: 'Preparing', empty: 'Nothing is being prepared.' },
  { key: 'ready', title: 'Ready', empty: 'Nothing waits to be handed over.' },
  { key: 'onTheWay', title: 'On the way', empty: 'No deliveries are out.' },
] as const

export type CounterStage = (typeof counterStages)[number]['key']

/** Returns the tab of an order at a store's counter; undefined for an order whose payment is pending. */
export function counterStageOf(order: Staged): CounterStage | undefined {
  if (order.status === 'ready') return 'ready'
  // A delivery is cooked while it waits for its rider.
  if (order.status === 'accepted') return 'preparing'
  switch (columnOf(order)) {
    case 'new':
    case 'scheduled':
      return 'new'
    case 'onTheWay':
      return 'onTheWay'
    case 'payment':
      return undefined
    default:
      return 'preparing'
  }
}

export const boardStages = [
  { key: 'new', title: 'New', empty: 'No new orders.' },
  { key: 'preparing', title: 'Preparing', empty: 'Nothing is being prepared or waits for a rider.' },
  { key: 'onTheWay', title: 'On the way', empty: 'No deliveries are out.' },
  { key: 'late', title: 'Late', empty: 'No order is late.' },
] as const

export type BoardStage = (typeof boardStages)[number]['key']

/** Returns whether the tab of the operator's board on a phone lists the order. Late orders are also in their own tab. */
export function isInStage(
  order: Staged & Pick<BoardOrder, 'promised_at' | 'scheduled_for'>,
  stage: BoardStage,
  now: number,
): boolean {
  if (stage === 'late') return minutesLate(order, now) > 0
  const column = columnOf(order)
  if (stage === 'new') return column === 'new' || column === 'scheduled' || column === 'payment'
  if (stage === 'preparing') return column === 'preparing' || column === 'waiting'
  return column === 'onTheWay'
}
