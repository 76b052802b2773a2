import { divideRounded, type Minor } from './money.ts'

/** The link a customer shares: the site with the code as `ref` (I-07, R-29). */
export function referralLink(siteAddress: string, code: string): string {
  return `${siteAddress.replace(/\/+$/, '')}/?ref=${encodeURIComponent(code)}`
}

/** Whom the programme pays: who brought the friend, or whose code the order used (INT-03). */
export type CommissionKind = 'referral' | 'share'

/**
 * What commissions rest on, minor units: subtotal after coupon; what was to pay; how much of that was promotion credit.
 */
export type EarningOrder = { serviceMinor: Minor; totalMinor: Minor; promotionMinor: Minor }

/** A person as far as two accounts may turn out to be one. `devices` are hashes of browsers that both have used. */
export type Person = { userId: number; phone: string | null; email: string | null; devices: readonly string[] }
/** A person with where they live: keys of points and of address texts. */
export type Resident = Person & { places: readonly string[] }
/** `mayEarn` is false for banned and deleted accounts. */
export type Earner = Person & { mayEarn: boolean }

export type Commission = { kind: CommissionKind; userId: number; amountMinor: Minor }

/**
 * Commission on the service amount, less its share paid with promotion credit, rounded down once.
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
 * Who earns how much by a delivered order. Nobody earns by his own order, staff who ordered for the customer do not,
 * and who could earn twice earns once, by the better rate.
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
 * Cuts the commissions of an order to what the platform has earned by it, in proportion, rounded down. The part of the
 * income that promotion credit paid for is not money that was taken, so it pays nothing.
 * @param incomeMinor the platform's income of the order, minor units; may be below zero
 * @returns commissions above zero, together at most the income
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

/** Whether two people share an account's traces or the place where they live. */
export function areConnected(a: Resident, b: Resident): boolean {
  return isSamePerson(a, b) || a.places.some((place) => b.places.includes(place))
}

/**
 * What was credited or promised within a day, minor units: to the earner, for the buyer's orders at the store, in all.
 */
export type CommissionDay = { personMinor: Minor; pairMinor: Minor; allMinor: Minor }
/** Caps of a day in minor units. */
export type CommissionCaps = CommissionDay

/**
 * The cap that a further commission would pass, if any. Above a cap it needs an approval (decision 0040).
 * @param day without this commission
 */
export function capPassed(
  amountMinor: Minor,
  day: CommissionDay,
  caps: CommissionCaps,
): keyof CommissionDay | undefined {
  return (['personMinor', 'pairMinor', 'allMinor'] as const).find((scope) => day[scope] + amountMinor > caps[scope])
}

/** Whether two accounts are one person's: the same phone, mailbox or browser (docs/reference/security.md#ledger). */
export function isSamePerson(a: Person, b: Person): boolean {
  if (a.userId === b.userId) return true
  if (a.phone !== null && a.phone === b.phone) return true
  if (a.email !== null && b.email !== null && mailboxOf(a.email) === mailboxOf(b.email)) return true
  return a.devices.some((device) => b.devices.includes(device))
}

/** The mailbox behind an e-mail address: what follows a plus leads to the same one, as do dots at Google. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const name = local.split('+')[0] ?? ''
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/**
 * What is left of a commission after refunds: in proportion, rounded down like the commission itself.
 * @param refund how much of what the order cost has gone back by now in all, and what it cost; minor units
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
 * How much of an order's total counts as gone for commissions: refunds, and what payers' banks took. Commissions rest on money
 * without promotion credit, so lost money weighs as its share of that. Rounded up, at most the total; minor units.
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

/** A commission first pays what its earner owes from reversals (decision 0021). */
export function splitCredit(amountMinor: Minor, owedMinor: Minor): { repaidMinor: Minor; creditedMinor: Minor } {
  const repaidMinor = owedMinor < amountMinor ? owedMinor : amountMinor
  return { repaidMinor, creditedMinor: amountMinor - repaidMinor }
}

/** A reversal takes what own money is there; the rest is owed (decision 0021). */
export function splitReversal(amountMinor: Minor, ownMinor: Minor): { takenMinor: Minor; owedMinor: Minor } {
  const takenMinor = ownMinor < amountMinor ? ownMinor : amountMinor
  return { takenMinor, owedMinor: amountMinor - takenMinor }
}

/** When and to whom welcome bonus and reward are paid. */
export type BonusTerms = {
  isOn: boolean
  paidOn: 'registration' | 'order'
  scope: 'all' | 'referred'
  /** Least service amount of the order that pays; minor units. */
  minimumOrderMinor: Minor
}

/** The first proof of a phone, or a delivered order of this service amount. */
export type BonusOccasion = { kind: 'registration' } | { kind: 'order'; serviceMinor: Minor }

/**
 * Whether this occasion pays the welcome bonus, and with it the reward of a referrer. That it is the first of its kind
 * is for the caller to know.
 * @see INT-02, docs/reference/security.md#ledger
 */
export function paysBonus(terms: BonusTerms, occasion: BonusOccasion, isReferred: boolean): boolean {
  if (!terms.isOn || terms.paidOn !== occasion.kind) return false
  if (terms.scope === 'referred' && !isReferred) return false
  return occasion.kind === 'registration' || occasion.serviceMinor >= terms.minimumOrderMinor
}
