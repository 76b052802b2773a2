import type { OrderActor, OrderStatus } from '@nukkad/rules/order-states.ts'
import type { Tx } from '#db/connection.ts'
import { giveBackPayment } from '#features/payments/give-back.ts'
import type { Settings } from '#features/settings/settings.ts'
import { givingBackPostings } from '#features/wallet/clearing.ts'
import { postTransfer } from '#features/wallet/ledger.ts'
import { moveOrder } from './move-order.ts'
import { type OrderRow, type OrderWhere, releaseCoupon, returnStock } from './queries.ts'

type Cancellation = {
  orderId: number
  actor: OrderActor & ('customer' | 'store')
  actorId: number
  /** The member of staff who cancels in the customer's name. */
  actingStaffId?: number | null
  reason?: string | null
  where?: OrderWhere
}

type SiteSettings = Pick<Settings, 'get'>

/** Until the store has accepted, customer and store may cancel (GAP-16, security document §8). */
const cancellable: readonly OrderStatus[] = ['placed', 'scheduled']

/**
 * Cancels an order that the store has not accepted: coupon, stock and what came from the wallet go back, once, in the
 * caller's transaction.
 * @returns the cancelled order and whether money went back; undefined when it could not be cancelled
 */
export async function cancelOrder(
  tx: Tx,
  settings: SiteSettings,
  { orderId, actor, actorId, actingStaffId = null, reason = null, where = {} }: Cancellation,
): Promise<{ order: OrderRow; isRefunded: boolean } | undefined> {
  const order = await moveOrder(tx, {
    orderId,
    from: cancellable,
    to: 'cancelled',
    actor,
    actorId,
    kind: actor === 'store' ? 'order_canceled_store' : 'order_canceled',
    reason,
    set: { cancel_reason: reason },
    where,
  })
  if (!order) return undefined
  return { order, isRefunded: await giveBack(tx, settings, order, actingStaffId) }
}

/**
 * Gives back what an order that will not happen had taken: the use of its coupon, units of stock, and what was paid. Call it in the transaction of the move that ends the order, which happens once.
 * @returns whether money went back
 */
export async function giveBack(
  tx: Tx,
  settings: SiteSettings,
  order: OrderRow,
  actingStaffId: number | null = null,
): Promise<boolean> {
  await releaseCoupon(tx, order)
  await returnStock(tx, order.id)
  // A wallet holds the site's currency alone, so an online payment of another goes back to where it came from. A wallet's
  // part goes back to it in any case: the site's currency may have been another when the order was placed.
  const isOwn = order.currency === settings.get('currencyId')
  const isInWallet = await giveBackWallet(tx, order, {
    onlineMinor: isOwn ? order.paid_online_minor : 0n,
    actingStaffId,
  })
  return (!isOwn && (await giveBackPayment(tx, order, actingStaffId))) || isInWallet
}

/**
 * What was paid with promotion credit becomes promotion credit again; what came through a provider becomes own money in
 * the wallet, at once (wire contract §2.9.5).
 */
async function giveBackWallet(
  tx: Tx,
  order: OrderRow,
  { onlineMinor, actingStaffId }: { onlineMinor: bigint; actingStaffId: number | null },
): Promise<boolean> {
  const { wallet_promotion_minor: promotionMinor } = order
  const ownMinor = order.wallet_own_minor + onlineMinor
  if (ownMinor + promotionMinor === 0n) return false
  await postTransfer(tx, {
    kind: 'order_refund',
    source: { type: 'order', id: order.id },
    currency: order.currency,
    actingStaffId,
    description: { key: 'orderRefundWalletComment', params: { order: order.unique_order_id } },
    postings: givingBackPostings(order.user_id, { ownMinor, promotionMinor }),
  })
  return true
}
