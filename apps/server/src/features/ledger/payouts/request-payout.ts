import { type Currency, type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { inTransaction } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { insertPayout, listPayouts, lockTerms, sumOpenCommission } from './queries.ts'

/** Returns the minimum payout of the settings, which a payout must exceed; 0 if the setting is not an amount. */
export function leastPayout(settings: Settings, currency: Currency): Minor {
  return parseMoney(settings.get('minPayout'), currency) ?? 0n
}

/**
 * Requests a payout of the store's free balance. Commission needs no deduction here, because it was booked with the
 * orders; held funds stay in the account (decision 0045). The amount moves from the store's account to its account of
 * waiting payouts until staff decide (docs/reference/wire.md#payouts).
 * @throws AppError PAYOUT_PENDING, PAYOUT_TOO_LOW
 */
export async function requestPayout(context: CallContext<'store-owner/send-payout-request'>): Promise<void> {
  const { db, settings, session, request } = context
  const { store_id: storeId } = context.input
  await inTransaction(db, async (tx) => {
    const { currency } = await lockTerms(tx, storeId)
    if ((await listPayouts(tx, storeId)).some(({ status }) => status === 'PENDING'))
      throw new AppError('PAYOUT_PENDING')
    const { freeMinor: amountMinor } = await storeFunds(tx, storeId, currency)
    // Refunds can return more commission than was booked since the last payout; then this payout shows no commission,
    // and later payouts show the difference.
    const openMinor = await sumOpenCommission(tx, { storeId, currency })
    const commissionMinor = openMinor > 0n ? openMinor : 0n
    const grossMinor = amountMinor + commissionMinor
    const leastMinor = leastPayout(settings, currency)
    if (amountMinor <= leastMinor || amountMinor <= 0n)
      throw new AppError('PAYOUT_TOO_LOW', { params: { amount: wireMoney(leastMinor, currency) } })
    const payout = { storeId, ownerId: session.userId, currency, grossMinor, commissionMinor, amountMinor }
    const id = await insertPayout(tx, payout)
    await postTransfer(tx, {
      kind: 'payout_request',
      source: { type: 'payout', id },
      currency,
      description: { key: 'storePayoutRequested' },
      postings: [
        { account: { kind: 'store_payable', storeId }, amountMinor: -amountMinor },
        { account: { kind: 'store_payable', storeId, provider: 'payout' }, amountMinor },
      ],
    })
    const after = { payout: id, amount: wireMoney(amountMinor, currency) }
    const object = { type: 'store', id: storeId }
    await writeAudit(tx, { actorId: session.userId, action: 'payout.requested', object, after, request })
  })
}
