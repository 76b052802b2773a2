import { randomBytes } from 'node:crypto'
import type { SimulatedRequest } from '../server.ts'
import {
  attachForm,
  methodForm,
  notFound,
  paymentForm,
  Refused,
  readForm,
  refundForm,
  sessionForm,
  sourceForm,
} from './forms.ts'

/** The form of all answers of PayMongo. A resource that is nested in another resource also has this form. */
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

/**
 * The test cards that PayMongo declines, with the code of the reason. A card with 3-D Secure sends the payer to another
 * page; all other cards are paid (docs/reference/providers.md#paymongo-statuses-and-tests).
 */
export const testCards: Record<string, string> = {
  '4200000000000018': 'card_expired',
  '4300000000000017': 'cvc_invalid',
  '5100000000000198': 'insufficient_funds',
  '4111111111111111': 'generic_decline',
}
export const secureCard = '4120000000000007'

/** Creates the records of a simulated PayMongo, with functions that change them; `tell` sends a webhook event. */
export function openAccount({
  isLive,
  tell,
}: {
  isLive: boolean
  tell: (type: string, about: Resource<unknown>) => Promise<void>
}) {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const sources = new Map<string, Source>()
  const cards = new Map<string, string>()
  /** The settings of the simulator; `refundsStay` says whether new refunds stay pending. */
  const ways = { refundsStay: false }

  function addPayment(intent: Intent | undefined, more: Partial<Payment['attributes']>): Payment {
    const payment: Payment = newResource('pay', 'payment', {
      amount: intent?.attributes.amount ?? 0,
      currency: 'PHP',
      status: 'paid',
      source: { id: newResource('card', 'card', {}).id, type: 'card' },
      payment_intent_id: intent?.id ?? null,
      external_reference_number: null,
      failed_code: null,
      failed_message: null,
      metadata: null,
      refunds: [],
      ...more,
    })
    payments.set(payment.id, payment)
    intent?.attributes.payments.push(payment)
    return payment
  }

  /**
   * Marks a payment intent as paid by a payment. A payment enters the list of its checkout session only when it
   * succeeds; a failed payment is listed only in its intent.
   */
  async function payIntent(intent: Intent, payment: Payment): Promise<void> {
    payment.attributes.status = 'paid'
    intent.attributes.status = 'succeeded'
    const session = [...sessions.values()].find(({ attributes }) => attributes.payment_intent === intent)
    session?.attributes.payments.push(payment)
    await tell('payment.paid', payment)
    if (session) await tell('checkout_session.payment.paid', session)
  }

  async function declineIntent(intent: Intent, code: string): Promise<Payment> {
    const payment = addPayment(intent, {
      status: 'failed',
      failed_code: code,
      failed_message: 'The card was declined.',
    })
    Object.assign(intent.attributes, { status: 'awaiting_payment_method', last_payment_error: { failed_code: code } })
    await tell('payment.failed', payment)
    return payment
  }

  async function finishRefund(
    refund: Refund,
    { status, family }: { status: Refund['attributes']['status']; family?: unknown },
  ) {
    refund.attributes.status = status
    const payment = payments.get(refund.attributes.payment_id)!
    if (family === 'refund') return tell(`refund.${status}`, refund)
    await tell('payment.refund.updated', refund)
    if (status === 'succeeded') await tell('payment.refunded', payment)
  }

  function createIntent({
    amount,
    metadata = null,
    methods,
  }: {
    amount: number
    metadata?: Record<string, string> | null
    methods: string[]
  }): Intent {
    const intent: Intent = newResource('pi', 'payment_intent', {
      amount,
      currency: 'PHP',
      status: 'awaiting_payment_method',
      client_key: newResource('ck', 'client_key', {}).id,
      payment_method_allowed: methods,
      next_action: null,
      last_payment_error: null,
      metadata,
      payments: [],
    })
    intents.set(intent.id, intent)
    return intent
  }

  function createSession({ raw, headers }: SimulatedRequest): Session {
    const { billing: _, payment_method_types: methods, ...form } = readForm(sessionForm, raw)
    const amount = form.line_items.reduce((total, line) => total + line.amount * line.quantity, 0)
    if (amount < 2000)
      throw new Refused(400, { code: 'parameter_below_minimum', detail: 'The total is below the minimum of 2000.' })
    const session: Session = newResource('cs', 'checkout_session', {
      checkout_url: '',
      status: 'active',
      success_url: form.success_url,
      cancel_url: form.cancel_url ?? null,
      reference_number: form.reference_number ?? null,
      line_items: form.line_items,
      payment_intent: createIntent({ amount, methods }),
      payments: [],
      metadata: form.metadata ?? null,
      livemode: isLive,
    })
    session.attributes.checkout_url = `http://${headers.host}/paymongo/checkout/${session.id}`
    sessions.set(session.id, session)
    return session
  }

  async function attach(intent: Intent, { raw }: SimulatedRequest): Promise<Intent> {
    const { payment_method: id, return_url = '' } = readForm(attachForm, raw)
    const card = cards.get(id) ?? notFound()
    if (intent.attributes.status === 'succeeded')
      throw new Refused(400, { code: 'resource_succeeded_state', detail: 'The intent is paid.' })
    const declined = testCards[card]
    if (declined) {
      await declineIntent(intent, declined)
      throw new Refused(400, { code: 'resource_failed_state', sub_code: declined, detail: 'The card was declined.' })
    }
    if (card === secureCard) {
      const redirect = { url: `${return_url}#3ds`, return_url }
      Object.assign(intent.attributes, { status: 'awaiting_next_action', next_action: { type: 'redirect', redirect } })
    } else await payIntent(intent, addPayment(intent, {}))
    return intent
  }

  function createMethod({ raw }: SimulatedRequest): Resource<object> {
    const { type, details } = readForm(methodForm, raw)
    const method = newResource('pm', 'payment_method', { type, details: { last4: details?.card_number.slice(-4) } })
    cards.set(method.id, details?.card_number ?? type)
    return method
  }

  function createSource({ raw }: SimulatedRequest): Source {
    const { amount, currency, type } = readForm(sourceForm, raw)
    const source: Source = newResource('src', 'source', { amount, currency, type, status: 'pending' })
    sources.set(source.id, source)
    return source
  }

  async function payFromSource({ raw }: SimulatedRequest): Promise<Payment> {
    const {
      amount,
      source: { id },
    } = readForm(paymentForm, raw)
    const source = sources.get(id) ?? notFound()
    if (source.attributes.status !== 'chargeable' || amount !== source.attributes.amount)
      throw new Refused(400, { code: 'resource_failed_state', detail: 'The source is not chargeable.' })
    source.attributes.status = 'paid'
    const payment = addPayment(undefined, { amount, source: { id, type: source.attributes.type } })
    await tell('payment.paid', payment)
    return payment
  }

  async function createRefund({ raw }: SimulatedRequest): Promise<Refund> {
    const form = readForm(refundForm, raw)
    const { attributes: paid } = payments.get(form.payment_id) ?? notFound()
    const given = paid.refunds.filter(({ attributes }) => attributes.status !== 'failed')
    const left = given.reduce((rest, { attributes }) => rest - attributes.amount, paid.amount)
    if (paid.status !== 'paid' || form.amount > left)
      throw new Refused(400, { code: 'allowed_amount_exceeded', detail: `At most ${left} can be refunded.` })
    const refund: Refund = newResource('ref', 'refund', {
      ...form,
      currency: paid.currency,
      status: 'pending',
      notes: form.notes ?? null,
      metadata: form.metadata ?? null,
    })
    refunds.set(refund.id, refund)
    paid.refunds.push(refund)
    if (!ways.refundsStay) await finishRefund(refund, { status: 'succeeded' })
    return refund
  }

  return {
    sessions,
    intents,
    payments,
    refunds,
    sources,
    ways,
    addPayment,
    payIntent,
    declineIntent,
    finishRefund,
    createIntent,
    createSession,
    attach,
    createMethod,
    createSource,
    payFromSource,
    createRefund,
  }
}

export function newResource<Attributes>(prefix: string, type: string, attributes: Attributes): Resource<Attributes> {
  return { id: `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '0')}`, type, attributes }
}
