import { type Minor, percentOf } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { isOfStore } from '#features/ledger/referrals/connections.ts'
import { rewardDelivery } from '#features/ledger/referrals/reward-delivery.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { mailInvoiceLater } from '#features/ordering/invoices/mail-invoice.ts'
import { awaitLosses, isPaymentAtRisk, shareLoss } from '#features/payments/disputes/share-loss.ts'
import type { Services } from '#http/calls.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { findRiderTerms, getStoreCommission, setPlatformIncome, setRiderShare } from './money-queries.ts'
import type { OrderRow } from './queries.ts'

/**
 * A rider's shares, in hundredths of a percent: the share of the order or of its delivery charge, and the share of the
 * tip.
 */
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
  | 'at_store_minor'
  | 'wallet_own_minor'
  | 'wallet_promotion_minor'
  | 'paid_online_minor'
>

const SELF_PICKUP = 2

/**
 * Returns the earnings of an order's rider: a share of the total without tip or of the delivery charge, and of the tip;
 * shares round down. The rider's earnings are 0 while the setting for riders' earnings is off. The rider's shares of
 * order and tip together are at most the sum of delivery charge, tip and store commission, and at most the money paid,
 * because free delivery and promotion credit bring no money. The rider's share of the tip is paid before the share of
 * the order.
 * @see docs/reference/wire.md#rider-app and docs/reference/wire.md#business-rules, decision 0049
 */
export function riderShare(
  order: SharedOrder,
  { commission_basis_points, tip_basis_points, storeBasisPoints, withheldMinor }: RiderTerms & StorePart,
  settings: Pick<Settings, 'get' | 'isOn'>,
): RiderShare {
  if (!settings.isOn('enableDeliveryGuyEarning')) return { commissionMinor: 0n, tipMinor: 0n }
  const base =
    settings.get('deliveryGuyCommissionFrom') === 'DELIVERYCHARGE'
      ? order.actual_delivery_charge_minor
      : order.total_minor - order.tip_minor
  const { commissionMinor } = storePart(order, { storeBasisPoints, withheldMinor })
  const broughtMinor = order.delivery_charge_minor + order.tip_minor + commissionMinor
  const boundMinor = least(broughtMinor, order.total_minor - order.wallet_promotion_minor)
  const tipMinor = least(percentOf(order.tip_minor, tip_basis_points, 'down'), boundMinor)
  return { commissionMinor: least(percentOf(base, commission_basis_points, 'down'), boundMinor - tipMinor), tipMinor }
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)

type SharedOrder = Pick<
  Money,
  'total_minor' | 'delivery_charge_minor' | 'actual_delivery_charge_minor' | 'tip_minor' | 'wallet_promotion_minor'
>
type StorePart = {
  /** The store commission, in hundredths of a percent. */
  storeBasisPoints: number
  /**
   * Promotion credit, in minor units, that the store is not paid for, because the store's own people spent it there.
   */
  withheldMinor?: Minor | undefined
}

function storePart(
  order: Pick<Money, 'total_minor' | 'delivery_charge_minor' | 'tip_minor'>,
  { storeBasisPoints, withheldMinor = 0n }: StorePart,
): { grossMinor: Minor; commissionMinor: Minor } {
  const grossMinor = order.total_minor - order.delivery_charge_minor - order.tip_minor - withheldMinor
  return { grossMinor, commissionMinor: percentOf(grossMinor, storeBasisPoints, 'down') }
}

type SettledOrder = Money & { store_id: number; rider_id: number | null }
type Cuts = StorePart & { share: RiderShare }

/**
 * Returns, in minor units, the store's part of a finished order before commission, and the platform's income from it.
 * The platform's income is the commission, rounded down, plus delivery charge and tip less the rider's share. The
 * platform's income from an order is never negative, even when the commission pays a part of the rider's share.
 * @see decisions 0040, 0049
 */
export function earningsOf(
  order: SettledOrder,
  { share, ...part }: Cuts,
): { grossMinor: Minor; commissionMinor: Minor; deliveryMinor: Minor; incomeMinor: Minor } {
  const { grossMinor, commissionMinor } = storePart(order, part)
  const riderMinor = order.rider_id === null ? 0n : share.commissionMinor + share.tipMinor
  const deliveryMinor = order.delivery_charge_minor + order.tip_minor - riderMinor
  return { grossMinor, commissionMinor, deliveryMinor, incomeMinor: commissionMinor + deliveryMinor }
}

/**
 * Returns the postings that share the money of a finished order. Money from the wallet or a provider leaves the
 * clearing account; a rider or store that took cash owes that amount. The store gets the total without delivery charge
 * and tip, less the store commission; the platform retains the rest of delivery charge and tip after the rider's share.
 * A store that took cash at its counter owes the commission.
 */
export function settlementPostings(order: SettledOrder, cuts: Cuts): Posting[] {
  const { grossMinor, commissionMinor, deliveryMinor } = earningsOf(order, cuts)
  const { share, withheldMinor = 0n } = cuts
  const clearingMinor = order.wallet_own_minor + order.wallet_promotion_minor + order.paid_online_minor
  const storeTookMinor = cashAtCounter(order)
  const riderTookCash = order.payment_mode === 'COD' && storeTookMinor === 0n && order.rider_id !== null
  const riderMinor = order.rider_id === null ? 0n : share.commissionMinor + share.tipMinor
  const rider = order.rider_id === null ? {} : { userId: order.rider_id }
  const { store_id: storeId } = order
  return [
    { account: { kind: 'order_clearing' }, amountMinor: -clearingMinor },
    { account: { kind: 'rider_cash', ...rider }, amountMinor: riderTookCash ? -order.payable_minor : 0n },
    { account: { kind: 'store_payable', storeId }, amountMinor: grossMinor - commissionMinor - storeTookMinor },
    { account: { kind: 'delivery_margin', storeId }, amountMinor: commissionMinor },
    { account: { kind: 'rider_earnings', ...rider }, amountMinor: riderMinor },
    { account: { kind: 'delivery_margin' }, amountMinor: deliveryMinor },
    { account: { kind: 'promotion_expense' }, amountMinor: withheldMinor },
  ]
}

/**
 * Returns the amount that a store took at its counter, at the collection or after a visit, in minor units; the platform
 * never receives this money.
 */
export function cashAtCounter({
  payment_mode,
  delivery_type,
  payable_minor,
  at_store_minor,
}: Pick<Money, 'payment_mode' | 'delivery_type' | 'payable_minor' | 'at_store_minor'>): Minor {
  return at_store_minor + (payment_mode === 'COD' && delivery_type === SELF_PICKUP ? payable_minor : 0n)
}

/**
 * Shares the money of an order that has just been delivered, books the platform's commission, and pays the rewards that
 * the order earns for others, in the transaction of the delivery. The ledger refuses a second order settlement of the
 * same order.
 */
export async function settleOrder(
  tx: Tx,
  order: OrderRow,
  services: Pick<Services, 'settings' | 'config'>,
): Promise<void> {
  const { settings } = services
  const isPaidAhead = order.wallet_own_minor + order.paid_online_minor > 0n
  if (isPaidAhead) await awaitLosses(tx, order.user_id)
  const terms = order.rider_id === null ? undefined : await findRiderTerms(tx, order.rider_id)
  const storeBasisPoints = await getStoreCommission(tx, order.store_id)
  const withheldMinor = await withheldCredit(tx, order)
  const part = { storeBasisPoints, withheldMinor }
  const share = terms ? riderShare(order, { ...terms, ...part }, settings) : { commissionMinor: 0n, tipMinor: 0n }
  if (terms) await setRiderShare(tx, order.id, share)
  const cuts = { share, ...part }
  const { commissionMinor, incomeMinor } = earningsOf(order, cuts)
  await setPlatformIncome(tx, order.id, { commissionMinor, incomeMinor, withheldMinor })
  await postTransfer(tx, {
    kind: 'order_settlement',
    source: { type: 'order', id: order.id },
    currency: order.currency,
    description: { key: 'deliveryCommissionMessage', params: { order: order.unique_order_id } },
    postings: settlementPostings(order, cuts),
  })
  await mailInvoiceLater(tx, settings, order.id)
  // Limits rewards to the money that is left after promotion credit and the rider's share.
  const moneyLeftMinor = order.total_minor - order.wallet_promotion_minor - share.commissionMinor - share.tipMinor
  await rewardDelivery(tx, services, {
    ...order,
    incomeMinor: least(incomeMinor, moneyLeftMinor),
    isSeen: isMoneySeen(order),
    isAtRisk: isPaidAhead && (await isPaymentAtRisk(tx, order.id)),
  })
  // The payer's bank may have taken the payment back before the delivery; if so, the loss is shared now.
  if (isPaidAhead) await shareLoss(tx, settings, { userId: order.user_id, orderId: order.id, bearer: 'order' })
}

/**
 * Returns the promotion credit, in minor units, that the store is not paid for: the credit that the store's own people
 * spend there, at most the store's part of the order (decision 0045).
 */
async function withheldCredit(tx: Tx, order: OrderRow): Promise<Minor> {
  const creditMinor = order.wallet_promotion_minor
  if (creditMinor === 0n || !(await isOfStore(tx, { storeId: order.store_id, userId: order.user_id }))) return 0n
  const grossMinor = order.total_minor - order.delivery_charge_minor - order.tip_minor
  return creditMinor < grossMinor ? creditMinor : grossMinor
}

/**
 * Returns whether the platform or a rider has received the money of an order. Cash at the store's counter and
 * unconfirmed reported payments do not count as received.
 */
function isMoneySeen(order: OrderRow): boolean {
  const isConfirmed = order.payment_approved_at === null || order.payment_confirmed_at !== null
  return cashAtCounter(order) === 0n && isConfirmed
}
