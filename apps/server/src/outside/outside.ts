import type { Config } from '#config.ts'
import type { Db } from '#db/connection.ts'
import { type Carrier, CarrierError, type ProviderSettings } from './carrier.ts'
import { mailCarrier } from './mail/smtp.ts'
import { createLocalOutbox } from './outbox/local.ts'
import { smsCarrier } from './sms/carrier.ts'
import { type SocialProviders, socialProviders } from './social/provider.ts'

/** The parties beyond our process, each behind one small interface with a local double. */
export type Outside = {
  sms: Carrier
  mail: Carrier
  /** Providers that are set up; the token of any other is not valid. */
  readonly social: SocialProviders
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
    get social() {
      return socialProviders(settings, config)
    },
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
