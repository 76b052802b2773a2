/** The two forms in which staff enter the value of a coupon. */
export const couponFigures = {
  /** An amount in the coupon's currency. */
  money: { unit: null, hasCap: false },
  /** A percentage, with an optional maximum discount. */
  percent: { unit: '%', hasCap: true },
} as const satisfies Record<string, { unit: string | null; hasCap: boolean }>

/** The form in which staff enter the value of a coupon. */
export type CouponFigure = keyof typeof couponFigures

/** The facts about a kind of coupon that the server, the dashboard and the database share. */
type CouponKindRow = {
  figure: CouponFigure
  /** The name of the kind in the dashboard's list of kinds, and the label of the field for its value. */
  label: string
  figureLabel: string
  /**
   * The effect of a coupon of this kind, with `{figure}` in place of its value. The dashboard's sentence about a coupon
   * begins with this text.
   */
  effect: string
}

/**
 * The kinds of coupons by their names on the wire. The types, the fields of the dashboard and the rows of the table
 * `coupon_kinds` follow from the registry of coupon kinds. The calculation of each kind is in
 * `packages/rules/src/coupon.ts`.
 */
export const couponKinds = {
  AMOUNT: { figure: 'money', label: 'An amount', figureLabel: 'Amount off', effect: '{figure} off' },
  PERCENTAGE: { figure: 'percent', label: 'A percentage', figureLabel: 'Percent off', effect: '{figure} off' },
} as const satisfies Record<string, CouponKindRow>

/** The name of a kind of coupon on the wire. */
export type CouponKind = keyof typeof couponKinds

/** All kinds by name, in the order of the registry. */
export const couponKindNames = Object.keys(couponKinds) as CouponKind[]
