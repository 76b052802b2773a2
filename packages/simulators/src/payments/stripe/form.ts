import type { SimulatedAnswer } from '../server.ts'

export type Form = { [name: string]: string | Form }

/** Nests the pairs of a form as Stripe does: the pair of `a[b][0]` and `1` becomes `{a: {b: {0: '1'}}}`. */
export function nestedForm(pairs: URLSearchParams): Form {
  const form: Form = {}
  for (const [path, value] of pairs) {
    const names = path.split(/[[\]]+/).filter((name) => name !== '')
    const last = names.pop()!
    let inner = form
    for (const name of names) {
      inner[name] ??= {}
      inner = inner[name] as Form
    }
    inner[last] = value
  }
  return form
}

export function refuse(status: number, error: { type?: string; code?: string; message: string; param?: string }) {
  return { status, body: { error: { type: 'invalid_request_error', ...error } } }
}

const sessionFields =
  'mode client_reference_id success_url cancel_url customer_email line_items metadata payment_intent_data adaptive_pricing expires_at'
const intentFields =
  'amount currency automatic_payment_methods payment_method_types description metadata receipt_email capture_method'
const fieldsOf: Record<string, Set<string>> = {
  '/v1/checkout/sessions': new Set(sessionFields.split(' ')),
  '/v1/payment_intents': new Set(intentFields.split(' ')),
  '/v1/refunds': new Set('payment_intent amount reason metadata'.split(' ')),
}

/** Returns Stripe's refusal if the form has a field that Stripe does not know. */
export function unknownField(path: string, form: Form): SimulatedAnswer | undefined {
  const param = Object.keys(form).find((name) => fieldsOf[path] && !fieldsOf[path].has(name))
  if (param) return refuse(400, { code: 'parameter_unknown', message: `Received unknown parameter: ${param}`, param })
  return undefined
}

/** The currencies without decimals by Stripe's own list, which differs from ISO 4217. */
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))

/** Returns Stripe's refusal of an amount that Stripe would not accept; otherwise undefined. */
export function refusedSum(amount: unknown, currency: unknown, param: string): SimulatedAnswer | undefined {
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency))
    return refuse(400, { message: 'Invalid currency', param: 'currency' })
  if (typeof amount !== 'string' || !/^\d+$/.test(amount))
    return refuse(400, { code: 'parameter_invalid_integer', message: 'Invalid integer', param })
  if (Number(amount) < (zeroDecimal.has(currency) ? 1 : 50))
    return refuse(400, { code: 'amount_too_small', message: 'Amount must convert to at least 50 cents.', param })
  if (amount.length > 8) return refuse(400, { code: 'amount_too_large', message: 'Amount is too large.', param })
  if (threeDecimal.has(currency) && !amount.endsWith('0'))
    return refuse(400, { message: 'The last digit must be 0.', param })
  if ((currency === 'isk' || currency === 'ugx') && Number(amount) % 100 !== 0)
    return refuse(400, {
      code: 'invalid_charge_amount_no_decimal_compatible',
      message: 'Must be divisible by 100.',
      param,
    })
  return undefined
}
