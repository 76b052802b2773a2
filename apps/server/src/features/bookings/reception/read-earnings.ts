import type { Output } from '@nukkad/contract/contract.ts'
import { isPeriod } from '@nukkad/contract/insight/reports.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { readEarningsOf } from '#features/bookings/visits/earnings.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { isOwnerOf, requireOwnStore } from '#platform/access/own-store.ts'
import { findToday, getCurrency } from './queries.ts'

/**
 * Reads the earnings of the people of a salon. Owners and staff see everyone; other people of the salon see only
 * themselves.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, INVALID_INPUT for dates that form no period
 */
export async function readEarnings({
  db,
  input: { store_id: storeId, ...dates },
  session,
}: CallContext<'dashboard/bookings/earnings'>): Promise<Output<'dashboard/bookings/earnings'>> {
  await requireOwnStore(db, session, storeId)
  const today = await findToday(db, storeId)
  const to = dates.to ?? today
  const from = dates.from ?? `${to.slice(0, 8)}01`
  if (!isPeriod({ from, to })) throw new AppError('INVALID_INPUT', { fields: { to: 'fieldInvalid' } })
  const seesAll = isOwnerOf(session, storeId)
  const userId = seesAll ? null : session.userId
  const [currency, rows] = await Promise.all([
    getCurrency(db, storeId),
    readEarningsOf(db, { storeId, from, to, userId }),
  ])
  const money = (minor: bigint) => wireMoney(minor, currency)
  return {
    success: true,
    currency,
    from,
    to,
    sees_all: seesAll,
    stylists: rows.map(({ id, name, image, services, ...row }) => ({
      id,
      name,
      image,
      services,
      sales: money(row.sales_minor),
      commission: money(row.commission_minor),
      tips: money(row.tip_minor),
      taken_back: money(row.taken_back_minor),
      total: money(row.commission_minor + row.tip_minor - row.taken_back_minor),
    })),
  }
}
