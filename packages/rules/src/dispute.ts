import type { Minor } from './money.ts'

/** What a dispute has moved: held by a bank until it ends, or lost for good. */
export type DisputeMoney = { heldMinor: Minor; lostMinor: Minor }

/**
 * What a dispute should have moved, by what is known of it now; the difference to what it has moved is to be booked.
 * While it is open only what the provider says that it took is held, and that does not shrink by news that come late. A
 * lost one costs what was taken, or its whole sum where the provider names none.
 * @param booked what it has moved so far
 * @param sumMinor what is disputed, minor units above 0
 * @param takenMinor what the provider says that it has taken; undefined when it says nothing of that
 * @see docs/reference/security.md#ledger
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

/** Who answers for lost money: so much so far, and so much more at most; minor units. */
export type LossBearer = { lostMinor: Minor; roomMinor: Minor }

/**
 * Spreads money that a bank took for good over those who answer for it: the first as far as there is room, then the
 * next. What comes back goes to the last first.
 * @param changeMinor what was lost since, minor units; below 0 what came back
 * @returns what each answers for now; what finds no room is the platform's
 * @see decision 0050
 */
export function spreadLoss(changeMinor: Minor, bearers: readonly LossBearer[]): Minor[] {
  let rest = changeMinor
  const spread = bearers.map(({ lostMinor, roomMinor }) => {
    const more = rest < 0n || roomMinor < 0n ? 0n : least(rest, roomMinor)
    rest -= more
    return lostMinor + more
  })
  return spread
    .toReversed()
    .map((lostMinor) => {
      const back = rest < 0n ? least(-rest, lostMinor) : 0n
      rest += back
      return lostMinor - back
    })
    .toReversed()
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)
