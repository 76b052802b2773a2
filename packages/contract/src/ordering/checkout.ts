import { z } from 'zod'
import { visitNumber } from '../bookings/visits.ts'
import { call } from '../call.ts'
import { deliveryInstructions } from '../identity/delivery-instructions.ts'
import { amount, id, ignored, moneyText, text } from '../wire.ts'
import { order } from './orders.ts'

const selectedAddon = z.object({
  addon_category_name: z.string().max(255).nullish(),
  addon_id: id,
  addon_name: z.string().max(255).nullish(),
  price: z.unknown().optional(),
})

/**
 * The server reads only the item, add-ons and quantity of a cart line; it uses its own names and prices (GAP-10, T-12).
 */
const orderedLine = z.object({
  id,
  quantity: z.unknown(),
  selectedaddons: z.array(selectedAddon).max(50).nullish(),
  name: z.unknown().optional(),
  price: z.unknown().optional(),
})

const cartInput = {
  order: z.array(orderedLine).max(200),
  coupon: z
    .object({ code: z.string().max(64) })
    .loose()
    .nullish(),
  location: z
    .object({
      lat: z.unknown().optional(),
      lng: z.unknown().optional(),
      address: z.unknown().optional(),
      house: z.unknown().optional(),
      tag: z.unknown().optional(),
    })
    .nullish(),
  delivery_type: z.union([
    z.literal(1),
    z.literal(2),
    z.literal(4),
    z.literal('1').transform(() => 1 as const),
    z.literal('2').transform(() => 2 as const),
    z.literal('4').transform(() => 4 as const),
  ]),
  /**
   * The number of the held visit, for an order of type 4. The list `order` has only the goods of the visit, not its
   * services.
   */
  unique_visit_id: visitNumber.nullish(),
  /**
   * Whether the goods of a visit are delivered, as a second order of the same payment, instead of being handed over at
   * the salon.
   */
  deliver_goods: z.boolean().nullish(),
  partial_wallet: z.boolean().nullish(),
  tipAmount: amount.nullish(),
}

/** A row of a bill; deductions are negative. */
export const billLine = z.object({
  key: z.enum([
    'itemTotal',
    'coupon',
    'storeCharge',
    'delivery',
    'tax',
    'tip',
    'total',
    'atStore',
    'wallet',
    'payable',
  ]),
  amount: moneyText,
})

const bill = z.object({
  currency: z.string(),
  lines: z.array(billLine),
  order_lines: z.array(z.object({ id: z.int(), unit_price: moneyText, quantity: z.int(), total: moneyText })),
  sub_total: moneyText,
  total: moneyText,
  /** The amount to pay now. */
  payable: moneyText,
  /** The amount to pay at the salon after a visit. */
  at_store: moneyText,
  wallet_amount: moneyText,
  distance: z.number().nullable(),
  delivery_minutes: z.int().nullable(),
  free_delivery_missing: moneyText.nullable(),
})

/** The answer of a quote: the bill, row by row. Amounts are strings with the currency's decimals. */
export const quoteAnswer = bill.extend({
  /**
   * The bill of the goods of a visit, if they are delivered. One payment pays both the bill of the goods and the bill
   * of the visit.
   */
  goods: bill.optional(),
  /** The customer's address, if the goods of a visit can be delivered there now. */
  goods_address: z.string().optional(),
})

export const quote = call('quote', {
  // GAP-81
  summary: 'The current price of a cart, row by row. Nothing is stored.',
  auth: 'optional',
  forCallers: true,
  input: z.object({ ...cartInput, method: z.string().max(24).nullish(), ...ignored }),
  output: quoteAnswer,
  errors: [
    'CART_EMPTY',
    'CART_TOO_LARGE',
    'QUANTITY_INVALID',
    'TIP_INVALID',
    'MIXED_STORES',
    'ITEM_UNAVAILABLE',
    'ADDON_INVALID',
    'STORE_UNKNOWN',
    'ORDER_TYPE_UNSUPPORTED',
    'VISIT_UNKNOWN',
    'VISIT_CLOSED',
    'HOLD_EXPIRED',
    'COUPON_INVALID',
    'COUPON_MINIMUM_NOT_MET',
    'COUPON_USED_ONCE',
    'COUPON_FOR_NEW_CUSTOMERS',
    'COUPON_LIMIT_REACHED',
  ],
})

export const placeOrder = call('place-order', {
  // P-56, GAP-10, GAP-11
  summary: 'Places an order. The server calculates the price, checks everything again and answers the order.',
  auth: 'customer',
  forCallers: true,
  refusals: { delivery: 'DELIVERY_ACCOUNT_CANNOT_ORDER' },
  idempotent: true,
  input: z.object({
    ...cartInput,
    user: z.unknown().optional(),
    order_comment: text(1000).nullish(),
    /**
     * The delivery instructions for the order. If they are missing, the instructions of the last order to this address
     * apply.
     */
    delivery_instructions: z
      .array(z.enum(deliveryInstructions))
      .max(deliveryInstructions.length)
      .refine((chosen) => !(chosen.includes('leave_at_door') && chosen.includes('leave_with_guard')))
      .nullish(),
    /** A note that the rider sees. */
    delivery_note: text(200).nullish(),
    total: z.unknown().optional(),
    /** The total that the customer saw. The server places no order if its calculated total differs (GAP-10). */
    quoted_total: amount.nullish(),
    /** The deposit of the visit that the customer saw. The server places no order if its calculated deposit differs. */
    quoted_deposit: amount.nullish(),
    /**
     * The total of the delivered goods that the customer saw. The server places no order if its calculated total
     * differs.
     */
    quoted_goods_total: amount.nullish(),
    method: z.string().max(24),
    payment_token: z.string().max(255).nullish(),
    dis: z.unknown().optional(),
    pending_payment: z.boolean().nullish(),
    cash_change_amount: amount.nullish(),
    schedule_date: z.object({ day: z.string().max(16), date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }).nullish(),
    schedule_slot: z.object({ open: z.string().max(16), close: z.string().max(16) }).nullish(),
    ...ignored,
  }),
  output: z.union([
    z.object({ success: z.literal(true), data: order }),
    z.object({
      success: z.literal(false),
      message: z.string(),
      error: z.object({ code: z.string(), request_id: z.string() }).loose(),
      quote: quoteAnswer,
    }),
  ]),
  errors: [
    'CART_EMPTY',
    'CART_TOO_LARGE',
    'QUANTITY_INVALID',
    'TIP_INVALID',
    'MIXED_STORES',
    'STORE_UNKNOWN',
    'STORE_CLOSED',
    'STORE_PAUSED',
    'ORDER_TYPE_UNSUPPORTED',
    'ITEM_UNAVAILABLE',
    'ADDON_INVALID',
    'MINIMUM_NOT_MET',
    'ADDRESS_MISSING',
    'ADDRESS_NOT_SERVED',
    'METHOD_NOT_AVAILABLE',
    'WALLET_TOO_LOW',
    'PRICE_CHANGED',
    'SLOT_INVALID',
    'VISIT_UNKNOWN',
    'VISIT_CLOSED',
    'HOLD_EXPIRED',
    'DEPOSIT_CHANGED',
    'CASH_CHANGE_INVALID',
    'ORDER_AMOUNT_OUT_OF_RANGE',
    'DELIVERY_ACCOUNT_CANNOT_ORDER',
    'COUPON_INVALID',
    'COUPON_MINIMUM_NOT_MET',
    'COUPON_USED_ONCE',
    'COUPON_FOR_NEW_CUSTOMERS',
    'COUPON_LIMIT_REACHED',
  ],
})
