import { randomBytes, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Input, Output } from '@nukkad/contract/contract.ts'
import { deliveryInstructions } from '@nukkad/contract/identity/delivery-instructions.ts'
import { providers } from '@nukkad/contract/payments/providers.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { takesGateway } from '@nukkad/rules/gateways.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { formatOrderNumber, pinFrom } from '@nukkad/rules/order-number.ts'
import { firstStatus, orderStatusIds } from '@nukkad/rules/order-states.ts'
import { orderTypeOfCode, supportsOrderType } from '@nukkad/rules/order-type.ts'
import { paymentMethodOf } from '@nukkad/rules/payment-methods.ts'
import { isOrderAmount, missingForMinimum } from '@nukkad/rules/pricing.ts'
import type { Tx } from '#db/connection.ts'
import { offeredDays } from '#features/catalogue/stores/schedule.ts'
import { rememberWishes } from '#features/identity/addresses/remember-wishes.ts'
import { payingPostings } from '#features/ledger/wallet/clearing.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { redeemCoupon } from '#features/ordering/coupons/redeem-coupon.ts'
import { insertOrder, type NewOrder } from '#features/ordering/orders/insert-order.ts'
import { notificationOf } from '#features/ordering/orders/move-order.ts'
import { presentOrder } from '#features/ordering/orders/present.ts'
import { readOrders } from '#features/ordering/orders/read-orders.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { mayChooseMethod, requireCallerStore, requireWalletRight, type Session } from '#http/session.ts'
import { wireTime } from '#http/wire-time.ts'
import { checkAddress, checkIsOpen, linkTo, onlyDelivered, withoutDelivered } from './delivered-goods.ts'
import { guardGuesses } from './guard-guesses.ts'
import { presentQuote } from './present-quote.ts'
import { type PricedCart, priceCart, taxBasisPoints } from './price-cart.ts'
import { type CheckoutAddress, isOrderAlive } from './queries.ts'

type Context = CallContext<'place-order'>
type Answer = Output<'place-order'>
type Schedule = { startsAt: Date; date: { day: string; date: string }; slot: { open: string; close: string } }

/** The characters of order numbers, without those that people easily confuse when they read a number aloud. */
const NUMBER_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Length of a slot in minutes; the promised time of a scheduled order is the end of its slot. */
const SLOT_MINUTES = 30

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

/** Refuses an order that the store, time, address or payment method does not allow. */
function checkMayBePlaced(
  input: Input<'place-order'>,
  cart: PricedCart,
  { settings, outside, schedule }: Pick<Context, 'settings' | 'outside'> & { schedule: Schedule | null },
): void {
  const { store, quote, facts } = cart
  const orderType = orderTypeOfCode(input.delivery_type)
  if (!orderType || !supportsOrderType(store.delivery_type, orderType)) throw new AppError('ORDER_TYPE_UNSUPPORTED')
  if (!schedule && !cart.visit) checkIsOpen(cart)
  if (orderType === 'DELIVERY') checkAddress(cart)
  const missingMinor = missingForMinimum(quote.subtotalMinor, BigInt(store.minimum_order_minor))
  if (missingMinor > 0n && !cart.visit)
    throw new AppError('MINIMUM_NOT_MET', {
      params: { amount: wireMoney(BigInt(store.minimum_order_minor), store.currency) },
    })
  if (!isOrderAmount(quote.totalMinor)) throw new AppError('ORDER_AMOUNT_OUT_OF_RANGE')
  checkMethod(input, cart, { settings, outside })
  // Unpaid orders hold stock and coupon uses that other customers want, so a customer may have only a few.
  if (awaitsPayment(input, cart) && facts.unpaid_count >= settings.number('limitUnpaidOrdersPerCustomer'))
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: settings.number('awaitingPaymentThreshold') * 60 })
  if (input.method === 'WALLET' && quote.payableMinor > 0n) {
    throw new AppError('WALLET_TOO_LOW', {
      params: { amount: wireMoney(BigInt(facts.own_minor) + BigInt(facts.promotion_minor), store.currency) },
    })
  }
}

function awaitsPayment({ method }: Input<'place-order'>, { quote }: PricedCart): boolean {
  return method !== 'COD' && quote.payableMinor > 0n
}

function checkMethod(
  input: Input<'place-order'>,
  { quote, store, visit }: PricedCart,
  { settings, outside }: Pick<Context, 'settings' | 'outside'>,
): void {
  // A deposit cannot be paid in cash, because it is paid when booking. The rest of a visit's price is paid at the
  // salon, by any method that the salon accepts.
  if (visit && input.method === 'COD') {
    if (quote.payableMinor > 0n) throw new AppError('METHOD_NOT_AVAILABLE')
    return
  }
  const isPickupCash = input.method === 'COD' && input.delivery_type === 2
  const provider = outside.payments.findByGateway(input.method)
  const isOffered =
    (input.method === 'WALLET' && store.currency === settings.get('currencyId')) ||
    (input.method === 'COD' && settings.isOn('offersCash') && (!isPickupCash || settings.isOn('enCODonSF'))) ||
    provider?.takes(store.currency)
  const choice = { mayChoose: settings.isOn('allowPaymentGatewaySelection'), chosen: store.gateways }
  const isTaken =
    input.method === 'WALLET' || takesGateway(choice, provider ? providers[provider.name].gateway : input.method)
  if (!isOffered || !isTaken) throw new AppError('METHOD_NOT_AVAILABLE')
  const change = readCashChange(input, store.currency)
  if (change !== null && change < quote.payableMinor) throw new AppError('CASH_CHANGE_INVALID')
}

/**
 * Reads the amount that the customer will pay with, so that the rider brings change; null unless the order is paid in
 * cash.
 */
function readCashChange({ cash_change_amount: text, method }: Input<'place-order'>, currency: string): bigint | null {
  if (text === null || text === undefined || text === '' || method !== 'COD') return null
  const amountMinor = parseMoney(text, currency)
  if (amountMinor === undefined || amountMinor <= 0n || amountMinor > 1_000_000_000n)
    throw new AppError('CASH_CHANGE_INVALID')
  return amountMinor
}

/**
 * Reads the slot of a scheduled order; null for an order without a slot.
 * @throws AppError SLOT_INVALID for a slot that the store does not offer now
 */
function readSchedule(
  { schedule_date: date, schedule_slot: slot }: Input<'place-order'>,
  { store, facts, visit }: PricedCart,
  { settings }: Context,
): Schedule | null {
  if (!date || !slot || visit) return null
  const day = offeredDays(store, settings, facts.now).find((offered) => offered.date === date.date)
  const chosen = day?.slots.find(({ open, close }) => open === slot.open && close === slot.close)
  if (!day || !chosen) throw new AppError('SLOT_INVALID')
  return { startsAt: chosen.startsAt, date: { day: day.day, date: day.date }, slot }
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

function newOrder(context: Context, { cart, schedule }: { cart: PricedCart; schedule: Schedule | null }): NewOrder {
  const { input, session, settings, config } = context
  const { store, quote, facts } = cart
  const startsAt = cart.visit?.startsAt ?? schedule?.startsAt ?? null
  const number = drawOrderNumber(facts.now, config.timeZone)
  const status = firstStatus({
    awaitsPayment: awaitsPayment(input, cart),
    isScheduled: startsAt !== null,
    storeAutoAccepts: store.auto_acceptable,
  })
  return {
    order: {
      unique_order_id: number,
      status: orderStatusIds[status],
      user_id: session.userId,
      store_id: store.id,
      acting_staff_id: session.actingStaffId,
      delivery_type: input.delivery_type,
      payment_mode: paymentMethodOf(input.method)!,
      currency: store.currency,
      ...addressColumns(input, cart),
      distance_km: cart.distanceKm,
      coupon_id: cart.discount?.coupon?.id ?? null,
      coupon_name: cart.discount?.code ?? null,
      shared_by: cart.discount?.sharedBy ?? null,
      coupon_minor: quote.discountMinor,
      subtotal_minor: quote.subtotalMinor,
      store_charge_minor: quote.storeChargeMinor,
      delivery_charge_minor: quote.deliveryMinor,
      actual_delivery_charge_minor: quote.actualDeliveryMinor,
      tax_basis_points: taxBasisPoints(settings),
      tax_minor: quote.taxMinor,
      tip_minor: quote.tipMinor,
      total_minor: quote.totalMinor,
      wallet_own_minor: quote.walletOwnMinor,
      wallet_promotion_minor: quote.walletPromotionMinor,
      payable_minor: quote.payableMinor,
      at_store_minor: quote.atStoreMinor,
      cash_change_minor: readCashChange(input, store.currency),
      order_comment: input.order_comment || null,
      ...wishesOf(input, cart),
      delivery_pin: pinFrom(randomBytes(8)),
      scheduled_for: startsAt,
      schedule_date: schedule ? JSON.stringify(schedule.date) : null,
      schedule_slot: schedule ? JSON.stringify(schedule.slot) : null,
    },
    promisedInMinutes: startsAt
      ? Math.round((startsAt.getTime() - facts.now.getTime()) / 60_000) + (schedule ? SLOT_MINUTES : 0)
      : deliveryMinutes(cart.distanceKm ?? 0),
    lines: cart.lines.map((line, index) => ({
      item_id: line.item.id,
      name: line.item.name,
      image: line.item.image,
      quantity: line.quantity,
      unit_price_minor: String(line.unitMinor),
      discount_minor: String(quote.lines[index]!.discountMinor),
    })),
    addons: cart.lines.flatMap((line, index) =>
      line.addons.map((addon) => ({
        line: index + 1,
        addon_id: addon.id,
        addon_category_name: addon.category,
        name: addon.name,
        price_minor: addon.price_minor,
      })),
    ),
    counted: cart.lines
      .filter(({ item }) => item.is_counted)
      .map(({ item, quantity }) => ({ itemId: item.id, quantity })),
    visit: cart.visit ? { id: cart.visit.id, isPaid: !awaitsPayment(input, cart) } : undefined,
    eventKind: status === 'accepted' ? 'order_accepted_auto' : 'order_placed',
    news: notificationOf({
      unique_order_id: number,
      status: orderStatusIds[status],
      delivery_type: input.delivery_type,
    }),
    store: {
      id: store.id,
      name: store.name,
      slug: store.slug,
      image: store.image,
      placeholder_image: store.placeholder_image,
      kind: store.kind,
      latitude: store.latitude,
      longitude: store.longitude,
      address: store.address,
      phone: store.phone,
      delivery_type: store.delivery_type,
      is_active: store.is_active,
    },
  }
}

/** Returns the second order of a visit: its goods, which one payment pays with the visit if both await their payment. */
function goodsOrder(
  context: Context,
  { goods, visitOrder }: { goods: PricedCart; visitOrder: { id: number; status: number } },
): NewOrder {
  const { order, ...rest } = newOrder(context, { cart: goods, schedule: null })
  const shares = visitOrder.status === orderStatusIds.awaiting_payment
  return { ...rest, order: { ...order, visit_order_id: visitOrder.id, shares_payment: shares } }
}

/** Returns the lines and coordinates of the stored default address; empty strings unless the order is delivered. */
function addressColumns(
  { delivery_type }: Input<'place-order'>,
  { facts }: PricedCart,
): Pick<NewOrder['order'], 'address' | 'location' | 'latitude' | 'longitude'> {
  const { address } = facts
  if (delivery_type !== 1 || !address)
    return { address: '', location: JSON.stringify(null), latitude: null, longitude: null }
  const { latitude, longitude, house, landmark, tag } = address
  return {
    address: [house, address.address, landmark].filter(Boolean).join(', '),
    location: JSON.stringify({ lat: String(latitude), lng: String(longitude), address: address.address, house, tag }),
    latitude,
    longitude,
  }
}

/**
 * Returns the delivery instructions of the order or, if it has none, those stored with the address; null for an order
 * without delivery.
 */
function wishesOf(
  { delivery_type, delivery_instructions, delivery_note }: Input<'place-order'>,
  { facts: { address } }: PricedCart,
): Pick<CheckoutAddress, 'delivery_instructions' | 'delivery_note'> {
  if (delivery_type !== 1 || !address) return { delivery_instructions: [], delivery_note: null }
  return {
    delivery_instructions: delivery_instructions
      ? deliveryInstructions.filter((wish) => delivery_instructions.includes(wish))
      : address.delivery_instructions,
    delivery_note: delivery_note === undefined ? address.delivery_note : delivery_note || null,
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

/** Draws an order number with 60 random bits, so that two orders practically never get the same one. */
function drawOrderNumber(now: Date, timeZone: string): string {
  const [, month, day] = wireTime(now, timeZone).slice(0, 10).split('-').map(Number)
  return formatOrderNumber({ month: month!, day: day!, random4: draw(4), hash: draw(8) })
}

function draw(length: number): string {
  return Array.from({ length }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]).join('')
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
