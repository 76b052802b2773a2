import { type Minor, percentOf } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { mailInvoiceLater } from '#features/invoices/mail-invoice.ts'
import { rewardDelivery } from '#features/referrals/reward-delivery.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { Posting } from '#features/wallet/accounts.ts'
import { postTransfer } from '#features/wallet/ledger.ts'
import type { Services } from '#http/calls.ts'
import { findRiderTerms, type OrderRow, setRiderShare } from './queries.ts'

/** What a rider is paid by: hundredths of a percent of the order or of its delivery charge, and of the tip. */
export type RiderTerms = { commission_basis_points: number; tip_basis_points: number }
export type RiderShare = { commissionMinor: Minor; tipMinor: Minor }

type Money = Pick<
  OrderRow,
  | 'delivery_type'
  | 'payment_mode'
  | 'total_minor'
  | 'delivery_charge_minor'
  | 'actual_delivery_charge_minor'
  | 'tip_minor'
  | 'payable_minor'
  | 'wallet_own_minor'
  | 'wallet_promotion_minor'
  | 'paid_online_minor'
>

const SELF_PICKUP = 2

/**
 * What the rider of an order earns: a share of the total without tip or of the delivery charge, and of the tip; shares
 * round down. Nothing while riders' earnings are switched off.
 * @see wire contract §2.12, §5.1
 */
export function riderShare(
  order: Pick<Money, 'total_minor' | 'tip_minor' | 'actual_delivery_charge_minor'>,
  rider: RiderTerms,
  settings: Pick<Settings, 'get' | 'isOn'>,
): RiderShare {
  if (!settings.isOn('enableDeliveryGuyEarning')) return { commissionMinor: 0n, tipMinor: 0n }
  const base =
    settings.get('deliveryGuyCommissionFrom') === 'DELIVERYCHARGE'
      ? order.actual_delivery_charge_minor
      : order.total_minor - order.tip_minor
  return {
    commissionMinor: percentOf(base, rider.commission_basis_points, 'down'),
    tipMinor: percentOf(order.tip_minor, rider.tip_basis_points, 'down'),
  }
}

/**
 * Where a finished order's money goes. What came from the wallet or a provider leaves clearing; cash is owed by the rider who took it,
 * or by the store that did; the store gets the total without delivery charge and tip; what is left of these two after
 * the rider's share is the house's.
 */
export function settlementPostings(
  order: Money & { store_id: number; rider_id: number | null },
  share: RiderShare,
): Posting[] {
  const clearingMinor = order.wallet_own_minor + order.wallet_promotion_minor + order.paid_online_minor
  const storeMinor = order.total_minor - order.delivery_charge_minor - order.tip_minor
  const isCash = order.payment_mode === 'COD'
  const storeTookCash = isCash && order.delivery_type === SELF_PICKUP
  const riderTookCash = isCash && !storeTookCash && order.rider_id !== null
  const riderMinor = order.rider_id === null ? 0n : share.commissionMinor + share.tipMinor
  const rider = order.rider_id === null ? {} : { userId: order.rider_id }
  return [
    { account: { kind: 'order_clearing' }, amountMinor: -clearingMinor },
    { account: { kind: 'rider_cash', ...rider }, amountMinor: riderTookCash ? -order.payable_minor : 0n },
    {
      account: { kind: 'store_payable', storeId: order.store_id },
      amountMinor: storeMinor - (storeTookCash ? order.payable_minor : 0n),
    },
    { account: { kind: 'rider_earnings', ...rider }, amountMinor: riderMinor },
    { account: { kind: 'delivery_margin' }, amountMinor: order.delivery_charge_minor + order.tip_minor - riderMinor },
  ]
}

/**
 * Shares the money of an order that has just become delivered, and pays what it earns for others, in the transaction of
 * that move. Once per order: the ledger refuses a second settlement.
 */
export async function settleOrder(
  tx: Tx,
  order: OrderRow,
  services: Pick<Services, 'settings' | 'config'>,
): Promise<void> {
  const { settings } = services
  const terms = order.rider_id === null ? undefined : await findRiderTerms(tx, order.rider_id)
  const share = terms ? riderShare(order, terms, settings) : { commissionMinor: 0n, tipMinor: 0n }
  if (terms) await setRiderShare(tx, order.id, share)
  await postTransfer(tx, {
    kind: 'order_settlement',
    source: { type: 'order', id: order.id },
    currency: order.currency,
    description: { key: 'deliveryCommissionMessage', params: { order: order.unique_order_id } },
    postings: settlementPostings(order, share),
  })
  await mailInvoiceLater(tx, settings, order.id)
  await rewardDelivery(tx, services, order)
}
