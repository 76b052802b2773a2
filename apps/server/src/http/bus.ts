import { EventEmitter } from 'node:events'
import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import type { Shared } from '#db/listen.ts'

/**
 * `id` is the event position, after which a client that lost its connection resumes. Messages with a rider's
 * coordinates have no id, because only the newest coordinates count.
 */
export type BusMessage = { id?: bigint; event: StreamEvent }
/** The subject of messages: a person, the orders of a store, or all orders. */
export type Topic = `user:${number}` | `store:${number}` | 'orders'

/** Carries live events from their source to the open streams of the people they concern. */
export type Bus = {
  publish: (topic: Topic, message: BusMessage) => void
  subscribe: (topic: Topic, listener: (message: BusMessage) => void) => () => void
  /**
   * The connection over which messages reach all other processes faster than over the database; undefined while there
   * is none.
   */
  shared: () => Shared | undefined
  shareThrough: (shared: Shared | undefined) => void
}

/**
 * Creates the bus of one process. The database or NATS announces events for all processes, and each process publishes
 * them on its own bus.
 */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0)
  let shared: Shared | undefined
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    shared: () => (shared?.isConnected() ? shared : undefined),
    shareThrough: (given) => {
      shared = given
    },
  }
}
