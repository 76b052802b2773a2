import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { TransferToPost } from '#features/ledger/wallet/accounts.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { releaseRefund, reserveRefund } from '#features/payments/attempts/reserve-refund.ts'
import { addIssue } from '#features/payments/issues/add-issue.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import {
  type PaymentProvider,
  ProviderError,
  type RefundOrder,
  type RefundState,
  type WebhookEvent,
} from '#outside/payments/provider.ts'
import { addJob } from '#worker/add-job.ts'
import {
  countTry,
  findRefund,
  findRefundByProviderId,
  insertRefund,
  type NewRefund,
  type RefundRow,
  setRefund,
} from './refund-queries.ts'

/**
 * The waiting times in minutes before the first queries about a refund; later queries follow every hour, because a bank
 * may take days.
 */
const ASK_AGAIN_MINUTES = [1, 5, 30] as const
const HOUR_MINUTES = 60
/**
 * Maximum number of queries about a refund, about ten days of hourly queries, after which staff get a payment issue.
 */
const MAX_TRIES = 240

/**
 * Starts a refund of a payment to its source, with a job queued in the same transaction.
 * @returns the id of the refund's row
 * @throws Error when the refunds would exceed the payment
 */
export async function startRefund(tx: Tx, refund: Omit<NewRefund, 'destination'>): Promise<bigint> {
  const row = await insertRefund(tx, refund)
  if (!row) throw new Error(`payment ${refund.paymentRowId} has not that much left to give back`)
  await addJob(tx, { name: 'send-refund', payload: { refundId: String(row.id) }, key: `refund-${row.id}` })
  return row.id
}

/**
 * Requests a refund from the provider, or queries the state of the refund. The worker repeats the job of a refund until
 * the result is known; every try carries the same key, so that the provider pays once.
 */
export async function sendRefund(services: Services, refundId: bigint): Promise<void> {
  const known = await findRefund(services.db, refundId)
  if (known?.status !== 'pending') return
  const provider = services.outside.payments.find(known.provider)
  if (!provider) {
    logEvent(services.log, 'refund.keys_missing', { refund: String(refundId), provider: known.provider })
    return inTransaction(services.db, (tx) => sendLater(tx, refundId, HOUR_MINUTES))
  }
  // Records the try before the call, so that if the process dies during the call, the next try knows that it is not the
  // first.
  const refund = await inTransaction(services.db, async (tx) =>
    (await countTry(tx, refundId)) ? findRefund(tx, refundId) : undefined,
  )
  if (!refund) return
  const state = await askFor(provider, refund)
  await inTransaction(services.db, (tx) => recordRefund(tx, services, refundId, state))
}

async function askFor(provider: PaymentProvider, refund: RefundRow): Promise<RefundState> {
  const order: RefundOrder = {
    key: keyOf(refund),
    attempt: {
      reference: refund.reference,
      providerRef: refund.provider_ref,
      amountMinor: refund.attempt_amount_minor,
      currency: refund.currency,
    },
    paymentId: refund.payment_id,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    capturedMinor: refund.captured_minor,
    refundId: refund.provider_refund_id,
    payerPhone: refund.payer_phone,
    isFirstTry: refund.tries === 1,
  }
  try {
    return refund.provider_refund_id === null ? await provider.refund(order) : await provider.findRefund(order)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // After an earlier try, a refusal does not prove that no money went back: the answer to the earlier try may be
    // lost, and the keys may have changed since.
    const isDefinite = error.kind === 'refused' && refund.tries === 1
    return { status: isDefinite ? 'failed' : 'pending', refundId: null, reason: error.message }
  }
}

/**
 * Returns the idempotency key that every try of a refund uses; a provider that repeats the key in its answers
 * identifies the refund's row by it.
 */
const keyOf = ({ id, reference }: RefundRow): string => `refund-${id}-${reference}`.slice(0, 50)

function refundOfKey(key: string): bigint | null {
  const [, id] = key.match(/^refund-(\d{1,18})-/) ?? []
  return id === undefined ? null : BigInt(id)
}

/** Applies what a webhook event reports about a refund of ours; ignores a refund that the shop did not make. */
export async function applyRefundNews(
  tx: Tx,
  services: Pick<Services, 'log'>,
  { provider, refund }: { provider: ProviderName; refund: NonNullable<WebhookEvent['refund']> },
): Promise<void> {
  const { refundId, key = '', state: status } = refund
  const known = await findRefundByProviderId(tx, { provider, refundId, ownId: refundOfKey(key) })
  if (known) await recordRefund(tx, services, known.id, { status, refundId })
}

/** Records the known state of a refund; posts a successful refund, and adds a payment issue for a failed one. */
export async function recordRefund(
  tx: Tx,
  { log }: Pick<Services, 'log'>,
  refundId: bigint,
  state: RefundState,
): Promise<void> {
  const refund = await findRefund(tx, refundId, { lock: true })
  if (refund?.status === 'done' && state.status === 'failed') return undoRefund(tx, log, refund)
  if (refund?.status === 'failed' && state.status === 'done') return redoRefund(tx, log, refund, state)
  if (refund?.status !== 'pending') return
  await setRefund(tx, refundId, { status: state.status, providerRefundId: state.refundId })
  if (state.status === 'done') return postRefund(tx, refund, 'payment_refund')
  if (state.status === 'failed') {
    await releaseRefund(tx, refund)
    await leaveToPerson(tx, refund, { kind: 'refund_failed', reason: state.reason ?? 'the provider refused it' })
    logEvent(log, 'refund.failed', { refund: String(refundId), reason: state.reason })
    return
  }
  if (refund.tries >= MAX_TRIES) {
    await leaveToPerson(tx, refund, { kind: 'refund_unknown', reason: state.reason ?? 'it is still on its way' })
    logEvent(log, 'refund.unknown', { refund: String(refundId), reason: state.reason })
    return
  }
  await sendLater(tx, refundId, ASK_AGAIN_MINUTES[Math.max(refund.tries - 1, 0)] ?? HOUR_MINUTES)
}

async function sendLater(tx: Tx, refundId: bigint, minutes: number): Promise<void> {
  await addJob(tx, {
    name: 'send-refund',
    payload: { refundId: String(refundId) },
    key: `refund-${refundId}`,
    runAt: new Date(Date.now() + minutes * 60_000),
  })
}

/** Undoes a refund that a bank sent back: the platform has the money again, and staff must refund it in another way. */
async function undoRefund(tx: Tx, log: Services['log'], refund: RefundRow): Promise<void> {
  await setRefund(tx, refund.id, { status: 'failed', providerRefundId: null })
  await releaseRefund(tx, refund)
  await postOfRefund(tx, refund, {
    kind: 'payment_refund_failed',
    currency: refund.currency,
    description: { key: 'walletTransactionRefundSent' },
    postings: [
      { account: { kind: 'provider_clearing', provider: refund.provider }, amountMinor: -refund.amount_minor },
      { account: { kind: 'refunds_due' }, amountMinor: refund.amount_minor },
    ],
  })
  await leaveToPerson(tx, refund, { kind: 'refund_failed', reason: 'it came back after it had been made' })
  logEvent(log, 'refund.returned', { refund: String(refund.id) })
}

/**
 * Books a refund that succeeded although it was recorded as failed: an earlier try, whose answer was lost, may have
 * paid although a later try was refused. Adds a payment issue, because the amount may have been refunded in another way
 * meanwhile.
 */
async function redoRefund(tx: Tx, log: Services['log'], refund: RefundRow, { refundId }: RefundState): Promise<void> {
  logEvent(log, 'refund.succeeded_late', { refund: String(refund.id) })
  const isFree = await reserveRefund(tx, refund)
  const reason = isFree ? 'it is booked now' : 'its money went another way meanwhile: it may have been given twice'
  await leaveToPerson(tx, refund, { kind: 'refund_after_all', reason })
  if (!isFree) return
  await setRefund(tx, refund.id, { status: 'done', providerRefundId: refundId })
  await postRefund(tx, refund, 'payment_refund_after_all')
}

async function leaveToPerson(
  tx: Tx,
  { provider, provider_refund_id: providerRef, payment_row_id: paymentRowId }: RefundRow,
  what: { kind: 'refund_failed' | 'refund_unknown' | 'refund_after_all'; reason: string },
): Promise<void> {
  await addIssue(tx, { provider, providerRef, paymentRowId, ...what })
}

async function postRefund(
  tx: Tx,
  refund: RefundRow,
  kind: 'payment_refund' | 'payment_refund_after_all',
): Promise<void> {
  await postOfRefund(tx, refund, {
    kind,
    currency: refund.currency,
    description: { key: 'walletTransactionRefundSent' },
    postings: [
      { account: { kind: 'refunds_due' }, amountMinor: -refund.amount_minor },
      { account: { kind: 'provider_clearing', provider: refund.provider }, amountMinor: refund.amount_minor },
    ],
  })
}

/**
 * Posts a transfer of a refund whose status has just changed; the caller has locked the refund. A bank can send a refund
 * back more than once, so each further transfer of the same kind has a number.
 */
async function postOfRefund(tx: Tx, { id }: RefundRow, transfer: Omit<TransferToPost, 'source'>): Promise<void> {
  let isPosted = false
  for (let times = 1; !isPosted; times++) {
    const source = { type: 'refund', id: times === 1 ? id : `${id}:${times}` }
    isPosted = (await postTransfer(tx, { ...transfer, source })) !== undefined
  }
}
