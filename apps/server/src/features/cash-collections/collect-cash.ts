import { type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import { requirePerson, requireStranger } from '#features/staff-money/decide.ts'
import { postTransfer } from '#features/wallet/ledger.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { insertCollection, lockCashHeld } from './queries.ts'

/**
 * Takes cash from a rider into the house, all that he holds or a part, never more (wire contract §5.1).
 * @returns the id of the collection, and what he still holds
 * @throws AppError NOT_FOUND, AMOUNT_INVALID, COLLECTION_TOO_HIGH, PERMISSION_MISSING for an API key,
 *   SECOND_PERSON_NEEDED for cash of one's own, or of a rider whose account is tied to the clerk's
 */
export async function collectCash(
  tx: Tx,
  { input, session, settings, request }: CallContext<'dashboard/delivery-collections/collect'>,
): Promise<{ id: number; heldMinor: Minor; currency: string }> {
  const { rider_id: riderId, note, currency = settings.get('currencyId') } = input
  requirePerson(request)
  await requireStranger(tx, { staffId: session.userId, userId: riderId })
  const beforeMinor = await lockCashHeld(tx, { riderId, currency })
  if (beforeMinor === undefined) throw new AppError('NOT_FOUND')
  const amountMinor = input.amount === undefined ? beforeMinor : parseMoney(input.amount, currency)
  if (amountMinor === undefined || (input.amount !== undefined && amountMinor <= 0n))
    throw new AppError('AMOUNT_INVALID')
  if (amountMinor === 0n || amountMinor > beforeMinor)
    throw new AppError('COLLECTION_TOO_HIGH', { params: { amount: wireMoney(beforeMinor, currency) } })
  const heldMinor = beforeMinor - amountMinor
  const id = await insertCollection(tx, { riderId, currency, amountMinor, note: note || null, staffId: session.userId })
  await postTransfer(tx, {
    kind: 'cash_collection',
    source: { type: 'collection', id },
    currency,
    actingStaffId: session.userId,
    description: { key: 'deliveryCollectionText' },
    postings: [
      { account: { kind: 'rider_cash', userId: riderId }, amountMinor },
      { account: { kind: 'house_cash' }, amountMinor: -amountMinor },
    ],
  })
  await writeAudit(tx, {
    actorId: session.userId,
    actingForId: riderId,
    action: 'cash collected',
    object: { type: 'cash_collection', id },
    before: { held: wireMoney(beforeMinor, currency) },
    after: { held: wireMoney(heldMinor, currency) },
    reason: note,
    request,
  })
  return { id, heldMinor, currency }
}
