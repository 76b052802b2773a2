import { z } from 'zod'
import { call } from '../call.ts'
import { id, ignored, moneyText, orderTypeCode } from '../wire.ts'
import { billLine } from './checkout.ts'

/** The data of an invoice; the client adds texts and layout. The times of an invoice are in ISO 8601. */
const invoice = z.object({
  unique_order_id: z.string(),
  placed_at: z.string(),
  delivered_at: z.string(),
  delivery_type: orderTypeCode,
  currency: z.string(),
  store: z.object({
    name: z.string(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    licence: z.string().nullable(),
  }),
  customer: z.object({
    name: z.string(),
    phone: z.string().nullable(),
    address: z.string(),
    tax_number: z.string().nullable(),
  }),
  lines: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      addons: z.array(z.string()),
      quantity: z.int(),
      unit_price: moneyText,
      amount: moneyText,
    }),
  ),
  /** The rows of the bill, as at checkout. */
  bill: z.array(billLine),
  coupon_name: z.string().nullable(),
  tax_percent: z.string().nullable(),
  payments: z.array(z.object({ method: z.string(), amount: moneyText })),
})

export const getInvoice = call('get-invoice', {
  // Source: docs/reference/wire.md#rider-app.
  summary: 'The invoice of a completed order of the customer.',
  auth: 'customer',
  input: z.object({ order_id: id, ...ignored }),
  output: invoice,
  errors: ['NOT_FOUND'],
})
