import type { Output } from '@nukkad/contract/contract.ts'
import type { DeliveryInstruction } from '@nukkad/contract/identity/delivery-instructions.ts'
import { wireTime } from '#http/wire-time.ts'
import type { AddressRow } from './queries.ts'

/** Returns an address in the form of the wire. */
export function presentAddress(
  { latitude, longitude, is_default, created_at, updated_at, delivery_instructions, ...row }: AddressRow,
  timeZone: string,
): Output<'get-addresses'>[number] {
  return {
    ...row,
    // The cast is safe, because a constraint of the table allows only the contract's codes.
    delivery_instructions: delivery_instructions as DeliveryInstruction[],
    latitude: String(latitude),
    longitude: String(longitude),
    is_default: is_default ? 1 : 0,
    created_at: wireTime(created_at, timeZone),
    updated_at: wireTime(updated_at, timeZone),
  }
}
