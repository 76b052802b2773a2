import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { sumStorePostings } from './queries.ts'

/** What the house owes a store and no payout was asked for yet, before commission; below 0 the store owes cash. */
export async function storeBalance(db: Db, storeId: number, currency: Currency): Promise<Minor> {
  return sumStorePostings(db, storeId, currency)
}
