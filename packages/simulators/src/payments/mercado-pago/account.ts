import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { SimulatedAnswer } from '../server.ts'

export type Preference = {
  id: string
  init_point: string
  sandbox_init_point: string
  client_id: string
  collector_id: number
  date_created: string
  merchant_order: number
  items: { title: string; quantity: number; unit_price: number; currency_id: string }[]
  external_reference?: string | undefined
  back_urls?: { success?: string | undefined; pending?: string | undefined; failure?: string | undefined } | undefined
  notification_url?: string | undefined
  expiration_date_to?: string | undefined
}
export type Refund = {
  id: number
  payment_id: number
  amount: number
  status: 'approved' | 'in_process' | 'rejected' | 'cancelled'
  date_created: string
  refund_mode: 'standard'
}
export type Payment = {
  id: number
  status: string
  status_detail: string
  transaction_amount: number
  transaction_amount_refunded: number
  currency_id: string
  external_reference: string | null
  payment_method_id: string
  payment_type_id: string
  date_created: string
  date_approved: string | null
  live_mode: boolean
  captured: boolean
  order: { id: number; type: 'mercadopago' } | null
  refunds: Refund[]
  transaction_details: { net_received_amount: number; total_paid_amount: number }
}

/**
 * The name on the card decides the result of a payment in test mode (docs/reference/providers.md#mercado-pago-tests).
 */
export const cardholders: Record<string, [status: string, detail: string]> = {
  APRO: ['approved', 'accredited'],
  CONT: ['in_process', 'pending_contingency'],
  OTHE: ['rejected', 'cc_rejected_other_reason'],
  CALL: ['rejected', 'cc_rejected_call_for_authorize'],
  FUND: ['rejected', 'cc_rejected_insufficient_amount'],
  SECU: ['rejected', 'cc_rejected_bad_filled_security_code'],
  EXPI: ['rejected', 'cc_rejected_bad_filled_date'],
  FORM: ['rejected', 'cc_rejected_bad_filled_other'],
}

const wholeOnly = ['CLP', 'COP']
const url = z.url()

/**
 * Returns the schemas of the requests to one account of Mercado Pago. The amounts are in the account's currency and
 * have at most as many decimals as this currency.
 */
export function formsOf(currency: string) {
  const decimals = wholeOnly.includes(currency) ? /^\d+$/ : /^\d+(\.\d{1,2})?$/
  const sum = z
    .number()
    .positive()
    .refine((value) => decimals.test(String(value)), 'too many decimals')
  const item = z.object({
    title: z.string().min(1),
    quantity: z.int().min(1),
    unit_price: sum,
    currency_id: z.literal(currency),
  })
  const preference = z
    .object({
      items: z.array(item).min(1),
      payer: z.object({ email: z.email().optional() }).optional(),
      back_urls: z.object({ success: url.optional(), pending: url.optional(), failure: url.optional() }).optional(),
      auto_return: z.enum(['approved', 'all']).optional(),
      external_reference: z.string().max(256).optional(),
      notification_url: url.refine((value) => new URL(value).hostname !== 'localhost').optional(),
      expires: z.boolean().optional(),
      expiration_date_to: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/)
        .optional(),
    })
    .refine(({ auto_return, back_urls }) => !auto_return || back_urls?.success?.startsWith('https:'), {
      path: ['auto_return'],
    })
  const payment = z.object({
    transaction_amount: sum,
    token: z.string(),
    payment_method_id: z.string(),
    installments: z.int().min(1),
    payer: z.object({ email: z.email() }),
    external_reference: z.string().optional(),
  })
  const refund = z.object({ amount: sum.optional() })
  return { preference, payment, refund }
}

/** The error for a request that Mercado Pago refuses, in the form of Mercado Pago's errors. */
export class Refused extends Error {
  readonly answer: SimulatedAnswer

  constructor(status: number, error: string, message: string) {
    super(message)
    const cause = [{ code: error, description: message, data: null }]
    this.answer = { status, body: { message, error, status, cause } }
  }
}

/**
 * Parses a request to Mercado Pago. @throws Refused for a field that is missing or wrong, as Mercado Pago refuses it
 */
export function readForm<T>(form: z.ZodType<T>, raw: Buffer): T {
  const read = form.safeParse(JSON.parse(raw.toString() || '{}'))
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw new Refused(400, `invalid_${path.join('.')}`, `${path.join('.')} invalid: ${message}`)
}

export const newNumber = () => randomInt(1_000_000_000, 99_999_999_999)
