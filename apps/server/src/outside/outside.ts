import type { Config } from '#config.ts'
import type { Db } from '#db/connection.ts'
import { createDrive, type Drive } from './drive/drive.ts'
import { mailProvider } from './mail/smtp.ts'
import { type MessageProvider, MessageProviderError, type ProviderSettings } from './message-provider.ts'
import { createLocalOutbox } from './outbox/local.ts'
import { configuredPayments, type Payments } from './payments/configured.ts'
import { createWebPush, type PushSender } from './push/sender.ts'
import { smsProvider } from './sms/sms-provider.ts'
import { type SocialProviders, socialProviders } from './social/provider.ts'
import type { Files } from './storage/storage.ts'
import { createWebhookSender, type SendWebhook } from './webhooks/send.ts'

/** The outside parties that the settings name. */
type Parties = {
  sms: MessageProvider
  mail: MessageProvider
  /** Social providers that are set up; a token of any other provider is invalid. */
  readonly social: SocialProviders
  payments: Payments
  push: PushSender
  drive: Drive
  /** Sends a signed webhook to another program. */
  webhooks: SendWebhook
}

/**
 * The outside parties and the file storage of the server, each behind a small interface that has a local replacement.
 */
export type Outside = Parties & Files

type OutsideOptions = { db: Db; config: Config; settings: ProviderSettings }

/**
 * Creates the connections to outside parties. SMS and mail providers follow the settings, even while the server runs.
 * If no SMS or mail provider is set up, messages go to the local outbox, where a developer can read them; in production
 * they are neither stored nor sent.
 */
export function createOutside({ db, config, settings }: OutsideOptions): Parties {
  const local = (kind: 'sms' | 'mail') => (config.mode === 'production' ? absent : createLocalOutbox(db, kind))
  const [localSms, localMail] = [local('sms'), local('mail')]
  return {
    sms: following(() => smsProvider(settings, config) ?? localSms),
    mail: following(() => mailProvider(settings) ?? localMail),
    push: pushSender(config, createLocalOutbox(db, 'push')),
    payments: configuredPayments(settings, config),
    drive: createDrive(settings, config),
    webhooks: createWebhookSender({ allowedHosts: config.webhookHosts }),
    get social() {
      return socialProviders(settings, config)
    },
  }
}

/**
 * Creates the sender of pushes; a demo also shows pushes in its outbox, because the person who tries the demo may not
 * have a browser that receives them.
 */
function pushSender({ push, demo }: Config, outbox: MessageProvider): PushSender {
  const sender = createWebPush({ extraHosts: push.hosts })
  if (!demo) return sender
  return {
    send: async (to, message, keys) => {
      const outcome = await sender.send(to, message, keys)
      const { title, message: text } = JSON.parse(message.payload) as { title: string; message: string }
      if (outcome.kind === 'sent') await outbox.send({ to: message.contact, text: `${title}: ${text}` })
      return outcome
    },
  }
}

function following(current: () => MessageProvider): MessageProvider {
  return { send: (message) => current().send(message), check: () => current().check() }
}

const absent: MessageProvider = {
  send: async () => {
    throw new MessageProviderError('no provider is set up')
  },
  check: async () => {
    throw new MessageProviderError('no provider is set up')
  },
}
