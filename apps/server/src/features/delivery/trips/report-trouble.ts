import type { TripTrouble } from '@nukkad/rules/trip-trouble.ts'
import { UNREACHABLE_WAIT_MINUTES, waitSeconds } from '@nukkad/rules/trip-trouble.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { releaseRider, reportUnreachable } from '#features/ordering/orders/trip-trouble.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { raiseAlarm } from '#platform/alarms/raise-alarm.ts'
import { findOwnTrouble } from './queries.ts'

const ASSIGNED = 3
const PICKED_UP = 4

type Report = { riderId: number; orderId: number; trouble: TripTrouble }

/**
 * Records the problem that keeps a rider from delivering. If the customer cannot be reached, they are notified and a
 * waiting time starts. Every other problem takes the order from the rider. An accident raises an alarm.
 * @returns the seconds that the rider still has to wait; null if the call took the order from the rider
 * @throws AppError ORDER_NOT_YOURS, TRANSITION_REFUSED, WAIT_NOT_OVER
 */
export async function reportTrouble(services: Pick<Services, 'db' | 'log'>, report: Report): Promise<number | null> {
  const { waits, number } = await inTransaction(services.db, (tx) => record(tx, report))
  if (report.trouble === 'rider_stopped') await raiseAlarm(services, { code: 'rider_stopped', subject: number })
  return waits
}

async function record(tx: Tx, report: Report): Promise<{ waits: number | null; number: string }> {
  const { riderId, orderId, trouble } = report
  const order = await findOwnTrouble(tx, report)
  if (!order) throw new AppError('ORDER_NOT_YOURS')
  const { status, unique_order_id: number } = order
  const refused = () => new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
  if (trouble === 'customer_unreachable') {
    if (status !== PICKED_UP) throw refused()
    await reportUnreachable(tx, { orderId, riderId })
    const isKnown = order.trouble === trouble && order.trouble_at !== null
    return { waits: isKnown ? waitSeconds(order.trouble_at!, order.now) : UNREACHABLE_WAIT_MINUTES * 60, number }
  }
  const isBefore = status === ASSIGNED
  if (!isBefore && status !== PICKED_UP) throw refused()
  if (trouble === 'store_closed' && !isBefore) throw refused()
  if (trouble === 'returned') {
    if (isBefore) throw refused()
    const isOver =
      order.trouble === 'customer_unreachable' && order.trouble_at && waitSeconds(order.trouble_at, order.now) === 0
    if (!isOver) throw new AppError('WAIT_NOT_OVER')
  }
  const from = isBefore ? 'assigned' : 'picked_up'
  if (!(await releaseRider(tx, { orderId, riderId, from, trouble }))) throw refused()
  return { waits: null, number }
}
