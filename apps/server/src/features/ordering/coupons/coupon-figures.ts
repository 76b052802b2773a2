import type { Input } from '@nukkad/contract/contract.ts'
import { type CouponFigure, type CouponKind, couponKinds } from '@nukkad/contract/ordering/coupon-kinds.ts'
import type { CouponTerms } from '@nukkad/rules/coupon.ts'
import { type Currency, parsePercent, wireMoney } from '@nukkad/rules/money.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import type { CouponRow } from './queries.ts'

/**
 * The columns that hold the value of a coupon, by its kind; constraints of the table ensure that exactly the columns of
 * the coupon's kind are set.
 */
type FigureColumns = Pick<CouponRow, 'discount_minor' | 'discount_basis_points' | 'max_discount_minor'>
type Typed = Pick<Input<'dashboard/coupons/save'>, 'discount' | 'max_discount'>
type FigureRow = FigureColumns & Pick<CouponRow, 'discount_type' | 'currency'>

/** The ways in which the value of one kind of coupon is read, presented and given to the rules. */
type Figure = {
  /** Reads the value that staff typed. @throws AppError INVALID_INPUT naming the field */
  read: (typed: Typed, currency: Currency) => FigureColumns
  /** Returns the value on the wire: an amount, or a percentage with two decimals. */
  present: (row: FigureRow) => string
  terms: (row: FigureRow) => Omit<CouponTerms, 'kind'>
}

const figures: Readonly<Record<CouponFigure, Figure>> = {
  money: {
    read: ({ discount }, currency) => {
      const discount_minor = readAmount(discount, { currency, field: 'discount' })
      if (discount_minor === 0n) throw refused('fieldTooSmall')
      return { discount_minor, discount_basis_points: null, max_discount_minor: null }
    },
    present: ({ discount_minor, currency }) => wireMoney(discount_minor ?? 0n, currency),
    terms: ({ discount_minor }) => ({ amountMinor: discount_minor ?? 0n }),
  },
  percent: {
    read: ({ discount, max_discount }, currency) => {
      const points = parsePercent(discount)
      if (points === undefined) throw refused('fieldNotNumber')
      if (points < 1) throw refused('fieldTooSmall')
      if (points > 10_000) throw refused('fieldTooLarge')
      const cap = max_discount ? readAmount(max_discount, { currency, field: 'max_discount' }) || null : null
      return { discount_minor: null, discount_basis_points: points, max_discount_minor: cap }
    },
    present: ({ discount_basis_points }) => ((discount_basis_points ?? 0) / 100).toFixed(2),
    terms: (row) => ({ basisPoints: row.discount_basis_points ?? 0, maxDiscountMinor: row.max_discount_minor }),
  },
}

/**
 * Reads the value of a coupon that staff typed.
 * @throws AppError INVALID_INPUT naming the field
 */
export function readFigure(kind: CouponKind, typed: Typed, currency: Currency): FigureColumns {
  return figures[couponKinds[kind].figure].read(typed, currency)
}

/** Returns the value of a coupon on the wire. */
export function presentFigure(row: FigureRow): string {
  return figures[couponKinds[row.discount_type].figure].present(row)
}

/** Returns the kind and values of a coupon in the form that the rules take. */
export function termsOf(row: FigureRow): CouponTerms {
  const { figure } = couponKinds[row.discount_type]
  // The compiler cannot check that the columns belong to the kind; the table `couponKinds` ensures that they do.
  return { kind: row.discount_type, ...figures[figure].terms(row) } as CouponTerms
}

function refused(reason: 'fieldTooSmall' | 'fieldTooLarge' | 'fieldNotNumber'): AppError {
  return new AppError('INVALID_INPUT', { fields: { discount: reason } })
}
