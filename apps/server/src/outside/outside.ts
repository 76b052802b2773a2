import type { Db } from '#db/connection.ts'
import { createLocalOutbox } from './outbox/local.ts'

/** A text message or mail that leaves the product. */
export type Message = { to: string; text: string; code?: string }

/** Delivers messages. Resolves when the carrier has taken one; rejects when it has not. */
export type Carrier = { send: (message: Message) => Promise<void> }

/** Who somebody is at a social provider. The subject stays the same for ever; the address may pass to another person. */
export type SocialIdentity = {
  provider: 'google' | 'facebook'
  subject: string
  /** Undefined when the provider knows none or has not checked it. */
  email: string | undefined
  name: string | undefined
}

/**
 * Checks a token with its provider, that it was issued for this site included. Resolves to undefined for a token that
 * is not valid; rejects when the provider cannot be asked.
 */
export type SocialProvider = { identify: (accessToken: string) => Promise<SocialIdentity | undefined> }

/** The parties beyond our process, each behind one small interface with a local double. */
export type Outside = {
  sms: Carrier
  mail: Carrier
  /** Providers that are set up; the token of any other is not valid. */
  social: Partial<Record<SocialIdentity['provider'], SocialProvider>>
}

/** Without a configured carrier everything goes to the local outbox, where a developer can read it. */
export function createOutside(db: Db): Outside {
  return { sms: createLocalOutbox(db, 'sms'), mail: createLocalOutbox(db, 'mail'), social: {} }
}
