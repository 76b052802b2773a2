import { type RefundShare, refundShares, shareOfCancelled } from '@nukkad/rules/cancellation.ts'
import {
  canMove,
  type OrderActor,
  type OrderStatus,
  orderActors,
  orderMoves,
  orderStatuses,
  orderStatusIds,
  orderStatusOfId,
} from '@nukkad/rules/order-states.ts'
import { type OrderType, orderTypes } from '@nukkad/rules/order-type.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { useTestApp } from '#test/harness.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { cancelOrder, giveBack } from './cancel-order.ts'
import { moveOrder } from './move-order.ts'
import { settleOrder } from './settle-order.ts'

const test = useTestApp()
const RUNS = Number(process.env.PROOF_RUNS ?? 15)
const ORDERS = 3

type Start = {
  status: OrderStatus
  isDelivery: boolean
  paymentMode: 'COD' | 'WALLET'
  quantity: number
  deliveryMinor: bigint
  tipMinor: bigint
  ownMinor: bigint
  promotionMinor: bigint
}
/**
 * `pick` chooses one of the moves that the order allows. Without `pick`, the test tries the move from `from` to `to` by
 * `actor`, also where the order does not allow it.
 */
type Step = {
  order: number
  pick: number | null
  from: OrderStatus
  to: OrderStatus
  actor: OrderActor
  /** The share of the payment that is refunded when staff cancel the order. */
  share: RefundShare
}
type Known = Start & { id: number; userId: number }

const minor = (max: number) => fc.bigInt({ min: 0n, max: BigInt(max) })
/** A wallet order is paid when it is placed, so only other orders await payment. */
const starts = fc
  .record<Start>({
    status: fc.constantFrom(...orderMoves.flatMap(({ from, to }) => (from === 'new' ? [to] : []))),
    isDelivery: fc.boolean(),
    paymentMode: fc.constantFrom('COD', 'WALLET'),
    quantity: fc.integer({ min: 1, max: 5 }),
    deliveryMinor: minor(5_000),
    tipMinor: minor(3_000),
    ownMinor: minor(4_000),
    promotionMinor: minor(4_000),
  })
  .filter(({ status, paymentMode }) => status !== 'awaiting_payment' || paymentMode !== 'WALLET')
const steps = fc.record<Step>({
  order: fc.nat({ max: ORDERS - 1 }),
  pick: fc.option(fc.nat({ max: 50 }), { freq: 4 }),
  from: fc.constantFrom(...orderStatuses),
  to: fc.constantFrom(...orderStatuses),
  actor: fc.constantFrom(...orderActors),
  share: fc.constantFrom(...refundShares),
})

it('[GAP-07] [I-11] in any history only allowed moves happen, each once, and the ledger is correct', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(starts, { minLength: ORDERS, maxLength: ORDERS }),
      fc.array(steps, { minLength: 5, maxLength: 25 }),
      live,
    ),
    // The test does not shrink a failed history, because the rows that it leaves would make every smaller history fail
    // too.
    { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
  )
}, 600_000)

/**
 * Applies one history to the server and to a model. Two parallel requests try each move of the history, and only one
 * may succeed.
 */
async function live(beginnings: readonly Start[], history: readonly Step[]): Promise<void> {
  const { db } = test
  const customer = await test.build.user()
  const store = await test.build.store()
  const rider = await test.build.rider({ stores: [store] })
  await fundWallet(db, customer.id, { ownMinor: 500_000n, promotionMinor: 100_000n })
  const wallet = { ownMinor: 500_000n, promotionMinor: 100_000n }
  const orders: Known[] = []
  for (const start of beginnings) {
    const known = await place(start, { userId: customer.id, storeId: store.id })
    wallet.ownMinor -= known.ownMinor
    wallet.promotionMinor -= known.promotionMinor
    orders.push(known)
  }

  for (const step of history) {
    const order = orders[step.order]!
    const { from, to, actor } = chosen(step, order)
    const share = actor === 'admin' ? step.share : 'full'
    const isListed = canMove(from, to, actor)
    const shouldHappen = isListed && order.status === from && canMove(from, to, actor, typeOf(order))
    const tries = await Promise.allSettled([1, 2].map(() => move(order, { from, to, actor, share }, rider.id)))
    if (!isListed) expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    else for (const tried of tries) if (tried.status === 'rejected') throw tried.reason
    const happened = tries.filter((tried) => tried.status === 'fulfilled' && tried.value)
    expect(happened).toHaveLength(shouldHappen ? 1 : 0)
    if (shouldHappen) {
      order.status = to
      if (isOver(to)) {
        const { back } = shareOfCancelled(order, share)
        wallet.ownMinor += back.ownMinor
        wallet.promotionMinor += back.promotionMinor
      }
    }
    expect(await statusOf(order.id)).toBe(order.status)
  }

  expect(await walletBalances(db, customer.id)).toEqual(wallet)
  const { rows } = await sql<{
    total: string
  }>`select coalesce(sum(amount_minor), 0)::text as total from postings`.execute(db)
  expect(rows).toEqual([{ total: '0' }])
  expect(await checkLedger(db)).toEqual([])
}

async function place(start: Start, { userId, storeId }: { userId: number; storeId: number }): Promise<Known> {
  const deliveryMinor = start.isDelivery ? start.deliveryMinor : 0n
  const tipMinor = start.isDelivery ? start.tipMinor : 0n
  const totalMinor = 10_000n * BigInt(start.quantity) + deliveryMinor + tipMinor
  // A wallet order is paid completely, other orders in part. An unpaid order starts without a wallet part, because a
  // late payment would take that part a second time; the payment tests cover this.
  const pays = start.status === 'awaiting_payment' ? { ownMinor: 0n, promotionMinor: 0n } : start
  const promotionMinor = pays.promotionMinor
  const ownMinor = start.paymentMode === 'WALLET' && pays === start ? totalMinor - promotionMinor : pays.ownMinor
  const order = await test.build.order({
    user_id: userId,
    store_id: storeId,
    status: orderStatusIds[start.status],
    delivery_type: start.isDelivery ? 1 : 2,
    payment_mode: start.paymentMode,
    lines: [{ name: 'Masala Dosa', quantity: start.quantity, unit_price_minor: 10_000n }],
    delivery_charge_minor: deliveryMinor,
    actual_delivery_charge_minor: deliveryMinor,
    tip_minor: tipMinor,
    wallet_own_minor: ownMinor,
    wallet_promotion_minor: promotionMinor,
  })
  if (ownMinor + promotionMinor > 0n) await payOrder(test.db, order, { ownMinor, promotionMinor })
  return { ...start, id: order.id, userId, ownMinor, promotionMinor }
}

function chosen(step: Step, order: Known): Pick<Step, 'from' | 'to' | 'actor'> {
  const open = orderMoves.filter(
    ({ from, only }) => from === order.status && (only ?? orderTypes).includes(typeOf(order)),
  )
  const next = step.pick === null ? undefined : open[step.pick % open.length]
  if (!next) return step
  return { from: order.status, to: next.to, actor: next.actors[step.pick! % next.actors.length]! }
}

const typeOf = ({ isDelivery }: Known): OrderType => (isDelivery ? 'DELIVERY' : 'SELFPICKUP')

const isOver = (status: OrderStatus): boolean => status === 'cancelled' || status === 'payment_failed'

/** Moves an order as the features do: an end gives back what the order took, and a delivery shares its money. */
async function move(
  { id: orderId, userId }: Known,
  { from, to, actor, share }: Pick<Step, 'from' | 'to' | 'actor' | 'share'>,
  riderId: number,
): Promise<boolean> {
  return inTransaction(test.db, async (tx: Tx) => {
    if (to === 'cancelled' && (actor === 'customer' || actor === 'store' || actor === 'admin')) {
      const wanted = { orderId, actor, actorId: userId, from: [from], share }
      return (await cancelOrder(tx, test.services.settings, wanted)) !== undefined
    }
    const order = await moveOrder(tx, {
      orderId,
      from,
      to,
      actor,
      kind: 'proof',
      ...(to === 'assigned' && { set: { rider_id: riderId } }),
    })
    if (!order) return false
    if (isOver(to)) await giveBack(tx, test.services.settings, order)
    if (to === 'delivered') await settleOrder(tx, order, test.services)
    return true
  })
}

async function statusOf(id: number): Promise<OrderStatus | undefined> {
  const row = await test.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return orderStatusOfId(row.status)
}
