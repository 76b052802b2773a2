import type { StreamEvent } from '@nukkad/contract/events.ts'
import type { Bus } from '#http/bus.ts'
import type { Services } from '#http/calls.ts'
import { deskEventOf } from './desk-event.ts'
import { type EventToAnnounce, listEventsToAnnounce } from './queries.ts'

type Announcer = {
  waiting: bigint[]
  /** The newest event told so far; where to go on after a gap. */
  newestId: bigint
  hasGap: boolean
  running: Promise<void> | undefined
}

const ASSIGNED = 3
const OFFERED = 2
const MOST_AT_ONCE = 1000

const announcers = new WeakMap<Bus, Announcer>()

/**
 * Tells the open streams of this process about an order event: the customer his order's new state, riders what they may
 * take, what is gone, and what changed in their own jobs (GAP-81). What arrives while one query runs shares the next, so
 * events stay in order and a busy minute costs few queries.
 * @param payload of the database's announcement; empty after a lost connection, when everything since is looked up
 */
export async function announceOrderEvent({ db, bus }: Pick<Services, 'db' | 'bus'>, payload: string): Promise<void> {
  const announcer = announcers.get(bus) ?? { waiting: [], newestId: 0n, hasGap: false, running: undefined }
  announcers.set(bus, announcer)
  if (payload === '') announcer.hasGap = true
  else announcer.waiting.push(BigInt((JSON.parse(payload) as { id: number }).id))
  announcer.running ??= drain({ db, bus }, announcer).finally(() => {
    announcer.running = undefined
  })
  return announcer.running
}

async function drain({ db, bus }: Pick<Services, 'db' | 'bus'>, announcer: Announcer): Promise<void> {
  while (announcer.waiting.length > 0 || announcer.hasGap) {
    const ids = announcer.waiting.splice(0, MOST_AT_ONCE)
    const afterId = announcer.hasGap ? announcer.newestId : null
    announcer.hasGap = false
    try {
      const events = await listEventsToAnnounce(db, { ids, afterId, most: MOST_AT_ONCE })
      for (const event of events) {
        tellCustomer(bus, event)
        tellRiders(bus, event)
        tellDesk(bus, event)
        if (event.id > announcer.newestId) announcer.newestId = event.id
      }
      announcer.hasGap ||= events.length === MOST_AT_ONCE
    } catch (error) {
      // The next announcement, at the latest the one after the connection is back, makes up for these.
      announcer.waiting.unshift(...ids)
      announcer.hasGap ||= afterId !== null
      throw error
    }
  }
}

function tellCustomer(bus: Bus, { id, user_id, order_id, unique_order_id, to_status }: EventToAnnounce): void {
  bus.publish(`user:${user_id}`, {
    id,
    event: { type: 'order-status', order_id, unique_order_id, orderstatus_id: to_status },
  })
}

/** Staff hear of every order, owners of those of their stores. */
function tellDesk(bus: Bus, event: EventToAnnounce): void {
  const message = { id: event.id, event: deskEventOf(event) }
  bus.publish('orders', message)
  bus.publish(`store:${event.store_id}`, message)
}

function tellRiders(bus: Bus, event: EventToAnnounce): void {
  const { order_id, unique_order_id, store, rider_id, to_status } = event
  const told: StreamEvent =
    to_status === OFFERED
      ? { type: 'offer', order_id, unique_order_id, store }
      : { type: 'offer-taken', order_id, unique_order_id }
  for (const rider of event.riders) if (rider !== rider_id) bus.publish(`user:${rider}`, { event: told })
  // Whoever carried it until staff gave it to another hears of it too.
  const carriers = new Set([rider_id, event.rider_before_id])
  for (const rider of carriers) {
    if (rider === null || to_status < ASSIGNED) continue
    bus.publish(`user:${rider}`, {
      event: { type: 'job-changed', order_id, unique_order_id, orderstatus_id: to_status },
    })
  }
}
