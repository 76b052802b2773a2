import type { Minor } from '@nukkad/rules/money.ts'
import { type Commission, capPassed, commissionsOf, isSamePerson, withinIncome } from '@nukkad/rules/referral.ts'
import type { Tx } from '#db/connection.ts'
import { askForCommission } from '#features/ledger/adjustments/commission-request.ts'
import { type BonusServices, payBonus } from './bonus.ts'
import { peopleOfStore } from './connections.ts'
import { creditCommission } from './credit-commissions.ts'
import { type BuyerRow, hasEarlierOrder, insertCommission, lockParties, sumCommissionsOfDay } from './queries.ts'
import { bonusTerms, commissionCaps, commissionRates } from './terms.ts'

/** The fields of an order that the referral programme uses; amounts in minor units. */
export type RewardedOrder = {
  id: number
  user_id: number
  store_id: number
  shared_by: number | null
  acting_staff_id: number | null
  currency: string
  subtotal_minor: Minor
  coupon_minor: Minor
  total_minor: Minor
  wallet_promotion_minor: Minor
  /** The platform's income from the order, from which its commissions are paid. */
  incomeMinor: Minor
  /** Whether the platform or a rider has received the order's money; if not, the order's commissions are held. */
  isSeen: boolean
  /** Whether a bank can still take the payment back; if so, the order's commissions are held. */
  isAtRisk: boolean
}

/**
 * Pays the commissions of a delivered order, in the transaction that delivers it: to the customer's referrer and to the
 * owner of the used code, together at most the platform income of the order. Also pays welcome bonus and reward if the
 * programme pays them on orders. Pays nothing while the programme is off, nothing to people of the store, and nothing
 * for purchases by people of the store. Constraints of the table refuse a second commission for the same order.
 * @see I-04, I-05, INT-03, GAP-68, GAP-82, docs/reference/security.md#ledger, decision 0040
 */
export async function rewardDelivery(tx: Tx, services: BonusServices, order: RewardedOrder): Promise<void> {
  if (!services.settings.isOn('enableReferAndEarn')) return
  const people = await lockParties(tx, { buyerId: order.user_id, sharedBy: order.shared_by })
  const buyer = people.find(({ userId }) => userId === order.user_id)
  if (!buyer) throw new Error(`order ${order.id} has no buyer`)
  const own = await peopleOfStore(tx, order.store_id, people)
  if (own.has(buyer.userId)) return
  const strangers = people.filter(({ userId }) => !own.has(userId))
  const referrer = strangers.find(({ userId }) => userId === buyer.referredBy)
  const sharer = strangers.find(({ userId }) => userId === order.shared_by)
  const rests = {
    serviceMinor: serviceOf(order),
    totalMinor: order.total_minor,
    promotionMinor: order.wallet_promotion_minor,
  }
  const earned = commissionsOf(
    rests,
    { buyer, actingStaffId: order.acting_staff_id, referrer, sharer },
    commissionRates(services.settings),
  )
  for (const commission of withinIncome(earned, rests, order.incomeMinor))
    await keepCommission(tx, services, { order, commission })
  if (order.isSeen) await payOrderBonus(tx, services, { order, buyer, referrer })
}

/** Returns the base of commissions: the subtotal after the coupon, without charges, tax and tip (GAP-68). */
function serviceOf({ subtotal_minor, coupon_minor }: RewardedOrder): Minor {
  return subtotal_minor - coupon_minor
}

/**
 * Records a commission as credited if it is due now, as held during its holding time, or as waiting for an approval if
 * it is above a cap.
 */
async function keepCommission(
  tx: Tx,
  { settings }: BonusServices,
  { order, commission }: { order: RewardedOrder; commission: Commission },
): Promise<void> {
  const holdingDays = Math.max(0, Math.trunc(settings.number('commissionHoldingDays') || 0))
  const { id: orderId, user_id: buyerId, store_id: storeId, currency } = order
  const day = await sumCommissionsOfDay(tx, { userId: commission.userId, buyerId, storeId, currency })
  const cap = capPassed(commission.amountMinor, day, commissionCaps(settings, currency))
  const status = cap ? 'waiting' : holdingDays > 0 || !order.isSeen || order.isAtRisk ? 'held' : 'credited'
  const needsApproval = cap !== undefined
  const row = await insertCommission(tx, { ...commission, orderId, currency, holdingDays, status, needsApproval })
  if (cap) await askForCommission(tx, row, cap)
  if (row.status === 'credited') await creditCommission(tx, row)
}

/**
 * Pays welcome bonus and reward on the first delivered order that is large enough, if the programme pays them on
 * orders. Accounts that staff created get no bonus (GAP-74). A referrer who uses the same browser counts as the same
 * person, and gets no reward.
 */
async function payOrderBonus(
  tx: Tx,
  services: BonusServices,
  { order, buyer, referrer }: { order: RewardedOrder; buyer: BuyerRow; referrer: BuyerRow | undefined },
): Promise<void> {
  const { paidOn, minimumOrderMinor } = bonusTerms(services.settings)
  const { id: orderId, user_id: userId, currency } = order
  if (paidOn !== 'order' || currency !== services.settings.get('currencyId')) return
  if (!buyer.isPhoneProved || buyer.phone === null || buyer.isStaffMade) return
  if (await hasEarlierOrder(tx, { userId, orderId, currency, leastMinor: minimumOrderMinor })) return
  const referredBy = referrer && !isSamePerson(referrer, buyer) ? referrer.userId : null
  await payBonus(
    tx,
    services,
    { userId, phone: buyer.phone, referredBy },
    { kind: 'order', serviceMinor: serviceOf(order) },
  )
}
