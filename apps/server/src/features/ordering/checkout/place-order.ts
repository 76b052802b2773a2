import { isDeepStrictEqual } from 'node:util'
import type { Input, Output } from '@nukkad/contract/contract.ts'
import { parseMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { rememberWishes } from '#features/identity/addresses/remember-wishes.ts'
import { payingPostings } from '#features/ledger/wallet/clearing.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { redeemCoupon } from '#features/ordering/coupons/redeem-coupon.ts'
import { insertOrder } from '#features/ordering/orders/insert-order.ts'
import { presentOrder } from '#features/ordering/orders/present.ts'
import { readOrders } from '#features/ordering/orders/read-orders.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { mayChooseMethod, requireCallerStore, requireWalletRight, type Session } from '#http/session.ts'
import { checkMayBePlaced, readSchedule } from './check-order.ts'
import { linkTo, onlyDelivered, withoutDelivered } from './delivered-goods.ts'
import { guardGuesses } from './guard-guesses.ts'
import { goodsOrder, newOrder, wishesOf } from './new-order.ts'
import { presentQuote } from './present-quote.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { isOrderAlive } from './queries.ts'

type Context = CallContext<'place-order'>
type Answer = Output<'place-order'>

/**
 * Places an order once per key: prices it from our own tables, checks everything again, takes a coupon use, stock and
 * wallet money, and inserts order, lines and history, all in one transaction (GAP-08, GAP-10 to GAP-14;
 * docs/reference/security.md#money and the sections after it). If the price differs from the one that the customer saw,
 * nothing is placed and the answer carries the new quote.
 * @throws AppError the refusals declared by the call
 */
export async function placeOrder(context: Context): Promise<Answer> {
  const { db, session, request, settings } = context
  try {
    return await guardGuesses(context, { userId: session.userId, code: context.input.coupon?.code }, () =>
      once({ db, request, userId: session.userId, call: 'place-order' }, (tx) => place(tx, context), {
        limit: {
          key: `place-order:${session.userId}`,
          most: settings.number('limitOrdersPerCustomer'),
          windowSeconds: 60,
        },
        present: (tx, answer) => readAgain(tx, context, answer),
      }),
    )
  } catch (error) {
    if (error instanceof PriceChanged) return error.answer
    throw error
  }
}

/**
 * Returns the order that an earlier call with the same key placed; undefined if that order was cancelled or not paid in
 * time.
 */
async function readAgain(tx: Tx, { config }: Context, answer: Answer): Promise<Answer | undefined> {
  if (!answer.success || !(await isOrderAlive(tx, answer.data.id))) return undefined
  const [order] = await readOrders(tx, [answer.data.id], { timeZone: config.timeZone })
  return order && { success: true, data: order }
}

async function place(tx: Tx, context: Context): Promise<Answer> {
  const { input, session, settings, config } = context
  const { userId } = session
  if (input.method === 'WALLET' || input.partial_wallet) requireWalletRight(session)
  const cart = await priceCart(tx, settings, { cart: input, userId })
  requireCallerStore(session, cart.store.id)
  if (!mayChooseMethod(session, input.method)) throw new AppError('METHOD_NOT_AVAILABLE')
  const schedule = readSchedule(input, cart, context)
  const own = { ...context, input: withoutDelivered(input) }
  const ofGoods = { ...context, input: onlyDelivered(input) }
  checkMayBePlaced(own.input, cart, { ...context, schedule })
  if (cart.goods) checkMayBePlaced(ofGoods.input, cart.goods, { ...context, schedule: null })
  if (hasPriceChanged(input, cart)) throw new PriceChanged(cart, context)
  if (hasDepositChanged(input, cart)) throw new AppError('DEPOSIT_CHANGED')

  const order = await insertOrder(tx, newOrder(own, { cart, schedule }))
  const goods = cart.goods && (await insertOrder(tx, goodsOrder(ofGoods, { goods: cart.goods, visitOrder: order })))
  const coupon = cart.discount?.coupon
  if (coupon) await redeemCoupon(tx, { couponId: coupon.id, userId, orderId: order.id })
  await payFromWallet(tx, { id: order.id, number: order.unique_order_id, session, cart })
  if (!cart.goods || !goods) {
    await keepWishes(tx, input, cart)
    return { success: true, data: presentOrder(order, config.timeZone) }
  }
  await payFromWallet(tx, { id: goods.id, number: goods.unique_order_id, session, cart: cart.goods })
  await keepWishes(tx, ofGoods.input, cart.goods)
  return { success: true, data: presentOrder({ ...order, linked: linkTo(goods, order) }, config.timeZone) }
}

function hasPriceChanged(
  { quoted_total, quoted_goods_total }: Input<'place-order'>,
  { quote, goods, store }: PricedCart,
): boolean {
  const differs = (quoted: string | null | undefined, totalMinor: bigint) =>
    quoted !== null && quoted !== undefined && quoted !== '' && parseMoney(quoted, store.currency) !== totalMinor
  return (
    differs(quoted_total, quote.totalMinor) || (goods !== null && differs(quoted_goods_total, goods.quote.totalMinor))
  )
}

function hasDepositChanged(
  { quoted_deposit: quoted }: Input<'place-order'>,
  { quote, store, visit }: PricedCart,
): boolean {
  if (!visit || quoted === null || quoted === undefined || quoted === '') return false
  return parseMoney(quoted, store.currency) !== quote.totalMinor - quote.atStoreMinor
}

/**
 * Carries the answer with the new quote as an error, because a thrown error rolls back the transaction, so that no
 * answer is stored under the idempotency key.
 */
class PriceChanged extends Error {
  readonly answer: Answer

  constructor(cart: PricedCart, { settings, request }: Context) {
    super('price changed')
    const message = settings.text('error_PRICE_CHANGED', {}, request.language)
    this.answer = {
      success: false,
      message,
      error: { code: 'PRICE_CHANGED', request_id: request.id },
      quote: presentQuote(cart),
    }
  }
}

/** Stores the delivery instructions with the address, so that the next order to this address begins with them. */
async function keepWishes(tx: Tx, input: Input<'place-order'>, cart: PricedCart): Promise<void> {
  const { address } = cart.facts
  if (input.delivery_type !== 1 || !address) return
  const wishes = wishesOf(input, cart)
  const { delivery_instructions, delivery_note } = address
  if (isDeepStrictEqual(wishes, { delivery_instructions, delivery_note })) return
  await rememberWishes(tx, address.id, wishes)
}

/**
 * Moves the wallet's part of the price into clearing until the order is delivered: promotion credit first, then own
 * money (GAP-82).
 */
async function payFromWallet(
  tx: Tx,
  { id, number, session, cart: { quote, store } }: { id: number; number: string; session: Session; cart: PricedCart },
): Promise<void> {
  if (quote.walletMinor === 0n) return
  const { userId, actingStaffId } = session
  await postTransfer(tx, {
    kind: 'order_payment',
    source: { type: 'order', id },
    currency: store.currency,
    actingStaffId,
    description: {
      key: quote.payableMinor > 0n ? 'orderPartialPaymentWalletComment' : 'orderPaymentWalletComment',
      params: { order: number },
    },
    postings: payingPostings(userId, { ownMinor: quote.walletOwnMinor, promotionMinor: quote.walletPromotionMinor }),
  })
}
