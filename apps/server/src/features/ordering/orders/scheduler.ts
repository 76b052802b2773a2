import { inTransaction, type Tx } from '#db/connection.ts'
import { releaseVisit } from '#features/bookings/visits/follow-order.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import { giveBack } from './cancel-order.ts'
import { moveOrder } from './move-order.ts'
import { type DueOrder, listDueOrders, listUnpaidOrders, type MovedOrder, setReleased } from './queries.ts'

type SchedulerServices = Pick<Services, 'db' | 'settings' | 'log'>

/**
 * Ends orders that were not paid in time and gives back what they had taken. An order that is paid at the moment when
 * its time to pay ends stays paid if the transaction of the payment commits first.
 * @see docs/reference/wire.md#moves-between-statuses, docs/reference/security.md#order-states
 */
export async function expireUnpaidOrders({ db, settings, log }: SchedulerServices): Promise<void> {
  const ids = await listUnpaidOrders(db, settings.number('awaitingPaymentThreshold'))
  await eachByItself(ids, log, (orderId) =>
    inTransaction(db, async (tx) => {
      const order = await endUnpaid(tx, orderId)
      if (!order) return
      const goods = order.unpaid_goods_id === null ? undefined : await endUnpaid(tx, order.unpaid_goods_id)
      await releaseVisit(tx, orderId)
      if (goods) await giveBack(tx, settings, goods)
      await giveBack(tx, settings, order)
    }),
  )
}

/**
 * Ends an order that was not paid in time. An order whose payment failed still holds its coupon use, stock and wallet
 * part, because its customer could pay again until now.
 */
async function endUnpaid(tx: Tx, orderId: number): Promise<MovedOrder | undefined> {
  await moveOrder(tx, {
    orderId,
    from: 'awaiting_payment',
    to: 'payment_failed',
    actor: 'scheduler',
    kind: 'order_payment_expired',
    reason: 'expired',
  })
  return setReleased(tx, orderId)
}

/**
 * Hands scheduled orders to their stores some minutes before their slot begins; orders that the store accepted earlier
 * become accepted.
 */
export async function startScheduledOrders({ db, settings, log }: SchedulerServices): Promise<void> {
  const due = await listDueOrders(db, settings.number('minsBeforeScheduleOrderProcessed'))
  await eachByItself(due, log, ({ id: orderId, ...order }) =>
    inTransaction(db, (tx) => moveOrder(tx, { orderId, actor: 'scheduler', kind: 'order_due', ...startOf(order) })),
  )
}

const SCHEDULED = 10

function startOf({ status, auto_acceptable }: Omit<DueOrder, 'id'>) {
  const isPlain = status === SCHEDULED
  return {
    from: isPlain ? ('scheduled' as const) : ('schedule_confirmed' as const),
    to: isPlain && !auto_acceptable ? ('placed' as const) : ('accepted' as const),
  }
}

/**
 * Moves each order separately, so that the failure of one does not delay the others; the scheduler tries a failed order
 * again a minute later.
 */
async function eachByItself<Item>(
  items: readonly Item[],
  log: SchedulerServices['log'],
  move: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    await move(item).catch((error: Error) => logEvent(log, 'order.schedule_failed', { err: error, order: item }))
  }
}
