import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { insertCollection } from './queries.ts'

type Cash = { riderId: number; currency: Currency; amountMinor: Minor; note: string | null; staffId: number }

/**
 * Books a rider's cash to the platform. The ledger refuses an amount above the rider's cash in hand
 * (docs/reference/wire.md#cash-of-riders). The caller must check that the person may record cash.
 * @returns the id of the cash collection
 */
export async function bookCash(tx: Tx, { riderId, currency, amountMinor, note, staffId }: Cash): Promise<number> {
  const id = await insertCollection(tx, { riderId, currency, amountMinor, note, staffId })
  await postTransfer(tx, {
    kind: 'cash_collection',
    source: { type: 'collection', id },
    currency,
    actingStaffId: staffId,
    description: { key: 'deliveryCollectionText' },
    postings: [
      { account: { kind: 'rider_cash', userId: riderId }, amountMinor },
      { account: { kind: 'house_cash' }, amountMinor: -amountMinor },
    ],
  })
  return id
}
