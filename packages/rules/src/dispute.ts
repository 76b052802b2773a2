import type { Minor } from './money.ts'

/**
 * The money that a dispute has moved, in minor units: amounts held until the dispute ends, and amounts lost
 * permanently.
 */
export type DisputeMoney = { heldMinor: Minor; lostMinor: Minor }

/**
 * Returns the amounts that a dispute should have held or lost by now. The calling code books the difference to the
 * amounts already booked. An open dispute holds the amount that the provider says it took; later webhook events do not
 * lower this amount. A lost dispute costs the amount that the provider took, or the whole disputed amount if the
 * provider does not state one.
 * @param booked the amounts booked so far
 * @param sumMinor the disputed amount in minor units, above 0
 * @param takenMinor the amount that the provider says it took; undefined when it states none
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

/**
 * A party that is liable for lost money: its loss so far, and the maximum that it can lose in addition, in minor units.
 */
export type LossBearer = { lostMinor: Minor; roomMinor: Minor }

/**
 * Divides money that a bank took permanently among the liable parties. Each party pays up to its maximum, in the given
 * order. Money that the bank returns goes back to the last party first.
 * @param changeMinor the additional loss in minor units; negative for returned money
 * @returns the loss of each party; the platform bears the part that exceeds all maximums
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
