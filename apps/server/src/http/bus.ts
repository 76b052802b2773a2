import { EventEmitter } from 'node:events'
import type { StreamEvent } from '@nukkad/contract/events.ts'

/** `id` lets a client that lost its connection resume after it; positions have none, since only the newest counts. */
export type BusMessage = { id?: bigint; event: StreamEvent }
/** A person, the orders of a store, or all orders. */
export type Topic = `user:${number}` | `store:${number}` | 'orders'

/** Carries live events from where they happen to the open streams of the people they concern. */
export type Bus = {
  publish: (topic: Topic, message: BusMessage) => void
  subscribe: (topic: Topic, listener: (message: BusMessage) => void) => () => void
}

/** The bus of one process. Several processes need one that spans them; the interface is all that others may rely on. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
  }
}
