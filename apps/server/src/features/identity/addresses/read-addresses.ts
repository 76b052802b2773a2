import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { presentAddress } from './present.ts'
import { listAddresses } from './queries.ts'

/** Returns a customer's addresses in the form of the wire, newest first (P-52). */
export async function readAddresses(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string },
): Promise<Output<'get-addresses'>> {
  const rows = await listAddresses(db, userId)
  return rows.map((row) => presentAddress(row, timeZone))
}
