import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import { adminEventOf } from './admin-event.ts'
import { announceEvents, type EventToAnnounce, findNewestPosition, listEventsAfter } from './queries.ts'

const ASSIGNED = 3
const OFFERED = 2
const MAX_AT_ONCE = 1000
const RETRY_AFTER_MS = 1000

type Announcing = {
  /** Gives committed events their positions and notifies all servers. */
  announce: () => Promise<void>
  /** Sends the events that have received positions since the last call. */
  lookForNew: () => Promise<void>
}

/**
 * Sends each order event to the open streams of this process once, in the order of their positions (GAP-81). Customers
 * receive their order's new state, riders receive new offers, taken offers and changes of their jobs, and the dashboard
 * receives every order. The process remembers the position of the last event that it sent, so events that came while
 * the database connection was lost are sent later. Each stream itself replays the events from before this process
 * started.
 * @returns functions that never reject; if they are called during a query, one later query answers all of these calls
 */
export async function startAnnouncing({ db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>): Promise<Announcing> {
  let mark = await findNewestPosition(db)
  const sendNew = async (): Promise<boolean> => {
    const events = await listEventsAfter(db, { position: mark, max: MAX_AT_ONCE })
    for (const event of events) {
      mark = event.position
      notifyCustomer(bus, event)
      notifyRiders(bus, event)
      notifyDashboard(bus, event)
    }
    return events.length === MAX_AT_ONCE
  }
  return {
    announce: oneAtATime(log, async () => (await announceEvents(db, MAX_AT_ONCE)) === MAX_AT_ONCE),
    lookForNew: oneAtATime(log, sendNew),
  }
}

/**
 * Returns a function that runs `step` until `step` returns false, once more if the function was called during the run,
 * and again a second after an error.
 */
function oneAtATime(log: Services['log'], step: () => Promise<boolean>): () => Promise<void> {
  let isAsked = false
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    try {
      while (isAsked) {
        isAsked = false
        if (await step()) isAsked = true
      }
    } catch (error) {
      logEvent(log, 'events.database_unavailable', { err: error })
      setTimeout(() => void ask(), RETRY_AFTER_MS).unref()
    } finally {
      running = undefined
    }
  }
  const ask = (): Promise<void> => {
    isAsked = true
    running ??= run()
    return running
  }
  return ask
}

type Bus = Services['bus']

function notifyCustomer(bus: Bus, { position, user_id, order_id, unique_order_id, to_status }: EventToAnnounce): void {
  bus.publish(`user:${user_id}`, {
    id: position,
    event: { type: 'order-status', order_id, unique_order_id, orderstatus_id: to_status },
  })
}

/** Sends an event to staff, who receive the events of every order, and to the owners of the order's store. */
function notifyDashboard(bus: Bus, event: EventToAnnounce): void {
  const message = { id: event.position, event: adminEventOf(event) }
  bus.publish('orders', message)
  bus.publish(`store:${event.store_id}`, message)
}

function notifyRiders(bus: Bus, event: EventToAnnounce): void {
  const { order_id, unique_order_id, store, rider_id, to_status } = event
  const offer: StreamEvent =
    to_status === OFFERED
      ? { type: 'offer', order_id, unique_order_id, store }
      : { type: 'offer-taken', order_id, unique_order_id }
  for (const rider of event.riders) if (rider !== rider_id) bus.publish(`user:${rider}`, { event: offer })
  // After a handover, the rider who had the order before also receives the event.
  const riders = new Set([rider_id, event.rider_before_id])
  for (const rider of riders) {
    if (rider === null || to_status < ASSIGNED) continue
    bus.publish(`user:${rider}`, {
      event: { type: 'job-changed', order_id, unique_order_id, orderstatus_id: to_status },
    })
  }
}
