import { randomBytes } from 'node:crypto'
import { document, payPage, sumOf } from '../page.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from '../server.ts'
import { hmacSha256 } from '../signing.ts'
import { type Simulation, webhookSecret } from '../simulation.ts'
import { createWebhookEvents } from '../webhook-events.ts'
import { declined, type Intent, type Refund, type Session } from './account.ts'
import { type Form, nestedForm, refuse, refusedSum, unknownField } from './form.ts'

type Keys = { secretKey: string; webhookSecret: string; previousWebhookSecret?: string }
type Args = Record<string, unknown>

/**
 * Simulates Stripe over HTTP (docs/reference/providers.md#stripe). Actions in addition to those of {@link
 * createWebhookEvents}, each for an `attempt` named by the shop's reference or by the id of its session or intent:
 * `pay`, `decline` and `expire`; `pay-later` completes a session whose money takes days, and `settle {ok}` decides
 * whether it arrives; `tell-amount {attempt, amount}` makes the status state another amount; `dispute {attempt,
 * status?, taken?}` opens or ends a dispute of the payer's bank; `refund-outcome {refund, status}` ends a refund, and
 * `refundsStay {stay}` leaves new ones pending. Webhook events are signed in one of these ways: `signed`, `forged`,
 * `by-previous-secret`, `rotating` (two signatures), `v0-only`, `stale`, `future` or `unsigned`.
 */
export function simulateStripe(keys: Keys): SimulatedProvider {
  const livemode = keys.secretKey.startsWith('sk_live_')
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, Refund>()
  /** The disputes by the id of their payment intent. */
  const disputes = new Map<string, string>()
  const events = new Map<string, object>()
  const answered = new Map<string, { request: string; answer: SimulatedAnswer }>()
  /** The fields that a checkout session passes to its payment intent. */
  const wishes = new Map<string, Form>()
  let refundsStay = false

  const webhookEvents = createWebhookEvents(({ payload }, as) => {
    const body = JSON.stringify(payload)
    const time = now() + ({ stale: -301, future: 302 }[as] ?? 0)
    const by = (secret = '') => hmacSha256(secret, `${time}.${body}`)
    const signatures: Record<string, string> = {
      forged: `v1=${by('whsec_of_somebody')}`,
      'by-previous-secret': `v1=${by(keys.previousWebhookSecret)}`,
      rotating: `v1=${by('whsec_of_somebody')},v1=${by(keys.webhookSecret)}`,
      'v0-only': `v0=${by(keys.webhookSecret)}`,
    }
    const signature = `t=${time},${signatures[as] ?? `v1=${by(keys.webhookSecret)},v0=${'0'.repeat(64)}`}`
    const headers = { 'content-type': 'application/json' }
    return { body, headers: as === 'unsigned' ? headers : { ...headers, 'stripe-signature': signature } }
  })
  const tell = (type: string, object: object) => {
    const id = newId('evt')
    const data = { object: structuredClone(object) }
    const event = { id, object: 'event', type, api_version: '2026-10-28.endive', created: now(), livemode, data }
    events.set(id, event)
    return webhookEvents.add({ kind: type, id, payload: event })
  }

  const sessionOf = (name: string) =>
    sessions.get(name) ?? [...sessions.values()].find(({ client_reference_id }) => client_reference_id === name)
  const intentOf = (name: string) =>
    intents.get(name) ?? [...intents.values()].find(({ metadata }) => metadata.attempt_id === name)

  function addIntent(more: Partial<Intent> & Pick<Intent, 'amount' | 'currency'>): Intent {
    const id = newId('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount_received: 0,
      status: 'requires_payment_method',
      capture_method: 'automatic',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      description: null,
      metadata: {},
      livemode,
      latest_charge: null,
      last_payment_error: null,
      ...more,
    }
    intents.set(id, intent)
    return intent
  }

  /** Creates the payment intent of a checkout session with the first card that the payer tries. */
  function intentFor(session: Session): Intent {
    if (session.payment_intent) return intents.get(session.payment_intent)!
    const { metadata = {}, description = null } = wishes.get(session.id) as Partial<Pick<Intent, 'metadata'>> & Form
    const { amount_total: amount, currency } = session
    const intent = addIntent({ amount, currency, metadata, description: description as string | null })
    session.payment_intent = intent.id
    return intent
  }

  /** Returns the object that a payer can pay: an open checkout session, or a payment intent that has no session. */
  function payable(args: Args): { session?: Session; intent: Intent } {
    const session = sessionOf(String(args.attempt))
    if (session && session.status !== 'open') throw new Error('the session is over')
    const intent = session ? intentFor(session) : intentOf(String(args.attempt))
    if (!intent) throw new Error(`no attempt ${String(args.attempt)}`)
    return { session, intent }
  }

  async function succeed(intent: Intent): Promise<void> {
    const done = { status: 'succeeded', amount_received: intent.amount, latest_charge: newId('ch') }
    Object.assign(intent, done, { last_payment_error: null })
    await tell('payment_intent.succeeded', intent)
  }

  async function decline(intent: Intent): Promise<void> {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: declined })
    await tell('payment_intent.payment_failed', intent)
  }

  const actions: SimulatedProvider['actions'] = {
    ...webhookEvents.actions,
    pay: async (args) => {
      const { session, intent } = payable(args)
      if (session) Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
      await succeed(intent)
      if (session) await tell('checkout.session.completed', session)
      return { payment: intent.id, back: session?.success_url }
    },
    decline: (args) => decline(payable(args).intent),
    'pay-later': async (args) => {
      const { session, intent } = payable(args)
      Object.assign(session!, { status: 'complete', url: null })
      intent.status = 'processing'
      await tell('payment_intent.processing', intent)
      await tell('checkout.session.completed', session!)
      return { payment: intent.id }
    },
    settle: async ({ attempt, ok }) => {
      const session = sessionOf(String(attempt))!
      const intent = intentFor(session)
      if (ok === true) session.payment_status = 'paid'
      await (ok === true ? succeed(intent) : decline(intent))
      await tell(`checkout.session.async_payment_${ok === true ? 'succeeded' : 'failed'}`, session)
    },
    expire: (args) => expire(sessionOf(String(args.attempt))!),
    'tell-amount': ({ attempt, amount }) => {
      const session = sessionOf(String(attempt))!
      session.amount_total = Number(amount)
      Object.assign(intentFor(session), { amount: Number(amount), amount_received: Number(amount) })
    },
    dispute: async ({ attempt, status = 'needs_response', taken = !String(status).startsWith('warning') }) => {
      const intent = intentOf(String(attempt)) ?? intentFor(sessionOf(String(attempt))!)
      const id = disputes.get(intent.id) ?? newId('dp')
      const kind = disputes.has(intent.id) ? 'updated' : 'created'
      disputes.set(intent.id, id)
      const isOver = ['won', 'lost', 'warning_closed'].includes(String(status))
      await tell(`charge.dispute.${isOver ? 'closed' : kind}`, {
        id,
        object: 'dispute',
        amount: intent.amount_received,
        currency: intent.currency,
        charge: intent.latest_charge,
        payment_intent: intent.id,
        reason: 'fraudulent',
        status,
        evidence_details: { due_by: now() + 604_800 },
        balance_transactions: taken ? balancesOf(intent.amount_received, status === 'won') : [],
      })
      return { dispute: id, payment: intent.id }
    },
    refundsStay: ({ stay }) => {
      refundsStay = stay === true
    },
    'refund-outcome': async ({ refund: id, status }) => {
      const refund = refunds.get(String(id))!
      refund.status = status as Refund['status']
      if (refund.status === 'failed') refund.failure_reason = 'expired_or_canceled_card'
      await tell(refund.status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    },
  }

  async function expire(session: Session): Promise<SimulatedAnswer> {
    if (session.status !== 'open')
      return refuse(400, { message: 'Only Checkout Sessions with a status in open can be expired.' })
    Object.assign(session, { status: 'expired', url: null })
    await tell('checkout.session.expired', session)
    return { status: 200, body: session }
  }

  function createSession(form: Form, { headers }: SimulatedRequest): SimulatedAnswer {
    const items = Object.values((form.line_items ?? {}) as Form) as { quantity?: string; price_data?: Form }[]
    const { currency, unit_amount, product_data } = items[0]?.price_data ?? {}
    const missing = ['mode', 'success_url'].find((name) => !form[name])
    if (missing || items.length !== 1) return refuse(400, { code: 'parameter_missing', message: `Missing ${missing}` })
    if (form.mode !== 'payment' || !(product_data as Form | undefined)?.name || items[0]!.quantity !== '1')
      return refuse(400, { message: 'Invalid line_items', param: 'line_items' })
    const refused = refusedSum(unit_amount, currency, 'line_items[0][price_data][unit_amount]')
    if (refused) return refused
    const lives = Number(form.expires_at ?? now() + 86_400) - now()
    if (!(lives >= 1800 && lives <= 86_400))
      return refuse(400, { message: 'The `expires_at` timestamp is out of range.', param: 'expires_at' })
    const id = newId(livemode ? 'cs_live' : 'cs_test')
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(unit_amount),
      currency: String(currency),
      client_reference_id: (form.client_reference_id as string | undefined) ?? null,
      metadata: (form.metadata ?? {}) as Form,
      success_url: String(form.success_url),
      cancel_url: String(form.cancel_url ?? form.success_url),
      expires_at: now() + lives,
      livemode,
      payment_intent: null,
      url: `http://${headers.host}/stripe/pay/${id}`,
    }
    sessions.set(id, session)
    wishes.set(id, (form.payment_intent_data ?? {}) as Form)
    return { status: 200, body: session }
  }

  function createIntent({ amount, currency, metadata = {}, capture_method = 'automatic' }: Form): SimulatedAnswer {
    const refused = refusedSum(amount, currency, 'amount')
    if (refused) return refused
    const sum = { amount: Number(amount), currency: String(currency) }
    return {
      status: 200,
      body: addIntent({ ...sum, metadata: metadata as Form, capture_method: String(capture_method) }),
    }
  }

  /** Changes a payment intent; `confirm` is the request that a form inside an app sends with the client secret. */
  async function moveIntent(intent: Intent, move: string, form: Form): Promise<SimulatedAnswer> {
    const isOver = ['succeeded', 'canceled'].includes(intent.status)
    if (isOver || (move === 'capture' && intent.status !== 'requires_capture'))
      return refuse(400, { code: 'payment_intent_unexpected_state', message: `The status is ${intent.status}.` })
    if (move === 'cancel') {
      intent.status = 'canceled'
      await tell('payment_intent.canceled', intent)
    } else if (move === 'confirm' && form.payment_method === 'pm_card_chargeDeclined') {
      await decline(intent)
      return { status: 402, body: { error: { ...declined, payment_intent: intent } } }
    } else if (move === 'confirm' && intent.capture_method === 'manual') {
      intent.status = 'requires_capture'
    } else await succeed(intent)
    return { status: 200, body: intent }
  }

  async function createRefund({ payment_intent, amount, metadata = {} }: Form): Promise<SimulatedAnswer> {
    const intent = intents.get(String(payment_intent))
    if (!intent) return refuse(404, { code: 'resource_missing', message: 'No such payment_intent' })
    if (intent.status !== 'succeeded') return refuse(400, { message: 'This PaymentIntent has no successful charge.' })
    const left = intent.amount_received - refundedOf(intent.id)
    if (left === 0)
      return refuse(400, { code: 'charge_already_refunded', message: 'Charge has already been refunded.' })
    if (amount !== undefined && !/^[1-9]\d*$/.test(String(amount)))
      return refuse(400, { code: 'parameter_invalid_integer', message: 'Invalid positive integer', param: 'amount' })
    if (Number(amount ?? left) > left)
      return refuse(400, { message: 'Refund amount is greater than unrefunded amount.' })
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount: Number(amount ?? left),
      currency: intent.currency,
      payment_intent: intent.id,
      status: refundsStay ? 'pending' : 'succeeded',
      failure_reason: null,
      metadata: metadata as Form,
    }
    refunds.set(refund.id, refund)
    await tell('refund.created', refund)
    return { status: 200, body: refund }
  }

  const refundsOf = (intentId: string) =>
    [...refunds.values()].filter(({ payment_intent }) => payment_intent === intentId)
  const refundedOf = (intentId: string) =>
    refundsOf(intentId).reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
  const withCharge = (intent: Intent) => ({
    ...intent,
    latest_charge: intent.latest_charge && {
      id: intent.latest_charge,
      object: 'charge',
      amount_refunded: refundedOf(intent.id),
    },
  })
  /**
   * Returns one of Stripe's objects as an answer. The answer includes the nested resources that the request names as
   * whole objects.
   */
  function shown(object: object | undefined, expand: string | null): SimulatedAnswer {
    if (!object) return refuse(404, { code: 'resource_missing', message: 'No such object' })
    if (expand === 'latest_charge') return { status: 200, body: withCharge(object as Intent) }
    const intent = expand === 'payment_intent.latest_charge' && intents.get((object as Session).payment_intent ?? '')
    return { status: 200, body: intent ? { ...object, payment_intent: withCharge(intent) } : object }
  }

  async function post(request: SimulatedRequest, form: Form): Promise<SimulatedAnswer> {
    const { path } = request
    const unknown = unknownField(path, form)
    if (unknown) return unknown
    if (path === '/v1/checkout/sessions') return createSession(form, request)
    if (path === '/v1/payment_intents') return createIntent(form)
    if (path === '/v1/refunds') return createRefund(form)
    const [, kind, id = '', move = ''] = /^\/v1\/(checkout\/sessions|payment_intents)\/(\w+)\/(\w+)$/.exec(path) ?? []
    const session = kind === 'checkout/sessions' && move === 'expire' && sessions.get(id)
    if (session) return expire(session)
    const intent = kind === 'payment_intents' && intents.get(id)
    return intent
      ? moveIntent(intent, move, form)
      : refuse(404, { message: `Unrecognized request URL (POST: ${path}).` })
  }

  function get({ path, query }: SimulatedRequest): SimulatedAnswer {
    if (path === '/v1/refunds')
      return { status: 200, body: { object: 'list', data: refundsOf(query.get('payment_intent') ?? '') } }
    const [, kind = '', id = ''] = /^\/v1\/(.+)\/(\w+)$/.exec(path) ?? []
    const places: Record<string, ReadonlyMap<string, object>> = {
      'checkout/sessions': sessions,
      payment_intents: intents,
      refunds,
      events,
    }
    return shown(places[kind]?.get(id), query.get('expand[]') ?? query.get('expand[0]'))
  }

  /** Repeats the first answer to a request with the same key, even if the state has changed since. */
  async function once(request: SimulatedRequest, form: Form): Promise<SimulatedAnswer> {
    const key = request.headers['idempotency-key']
    const asked = `${request.path} ${request.raw.toString()}`
    const before = key === undefined ? undefined : answered.get(key)
    if (before && before.request !== asked)
      return refuse(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' })
    if (before) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } }
    const answer = structuredClone(await post(request, form))
    if (key !== undefined) answered.set(key, { request: asked, answer })
    return answer
  }

  /**
   * Shows the pay page of Stripe. After a payment, or when the payer closes the page, it leads back to the shop; a
   * payer whose payment was declined can try again.
   */
  async function showPage(request: SimulatedRequest): Promise<SimulatedAnswer> {
    const session = sessions.get(request.path.slice('/pay/'.length))
    if (session?.status !== 'open')
      return { status: 200, body: document('Stripe (simulated)', '<p>This page has expired.</p>') }
    const choice = request.method === 'POST' ? new URLSearchParams(request.raw.toString()).get('choice') : null
    if (choice === 'pay') await actions.pay!({ attempt: session.id })
    if (choice === 'decline') await actions.decline!({ attempt: session.id })
    const back = { pay: session.success_url, close: session.cancel_url }[choice ?? '']
    if (back) return { status: 303, headers: { location: back } }
    const sum = sumOf(session.currency, session.amount_total)
    return { status: 200, body: payPage({ provider: 'Stripe', sum, action: '', note: choice ? declined.message : '' }) }
  }

  function handle(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer> {
    if (request.path.startsWith('/pay/')) return showPage(request)
    const form = nestedForm(new URLSearchParams(request.raw.toString()))
    const confirmed = /^\/v1\/payment_intents\/(\w+)\/confirm$/.exec(request.path)?.[1]
    const isByPayer = confirmed !== undefined && intents.get(confirmed)?.client_secret === form.client_secret
    if (!isByPayer && request.headers.authorization !== `Bearer ${keys.secretKey}`)
      return refuse(401, { message: 'Invalid API Key provided' })
    return request.method === 'POST' ? once(request, form) : get(request)
  }

  return { name: 'stripe', stepOf, handle, actions }
}

function stepOf({ method, path }: SimulatedRequest): string | undefined {
  if (path === '/v1/refunds') return method === 'POST' ? 'refund' : 'findRefund'
  if (/^\/v1\/(checkout\/sessions|payment_intents)$/.test(path)) return 'open'
  if (/^\/v1\/(checkout\/sessions|payment_intents)\/\w+$/.test(path)) return 'find'
  if (/^\/v1\/(checkout\/sessions\/\w+\/expire|payment_intents\/\w+\/cancel)$/.test(path)) return 'close'
  return path.startsWith('/v1/refunds/') ? 'findRefund' : undefined
}

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
const now = () => Math.floor(Date.now() / 1000)

/**
 * Returns the movements of money that a dispute makes on the account: out at its beginning, with a fee, and in again
 * when the shop wins it.
 */
function balancesOf(amount: number, isWon: boolean): object[] {
  const out = { object: 'balance_transaction', amount: -amount, fee: 1500, net: -amount - 1500 }
  return isWon ? [out, { object: 'balance_transaction', amount, fee: 0, net: amount }] : [out]
}

const simulatedKeys = { secretKey: 'sk_test_a_key_of_the_simulator', webhookSecret }

export const stripe = {
  create: () => simulateStripe(simulatedKeys),
  settings: { stripeSecretKey: simulatedKeys.secretKey, stripeWebhookSecret: webhookSecret },
  addresses: (url) => ({ STRIPE_BASE_URL: url }),
  currency: 'INR',
  target: 'attempt',
  events: 'registered',
} as const satisfies Simulation
