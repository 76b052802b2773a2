import type { SettingKey } from '@nukkad/contract/settings/registry.ts'

/** What a provider reads its keys from. */
export type ProviderSettings = { get: (key: SettingKey) => string; number: (key: SettingKey) => number }

/** A text message or mail that leaves the product. */
export type Message = {
  to: string
  text: string
  code?: string
  /** Where words must be registered, the setting that names their template, and what is filled into it. */
  template?: { name: MessageTemplate; values: readonly string[] }
  /** Of a mail. */
  subject?: string
}
export type MessageTemplate = 'msg91NewOrderDltTemplateId' | 'msg91NewOrderDeliveryDltTemplateId'

/** Delivers messages. Resolves when the carrier has taken one; rejects when it has not. */
export type Carrier = {
  send: (message: Message) => Promise<void>
  /** Resolves when the carrier could take a message now; sends none. */
  check: () => Promise<void>
}

/** A carrier that did not take a message. Its words are ours, and name neither the message nor its reader. */
export class CarrierError extends Error {
  override name = 'CarrierError'
}

/** What may be logged of a failure: another's words might repeat the message and the code in it. */
export function carrierFault(cause: unknown): string {
  if (cause instanceof CarrierError) return cause.message
  return cause instanceof Error ? cause.name : 'unknown'
}
