import type { SettingKey } from '@nukkad/contract/settings/registry.ts'

/** The settings from which a provider reads its keys. */
export type ProviderSettings = { get: (key: SettingKey) => string; number: (key: SettingKey) => number }

/** A text message or mail that the server sends. */
export type Message = {
  to: string
  text: string
  code?: string
  /**
   * For countries where text messages must be registered: the setting that names the template, and the values filled
   * into it.
   */
  template?: { name: MessageTemplate; values: readonly string[] }
  /** The subject of a mail. */
  subject?: string
}
export type MessageTemplate =
  | 'msg91NewOrderDltTemplateId'
  | 'msg91NewOrderDeliveryDltTemplateId'
  | 'msg91VisitReminderDltTemplateId'
  | 'msg91VisitOfferDltTemplateId'

/**
 * Sends messages through an SMS or mail provider. `send` resolves when the provider has accepted the message, and
 * rejects otherwise.
 */
export type MessageProvider = {
  send: (message: Message) => Promise<void>
  /**
   * Checks that the provider could accept a message now, without sending one, and rejects if the provider could not.
   */
  check: () => Promise<void>
}

/**
 * The SMS or mail provider did not accept a message; the text of the error is our own, and contains neither the content
 * nor the recipient.
 */
export class MessageProviderError extends Error {
  override name = 'MessageProviderError'
}

/**
 * Returns the part of a failure that may be logged, because a provider's own text might repeat the message and the code
 * in it.
 */
export function loggedCause(cause: unknown): string {
  if (cause instanceof MessageProviderError) return cause.message
  return cause instanceof Error ? cause.name : 'unknown'
}
