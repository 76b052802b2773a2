import { type CouponFigure, couponFigures, couponKinds } from '@nukkad/contract/ordering/coupon-kinds.ts'
import { currencySign, formatCount, formatDay, formatMoney } from '#lib/format.ts'
import type { CouponValues } from './coupon-values.ts'

type Typed = Pick<
  CouponValues,
  | 'discount_type'
  | 'discount'
  | 'max_discount'
  | 'min_subtotal'
  | 'user_type'
  | 'max_count_per_user'
  | 'max_count'
  | 'expires_at'
>

/**
 * Describes the effect of a coupon in one sentence, from the values of its form; undefined while its discount is
 * missing. Values that are not numbers yet are left out.
 * @param stores the names of its stores; empty for all
 */
export function couponSentence(
  typed: Typed,
  { currency, stores }: { currency: string; stores: readonly string[] },
): string | undefined {
  const off = discountText(typed, currency)
  if (!off) return undefined
  const minimum = amountIn(typed.min_subtotal)
  const ends = typed.expires_at ? formatDay(typed.expires_at) : undefined
  const uses = countIn(typed.max_count)
  return [
    `${off} for ${orderText(typed)}`,
    minimum ? ` above ${money(minimum, currency)}` : '',
    ` at ${storesText(stores)}`,
    ends ? `, till ${ends}` : '',
    uses ? `, ${times(uses)}` : '',
    '.',
  ].join('')
}

function discountText({ discount_type, discount, max_discount }: Typed, currency: string): string | undefined {
  const value = amountIn(discount)
  if (!value) return undefined
  const { figure, effect } = couponKinds[discount_type]
  const cap = couponFigures[figure].hasCap ? amountIn(max_discount) : undefined
  const does = effect.replace('{figure}', () => figureTexts[figure](value, currency))
  return `${does}${cap ? ` up to ${money(cap, currency)}` : ''}`
}

const figureTexts: Record<CouponFigure, (value: number, currency: string) => string> = {
  money,
  percent: (value) => `${value}%`,
}

function orderText({ user_type, max_count_per_user }: Typed): string {
  if (user_type === 'ONCENEW') return 'first orders'
  if (user_type === 'ONCE') return 'one order of each customer'
  const each = user_type === 'CUSTOM' ? countIn(max_count_per_user) : undefined
  if (each === 1) return 'one order of each customer'
  return each ? `${formatCount(each)} orders of each customer` : 'orders'
}

const MOST_NAMES = 3

function storesText(stores: readonly string[]): string {
  if (stores.length === 0) return 'all stores'
  if (stores.length > MOST_NAMES) return `${formatCount(stores.length)} stores`
  return new Intl.ListFormat('en').format(stores)
}

function times(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`
}

/**
 * Formats an amount for a sentence; a whole amount has no decimals, because they would make the sentence harder to
 * read.
 */
function money(value: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return formatCount(value)
  return Number.isInteger(value)
    ? `${currencySign(currency)}${formatCount(value)}`
    : formatMoney(value.toFixed(2), currency)
}

function amountIn(text: string): number | undefined {
  const value = Number(text.trim())
  return Number.isFinite(value) && value > 0 ? value : undefined
}

function countIn(text: string): number | undefined {
  const value = amountIn(text)
  return value !== undefined && Number.isInteger(value) ? value : undefined
}
