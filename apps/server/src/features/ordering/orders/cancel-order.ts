import type { RefundParts } from '@nukkad/rules/adjustments.ts'
import { keepOfCancelled, type RefundShare, shareOfCancelled } from '@nukkad/rules/cancellation.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import { isCancellableBy, type OrderActor, type OrderStatus, orderStatuses } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import type { Tx } from '#db/connection.ts'
import { NO_SHOW } from '#features/bookings/visits/follow-order.ts'
import { keptOfVisit } from '#features/bookings/visits/kept-share.ts'
import { insertKept, returnKept } from '#features/bookings/visits/write-kept.ts'
import { returnStock } from '#features/catalogue/store-menu/stock.ts'
import { givingBackPostings } from '#features/ledger/wallet/clearing.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { releaseCoupon } from '#features/ordering/coupons/release-coupon.ts'
import { awaitLosses, shareLoss } from '#features/payments/disputes/share-loss.ts'
import { giveBackPayment, lockPayment } from '#features/payments/refunds/give-back.ts'
import { startRefund } from '#features/payments/refunds/refunds.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { lockKept, setKept } from './money-queries.ts'
import { moveOrder } from './move-order.ts'
import { isCustomerGone, type OrderRow, type OrderWhere } from './queries.ts'
import { setRefundDue } from './refund-due.ts'

type Cancellation = {
  orderId: number
  actor: OrderActor & ('customer' | 'store' | 'admin')
  actorId: number
  /** The member of staff who cancels, on behalf of the customer or in their own session. */
  actingStaffId?: number | null
  reason?: string | null
  where?: OrderWhere
  /** The states in which the order may be cancelled; by default, all states in which this actor may cancel. */
  from?: readonly OrderStatus[]
  /** The part of the payment that is refunded; only staff may retain a part of the payment. */
  share?: RefundShare
  /** Whether the order is cancelled because the customer of its visit did not come. */
  isNoShow?: boolean
}

type SiteSettings = Pick<Settings, 'get' | 'isOn'>
type Giving = {
  actingStaffId?: number | null
  share?: RefundShare
  /** The amount that the salon keeps of a visit's payment, minor units; replaces `share`. */
  keptMinor?: Minor | undefined
}
export type Cancelled = { order: OrderRow; isRefunded: boolean; back: RefundParts; kept: RefundParts }

/**
 * The states before the store has accepted an order, in which the store may reject it
 * (docs/reference/security.md#order-states).
 */
export const unaccepted: readonly OrderStatus[] = ['placed', 'scheduled']

/**
 * Cancels an order: customer and store may cancel it until the store has accepted it (GAP-16), staff while it is open
 * (GAP-07). Coupon, stock and payment are given back once, in the transaction of the calling function.
 * @returns the cancelled order and the money given back; undefined when the order could not be cancelled
 */
export async function cancelOrder(
  tx: Tx,
  settings: SiteSettings,
  { orderId, actor, actorId, actingStaffId = null, reason = null, where = {}, from, ...how }: Cancellation,
): Promise<Cancelled | undefined> {
  const order = await moveOrder(tx, {
    orderId,
    from: from ?? orderStatuses.filter((status) => isCancellableBy(status, actor)),
    to: 'cancelled',
    actor,
    actorId,
    kind: how.isNoShow ? NO_SHOW : actor === 'store' ? 'order_canceled_store' : 'order_canceled',
    reason,
    set: { cancel_reason: reason },
    where,
  })
  if (!order) return undefined
  // One payment pays a visit and its goods, so when the visit ends unpaid, its goods end too.
  if (order.unpaid_goods_id !== null)
    await cancelOrder(tx, settings, { orderId: order.unpaid_goods_id, actor, actorId, actingStaffId, reason })
  const isVisit = order.delivery_type === orderTypeCodes.VISIT
  const isKept = isVisit && (how.isNoShow || actor === 'customer')
  const keptMinor = isKept ? await keptOfVisit(tx, order, how.isNoShow ? 'no_show' : 'cancelled') : undefined
  return { order, ...(await giveBack(tx, settings, order, { actingStaffId, share: how.share ?? 'full', keptMinor })) }
}

/**
 * Gives back the coupon use, the stock and the payment of an ended order; of the payment, only the share that staff
 * chose, if they chose one. Money that the payer disputes at their bank is not given back. The calling function must be
 * in the transaction that ends the order: an order ends only once, so nothing is given back twice.
 * @returns whether money was given back, how much of it, and how much was retained
 */
export async function giveBack(
  tx: Tx,
  settings: SiteSettings,
  order: OrderRow,
  { actingStaffId = null, share = 'full', keptMinor }: Giving = {},
): Promise<Omit<Cancelled, 'order'>> {
  const isPaidAhead = order.wallet_own_minor + order.paid_online_minor > 0n
  if (isPaidAhead) await awaitLosses(tx, order.user_id)
  // The items are locked before the coupon, as when an order is placed, so that the two transactions do not deadlock.
  await returnStock(tx, order.id)
  await releaseCoupon(tx, { orderId: order.id, couponId: order.coupon_id })
  const heldMinor = await sumAtBank(tx, order)
  const onlineMinor = order.paid_online_minor - heldMinor
  const paid = { ownMinor: order.wallet_own_minor + onlineMinor, promotionMinor: order.wallet_promotion_minor }
  const { back, kept: rest } =
    keptMinor === undefined ? shareOfCancelled(paid, share) : keepOfCancelled(paid, keptMinor)
  const kept = { ...rest, ownMinor: rest.ownMinor + heldMinor }
  await keep(tx, order, kept, { actingStaffId, storeMinor: keptMinor === undefined ? 0n : rest.ownMinor })
  // A wallet holds only the site's currency, so an online payment in another currency is refunded to its payer. The
  // part that the wallet paid always returns to the wallet, even if the site's currency has changed since. The refund
  // of a reported payment is only owed until its payment provider or a bank statement confirms the payment (decision
  // 0041).
  const isOwn = order.currency === settings.get('currencyId') && !(await isUnseen(tx, order))
  const toPayerMinor = isOwn ? 0n : least(back.ownMinor, onlineMinor)
  const toWallet = { ownMinor: back.ownMinor - toPayerMinor, promotionMinor: back.promotionMinor }
  const isInWallet = await giveBackWallet(tx, order, { ...toWallet, actingStaffId })
  const isSent = toPayerMinor > 0n && (await giveBackPayment(tx, order, { amountMinor: toPayerMinor, actingStaffId }))
  // If the payment that filled the wallet was lost in a dispute, the wallet owes that amount, and the refund pays this
  // debt first.
  if (isPaidAhead) await shareLoss(tx, settings, { userId: order.user_id, orderId: order.id, bearer: 'wallet' })
  return { isRefunded: isInWallet || isSent, back, kept }
}

/**
 * Returns the amount that the payer disputes at their bank, in minor units; the disputed amount is not refunded a
 * second time (decision 0037).
 */
async function sumAtBank(tx: Tx, { id: orderId, paid_online_minor: paidMinor }: OrderRow): Promise<Minor> {
  const payment = paidMinor > 0n ? await lockPayment(tx, { orderId }) : undefined
  return payment?.is_disputed ? paidMinor : 0n
}

/**
 * Returns whether staff reported the order's payment, while neither a bank statement nor the payment provider has
 * confirmed it.
 */
async function isUnseen(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.payment_approved_at === null || order.payment_confirmed_at !== null) return false
  return (await lockPayment(tx, { orderId: order.id })) === undefined
}

/**
 * Gives back promotion credit as promotion credit, and money from a payment provider as own money in the wallet,
 * immediately (docs/reference/wire.md#other-order-calls).
 */
async function giveBackWallet(
  tx: Tx,
  order: OrderRow,
  { ownMinor, promotionMinor, actingStaffId }: RefundParts & { actingStaffId: number | null },
): Promise<boolean> {
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

/**
 * Moves the retained payment from the clearing account to cancellation income, and records it on the order. The part of
 * a deposit that a salon keeps is held separately until the customer has had time to object.
 */
async function keep(
  tx: Tx,
  order: OrderRow,
  kept: RefundParts,
  { actingStaffId, storeMinor }: { actingStaffId: number | null; storeMinor: Minor },
): Promise<void> {
  const amountMinor = kept.ownMinor + kept.promotionMinor
  if (amountMinor === 0n) return
  await setKept(tx, order.id, kept)
  await postTransfer(tx, {
    kind: 'order_kept',
    source: { type: 'order', id: order.id },
    currency: order.currency,
    actingStaffId,
    description: { key: 'orderCancellationKept', params: { order: order.unique_order_id } },
    postings: [
      { account: { kind: 'order_clearing' }, amountMinor: -amountMinor },
      { account: { kind: 'cancellation_income' }, amountMinor: amountMinor - storeMinor },
      { account: { kind: 'visit_kept' }, amountMinor: storeMinor },
    ],
  })
  if (storeMinor > 0n) await insertKept(tx, { orderId: order.id, amountMinor: storeMinor })
}

/**
 * Gives back the part of a deposit that a salon keeps, while that part is still held. The returned part of the deposit
 * goes to the wallet or to the payer, by the same rule as for a cancelled order.
 * @returns the amount in minor units; undefined when nothing is held
 * @throws AppError REFUND_IMPOSSIBLE while the payer's bank has taken the payment back, or still can, and for the wallet
 *   of a deleted account
 */
export async function giveBackKept(
  tx: Tx,
  settings: SiteSettings,
  { orderId, actingStaffId }: { orderId: number; actingStaffId: number | null },
): Promise<Minor | undefined> {
  const order = await lockKept(tx, orderId)
  const ended = order && (await returnKept(tx, orderId))
  if (!ended) return undefined
  const { amount_minor: amountMinor, currency } = ended
  await awaitLosses(tx, order.user_id)
  await setKept(tx, orderId, {
    ownMinor: order.kept_own_minor - amountMinor,
    promotionMinor: order.kept_promotion_minor,
  })
  const payment = order.paid_online_minor > 0n ? await lockPayment(tx, { orderId }) : undefined
  if (payment?.is_disputed) throw new AppError('REFUND_IMPOSSIBLE')
  const isUnseen = order.payment_approved_at !== null && order.payment_confirmed_at === null && !payment
  const isGone = await isCustomerGone(tx, order.user_id)
  const isOwn = currency === settings.get('currencyId') && !isUnseen && !isGone
  // The cancellation returned money to the payer before money to the wallet. So the kept share consists of the wallet's
  // part of the deposit first.
  const ofWalletMinor = isOwn ? amountMinor : least(amountMinor, order.wallet_own_minor)
  if (isGone && ofWalletMinor > 0n) throw new AppError('REFUND_IMPOSSIBLE')
  const toPayerMinor = amountMinor - ofWalletMinor
  await postTransfer(tx, {
    kind: 'visit_kept_ended',
    source: { type: 'order', id: orderId },
    currency,
    actingStaffId,
    description: { key: 'orderRefundWalletComment', params: { order: order.unique_order_id } },
    postings: [
      { account: { kind: 'visit_kept' }, amountMinor: -amountMinor },
      { account: { kind: 'wallet_own', userId: order.user_id }, amountMinor: ofWalletMinor },
      { account: { kind: 'refunds_due' }, amountMinor: toPayerMinor },
    ],
  })
  if (toPayerMinor > 0n && payment) {
    const refund = { paymentRowId: payment.id, amountMinor: toPayerMinor, actingStaffId }
    await startRefund(tx, { ...refund, reason: 'requested', isFunded: true })
  } else if (toPayerMinor > 0n) {
    await setRefundDue(tx, orderId, order.refund_due_minor + toPayerMinor)
  }
  await shareLoss(tx, settings, { userId: order.user_id, orderId, bearer: 'wallet' })
  return amountMinor
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)
