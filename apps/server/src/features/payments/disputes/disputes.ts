import type { Output } from '@nukkad/contract/contract.ts'
import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { logEvent } from '#log-events.ts'
import type { DisputeNews } from '#outside/payments/provider.ts'
import { bookDispute } from './book-dispute.ts'
import { type DisputeRow, findDisputedPayment, upsertDispute } from './dispute-queries.ts'
import { shareLoss } from './share-loss.ts'

/** Log code that monitors search for. It is logged once when a dispute is new, and once when it is lost or won. */
const ALARM = 'PAYMENT_DISPUTE'

/**
 * Stores a provider's report of a dispute, books the money that its bank has taken or returned, and raises an alarm.
 * Staff decide how to answer it, and until then we refund nothing of that payment (see `lockPaymentRow`).
 * @returns a note for staff, if any
 */
export async function keepDispute(
  tx: Tx,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  provider: ProviderName,
  news: DisputeNews,
): Promise<string | null> {
  const { paymentId } = news
  const payment = paymentId === undefined ? undefined : await findDisputedPayment(tx, { provider, paymentId })
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
