import type { PayWay, ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { Currency, Minor } from '@nukkad/rules/money.ts'

/** One attempt to pay one amount, in the form for its provider. */
export type PaymentAttempt = {
  /** Our reference, which is new for every attempt: 22 letters, digits, `-` and `_`. */
  reference: string
  amountMinor: Minor
  currency: Currency
  /** The text that the payer reads at the provider. */
  description: string
  payer: { id: number; name: string; email: string | null; phone: string }
  /** The address to which the provider returns the payer, paid or not; it names the attempt and proves nothing. */
  returnUrl: string
  /** The address for webhook events. */
  webhookUrl: string
  siteUrl: string
  expiresAt: Date
}

/** The stored facts of an attempt; `providerRef` is null until the provider has answered its opening. */
export type KnownAttempt = Pick<PaymentAttempt, 'reference' | 'amountMinor' | 'currency'> & {
  providerRef: string | null
}

/**
 * How the payer reaches the provider: by address, by a form posted to it, or by its script on a page of ours that
 * contains nothing else.
 */
export type PayPage =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; url: string; fields: Record<string, string> }
  /** `hosts`: other origins that its script uses; patterns of a content security policy are allowed. */
  | { kind: 'widget'; scriptUrl: string; options: Record<string, unknown>; hosts?: readonly string[] }
  /** The provider's form inside another app, which needs only this secret (GAP-36). */
  | { kind: 'intent'; clientSecret: string }

export type Opened = { /** The provider's id of the opened attempt. */ providerRef: string; page: PayPage }

/** Money that the provider captured for us, under the provider's id of the payment. */
export type Captured = { paymentId: string; amountMinor: Minor; currency: Currency; refundedMinor: Minor }

/**
 * The payment status of an attempt at its provider. One attempt may have several payments; each captured one is listed.
 */
export type PaymentStatus = {
  /** `pending` for everything that is not over, including unknown words. */
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'cancelled'
  captured: readonly Captured[]
  /** The provider's own code, for logs. */
  reason?: string
}

/** A request at a provider's webhook address, unchanged. */
export type WebhookRequest = {
  raw: Buffer
  /** Names are in lower case. */
  headers: Record<string, string | undefined>
  query: Record<string, string>
}

/** A verified webhook event. */
export type WebhookEvent = {
  /** The same event has the same id however often it is sent. */
  eventId: string
  /** The provider's name for it, such as `payment.captured`. */
  kind: string
  /** The attempt that the event names; null if the event does not concern us. */
  about: { reference?: string; providerRef?: string; paymentId?: string } | null
  /**
   * The payment status that the event gives, or that a query gave if the event alone proves nothing; null if it
   * concerns no payment.
   */
  paymentStatus: PaymentStatus | null
  /** A report about one of our refunds. */
  refund?: { refundId: string; key?: string; state: RefundState['status'] }
  /** A report that a payer claims the money back at their bank. */
  dispute?: DisputeNews
}

/** A dispute or chargeback at its provider. Fields that the provider leaves out stay unchanged. */
export type DisputeNews = {
  /** The provider's id of it, or of its payment if disputes have no ids there. */
  disputeId: string
  paymentId?: string
  /** `open` until the money is permanently ours (`won`) or lost (`lost`). */
  status: 'open' | 'won' | 'lost'
  /** The provider's own words, for the person who has to answer. */
  providerStatus?: string | undefined
  reason?: string | undefined
  amountMinor?: Minor
  currency?: Currency
  respondBy?: Date
  /** The amount that the provider has taken from our account for it so far; missing if the provider does not say. */
  takenMinor?: Minor
  /** It ended with a refund, possibly one of ours. */
  isRefunded?: boolean
  /** This event only states how a dispute ended, if there was one. */
  isOnlyIfKnown?: boolean
}

export type RefundOrder = {
  /** The key is the same for every try of one refund. */
  key: string
  attempt: KnownAttempt
  paymentId: string
  amountMinor: Minor
  currency: Currency
  /** The whole amount of the payment; some providers have a separate request for a full refund. */
  capturedMinor: Minor
  /** The id that an earlier try received. */
  refundId: string | null
  /** Khalti needs it for bank payments; no other provider reads it. */
  payerPhone?: string
  /**
   * Whether no earlier try can have reached the provider, as recorded before this one. Only Khalti needs it: it gives
   * refunds no ids, so it makes a second partial refund only on a first try.
   */
  isFirstTry?: boolean
}

export type RefundState = { status: 'pending' | 'done' | 'failed'; refundId: string | null; reason?: string }

/** A provider of the registry whose keys are set. */
export type PaymentProvider = ProviderCalls & { name: ProviderName; takes: (currency: Currency) => boolean }

/** The calls of a payment provider. Amounts are minor units; an adapter converts them for its provider. */
export type ProviderCalls = {
  /**
   * Opens an attempt at the provider. The attempt is stored first, so `find` can settle a lost answer.
   * @throws ProviderError
   */
  open: (attempt: PaymentAttempt) => Promise<Opened>
  /** Opens an attempt for a form inside another app; its page is of kind `intent`. */
  openIntent?: (attempt: PaymentAttempt) => Promise<Opened>
  /** Returns the options of its script that show this method first. Missing if its protocol has no such hint. */
  preselect?: (options: Record<string, unknown>, way: PayWay) => Record<string, unknown>
  /** Queries the provider for the status of an attempt: the proof of every payment. @throws ProviderError */
  find: (attempt: KnownAttempt) => Promise<PaymentStatus>
  /**
   * Verifies and reads a webhook event. Queries the provider if the event alone proves nothing.
   * @throws WebhookEventRefused when it does not come from the provider; ProviderError when the query failed
   */
  readWebhookEvent: (request: WebhookRequest) => Promise<WebhookEvent>
  /** Returns whether an unsigned event would make us query the provider; such events are limited. */
  isUnsignedHint?: (request: WebhookRequest) => boolean
  /**
   * Closes an open attempt, so that no one can pay there any more; an earlier payment stays. The function is missing if
   * the provider has no such call. @throws ProviderError `refused` when it is over already
   */
  close?: (attempt: KnownAttempt) => Promise<void>
  /** Refunds money; repeated with the same key after a lost answer. @throws ProviderError */
  refund: (refund: RefundOrder) => Promise<RefundState>
  /** Queries a refund; `pending` without an id when the provider knows none yet. @throws ProviderError */
  findRefund: (refund: RefundOrder) => Promise<RefundState>
  /**
   * Returns whether the fields of a return were signed for this attempt: by the provider, or for Khalti, which signs
   * nothing, by our own nonce in the return address. The payment is still queried.
   */
  signedReturn?: (attempt: KnownAttempt, fields: Record<string, string>) => boolean
}

/**
 * The provider gave no usable answer, or refused. The text is ours and names no key and no person. `unknown`: the
 * result at the provider is unknown. `refused`: a definite refusal.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: 'unknown' | 'refused'

  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A webhook event without a valid signature of its provider, or from another time. */
export class WebhookEventRefused extends Error {
  override name = 'WebhookEventRefused'
}
