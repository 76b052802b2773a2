import { divideRounded, type Minor } from './money.ts'

/** Returns the link that a customer shares: the site's URL with the customer's referral code as `ref` (I-07, R-29). */
export function referralLink(siteAddress: string, code: string): string {
  return `${siteAddress.replace(/\/+$/, '')}/?ref=${encodeURIComponent(code)}`
}

/**
 * The reason for a commission: the earner referred the customer, or the order used the earner's shared code (INT-03).
 */
export type CommissionKind = 'referral' | 'share'

/**
 * The amounts of an order on which commissions are based, in minor units: the subtotal after coupon, the total, and the
 * promotion credit in it.
 */
export type EarningOrder = { serviceMinor: Minor; totalMinor: Minor; promotionMinor: Minor }

/**
 * The data by which two accounts can be recognised as one person's. `devices` are hashes of the browsers that used the
 * account.
 */
export type Person = { userId: number; phone: string | null; email: string | null; devices: readonly string[] }
/** A person, with keys by which the addresses of two people can be compared: rounded points and address texts. */
export type Resident = Person & { places: readonly string[] }
/** A person who may earn a commission. `mayEarn` is false if their account is banned or deleted. */
export type Earner = Person & { mayEarn: boolean }

export type Commission = { kind: CommissionKind; userId: number; amountMinor: Minor }

/**
 * Returns the commission on an order's service amount, less the share paid with promotion credit, rounded down once, in
 * minor units.
 * @param basisPoints 500 for the default 5 %
 * @see GAP-68, GAP-82, R-28, docs/reference/security.md#money and docs/reference/security.md#ledger
 */
export function commissionMinor(
  { serviceMinor, totalMinor, promotionMinor }: EarningOrder,
  basisPoints: number,
): Minor {
  if (totalMinor === 0n) return 0n
  const ownMoneyMinor = totalMinor - promotionMinor
  return divideRounded(serviceMinor * ownMoneyMinor * BigInt(basisPoints), totalMinor * 10_000n, 'down')
}

/**
 * Returns the people who earn a commission by a delivered order, each with their amount in minor units. People do not
 * earn from their own orders, and staff do not earn from orders that they placed for the customer. A person who
 * qualifies twice earns once, at the higher rate.
 * @see I-04, I-05, INT-03, docs/reference/security.md#ledger
 */
export function commissionsOf(
  order: EarningOrder,
  people: { buyer: Person; actingStaffId: number | null; referrer: Earner | undefined; sharer: Earner | undefined },
  basisPoints: Record<CommissionKind, number>,
): Commission[] {
  const { buyer, actingStaffId, referrer, sharer } = people
  const claims = [
    { kind: 'referral' as const, person: referrer },
    { kind: 'share' as const, person: sharer },
  ].flatMap(({ kind, person }) => {
    if (!person?.mayEarn || isSamePerson(person, buyer) || person.userId === actingStaffId) return []
    const amountMinor = commissionMinor(order, basisPoints[kind])
    return amountMinor > 0n ? [{ kind, person, amountMinor }] : []
  })
  const [first, second] = claims
  const paid =
    first && second && isSamePerson(first.person, second.person)
      ? [second.amountMinor > first.amountMinor ? second : first]
      : claims
  return paid.map(({ kind, person, amountMinor }) => ({ kind, userId: person.userId, amountMinor }))
}

/**
 * Reduces the commissions of an order to the platform's income from it, in proportion, rounded down. Promotion credit
 * brings the platform no money, so the part of the income that customers paid with it does not count.
 * @param incomeMinor the platform's income from the order in minor units; may be negative
 * @returns commissions above zero, in total at most the income
 * @see decision 0040
 */
export function withinIncome(
  commissions: readonly Commission[],
  { totalMinor, promotionMinor }: EarningOrder,
  incomeMinor: Minor,
): Commission[] {
  if (incomeMinor <= 0n || totalMinor === 0n) return []
  const takenMinor = divideRounded(incomeMinor * (totalMinor - promotionMinor), totalMinor, 'down')
  const claimedMinor = commissions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  if (claimedMinor <= takenMinor) return [...commissions]
  return commissions
    .map((one) => ({ ...one, amountMinor: divideRounded(one.amountMinor * takenMinor, claimedMinor, 'down') }))
    .filter(({ amountMinor }) => amountMinor > 0n)
}

/** Returns true when two people share an address, or data by which their accounts count as one person's. */
export function areConnected(a: Resident, b: Resident): boolean {
  return isSamePerson(a, b) || a.places.some((place) => b.places.includes(place))
}

/**
 * The commissions of one day that were credited or will be due, in minor units: those of the earner, those for the
 * buyer's orders at the store, and those of everyone.
 */
export type CommissionDay = { personMinor: Minor; pairMinor: Minor; allMinor: Minor }
/** The daily caps on commissions, in minor units. */
export type CommissionCaps = CommissionDay

/**
 * Returns the first daily cap that a new commission would exceed; the commission then needs an approver (decision
 * 0040).
 * @param day the day's commissions without this one
 */
export function capPassed(
  amountMinor: Minor,
  day: CommissionDay,
  caps: CommissionCaps,
): keyof CommissionDay | undefined {
  return (['personMinor', 'pairMinor', 'allMinor'] as const).find((scope) => day[scope] + amountMinor > caps[scope])
}

/**
 * Returns true when two accounts share a phone, a mailbox or a browser and so count as one person
 * (docs/reference/security.md#ledger).
 */
export function isSamePerson(a: Person, b: Person): boolean {
  if (a.userId === b.userId) return true
  if (a.phone !== null && a.phone === b.phone) return true
  if (a.email !== null && b.email !== null && mailboxOf(a.email) === mailboxOf(b.email)) return true
  return a.devices.some((device) => b.devices.includes(device))
}

/**
 * Returns the mailbox of an email address. The part after a plus does not change the mailbox, and neither do dots at
 * Google.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const name = local.split('+')[0] ?? ''
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/**
 * Returns the part of a commission that remains after refunds, in proportion and rounded down like the commission, in
 * minor units.
 * @param refund the total refunded so far and the total of the order, in minor units
 * @see GAP-68, docs/reference/security.md#ledger
 */
export function keptCommission(
  amountMinor: Minor,
  { refundedMinor, ofMinor }: { refundedMinor: Minor; ofMinor: Minor },
): Minor {
  if (refundedMinor < 0n || refundedMinor > ofMinor) throw new RangeError('a refund is between nothing and all')
  return divideRounded(amountMinor * (ofMinor - refundedMinor), ofMinor, 'down')
}

/**
 * Returns the part of an order's total that no longer counts for commissions because of refunds and lost disputes.
 * Commissions are based on the total without promotion credit, so if a dispute takes half of that amount, half of the
 * total no longer counts. The result is in minor units, rounded up, and at most the total.
 * @see GAP-82, decision 0050
 */
export function goneMinor(order: {
  totalMinor: Minor
  promotionMinor: Minor
  refundedMinor: Minor
  lostMinor: Minor
}): Minor {
  const { totalMinor, promotionMinor, refundedMinor, lostMinor } = order
  const weighedMinor = lostMinor === 0n ? 0n : divideRounded(lostMinor * totalMinor, totalMinor - promotionMinor, 'up')
  const minor = refundedMinor + weighedMinor
  return minor < totalMinor ? minor : totalMinor
}

/**
 * Splits a commission into the part that repays the earner's commission debt and the part that is credited (decision
 * 0021).
 */
export function splitCredit(amountMinor: Minor, owedMinor: Minor): { repaidMinor: Minor; creditedMinor: Minor } {
  const repaidMinor = owedMinor < amountMinor ? owedMinor : amountMinor
  return { repaidMinor, creditedMinor: amountMinor - repaidMinor }
}

/**
 * Splits a reversed commission into the part that is taken from the earner's own money and the part that becomes
 * commission debt (decision 0021).
 */
export function splitReversal(amountMinor: Minor, ownMinor: Minor): { takenMinor: Minor; owedMinor: Minor } {
  const takenMinor = ownMinor < amountMinor ? ownMinor : amountMinor
  return { takenMinor, owedMinor: amountMinor - takenMinor }
}

/** The terms of the welcome bonus and the referral reward. */
export type BonusTerms = {
  isOn: boolean
  paidOn: 'registration' | 'order'
  scope: 'all' | 'referred'
  /** Minimum service amount of an order that pays the welcome bonus, in minor units. */
  minimumOrderMinor: Minor
}

/**
 * The event that can pay a bonus: the customer's first confirmed phone, or a delivered order with this service amount.
 */
export type BonusOccasion = { kind: 'registration' } | { kind: 'order'; serviceMinor: Minor }

/**
 * Returns true when an event pays the welcome bonus and the referrer's reward. The calling code makes sure that the
 * event is the customer's first of its kind.
 * @see INT-02, docs/reference/security.md#ledger
 */
export function paysBonus(terms: BonusTerms, occasion: BonusOccasion, isReferred: boolean): boolean {
  if (!terms.isOn || terms.paidOn !== occasion.kind) return false
  if (terms.scope === 'referred' && !isReferred) return false
  return occasion.kind === 'registration' || occasion.serviceMinor >= terms.minimumOrderMinor
}
