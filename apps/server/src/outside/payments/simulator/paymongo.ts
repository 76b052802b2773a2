import { basicAuth, hmacSha256 } from '../http.ts'
import { createNotices } from './notices.ts'
import { payPage } from './page.ts'
import {
  attachForm,
  type Intent,
  intentForm,
  methodForm,
  newResource,
  type Payment,
  paymentForm,
  type Refund,
  Refused,
  type Resource,
  readForm,
  refundForm,
  type Session,
  type Source,
  secureCard,
  sessionForm,
  sourceForm,
  testCards,
  webhookForm,
} from './paymongo-books.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from './server.ts'

type Args = Record<string, unknown>

/**
 * PayMongo over HTTP (providers §4). Actions beside those of {@link createNotices}, each for a `session` named by its id
 * or our reference: `pay {amount?, currency?}`, `decline {code?}`, `pend` and `clear` (a payment that takes its time),
 * `expire`; `charge-source {source}` makes a source chargeable; `refunds-stay {stay}` leaves new refunds pending, and
 * `refund-outcome {refund, status, family?}` ends one. Notices are sealed `signed`, `forged`, `other-mode` (in the field
 * of the mode that is not ours), `reordered`, `stale`, `future` or `unsigned`.
 */
export function simulatePayMongo(keys: { secretKey: string; webhookSecret: string }): SimulatedProvider {
  const isLive = keys.secretKey.startsWith('sk_live_')
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const sources = new Map<string, Source>()
  const cards = new Map<string, string>()
  let refundsStay = false

  const notices = createNotices(({ payload }, as) => {
    const body = JSON.stringify(payload)
    const offset = { stale: -301, future: 301 }[as] ?? 0
    const time = Math.floor(Date.now() / 1000) + offset
    const hash = hmacSha256(as === 'forged' ? 'somebody else' : keys.webhookSecret, `${time}.${body}`)
    const fields = isLive === (as === 'other-mode') ? [`te=${hash}`, 'li='] : ['te=', `li=${hash}`]
    const parts = [`t=${time}`, ...fields]
    const signature = (as === 'reordered' ? parts.reverse() : parts).join(',')
    return {
      body,
      headers: {
        'content-type': 'application/json',
        ...(as !== 'unsigned' && { 'paymongo-signature': signature }),
      },
    }
  })
  const tell = (type: string, resource: Resource<unknown>) => {
    const now = Math.floor(Date.now() / 1000)
    const said = { type, livemode: isLive, data: resource, previous_data: {}, created_at: now, updated_at: now }
    const event = newResource('evt', 'event', structuredClone(said))
    return notices.add({ kind: type, id: event.id, payload: { data: event } })
  }

  const sessionOf = ({ session: name }: Args): Session => {
    const named = [...sessions.values()].find(
      ({ id, attributes }) => name === id || name === attributes.reference_number,
    )
    return named ?? missing(`session ${String(name)}`)
  }

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

  /** Payments of a session are listed once they are paid; those that failed hang on its intent alone. */
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

  const actions: SimulatedProvider['actions'] = {
    ...notices.actions,
    pay: async (args) => {
      const intent = sessionOf(args).attributes.payment_intent
      if (intent.attributes.status === 'succeeded') throw new Error('the session is paid')
      const { amount = intent.attributes.amount, currency = 'PHP' } = args
      const payment = addPayment(intent, { amount: Number(amount), currency: String(currency) })
      await payIntent(intent, payment)
      return { payment: payment.id }
    },
    decline: async (args) => {
      const payment = await declineIntent(
        sessionOf(args).attributes.payment_intent,
        String(args.code ?? 'generic_decline'),
      )
      return { payment: payment.id }
    },
    pend: (args) => {
      const intent = sessionOf(args).attributes.payment_intent
      intent.attributes.status = 'processing'
      return { payment: addPayment(intent, { status: 'pending' }).id }
    },
    clear: async (args) => {
      const intent = sessionOf(args).attributes.payment_intent
      await payIntent(intent, intent.attributes.payments.find(({ attributes }) => attributes.status === 'pending')!)
    },
    expire: (args) => {
      sessionOf(args).attributes.status = 'expired'
    },
    'cancel-intent': (args) => {
      sessionOf(args).attributes.payment_intent.attributes.status = 'cancelled'
    },
    'charge-source': async ({ source: id }) => {
      const source = sources.get(String(id)) ?? missing('source')
      source.attributes.status = 'chargeable'
      await tell('source.chargeable', source)
    },
    'refunds-stay': ({ stay }) => {
      refundsStay = stay === true
    },
    'refund-outcome': async ({ refund: id, status, family }) =>
      finishRefund(refunds.get(String(id)) ?? missing('refund'), {
        status: status as Refund['attributes']['status'],
        family,
      }),
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
    if (!refundsStay) await finishRefund(refund, { status: 'succeeded' })
    return refund
  }

  async function createWebhook({ raw }: SimulatedRequest): Promise<Resource<object>> {
    const { url, events } = readForm(webhookForm, raw)
    await notices.actions['notify-at']!({ url })
    return newResource('hook', 'webhook', {
      url,
      events,
      livemode: isLive,
      status: 'enabled',
      secret_key: keys.webhookSecret,
    })
  }

  type Step = (request: SimulatedRequest, id: string) => Resource<unknown> | Promise<Resource<unknown>>
  const calls: Record<string, Step> = {
    'POST checkout_sessions': createSession,
    'GET checkout_sessions/:id': (_, id) => sessions.get(id) ?? notFound(),
    'POST checkout_sessions/:id/expire': (_, id) => {
      const session = sessions.get(id) ?? notFound()
      session.attributes.status = 'expired'
      return session
    },
    'POST payment_intents': ({ raw }) => {
      const { payment_method_allowed: methods, ...form } = readForm(intentForm, raw)
      return createIntent({ ...form, methods })
    },
    'GET payment_intents/:id': (_, id) => intents.get(id) ?? notFound(),
    'POST payment_intents/:id/attach': (request, id) => attach(intents.get(id) ?? notFound(), request),
    'POST payment_methods': createMethod,
    'POST sources': createSource,
    'POST payments': payFromSource,
    'GET payments/:id': (_, id) => payments.get(id) ?? notFound(),
    'POST refunds': createRefund,
    'GET refunds/:id': (_, id) => refunds.get(id) ?? notFound(),
    'POST webhooks': createWebhook,
  }

  async function handlePage(request: SimulatedRequest, id: string): Promise<SimulatedAnswer> {
    const { attributes } = sessions.get(id) ?? notFound()
    const { payment_intent: intent, success_url, cancel_url } = attributes
    const choice = request.method === 'POST' ? new URLSearchParams(request.raw.toString()).get('choice') : undefined
    if (choice === 'close') return { status: 303, headers: { location: cancel_url ?? success_url } }
    if (attributes.status === 'expired') return { status: 410, body: 'This page has expired.' }
    if (choice === 'pay') {
      await actions.pay!({ session: id })
      return { status: 303, headers: { location: success_url } }
    }
    if (choice === 'decline') await actions.decline!({ session: id })
    const note = choice === 'decline' ? 'The card was declined. You may try again.' : ''
    return {
      status: 200,
      body: payPage({ provider: 'PayMongo', sum: `PHP ${intent.attributes.amount} centavos`, action: '', note }),
    }
  }

  async function handle(request: SimulatedRequest): Promise<SimulatedAnswer> {
    const [version = '', kind = '', id = '', part] = request.path.slice(1).split('/')
    try {
      if (version === 'checkout') return await handlePage(request, kind)
      if (request.headers.authorization !== basicAuth(keys.secretKey, ''))
        throw new Refused(401, { code: 'authentication_failed', detail: 'The API key is invalid.' })
      const name = [kind, ...(id ? [':id'] : []), ...(part ? [part] : [])].join('/')
      const call = version === 'v1' ? calls[`${request.method} ${name}`] : undefined
      return { status: 200, body: { data: await (call ?? notFound)(request, id) } }
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  return { name: 'paymongo', stepOf, handle, actions }
}

function stepOf({ method, path }: SimulatedRequest): string | undefined {
  if (path === '/v1/checkout_sessions') return 'open'
  if (/^\/v1\/(checkout_sessions|payment_intents)\/[^/]+$/.test(path)) return 'find'
  if (path === '/v1/refunds') return 'refund'
  return method === 'GET' && /^\/v1\/(refunds|payments)\//.test(path) ? 'findRefund' : undefined
}

function notFound(): never {
  throw new Refused(404, { code: 'resource_not_found', detail: 'No such resource.' })
}

/** What an action names and nobody knows. */
function missing(what: string): never {
  throw new Error(`there is no ${what}`)
}
