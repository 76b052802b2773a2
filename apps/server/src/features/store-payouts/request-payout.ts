import { type Currency, type Minor, parseMoney, percentOf, wireMoney } from '@nukkad/rules/money.ts'
import { inTransaction } from '#db/connection.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import type { Settings } from '#features/settings/settings.ts'
import { postTransfer } from '#features/wallet/ledger.ts'
import { storeBalance } from '#features/wallet/store-balance.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { insertPayout, listPayouts, lockTerms } from './queries.ts'

/** What is due to a store: all of it, the house's share rounded down, and what is left for the store. */
export function shareOf(
  grossMinor: Minor,
  commissionBasisPoints: number,
): { commissionMinor: Minor; amountMinor: Minor } {
  const commissionMinor = grossMinor > 0n ? percentOf(grossMinor, commissionBasisPoints, 'down') : 0n
  return { commissionMinor, amountMinor: grossMinor - commissionMinor }
}

/** A payout must be more than this; a setting that is no amount stops none. */
export function leastPayout(settings: Settings, currency: Currency): Minor {
  return parseMoney(settings.get('minPayout'), currency) ?? 0n
}

/**
 * Asks for what is due to a store. The money leaves the store's account at once: the commission goes to what the house
 * keeps by this store, and the rest waits on an account of its own until staff have paid it (wire contract §5.1).
 * @throws AppError PAYOUT_PENDING, PAYOUT_TOO_LOW
 */
export async function requestPayout(context: CallContext<'store-owner/send-payout-request'>): Promise<void> {
  const { db, settings, session, request } = context
  const { store_id: storeId } = context.input
  await inTransaction(db, async (tx) => {
    const { currency, commission_basis_points } = await lockTerms(tx, storeId)
    if ((await listPayouts(tx, storeId)).some(({ status }) => status === 'PENDING'))
      throw new AppError('PAYOUT_PENDING')
    const grossMinor = await storeBalance(tx, storeId, currency)
    const { commissionMinor, amountMinor } = shareOf(grossMinor, commission_basis_points)
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
        { account: { kind: 'store_payable', storeId }, amountMinor: -grossMinor },
        { account: { kind: 'store_payable', storeId, provider: 'payout' }, amountMinor },
        { account: { kind: 'delivery_margin', storeId }, amountMinor: commissionMinor },
      ],
    })
    const after = { payout: id, amount: wireMoney(amountMinor, currency) }
    const object = { type: 'store', id: storeId }
    await writeAudit(tx, { actorId: session.userId, action: 'payout requested', object, after, request })
  })
}
