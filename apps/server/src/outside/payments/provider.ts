import type { PayWay, ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { Currency, Minor } from '@nukkad/rules/money.ts'

/** One attempt to pay one amount, as its provider needs it. */
export type PaymentAttempt = {
  /** Our reference, which is new for every attempt: 22 letters, digits, `-` and `_`. */
  reference: string
  amountMinor: Minor
  currency: Currency
  /** The text that the payer reads at the provider. */
  description: string
  payer: { id: number; name: string; email: string | null; phone: string }
  /**
   * The URL to which the provider returns the payer, paid or not; the URL names the attempt, but a visit to it proves
   * no payment.
   */
  returnUrl: string
  /** The URL for webhook events. */
  webhookUrl: string
  siteUrl: string
  expiresAt: Date
}

/** The stored facts of an attempt; `providerRef` is null until the provider has opened the attempt. */
export type KnownAttempt = Pick<PaymentAttempt, 'reference' | 'amountMinor' | 'currency'> & {
  providerRef: string | null
}

/**
 * How the payer reaches the provider: by a URL, by a form that is posted to it, or by its script on a page of ours that
 * contains nothing else.
 */
export type PayPage =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; url: string; fields: Record<string, string> }
  /** `hosts`: other origins that the provider's script uses, as patterns of a content security policy. */
  | { kind: 'widget'; scriptUrl: string; options: Record<string, unknown>; hosts?: readonly string[] }
  /** The provider's form inside another app, which needs only this secret (GAP-36). */
  | { kind: 'intent'; clientSecret: string }

/** An attempt that is open at its provider: the provider's id of the attempt, and the page on which to pay. */
export type Opened = { providerRef: string; page: PayPage }

/** Money that the provider captured for us, under the provider's id of the payment. */
export type Captured = { paymentId: string; amountMinor: Minor; currency: Currency; refundedMinor: Minor }

/**
 * The payment status of an attempt at its provider; one attempt may have several payments, each of which is listed if
 * it was captured.
 */
export type PaymentStatus = {
  /** `pending` for every payment that is not over, including payments with a status that we do not know. */
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'cancelled'
  captured: readonly Captured[]
  /** The provider's own status code, for logs. */
  reason?: string
}

/** A request at the webhook URL of a provider, unchanged. */
export type WebhookRequest = {
  raw: Buffer
  /** The headers of the request, by their names in lower case. */
  headers: Record<string, string | undefined>
  query: Record<string, string>
}

/** A verified webhook event. */
export type WebhookEvent = {
  /** The id of the event, which is the same each time it is sent. */
  eventId: string
  /** The provider's name for the kind of event, such as `payment.captured`. */
  kind: string
  /** The attempt to which the event belongs; null if the event does not concern us. */
  about: { reference?: string; providerRef?: string; paymentId?: string } | null
  /**
   * The payment status from the event, or from a query if the event alone is no proof; null if the event concerns no
   * payment.
   */
  paymentStatus: PaymentStatus | null
  /** A report about one of our refunds. */
  refund?: { refundId: string; key?: string; state: RefundState['status'] }
  /** A report that a payer claims the money back at their bank. */
  dispute?: DisputeNews
}

/** A dispute or chargeback at its provider. Fields of a dispute that the provider leaves out stay unchanged. */
export type DisputeNews = {
  /** The provider's id of the dispute, or of the payment if this provider gives disputes no ids. */
  disputeId: string
  paymentId?: string
  /** `open` until the money is finally ours (`won`) or lost (`lost`). */
  status: 'open' | 'won' | 'lost'
  /** The provider's own status and reason, for the person who has to answer the dispute. */
  providerStatus?: string | undefined
  reason?: string | undefined
  amountMinor?: Minor
  currency?: Currency
  respondBy?: Date
  /**
   * The amount that the provider has taken from our account for the dispute so far; missing if the provider does not
   * say.
   */
  takenMinor?: Minor
  /** Whether the dispute ended with a refund, possibly a refund that we made. */
  isRefunded?: boolean
  /** Whether the event only states how a dispute ended, if there was one, and so cannot open a new dispute. */
  isOnlyIfKnown?: boolean
}

export type RefundOrder = {
  /** The idempotency key of the refund, which is the same for every try. */
  key: string
  attempt: KnownAttempt
  paymentId: string
  amountMinor: Minor
  currency: Currency
  /** The whole amount of the payment; some providers have a separate request for a full refund. */
  capturedMinor: Minor
  /** The id that the provider gave the refund in an earlier try; null if the refund has no id yet. */
  refundId: string | null
  /** The payer's phone number; only Khalti needs it, for bank payments. */
  payerPhone?: string
  /**
   * Whether no earlier try of the refund can have reached the provider, as recorded before this try. Only Khalti's
   * adapter needs this field, because Khalti gives refunds no ids, so the adapter makes a second partial refund only on
   * its first try.
   */
  isFirstTry?: boolean
}

export type RefundState = { status: 'pending' | 'done' | 'failed'; refundId: string | null; reason?: string }

/** A payment provider from the registry whose keys are set. */
export type PaymentProvider = ProviderCalls & { name: ProviderName; takes: (currency: Currency) => boolean }

/** The calls of a payment provider, with amounts in minor units, which the adapter converts for its provider. */
export type ProviderCalls = {
  /**
   * Opens an attempt at the provider. The calling function has stored the attempt, so that `find` can find its status
   * if the provider's answer is lost.
   * @throws ProviderError
   */
  open: (attempt: PaymentAttempt) => Promise<Opened>
  /** Opens an attempt for a form inside another app; its page is of kind `intent`. */
  openIntent?: (attempt: PaymentAttempt) => Promise<Opened>
  /**
   * Returns the options with which the provider's script shows this payment method first; the function is missing if
   * the provider has no such options.
   */
  preselect?: (options: Record<string, unknown>, way: PayWay) => Record<string, unknown>
  /** Queries the provider for the status of an attempt: the proof of every payment. @throws ProviderError */
  find: (attempt: KnownAttempt) => Promise<PaymentStatus>
  /**
   * Verifies and reads a webhook event. Queries the provider if the event alone is no proof.
   * @throws WebhookEventRefused when the event does not come from the provider; ProviderError when the query failed
   */
  readWebhookEvent: (request: WebhookRequest) => Promise<WebhookEvent>
  /** Returns whether an unsigned event would make us query the provider; such events are limited. */
  isUnsignedHint?: (request: WebhookRequest) => boolean
  /**
   * Closes an open attempt, so that no one can pay on its page any more; a payment that was made before stays valid.
   * This function is missing if the provider has no call to close an attempt.
   * @throws ProviderError `refused` when the attempt is over already
   */
  close?: (attempt: KnownAttempt) => Promise<void>
  /**
   * Refunds money. If the answer to a refund is lost, the calling function repeats the call with the same key.
   * @throws ProviderError
   */
  refund: (refund: RefundOrder) => Promise<RefundState>
  /** Queries a refund; `pending` without an id if the provider does not know the refund yet. @throws ProviderError */
  findRefund: (refund: RefundOrder) => Promise<RefundState>
  /**
   * Returns whether the fields of a return were signed for this attempt: by the provider or, because Khalti signs
   * nothing, by our own nonce in the return URL. The server queries the payment also after a signed return.
   */
  signedReturn?: (attempt: KnownAttempt, fields: Record<string, string>) => boolean
}

/**
 * The provider gave no usable answer, or refused; the error's message is our own text and names no key and no person.
 * `unknown`: the result at the provider is not known. `refused`: the provider has definitely refused.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: 'unknown' | 'refused'

  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A webhook event without a valid signature of its provider, or an event that was signed too long ago. */
export class WebhookEventRefused extends Error {
  override name = 'WebhookEventRefused'
}
