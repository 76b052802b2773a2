import type { Minor } from './money.ts'

/** The money that a dispute has moved, in minor units: held until the dispute ends, or lost for good. */
export type DisputeMoney = { heldMinor: Minor; lostMinor: Minor }

/**
 * Returns the amounts that a dispute should have moved by now. The caller books the difference to what it has moved. An
 * open dispute holds what the provider says it took, and late webhook events do not lower that. A lost dispute costs
 * what the provider took, or the whole disputed amount where it does not say.
 * @param booked the amounts booked so far
 * @param sumMinor the disputed amount in minor units, above 0
 * @param takenMinor what the provider says it took; undefined when it says nothing
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

/** A party that answers for lost money: its loss so far, and the most that it can lose in addition; minor units. */
export type LossBearer = { lostMinor: Minor; roomMinor: Minor }

/**
 * Spreads money that a bank took for good over the parties that answer for it. Each pays as far as it has room, in the
 * given order. Returned money goes to the last party first.
 * @param changeMinor the additional loss in minor units; negative for returned money
 * @returns the loss of each party; the platform bears what no party has room for
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
