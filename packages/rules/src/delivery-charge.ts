import { type Currency, divideRounded, type Minor, minorDigits } from './money.ts'

/** How a store charges for delivery (docs/reference/wire.md#delivery-charge). */
export type DeliveryChargeTerms =
  | { kind: 'FIXED'; chargeMinor: Minor }
  | {
      kind: 'DYNAMIC'
      baseMinor: Minor
      baseDistanceKm: number
      extraMinor: Minor
      /** Length in km of a step of distance that costs extra; 0 means that distance adds nothing to the charge. */
      extraDistanceKm: number
    }

/** The facts from which a delivery charge is calculated. */
export type DeliveryChargeInput = {
  terms: DeliveryChargeTerms
  distanceKm: number
  currency: Currency
  /** Whether a DYNAMIC charge is rounded up to a whole major unit: the setting `enDelChrRnd`. */
  roundUp: boolean
}

/**
 * Returns the delivery charge in minor units, without regard to free delivery. Distances are rounded to whole metres,
 * so that the calculation stays in integers; fractions of a minor unit round half up
 * (docs/reference/security.md#money).
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
 * Returns true when the subtotal before any coupon reaches the free-delivery threshold. With a threshold of 0 or none,
 * delivery is never free (docs/reference/wire.md#delivery-charge).
 */
export function isDeliveryFree(subtotalMinor: Minor, freeFromMinor: Minor | null | undefined): boolean {
  return Boolean(freeFromMinor && freeFromMinor > 0n && subtotalMinor >= freeFromMinor)
}

/**
 * Returns the amount that the subtotal lacks for free delivery, for the hint "add X more". Returns 0 when the store has
 * no free delivery or the subtotal is high enough.
 */
export function missingForFreeDelivery(subtotalMinor: Minor, freeFromMinor: Minor | null | undefined): Minor {
  if (!freeFromMinor || subtotalMinor >= freeFromMinor) return 0n
  return freeFromMinor - subtotalMinor
}

function metres(km: number): bigint {
  return BigInt(Math.round(km * 1000))
}
