import { spreadLoss } from '@nukkad/rules/dispute.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import { goneMinor } from '@nukkad/rules/referral.ts'
import type { Db, Tx } from '#db/connection.ts'
import { holdPeople, reverseCommissions } from '#features/ledger/referrals/reverse-commissions.ts'
import type { AccountRef } from '#features/ledger/wallet/accounts.ts'
import { lockWallet, postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { Settings } from '#platform/settings/settings.ts'
import * as queries from './loss-queries.ts'

/**
 * The losses to share: the loss of a dispute that has ended or, when an order is delivered or cancelled, the losses of
 * payments that may have paid it.
 */
type Scope = { userId: number; disputeId: number } | (queries.LossesOfOrder & { bearer: 'order' | 'wallet' })

/**
 * Shares the amount that a customer's bank has taken permanently: the wallet that the payment filled bears it as far as
 * the wallet has money, the stores of the delivered orders that the payment paid bear their shares, and the platform
 * bears the rest. If the dispute is won, the money returns to those who bore the loss. Only the difference to the loss
 * shares so far is moved, so a repeated call moves nothing.
 * @see decision 0050
 */
export async function shareLoss(tx: Tx, settings: Pick<Settings, 'isOn'>, scope: Scope): Promise<void> {
  await queries.takeTurn(tx, scope.userId)
  const storesBear = settings.isOn('storesBearLostDisputes')
  for (const loss of await queries.listLosses(tx, scope)) {
    const changeMinor = loss.lost_minor - loss.shared_minor
    if (changeMinor !== 0n) await share(tx, loss, { changeMinor, scope, storesBear })
  }
}

/**
 * Makes a delivery or cancellation wait for the lost payments of its customer; the calling function must not have
 * locked any person yet.
 */
export async function awaitLosses(tx: Tx, userId: number): Promise<void> {
  await queries.takeTurn(tx, userId)
}

/** Returns whether a bank may still take an order's money: during the days of the hold, and while a dispute is open. */
export async function isPaymentAtRisk(db: Db, orderId: number): Promise<boolean> {
  return queries.isPaymentAtRisk(db, orderId)
}

type Change = { changeMinor: Minor; scope: Scope; storesBear: boolean }

async function share(tx: Tx, loss: queries.LossRow, { changeMinor, scope, storesBear }: Change): Promise<void> {
  const { dispute_id: disputeId, user_id: userId, currency } = loss
  const orders =
    'bearer' in scope && scope.bearer === 'wallet' ? [] : await queries.lockOrderBearers(tx, loss, onlyOrder(scope))
  const orderIds = orders.map(({ order_id }) => order_id)
  await holdPeople(tx, { userId, orderIds })
  const { ownMinor } = loss.fills_wallet ? await lockWallet(tx, userId, currency) : { ownMinor: 0n }
  const wallet = { lostMinor: await queries.findWalletShare(tx, disputeId), roomMinor: ownMinor }
  const [ofWallet, ...ofOrders] = spreadLoss(changeMinor, [
    wallet,
    ...orders.map(({ lost_minor, room_minor }) => ({ lostMinor: lost_minor, roomMinor: room_minor })),
  ])
  if (ofWallet !== wallet.lostMinor)
    await move(tx, { kind: 'wallet_own', userId }, { loss, orderId: null, lostMinor: ofWallet!, storesBear })
  for (const [index, order] of orders.entries()) {
    const lostMinor = ofOrders[index]!
    if (lostMinor === order.lost_minor) continue
    const store = { kind: 'store_payable', storeId: order.store_id } as const
    await move(tx, store, { loss, orderId: order.order_id, lostMinor, storesBear })
    await takeCommissionsBack(tx, order, lostMinor)
  }
}

const onlyOrder = (scope: Scope) => ('orderId' in scope ? scope.orderId : undefined)

type Move = { loss: queries.LossRow; orderId: number | null; lostMinor: Minor; storesBear: boolean }

async function move(tx: Tx, account: AccountRef, { loss, orderId, lostMinor, storesBear }: Move): Promise<void> {
  const change = { disputeId: loss.dispute_id, orderId, lostMinor, storesBear }
  const { id, times, changeMinor } = await queries.setShare(tx, change)
  if (changeMinor === 0n) return
  await postTransfer(tx, {
    kind: 'dispute_share',
    source: { type: 'dispute_share', id: `${id}-${times}` },
    currency: loss.currency,
    description: { key: 'walletTransactionPaymentLost' },
    postings: [
      { account, amountMinor: -changeMinor },
      { account: { kind: 'dispute_loss' }, amountMinor: changeMinor },
    ],
  })
}

/**
 * Takes back the referral commissions of an order whose payment was lost, as a refund does. A dispute that is won later
 * does not restore the referral commissions.
 */
async function takeCommissionsBack(tx: Tx, order: queries.OrderBearer, lostMinor: Minor): Promise<void> {
  const {
    order_id: id,
    total_minor: totalMinor,
    promotion_minor: promotionMinor,
    refunded_minor: refundedMinor,
  } = order
  const gone = {
    totalMinor,
    promotionMinor,
    refundedMinor,
    lostMinor: order.order_lost_minor - order.lost_minor + lostMinor,
  }
  await reverseCommissions(tx, { id }, { refundedMinor: goneMinor(gone), ofMinor: totalMinor })
}
