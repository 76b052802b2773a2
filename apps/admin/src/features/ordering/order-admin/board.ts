import { isNew, latestFirst, minutesLate } from './columns.ts'
import type { BoardOrder } from './order-texts.ts'

/** The filter of the board: one store or all (''), and late orders only or all. */
type Looked = { store: string; isLateOnly: boolean; now: number }

type Shown = Pick<BoardOrder, 'status' | 'promised_at' | 'scheduled_for'> & { store: { id: number } }

/**
 * Returns the orders that the board shows, the most delayed first. Also returns how many orders are late or new, on the
 * board and in other stores.
 */
export function boardOf<Order extends Shown>(all: readonly Order[], { store, isLateOnly, now }: Looked) {
  const ofStore = all.filter((order) => store === '' || String(order.store.id) === store)
  const late = ofStore.filter((order) => minutesLate(order, now) > 0)
  const ringing = ofStore.filter(isNew).length
  return {
    orders: latestFirst(isLateOnly ? late : ofStore, now),
    late: late.length,
    ringing,
    // New orders are counted in all stores that the person may see, so that the bell also rings for a store that is not
    // shown.
    ringingElsewhere: all.filter(isNew).length - ringing,
  }
}

/** Returns the status line: whether the board is live or polled, and how many orders are new or late. */
export function boardText({ ringing, late }: { ringing: number; late: number }, isLive: boolean): string {
  return [
    isLive ? 'Live updates.' : 'Reconnecting. Refreshing every 15 s.',
    ...(ringing > 0 ? [`${ringing} new ${ringing === 1 ? 'order' : 'orders'}.`] : []),
    ...(late > 0 ? [`${late} ${late === 1 ? 'is' : 'are'} late.`] : []),
  ].join(' ')
}
