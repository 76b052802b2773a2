import type { Tx } from '#db/connection.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { insertHeld } from './hold-visit.ts'
import type { WantedService } from './plan-visit.ts'
import { deleteEndedOf, deleteHold } from './queries.ts'

/**
 * Holds a time for a customer on the wait list, at a salon that the transaction has locked.
 * @throws AppError the refusals of `readWanted`, SLOT_INVALID, SLOT_TAKEN, HOLD_OPEN
 */
export async function holdOffer(
  tx: Tx,
  settings: Settings,
  offer: { storeId: number; userId: number; services: WantedService[]; startsAt: Date; seconds: number },
): Promise<{ id: number; number: string; endsAt: Date }> {
  const { visit } = await insertHeld(tx, settings, { ...offer, replaces: false })
  return { id: visit.id, number: visit.unique_visit_id, endsAt: visit.ends_at }
}

/** Releases the hold of an offer, unless it already has an order. */
export async function releaseOffer(tx: Tx, visitId: number): Promise<void> {
  await deleteHold(tx, visitId)
}

/** Releases those of the given holds that have expired. */
export async function releaseEnded(tx: Tx, visitIds: readonly number[]): Promise<void> {
  if (visitIds.length > 0) await deleteEndedOf(tx, visitIds)
}
