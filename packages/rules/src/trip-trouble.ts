/** The problems that a rider can report on a trip (docs/reference/wire.md#trouble-on-a-trip). */
export const tripTroubles = ['customer_unreachable', 'returned', 'store_closed', 'rider_stopped'] as const
/** A problem that a rider reports on a trip. */
export type TripTrouble = (typeof tripTroubles)[number]

/**
 * Number of minutes that a rider waits for a customer who cannot be reached, before the order may go back to the store.
 */
export const UNREACHABLE_WAIT_MINUTES = 5

/** The problems of a trip after which staff decide about the order, so the server offers it to no rider. */
export const heldTroubles: readonly TripTrouble[] = ['returned', 'store_closed']

/**
 * Returns the whole seconds until the rider may bring the order of a customer who cannot be reached back to the store;
 * 0 when the wait is over.
 */
export function waitSeconds(reportedAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((reportedAt.getTime() + UNREACHABLE_WAIT_MINUTES * 60_000 - now.getTime()) / 1000))
}
