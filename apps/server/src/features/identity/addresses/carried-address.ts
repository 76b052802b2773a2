import { roundDegrees } from '@nukkad/contract/wire.ts'
import { type AddressToSave, addressProblems } from '@nukkad/rules/address.ts'
import { normaliseLine } from '@nukkad/rules/text.ts'
import type { Tx } from '#db/connection.ts'
import { setDefaultAddress } from '#features/identity/accounts/default-address.ts'
import { findSameAddress } from './queries.ts'
import { saveDefaultAddress } from './save-address.ts'

/**
 * The address that a client sends when it signs in (docs/reference/wire.md#sign-in-codes-and-passwords). A value
 * without `lat` does not count as an address.
 */
export type CarriedAddress = {
  lat?: number | string | undefined
  lng?: number | string | undefined
  address?: string | null | undefined
  house?: string | null | undefined
  tag?: string | null | undefined
}

/**
 * Saves the address that came with a sign-in as the default. If the account has the address already, no second one is
 * saved. An unusable address is ignored, and the sign-in still succeeds.
 */
export async function saveCarriedAddress(
  tx: Tx,
  userId: number,
  carried: CarriedAddress | null | undefined,
): Promise<void> {
  const address = usable(carried)
  if (!address) return
  const known = await findSameAddress(tx, userId, address)
  if (known !== undefined) await setDefaultAddress(tx, { userId, addressId: known })
  else await saveDefaultAddress(tx, userId, { ...address, landmark: null })
}

function usable(carried: CarriedAddress | null | undefined) {
  const { lat, lng } = carried ?? {}
  if (!carried || lat === undefined || lat === '' || lng === undefined || lng === '') return undefined
  const address = {
    address: normaliseLine(carried.address ?? ''),
    house: normaliseLine(carried.house ?? '') || null,
    tag: normaliseLine(carried.tag ?? '') || null,
    latitude: roundDegrees(Number(lat)),
    longitude: roundDegrees(Number(lng)),
  } satisfies AddressToSave
  return Object.keys(addressProblems(address, null)).length === 0 ? address : undefined
}
