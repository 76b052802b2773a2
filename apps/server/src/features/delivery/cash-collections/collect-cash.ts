import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { insertCollection, lockCashOfRider } from './queries.ts'

/**
 * Returns the cash that a rider holds in one currency, minor units, held still until the transaction ends; undefined
 * for no rider.
 */
export async function lockCashHeld(tx: Tx, held: { riderId: number; currency: Currency }): Promise<Minor | undefined> {
  return lockCashOfRider(tx, held)
}

type Cash = { riderId: number; currency: Currency; amountMinor: Minor; note: string | null; staffId: number }

/**
 * Takes cash of a rider into the platform's, at most what they hold: the ledger refuses more
 * (docs/reference/wire.md#cash-of-riders). Who may say so is for the caller.
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
