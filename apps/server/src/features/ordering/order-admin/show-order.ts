import type { Output } from '@nukkad/contract/contract.ts'
import { hidesAddress, hidesCustomers } from '#features/ordering/store-orders/hidden-customers.ts'
import { listPaymentsOf, listRefundsOf } from '#features/payments/attempts/money-of-order.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { presentWholeOrder } from './present.ts'
import { findWholeOrder, listAuditOf, listEvents } from './queries.ts'

/**
 * Returns all details of one order, for staff or the owner of its store; an order of another store counts as unknown.
 * @throws AppError NOT_FOUND
 */
export async function showOrder(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { orderId, session }: { orderId: number; session: Pick<Session, 'stores'> },
): Promise<Output<'dashboard/orders/show'>['order']> {
  const isStaff = session.stores === 'all'
  const row = await findWholeOrder(db, { orderId, stores: session.stores })
  if (!row) throw new AppError('NOT_FOUND')
  const [events, payments, refunds, audit] = await Promise.all([
    listEvents(db, orderId),
    isStaff ? listPaymentsOf(db, orderId) : [],
    isStaff ? listRefundsOf(db, orderId) : [],
    isStaff ? listAuditOf(db, orderId) : [],
  ])
  const isHidden = !isStaff && hidesCustomers(settings)
  const hides = { contact: isHidden, address: hidesAddress(row, isHidden) }
  return presentWholeOrder({ row, events, money: isStaff ? { payments, refunds } : null, audit, hides })
}
