import { z } from 'zod'
import type { SimulatedAnswer } from '../server.ts'

const metadata = z.record(z.string(), z.string()).optional()
const url = z.url()
const pesos = z.literal('PHP')
/** An amount that PayMongo accepts: at least PHP 20.00, in centavos. */
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

/** The error for a request that PayMongo refuses, in the form of PayMongo's errors. */
export class Refused extends Error {
  readonly answer: SimulatedAnswer

  constructor(status: number, { code, detail, ...more }: { code: string; detail: string; [more: string]: unknown }) {
    super(detail)
    this.answer = { status, body: { errors: [{ code, detail, ...more }] } }
  }
}

/**
 * Parses a request to PayMongo. @throws Refused for a field that is missing, too small or wrong, as PayMongo refuses it
 */
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

export function notFound(): never {
  throw new Refused(404, { code: 'resource_not_found', detail: 'No such resource.' })
}
