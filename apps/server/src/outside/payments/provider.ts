import type { GatewayName } from '@nukkad/contract/payments/attempts.ts'
import type { Currency, Minor } from '@nukkad/rules/money.ts'

/** The payment providers, as their names stand in addresses (GAP-79). */
export const providerNames = ['razorpay', 'paytm', 'stripe', 'paymongo', 'mercado-pago', 'khalti'] as const
export type ProviderName = (typeof providerNames)[number]

/** One try to pay one sum, as its provider is told of it. */
export type PaymentAttempt = {
  /** Ours, fresh for every try: 22 letters, digits, `-` and `_`. */
  reference: string
  amountMinor: Minor
  currency: Currency
  /** What the payer reads at the provider. */
  description: string
  payer: { id: number; name: string; email: string | null; phone: string }
  /** Where the provider sends the payer back to, paid or not; it names the attempt and proves nothing. */
  returnUrl: string
  /** Where the provider notifies us. */
  webhookUrl: string
  siteUrl: string
  expiresAt: Date
}

/** What is kept of an attempt; `providerRef` is null until the provider has answered its opening. */
export type KnownAttempt = Pick<PaymentAttempt, 'reference' | 'amountMinor' | 'currency'> & {
  providerRef: string | null
}

/**
 * How the payer gets to the provider: by address, by a form posted to it, or by its script on a page of ours that holds
 * nothing else.
 */
export type PayPage =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; url: string; fields: Record<string, string> }
  /** `hosts`: what else its script speaks to, as origins; patterns of a content security policy are allowed. */
  | { kind: 'widget'; scriptUrl: string; options: Record<string, unknown>; hosts?: readonly string[] }
  /** The provider's form inside an app of somebody else, which needs only this secret (GAP-36). */
  | { kind: 'intent'; clientSecret: string }

export type Opened = { /** The provider's id of what was opened. */ providerRef: string; page: PayPage }

/** Money that has reached the provider for us, under the provider's id of the payment. */
export type Captured = { paymentId: string; amountMinor: Minor; currency: Currency; refundedMinor: Minor }

/** What the provider knows of an attempt. Several payments may hang on one; each that was captured is named. */
export type Finding = {
  /** `pending` for everything that is not over, unknown words included. */
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'cancelled'
  captured: readonly Captured[]
  /** The provider's own code, for logs. */
  reason?: string
}

/** A request at a provider's webhook address, as it came. */
export type NoticeRequest = {
  raw: Buffer
  /** Lower-case names. */
  headers: Record<string, string | undefined>
  query: Record<string, string>
}

/** A provider's word that was verified. */
export type Notice = {
  /** The same event has the same id however often it is sent. */
  eventId: string
  /** The provider's name for it, such as `payment.captured`. */
  kind: string
  /** Which attempt it is about, by what the event names; null where it is of no interest to us. */
  about: { reference?: string; providerRef?: string; paymentId?: string } | null
  /** What it says, or what a look-up said where the event itself proves nothing; null when it is about no payment. */
  finding: Finding | null
  /** News of a refund of ours. */
  refund?: { refundId: string; key?: string; state: RefundState['status'] }
  /** News of a payer who asks his bank for the money back. */
  dispute?: DisputeNews
}

/** A dispute or chargeback as its provider tells of it. What was not told stays as it was known. */
export type DisputeNews = {
  /** The provider's id of it, or of its payment where it numbers none. */
  disputeId: string
  paymentId?: string
  /** `open` until the money is ours for good (`won`) or gone (`lost`). */
  status: 'open' | 'won' | 'lost'
  /** The provider's own words, for whoever has to answer. */
  providerStatus?: string | undefined
  reason?: string | undefined
  amountMinor?: Minor
  currency?: Currency
  respondBy?: Date
  /** What the provider has taken out of our account for it by now; without it nobody has said. */
  takenMinor?: Minor
  /** It ended by a refund, which may have been one of ours. */
  isRefunded?: boolean
  /** Says only how a dispute ended if there was one. */
  isOnlyIfKnown?: boolean
}

export type RefundOrder = {
  /** The same for every try of one refund. */
  key: string
  attempt: KnownAttempt
  paymentId: string
  amountMinor: Minor
  currency: Currency
  /** The whole sum of the payment; some providers word a full refund in another way. */
  capturedMinor: Minor
  /** Of an earlier try that got so far. */
  refundId: string | null
  /** Khalti wants it for what was paid from a bank; no other provider reads it. */
  payerPhone?: string
  /**
   * That no earlier try can have reached the provider, as was written down before this one. Khalti alone, which numbers
   * no refunds, gives a second part of a payment back only then.
   */
  isFirstTry?: boolean
}

export type RefundState = { status: 'pending' | 'done' | 'failed'; refundId: string | null; reason?: string }

/** One payment provider with its keys. Amounts are minor units; an adapter turns them into what its provider takes. */
export type PaymentProvider = {
  name: ProviderName
  /** As gateway rows name it (docs/reference/wire.md#payments). */
  gateway: Exclude<GatewayName, 'COD'>
  takes: (currency: Currency) => boolean
  /**
   * Opens an attempt at the provider. The attempt is stored before, so a lost answer can be cleared up by `find`.
   * @throws ProviderError
   */
  open: (attempt: PaymentAttempt) => Promise<Opened>
  /** The same for a form inside an app of somebody else; its page is of kind `intent`. */
  openIntent?: (attempt: PaymentAttempt) => Promise<Opened>
  /** Asks the provider what became of an attempt: the proof of every payment. @throws ProviderError */
  find: (attempt: KnownAttempt) => Promise<Finding>
  /**
   * Verifies a notice and says what it means. Asks the provider where the notice proves nothing by itself.
   * @throws NoticeRefused when it does not come from the provider; ProviderError when that could not be cleared up
   */
  readNotice: (request: NoticeRequest) => Promise<Notice>
  /** Whether reading a notice would ask the provider although nothing of it was signed: such ones are rationed. */
  isUnsignedHint?: (request: NoticeRequest) => boolean
  /**
   * Ends what was opened, so that nobody pays there any more; what was paid before stands. Missing where the provider
   * has no such thing. @throws ProviderError `refused` when it is over already
   */
  close?: (attempt: KnownAttempt) => Promise<void>
  /** Gives money back; called again with the same key after a lost answer. @throws ProviderError */
  refund: (refund: RefundOrder) => Promise<RefundState>
  /** What became of a refund; `pending` without an id when the provider knows of none yet. @throws ProviderError */
  findRefund: (refund: RefundOrder) => Promise<RefundState>
  /**
   * Whether fields that came back with the payer were signed for this attempt: by the provider, or at Khalti, which
   * signs nothing, by our own nonce in the return address. The payment is still looked up.
   */
  signedReturn?: (attempt: KnownAttempt, fields: Record<string, string>) => boolean
}

/**
 * The provider could not be asked, or would not. Its words are ours and name no key and no person.
 * `unknown`: nobody knows whether anything happened there. `refused`: a definite no.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: 'unknown' | 'refused'

  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A notice without a valid signature of its provider, or of another time. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
}
