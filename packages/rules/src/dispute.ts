import type { Minor } from './money.ts'

/** What a dispute has moved: held by a bank until it ends, or lost for good. */
export type DisputeMoney = { heldMinor: Minor; lostMinor: Minor }

/**
 * What a dispute should have moved, by what is known of it now; the difference to what it has moved is to be booked. While
 * it is open only what the provider says that it took is held, and that does not shrink by news that come late. A lost one
 * costs what was taken, or its whole sum where the provider names none.
 * @param booked what it has moved so far
 * @param sumMinor what is disputed, minor units above 0
 * @param takenMinor what the provider says that it has taken; undefined when it says nothing of that
 * @see security document §6
 */
export function disputeMoney(
  booked: DisputeMoney,
  {
    status,
    sumMinor,
    takenMinor = 0n,
  }: { status: 'open' | 'won' | 'lost'; sumMinor: Minor; takenMinor?: Minor | undefined },
): DisputeMoney {
  const { heldMinor, lostMinor } = booked
  if (status === 'won') return { heldMinor: 0n, lostMinor: 0n }
  if (status === 'lost') return { heldMinor: 0n, lostMinor: takenMinor || lostMinor || heldMinor || sumMinor }
  return { heldMinor: takenMinor > heldMinor ? takenMinor : heldMinor, lostMinor: 0n }
}
