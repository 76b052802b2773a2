import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SimulatedAnswer } from './server.ts'

/** Everything that PayMongo answers has this form; what hangs on another resource is the same object. */
export type Resource<Attributes> = { id: string; type: string; attributes: Attributes }
export type Refund = Resource<{
  amount: number
  currency: string
  payment_id: string
  reason: string
  status: 'pending' | 'processing' | 'succeeded' | 'failed'
  notes: string | null
  metadata: Record<string, string> | null
}>
export type Payment = Resource<{
  amount: number
  currency: string
  status: 'pending' | 'paid' | 'failed'
  source: { id: string; type: string }
  payment_intent_id: string | null
  external_reference_number: string | null
  failed_code: string | null
  failed_message: string | null
  metadata: Record<string, string> | null
  refunds: Refund[]
}>
export type Intent = Resource<{
  amount: number
  currency: string
  status: 'awaiting_payment_method' | 'awaiting_next_action' | 'processing' | 'succeeded' | 'cancelled'
  client_key: string
  payment_method_allowed: string[]
  next_action: { type: 'redirect'; redirect: { url: string; return_url: string } } | null
  last_payment_error: { failed_code: string } | null
  metadata: Record<string, string> | null
  payments: Payment[]
}>
export type Session = Resource<{
  checkout_url: string
  status: 'active' | 'expired'
  success_url: string
  cancel_url: string | null
  reference_number: string | null
  line_items: { name: string; amount: number; quantity: number; currency: string }[]
  payment_intent: Intent
  payments: Payment[]
  metadata: Record<string, string> | null
  livemode: boolean
}>
export type Source = Resource<{
  amount: number
  currency: string
  type: string
  status: 'pending' | 'chargeable' | 'paid'
}>

const metadata = z.record(z.string(), z.string()).optional()
const url = z.url()
const pesos = z.literal('PHP')
/** PHP 20.00. */
const amount = z.int().min(2000)

export const sessionForm = z.object({
  line_items: z
    .array(z.object({ name: z.string().min(1), quantity: z.int().min(1), amount: z.int().min(1), currency: pesos }))
    .min(1),
  payment_method_types: z.array(z.enum(['card', 'gcash', 'grab_pay', 'paymaya', 'billease', 'dob', 'qrph'])).min(1),
  success_url: url,
  cancel_url: url.optional(),
  reference_number: z.string().optional(),
  billing: z.object({ name: z.string(), email: z.email().optional(), phone: z.string().optional() }).optional(),
  metadata,
})
export const intentForm = z.object({
  amount,
  currency: pesos,
  payment_method_allowed: z.array(z.string()).min(1),
  metadata,
})
export const attachForm = z.object({ payment_method: z.string(), return_url: url.optional() })
export const methodForm = z.object({
  type: z.string(),
  details: z.object({ card_number: z.string().regex(/^\d{12,19}$/) }).optional(),
})
export const sourceForm = z.object({
  amount,
  currency: pesos,
  type: z.enum(['gcash', 'grab_pay']),
  redirect: z.object({ success: url, failed: url }),
})
export const paymentForm = z.object({ amount, currency: pesos, source: z.object({ id: z.string() }) })
export const refundForm = z.object({
  amount: z.int().min(100),
  payment_id: z.string(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'others']),
  notes: z.string().max(255).optional(),
  metadata,
})
export const webhookForm = z.object({ url, events: z.array(z.string()).min(1) })

/** Codes of a declined test card; 3-D Secure sends the payer elsewhere, and all others are paid (providers §4.5). */
export const testCards: Record<string, string> = {
  '4200000000000018': 'card_expired',
  '4300000000000017': 'cvc_invalid',
  '5100000000000198': 'insufficient_funds',
  '4111111111111111': 'generic_decline',
}
export const secureCard = '4120000000000007'

export function newResource<Attributes>(prefix: string, type: string, attributes: Attributes): Resource<Attributes> {
  return { id: `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '0')}`, type, attributes }
}

/** A request that PayMongo refuses, in its form. */
export class Refused extends Error {
  readonly answer: SimulatedAnswer

  constructor(status: number, { code, detail, ...more }: { code: string; detail: string; [more: string]: unknown }) {
    super(detail)
    this.answer = { status, body: { errors: [{ code, detail, ...more }] } }
  }
}

/** @throws Refused as PayMongo words a field that is missing, too small or wrong */
export function readForm<T>(form: z.ZodType<T>, raw: Buffer): T {
  const sent = JSON.parse(raw.toString() || '{}') as { data?: { attributes?: unknown } }
  const attributes = sent.data?.attributes
  const read = form.safeParse(attributes ?? {})
  if (read.success) return read.data
  const { path, code, message } = read.error.issues[0]!
  const attribute = path.join('.')
  const given = path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown> | undefined)?.[name], attributes)
  const small = typeof given === 'number' && code === 'too_small'
  throw new Refused(400, {
    code: given === undefined ? 'parameter_required' : small ? 'parameter_below_minimum' : 'parameter_invalid',
    detail: `${attribute}: ${message}`,
    source: { pointer: attribute, attribute: path[0] },
  })
}
