import type { Input, Output } from '@nukkad/contract/contract.ts'
import { type Currency, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { WriteContext } from '#http/calls.ts'
import { cleanDescription } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import {
  type CouponColumns,
  type CouponWithStores,
  countStores,
  findAdminCoupon,
  insertCoupon,
  isCodeTaken,
  lockCoupon,
  setCouponStores,
  updateCoupon,
} from './admin-queries.ts'
import { presentFigure, readFigure } from './coupon-figures.ts'
import type { CouponRow } from './queries.ts'

type Said = Input<'dashboard/coupons/save'>
type ShownCoupon = Output<'dashboard/coupons/show'>['coupon']

/** The coupon terms: the fields that decide how much a coupon gives, and when. */
const moneyTerms = [
  'discount_type',
  'discount_minor',
  'discount_basis_points',
  'max_discount_minor',
  'min_subtotal_minor',
  'currency',
] as const satisfies (keyof CouponColumns & keyof CouponRow)[]

/**
 * Creates or changes a coupon; orders that used it keep their discount, because each order stores its own amounts.
 * @throws AppError NOT_FOUND, INVALID_INPUT naming the field, COUPON_IN_USE when a used coupon would give another
 * amount and the request does not confirm it (U-14)
 */
export async function saveCoupon({
  tx,
  input,
  settings,
  audit,
}: WriteContext<'dashboard/coupons/save'>): Promise<ShownCoupon> {
  const before = input.id ? await lockCoupon(tx, input.id) : undefined
  if (input.id && !before) throw new AppError('NOT_FOUND')
  const columns = columnsOf(input, input.currency ?? before?.currency ?? settings.get('currencyId'))
  if (before) requireSameMoney(before, columns, input.change_money)
  const storeIds = [...new Set(input.store_ids)]
  if ((await countStores(tx, storeIds)) !== storeIds.length) throw refused('store_ids', 'fieldNotOffered')
  const id = await write(tx, before, columns)
  await setCouponStores(tx, id, storeIds)
  const after = presentAdminCoupon((await findAdminCoupon(tx, id))!)
  await audit(before ? 'coupon.updated' : 'coupon.created', {
    object: { type: 'coupon', id },
    before: before && presentAdminCoupon(before),
    after,
  })
  return after
}

async function write(tx: Tx, before: CouponRow | undefined, columns: CouponColumns): Promise<number> {
  if (await isCodeTaken(tx, { code: columns.code, exceptId: before?.id ?? null })) throw refused('code', 'fieldTaken')
  if (before) {
    await updateCoupon(tx, before.id, columns)
    return before.id
  }
  const id = await insertCoupon(tx, columns)
  if (!id) throw refused('code', 'fieldTaken')
  return id
}

function requireSameMoney(before: CouponRow, columns: CouponColumns, isMeant: boolean): void {
  if (columns.max_count && before.used_count > Number(columns.max_count)) throw refused('max_count', 'fieldTooSmall')
  if (before.used_count === 0 || isMeant) return
  const isSame = moneyTerms.every((key) => before[key] === columns[key])
  if (!isSame) throw new AppError('COUPON_IN_USE', { params: { count: before.used_count } })
}

function columnsOf(said: Said, currency: Currency): CouponColumns {
  const minimum = said.min_subtotal ? readAmount(said.min_subtotal, { currency, field: 'min_subtotal' }) || null : null
  return {
    code: said.code,
    name: said.name,
    description: cleanDescription(said.description ?? '') || null,
    discount_type: said.discount_type,
    ...readFigure(said.discount_type, said, currency),
    min_subtotal_minor: minimum,
    subtotal_message: said.subtotal_message || null,
    user_type: said.user_type,
    max_count_per_user: said.user_type === 'CUSTOM' ? perCustomer(said) : null,
    max_count: said.max_count ?? null,
    currency,
    expires_at: said.expires_at ? new Date(said.expires_at) : null,
    is_active: said.is_active === 1,
  }
}

function perCustomer({ max_count_per_user }: Said): number {
  if (!max_count_per_user) throw refused('max_count_per_user', 'fieldValidationMsg')
  return max_count_per_user
}

function refused(field: string, reason: 'fieldTaken' | 'fieldNotOffered' | 'fieldTooSmall' | 'fieldValidationMsg') {
  return new AppError('INVALID_INPUT', { fields: { [field]: reason } })
}

/** Returns a coupon for the dashboard, with amounts and percentages as people write them. */
export function presentAdminCoupon(row: CouponWithStores): ShownCoupon {
  const { currency } = row
  const money = (minor: bigint | null) => (minor === null ? null : wireMoney(minor, currency))
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    discount_type: row.discount_type,
    user_type: row.user_type,
    discount: presentFigure(row),
    max_discount: money(row.max_discount_minor),
    min_subtotal: money(row.min_subtotal_minor),
    subtotal_message: row.subtotal_message,
    max_count: row.max_count,
    max_count_per_user: row.max_count_per_user,
    count: row.used_count,
    currency,
    expires_at: row.expires_at?.toISOString() ?? null,
    is_active: row.is_active,
    stores: row.stores,
  }
}
