import { type Currency, divideRounded, type Minor, minorDigits } from './money.ts'

/** How a store charges for delivery (docs/reference/wire.md#delivery-charge). */
export type DeliveryChargeTerms =
  | { kind: 'FIXED'; chargeMinor: Minor }
  | {
      kind: 'DYNAMIC'
      baseMinor: Minor
      baseDistanceKm: number
      extraMinor: Minor
      /** Length of one extra step; 0 means that distance adds nothing. */
      extraDistanceKm: number
    }

/** What a charge is worked out from. */
export type DeliveryChargeInput = {
  terms: DeliveryChargeTerms
  distanceKm: number
  currency: Currency
  /** Setting `enDelChrRnd`: a DYNAMIC charge is raised to a whole major unit. */
  roundUp: boolean
}

/**
 * The charge before free delivery. Distances count in whole metres, so that the money side stays exact; what is
 * below a minor unit rounds half up (docs/reference/security.md#money).
 * @throws RangeError when the distance is not a number ≥ 0
 */
export function deliveryCharge({ terms, distanceKm, currency, roundUp }: DeliveryChargeInput): Minor {
  if (!(distanceKm >= 0) || !Number.isFinite(distanceKm)) throw new RangeError('distance must be a number of km')
  if (terms.kind === 'FIXED') return terms.chargeMinor
  const step = metres(terms.extraDistanceKm) || 1n
  const beyond = metres(distanceKm) - metres(terms.baseDistanceKm)
  const isExtra = beyond > 0n && terms.extraDistanceKm > 0
  const scaled = terms.baseMinor * step + (isExtra ? beyond * terms.extraMinor : 0n)
  if (!roundUp || !isExtra) return divideRounded(scaled, step, 'half-up')
  const major = 10n ** BigInt(minorDigits(currency))
  return divideRounded(scaled, step * major, 'up') * major
}

/**
 * True when the subtotal, before any coupon, earns free delivery; a threshold of 0 or none never does
 * (docs/reference/wire.md#delivery-charge).
 */
export function isDeliveryFree(subtotalMinor: Minor, freeFromMinor: Minor | null | undefined): boolean {
  return Boolean(freeFromMinor && freeFromMinor > 0n && subtotalMinor >= freeFromMinor)
}

/** What is still missing for free delivery, for the "add X more" hint; 0 when there is none to earn or it is earned. */
export function missingForFreeDelivery(subtotalMinor: Minor, freeFromMinor: Minor | null | undefined): Minor {
  if (!freeFromMinor || subtotalMinor >= freeFromMinor) return 0n
  return freeFromMinor - subtotalMinor
}

function metres(km: number): bigint {
  return BigInt(Math.round(km * 1000))
}
