import type { Input } from '@nukkad/contract/contract.ts'
import { providers } from '@nukkad/contract/payments/providers.ts'
import { takesGateway } from '@nukkad/rules/gateways.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { orderTypeOfCode, supportsOrderType } from '@nukkad/rules/order-type.ts'
import { isOrderAmount, missingForMinimum } from '@nukkad/rules/pricing.ts'
import { offeredDays } from '#features/catalogue/stores/schedule.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { checkAddress, checkIsOpen } from './delivered-goods.ts'
import type { PricedCart } from './price-cart.ts'

type Context = CallContext<'place-order'>
export type Schedule = { startsAt: Date; date: { day: string; date: string }; slot: { open: string; close: string } }

/**
 * Refuses an order that the store, time, address or payment method does not allow.
 * @throws AppError the refusals of `place-order` about these
 */
export function checkMayBePlaced(
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

/** Returns whether a payment provider still has to collect a part of the price. */
export function awaitsPayment({ method }: Input<'place-order'>, { quote }: PricedCart): boolean {
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
export function readCashChange(
  { cash_change_amount: text, method }: Input<'place-order'>,
  currency: string,
): bigint | null {
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
export function readSchedule(
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
