import { payPage, sumOf } from '../page.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from '../server.ts'
import { basicAuth, hmacSha256 } from '../signing.ts'
import { type Simulation, webhookSecret } from '../simulation.ts'
import { createWebhookEvents } from '../webhook-events.ts'
import { newResource, openAccount, type Refund, type Resource, type Session } from './account.ts'
import { intentForm, notFound, Refused, readForm, webhookForm } from './forms.ts'

type Args = Record<string, unknown>

/**
 * Simulates PayMongo over HTTP (docs/reference/providers.md#paymongo). Actions in addition to those of {@link
 * createWebhookEvents}, each for a `session` named by its id or the shop's reference: `pay {amount?, currency?}`,
 * `decline {code?}`, `pend` and `clear` (a slow payment), `expire`; `charge-source {source}` makes a source chargeable;
 * `dispute {payment, kind?, status?}` opens or ends a dispute of the payer's bank; `refunds-stay {stay}` leaves new
 * refunds pending, and `refund-outcome {refund, status, family?}` ends one. Webhook events are signed in one of these
 * ways: `signed`, `forged`, `other-mode` (in the header field of the other mode, test or live), `reordered`, `stale`,
 * `future` or `unsigned`.
 */
export function simulatePayMongo(keys: { secretKey: string; webhookSecret: string }): SimulatedProvider {
  const isLive = keys.secretKey.startsWith('sk_live_')

  const webhookEvents = createWebhookEvents(({ payload }, as) => {
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
    return webhookEvents.add({ kind: type, id: event.id, payload: { data: event } })
  }

  const books = openAccount({ isLive, tell })
  const { sessions, intents, payments, refunds, sources, ways } = books

  const sessionOf = ({ session: name }: Args): Session => {
    const named = [...sessions.values()].find(
      ({ id, attributes }) => name === id || name === attributes.reference_number,
    )
    return named ?? missing(`session ${String(name)}`)
  }

  const actions: SimulatedProvider['actions'] = {
    ...webhookEvents.actions,
    pay: async (args) => {
      const intent = sessionOf(args).attributes.payment_intent
      if (intent.attributes.status === 'succeeded') throw new Error('the session is paid')
      const { amount = intent.attributes.amount, currency = 'PHP' } = args
      const payment = books.addPayment(intent, { amount: Number(amount), currency: String(currency) })
      await books.payIntent(intent, payment)
      return { payment: payment.id }
    },
    decline: async (args) => {
      const payment = await books.declineIntent(
        sessionOf(args).attributes.payment_intent,
        String(args.code ?? 'generic_decline'),
      )
      return { payment: payment.id }
    },
    pend: (args) => {
      const intent = sessionOf(args).attributes.payment_intent
      intent.attributes.status = 'processing'
      return { payment: books.addPayment(intent, { status: 'pending' }).id }
    },
    clear: async (args) => {
      const intent = sessionOf(args).attributes.payment_intent
      await books.payIntent(
        intent,
        intent.attributes.payments.find(({ attributes }) => attributes.status === 'pending')!,
      )
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
    dispute: async ({ payment: id, kind = 'created', status = 'needs_response' }) => {
      const payment = payments.get(String(id)) ?? missing('payment')
      const { amount, currency } = payment.attributes
      const attributes = { amount, currency, status, reason: 'fraudulent', payment_id: payment.id }
      const dispute = { ...newResource('dis', 'dispute', attributes), id: `dis_${payment.id}` }
      await tell(`dispute.${String(kind)}`, dispute)
      return { dispute: dispute.id }
    },
    'refunds-stay': ({ stay }) => {
      ways.refundsStay = stay === true
    },
    'refund-outcome': async ({ refund: id, status, family }) =>
      books.finishRefund(refunds.get(String(id)) ?? missing('refund'), {
        status: status as Refund['attributes']['status'],
        family,
      }),
  }

  async function createWebhook({ raw }: SimulatedRequest): Promise<Resource<object>> {
    const { url, events } = readForm(webhookForm, raw)
    await webhookEvents.actions['notify-at']!({ url })
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
    'POST checkout_sessions': books.createSession,
    'GET checkout_sessions/:id': (_, id) => sessions.get(id) ?? notFound(),
    'POST checkout_sessions/:id/expire': (_, id) => {
      const session = sessions.get(id) ?? notFound()
      if (session.attributes.status !== 'active' || session.attributes.payments.length > 0)
        throw new Refused(400, { code: 'resource_failed_state', detail: 'The session is over.' })
      session.attributes.status = 'expired'
      return session
    },
    'POST payment_intents': ({ raw }) => {
      const { payment_method_allowed: methods, ...form } = readForm(intentForm, raw)
      return books.createIntent({ ...form, methods })
    },
    'GET payment_intents/:id': (_, id) => intents.get(id) ?? notFound(),
    'POST payment_intents/:id/attach': (request, id) => books.attach(intents.get(id) ?? notFound(), request),
    'POST payment_methods': books.createMethod,
    'POST sources': books.createSource,
    'POST payments': books.payFromSource,
    'GET payments/:id': (_, id) => payments.get(id) ?? notFound(),
    'POST refunds': books.createRefund,
    'GET refunds/:id': (_, id) => refunds.get(id) ?? notFound(),
    'POST webhooks': createWebhook,
  }

  async function handlePage(request: SimulatedRequest, id: string): Promise<SimulatedAnswer> {
    const { attributes } = sessions.get(id) ?? notFound()
    const { payment_intent: intent, success_url, cancel_url } = attributes
    const choice = request.method === 'POST' ? new URLSearchParams(request.raw.toString()).get('choice') : undefined
    if (choice === 'close') return { status: 303, headers: { location: cancel_url ?? success_url } }
    if (intent.attributes.status === 'succeeded') return { status: 303, headers: { location: success_url } }
    if (attributes.status === 'expired') return { status: 410, body: 'This page has expired.' }
    if (choice === 'pay') {
      await actions.pay!({ session: id })
      return { status: 303, headers: { location: success_url } }
    }
    if (choice === 'decline') await actions.decline!({ session: id })
    const note = choice === 'decline' ? 'The card was declined. You may try again.' : ''
    return {
      status: 200,
      body: payPage({ provider: 'PayMongo', sum: sumOf('PHP', intent.attributes.amount), action: '', note }),
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

/** Throws an error, because the object that an action names is unknown. */
function missing(what: string): never {
  throw new Error(`there is no ${what}`)
}

const simulatedKeys = { secretKey: 'sk_test_a1B2c3D4', webhookSecret }

export const paymongo = {
  create: () => simulatePayMongo(simulatedKeys),
  settings: { paymongoSK: simulatedKeys.secretKey, paymongoWebhookSecret: webhookSecret },
  addresses: (url) => ({ PAYMONGO_BASE_URL: url }),
  currency: 'PHP',
  target: 'session',
  events: 'registered',
} as const satisfies Simulation
