import type { Db } from '#db/connection.ts'
import { createLocalOutbox } from './outbox/local.ts'

/** A text message or mail that leaves the product. */
export type Message = { to: string; text: string; code?: string }

/** Delivers messages. Resolves when the carrier has taken one; rejects when it has not. */
export type Carrier = { send: (message: Message) => Promise<void> }

/** The parties beyond our process, each behind one small interface with a local double. */
export type Outside = { sms: Carrier; mail: Carrier }

/** Without a configured carrier everything goes to the local outbox, where a developer can read it. */
export function createOutside(db: Db): Outside {
  return { sms: createLocalOutbox(db, 'sms'), mail: createLocalOutbox(db, 'mail') }
}
