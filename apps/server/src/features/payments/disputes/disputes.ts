import type { Output } from '@nukkad/contract/contract.ts'
import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { allocate, sum, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { logEvent } from '#log-events.ts'
import type { DisputeNews } from '#outside/payments/provider.ts'
import { bookDispute } from './book-dispute.ts'
import { type DisputedPayment, type DisputeRow, listDisputedPayments, upsertDispute } from './dispute-queries.ts'
import { shareLoss } from './share-loss.ts'

/** Log code that monitors search for, logged once when a dispute is new, and once when it is lost or won. */
const ALARM = 'PAYMENT_DISPUTE'

/**
 * Stores a provider's report of a dispute, books the money that its bank has taken or returned, and raises an alarm.
 * Staff decide how to answer the dispute, and until then no part of the disputed payment is refunded (see
 * `lockPaymentRow`).
 * @returns a note for staff, if any
 */
export async function keepDispute(
  tx: Tx,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  provider: ProviderName,
  news: DisputeNews,
): Promise<string | null> {
  const { paymentId } = news
  const payments = paymentId === undefined ? [] : await listDisputedPayments(tx, { provider, paymentId })
  if (payments.length < 2) return keepOne(tx, { log, settings }, { provider, news, payment: payments[0] })
  const notes: (string | null)[] = []
  for (const [index, part] of partsOf(news, payments).entries())
    notes.push(await keepOne(tx, { log, settings }, { provider, news: part, payment: payments[index] }))
  return notes.find((note) => note !== null) ?? null
}

/**
 * Splits a dispute over a payment of two orders, so that each order bears only its own part. The parts of the dispute
 * are in proportion to the money that has not been refunded, or to all the money where the bank wants more than the
 * money not refunded. The second order's part of the dispute is stored as a dispute with its own number.
 */
function partsOf(news: DisputeNews, payments: readonly DisputedPayment[]): DisputeNews[] {
  const left = payments.map(({ amount_minor, refunding_minor }) => amount_minor - refunding_minor)
  const all = payments.map(({ amount_minor }) => amount_minor)
  const shares = (minor: bigint | undefined) =>
    minor === undefined ? undefined : allocate(minor, minor <= sum(left) ? left : all)
  const taken = shares(news.takenMinor)
  // An order bears no part of the dispute if the provider took none of its money, also where the bank wants the whole
  // payment.
  const amounts = shares(news.amountMinor)?.map((minor, index) => (news.takenMinor && !taken![index] ? 0n : minor))
  return payments.map((_, index) => ({
    ...news,
    disputeId: index === 0 ? news.disputeId : `${news.disputeId}/${index + 1}`,
    ...(amounts && { amountMinor: amounts[index]! }),
    ...(taken && { takenMinor: taken[index]! }),
  }))
}

type One = { provider: ProviderName; news: DisputeNews; payment: DisputedPayment | undefined }

async function keepOne(
  tx: Tx,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  { provider, news, payment }: One,
): Promise<string | null> {
  const kept = await upsertDispute(tx, { provider, ...news }, payment?.id ?? null)
  if (!kept) return null
  const facts = { code: ALARM, provider, dispute: kept.id, status: kept.status, payment: payment && String(payment.id) }
  if (kept.isChanged) logEvent(log, kept.status === 'won' ? 'dispute.won' : 'dispute.changed', facts)
  if (!payment) return 'a dispute over no payment of ours'
  const note = await bookDispute(tx, { provider, news, dispute: kept, payment })
  if (note === null && kept.status !== 'open')
    await shareLoss(tx, settings, { disputeId: kept.id, userId: payment.user_id })
  return note
}

export function presentDispute(
  row: DisputeRow,
  timeZone: string,
): Output<'dashboard/payment-disputes'>['data'][number] {
  const { id, provider, dispute_id, status, provider_status, reason, payment_id, order_id, unique_order_id } = row
  const amountMinor = row.amount_minor ?? row.paid_minor
  const currency = row.amount_minor === null ? row.paid_currency : row.currency
  return {
    id,
    provider,
    dispute_id,
    status,
    provider_status,
    reason,
    order_id,
    unique_order_id,
    payment_id: row.payment_row_id === null ? null : Number(row.payment_row_id),
    provider_payment_id: payment_id,
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? '' },
    amount: amountMinor !== null && currency ? wireMoney(amountMinor, currency) : null,
    currency,
    respond_by: row.respond_by && wireTime(row.respond_by, timeZone),
    created_at: wireTime(row.created_at, timeZone),
    updated_at: wireTime(row.updated_at, timeZone),
  }
}
