import type { Config } from '#config.ts'
import type { Db } from '#db/connection.ts'
import { type Carrier, CarrierError, type ProviderSettings } from './carrier.ts'
import { mailCarrier } from './mail/smtp.ts'
import { createLocalOutbox } from './outbox/local.ts'
import { smsCarrier } from './sms/carrier.ts'

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

type OutsideOptions = { db: Db; config: Config; settings: ProviderSettings }

/**
 * Carriers follow the settings, also when these change while the server runs. Without one that is set up messages go to
 * the local outbox, where a developer can read them; production keeps no codes and sends nothing.
 */
export function createOutside({ db, config, settings }: OutsideOptions): Outside {
  const local = (kind: 'sms' | 'mail') => (config.mode === 'production' ? absent : createLocalOutbox(db, kind))
  const [localSms, localMail] = [local('sms'), local('mail')]
  return {
    sms: following(() => smsCarrier(settings, config) ?? localSms),
    mail: following(() => mailCarrier(settings) ?? localMail),
    social: {},
  }
}

function following(current: () => Carrier): Carrier {
  return { send: (message) => current().send(message), check: () => current().check() }
}

const absent: Carrier = {
  send: async () => {
    throw new CarrierError('no carrier is set up')
  },
  check: async () => {
    throw new CarrierError('no carrier is set up')
  },
}
