import { isRinging, latestFirst, minutesLate } from './columns.ts'
import type { BoardOrder } from './words.ts'

/** What the person looks at: one store or all (''), late orders alone or all. */
type Looked = { store: string; isLateOnly: boolean; now: number }

type Shown = Pick<BoardOrder, 'status' | 'promised_at' | 'scheduled_for'> & { store: { id: number } }

/** Returns the orders that the board shows, the latest first, and how many are late or ring, there and elsewhere. */
export function boardOf<Order extends Shown>(all: readonly Order[], { store, isLateOnly, now }: Looked) {
  const ofStore = all.filter((order) => store === '' || String(order.store.id) === store)
  const late = ofStore.filter((order) => minutesLate(order, now) > 0)
  const ringing = ofStore.filter(isRinging).length
  return {
    orders: latestFirst(isLateOnly ? late : ofStore, now),
    late: late.length,
    ringing,
    // It rings for all that one may see: an order of another store must not wait because one looks elsewhere.
    ringingElsewhere: all.filter(isRinging).length - ringing,
  }
}

/** Says how the board follows, and how many orders wait or are late. */
export function boardText({ ringing, late }: { ringing: number; late: number }, isLive: boolean): string {
  return [
    isLive ? 'Live: orders come by themselves.' : 'No live line; asks every 15 seconds.',
    ...(ringing > 0 ? [`${ringing} ${ringing === 1 ? 'waits' : 'wait'} for you.`] : []),
    ...(late > 0 ? [`${late} ${late === 1 ? 'is' : 'are'} late.`] : []),
  ].join(' ')
}
