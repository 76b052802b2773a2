import type { Output } from '@nukkad/contract/contract.ts'
import type { DeliveryInstruction } from '@nukkad/contract/identity/delivery-instructions.ts'
import type { Db } from '#db/connection.ts'
import { wireTime } from '#http/wire-time.ts'
import { listAddresses } from './queries.ts'

/** Converts a customer's addresses to the form of the wire, newest first (P-52). */
export async function readAddresses(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string },
): Promise<Output<'get-addresses'>> {
  const rows = await listAddresses(db, userId)
  return rows.map(({ latitude, longitude, is_default, created_at, updated_at, delivery_instructions, ...row }) => ({
    ...row,
    // A constraint of the table allows only the contract's codes.
    delivery_instructions: delivery_instructions as DeliveryInstruction[],
    latitude: String(latitude),
    longitude: String(longitude),
    is_default: is_default ? 1 : 0,
    created_at: wireTime(created_at, timeZone),
    updated_at: wireTime(updated_at, timeZone),
  }))
}
