import { randomUUID } from 'node:crypto'
import { payPage } from '../page.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from '../server.ts'
import { hmacSha256 } from '../signing.ts'
import { type Simulation, webhookSecret } from '../simulation.ts'
import { createWebhookEvents, type Sealed } from '../webhook-events.ts'
import {
  cardholders,
  formsOf,
  newNumber,
  type Payment,
  type Preference,
  type Refund,
  Refused,
  readForm,
} from './account.ts'

type Args = Record<string, unknown>
type Keys = { accessToken: string; webhookSecret: string; currency: string }

/**
 * Simulates Mercado Pago over HTTP (docs/reference/providers.md#mercado-pago). Actions in addition to those of {@link
 * createWebhookEvents}, each for a `preference` named by its id or the shop's reference: `pay {cardholder?, amount?,
 * currency?, interest?}` and `decline` are cards, `pend` is a pending voucher; `move {payment, status, detail}` changes
 * a payment later; `charge-back {payment, detail?}` sends a separate kind of event; `next-refund {status}` sets the
 * outcome of the next refund, and `refund-outcome {refund, status}` ends one. Webhook events are signed in one of these
 * ways: `signed`, `milliseconds`, `forged`, `body-id` (signed for the id in the body while the URL has another one),
 * `stale`, `unsigned`, or sent as copies in the older form, `copy` and `order-copy`.
 */
export function simulateMercadoPago(keys: Keys): SimulatedProvider {
  const forms = formsOf(keys.currency)
  const preferences = new Map<string, Preference>()
  const payments = new Map<number, Payment>()
  const refunds = new Map<number, Refund>()
  const answered = new Map<string, { body: string; answer: object }>()
  let nextRefund: Refund['status'] = 'approved'

  const webhookEvents = createWebhookEvents(({ payload }, as): Sealed => {
    const paymentId = String((payload.data as { id: unknown }).id)
    const named = as === 'body-id' ? String(newNumber()) : paymentId
    const body = JSON.stringify(payload)
    if (as === 'copy') return { headers: {}, body: '', query: { topic: 'payment', id: named } }
    if (as === 'order-copy') {
      const id = String(payments.get(Number(paymentId))?.order?.id)
      return { headers: {}, body: '', query: { topic: 'merchant_order', id } }
    }
    const requestId = randomUUID()
    const seconds = Math.floor(Date.now() / 1000) - (as === 'stale' ? 90_000 : 0)
    const ts = as === 'milliseconds' ? seconds * 1000 : seconds
    const manifest = `id:${paymentId.toLowerCase()};request-id:${requestId};ts:${ts};`
    const v1 = hmacSha256(as === 'forged' ? 'somebody else' : keys.webhookSecret, manifest)
    return {
      body,
      query: { 'data.id': named, type: String(payload.type) },
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...(as !== 'unsigned' && { 'x-signature': `ts=${ts},v1=${v1}` }),
      },
    }
  })
  const tell = (action: 'payment.created' | 'payment.updated', { id, external_reference }: Payment) => {
    const wanted = preferenceBy(external_reference)?.notification_url ?? ''
    const payload = {
      id: newNumber(),
      live_mode: false,
      type: 'payment',
      date_created: now(),
      user_id: 44_444,
      api_version: 'v1',
      action,
      data: { id: String(id) },
    }
    return webhookEvents.add({ kind: action, id: String(payload.id), payload }, isHere(wanted) ? wanted : '')
  }
  const tellChargeback = async (payment: Payment) => {
    const payload = {
      id: newNumber(),
      live_mode: false,
      type: 'topic_chargebacks_wh',
      actions: ['changed_case_status'],
      data: { id: String(newNumber()), payment_id: payment.id },
    }
    await webhookEvents.add({ kind: 'chargeback', id: String(payload.id), payload })
  }

  const preferenceBy = (name: unknown): Preference | undefined =>
    [...preferences.values()].find(({ id, external_reference }) => name === id || name === external_reference)
  const preferenceOf = ({ preference }: Args): Preference => preferenceBy(preference) ?? missing('preference')

  async function addPayment(from: Partial<Payment>, [status, detail]: readonly [string, string]): Promise<Payment> {
    const sum = from.transaction_amount ?? 0
    const payment: Payment = {
      id: newNumber(),
      status,
      status_detail: detail,
      transaction_amount: sum,
      transaction_amount_refunded: 0,
      currency_id: keys.currency,
      external_reference: null,
      payment_method_id: 'visa',
      payment_type_id: 'credit_card',
      date_created: now(),
      date_approved: status === 'approved' ? now() : null,
      live_mode: false,
      captured: status === 'approved',
      order: null,
      refunds: [],
      transaction_details: { net_received_amount: sum, total_paid_amount: sum },
      ...from,
    }
    payments.set(payment.id, payment)
    await tell('payment.created', payment)
    return payment
  }

  async function payPreference(preference: Preference, outcome: readonly [string, string], args: Args) {
    const asked = preference.items.reduce((total, { unit_price, quantity }) => total + unit_price * quantity, 0)
    const sum = Number(args.amount ?? asked)
    const total_paid_amount = sum + Number(args.interest ?? 0)
    const from = {
      transaction_amount: sum,
      currency_id: String(args.currency ?? keys.currency),
      external_reference: preference.external_reference ?? null,
      order: { id: preference.merchant_order, type: 'mercadopago' as const },
      transaction_details: { net_received_amount: sum, total_paid_amount },
    }
    const { id, status } = await addPayment(from, outcome)
    return { payment: String(id), status }
  }

  const actions: SimulatedProvider['actions'] = {
    ...webhookEvents.actions,
    pay: (args) => payPreference(preferenceOf(args), cardholders[String(args.cardholder ?? 'APRO')]!, args),
    decline: (args) => payPreference(preferenceOf(args), cardholders.FUND!, args),
    pend: (args) => payPreference(preferenceOf(args), ['pending', 'pending_waiting_payment'], args),
    move: async ({ payment: id, status, detail }) => {
      const payment = payments.get(Number(id)) ?? missing('payment')
      Object.assign(payment, { status, status_detail: detail, date_approved: status === 'approved' ? now() : null })
      await tell('payment.updated', payment)
    },
    'charge-back': async ({ payment: id, detail = 'in_process' }) => {
      const payment = payments.get(Number(id)) ?? missing('payment')
      Object.assign(payment, { status: 'charged_back', status_detail: detail })
      await tellChargeback(payment)
    },
    'next-refund': ({ status }) => {
      nextRefund = status as Refund['status']
    },
    'refund-outcome': async ({ refund: id, status }) => {
      const refund = refunds.get(Number(id)) ?? missing('refund')
      refund.status = status as Refund['status']
      await countRefunds(payments.get(refund.payment_id)!)
    },
  }

  function createPreference({ raw, headers }: SimulatedRequest): Preference {
    const form = readForm(forms.preference, raw)
    const id = `44444-${randomUUID()}`
    const page = `http://${headers.host}/mercado-pago/checkout/start/${id}`
    const preference: Preference = {
      ...form,
      id,
      init_point: page,
      sandbox_init_point: page,
      client_id: '6295877106812064',
      collector_id: 44_444,
      date_created: now(),
      merchant_order: newNumber(),
    }
    preferences.set(id, preference)
    return preference
  }

  function changePreference({ raw }: SimulatedRequest, id: string): Preference {
    const preference = preferences.get(id) ?? notFound()
    const { expiration_date_to } = JSON.parse(raw.toString()) as Partial<Preference>
    return Object.assign(preference, { expiration_date_to })
  }

  async function createPayment({ raw }: SimulatedRequest): Promise<Payment> {
    const { token, external_reference = null, transaction_amount } = readForm(forms.payment, raw)
    const outcome = cardholders[token]
    if (!outcome) throw new Refused(400, '3003', 'Invalid card_token_id')
    return addPayment({ transaction_amount, external_reference }, outcome)
  }

  async function createRefund({ raw }: SimulatedRequest, payment: Payment): Promise<Refund> {
    const left = inCents(payment.transaction_amount) - inCents(payment.transaction_amount_refunded)
    const { amount = left / 100 } = readForm(forms.refund, raw)
    if (payment.status !== 'approved') throw new Refused(400, '2063', 'The action requested is not valid for the state')
    if (left === 0 || inCents(amount) > left) throw new Refused(400, '4040', 'Amount exceeds what can be refunded')
    const common = { id: newNumber(), payment_id: payment.id, date_created: now(), refund_mode: 'standard' as const }
    const refund: Refund = { ...common, amount, status: nextRefund }
    nextRefund = 'approved'
    refunds.set(refund.id, refund)
    payment.refunds.push(refund)
    await countRefunds(payment)
    return refund
  }

  async function countRefunds(payment: Payment): Promise<void> {
    const approved = payment.refunds.filter(({ status }) => status === 'approved')
    const given = approved.reduce((total, { amount }) => total + inCents(amount), 0)
    payment.transaction_amount_refunded = given / 100
    if (given === inCents(payment.transaction_amount))
      Object.assign(payment, { status: 'refunded', status_detail: 'refunded' })
    else if (given > 0) payment.status_detail = 'partially_refunded'
    await tell('payment.updated', payment)
  }

  function search({ query }: SimulatedRequest): object {
    const reference = query.get('external_reference')
    const found = [...payments.values()].filter(({ external_reference }) => external_reference === reference)
    const sorted = query.get('criteria') === 'desc' ? found.toReversed() : found
    const [limit, offset] = [Number(query.get('limit') ?? 30), Number(query.get('offset') ?? 0)]
    if (limit > 1000) throw new Refused(400, '1000', 'Number of rows exceeded the limits')
    return { paging: { total: found.length, limit, offset }, results: sorted.slice(offset, offset + limit) }
  }

  function merchantOrder(id: number): object {
    const preference = [...preferences.values()].find(({ merchant_order }) => merchant_order === id) ?? notFound()
    const own = [...payments.values()].filter(({ order }) => order?.id === id)
    const paid = own.filter(({ status }) => status === 'approved')
    return {
      id,
      preference_id: preference.id,
      external_reference: preference.external_reference,
      order_status: paid.length > 0 ? 'paid' : 'payment_required',
      paid_amount: paid.reduce((total, { transaction_amount }) => total + inCents(transaction_amount), 0) / 100,
      payments: own.map(({ id: payment, status, transaction_amount }) => ({ id: payment, status, transaction_amount })),
    }
  }

  /**
   * Repeats the first answer to a request that arrives again with the same key and body, and refuses a request that has
   * the same key and another body.
   */
  async function once(request: SimulatedRequest, act: () => object | Promise<object>): Promise<SimulatedAnswer> {
    const key = request.headers['x-idempotency-key']
    if (!key && !request.path.startsWith('/checkout/'))
      throw new Refused(400, '4292', 'Header X-Idempotency-Key can not be null')
    const [name, body] = [`${request.path} ${key}`, request.raw.toString()]
    const before = key ? answered.get(name) : undefined
    if (before && before.body !== body)
      throw new Refused(409, 'idempotency_conflict', 'The key was used for another body')
    const answer = before?.answer ?? (await act())
    if (key) answered.set(name, { body, answer })
    return { status: 201, body: answer }
  }

  function handleCall(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer> {
    const { method } = request
    const [first, second, third = '', fourth, fifth] = request.path.replace(/\/$/, '').slice(1).split('/')
    const of = `${method} ${first}/${second}`
    if (of === 'POST checkout/preferences' && !third) return once(request, () => createPreference(request))
    if (of === 'GET checkout/preferences') return { status: 200, body: preferences.get(third) ?? notFound() }
    if (of === 'PUT checkout/preferences') return { status: 200, body: changePreference(request, third) }
    if (first === 'merchant_orders') return { status: 200, body: merchantOrder(Number(second)) }
    if (of === 'POST v1/payments' && !third) return once(request, () => createPayment(request))
    if (of === 'GET v1/payments' && third === 'search') return { status: 200, body: search(request) }
    const payment = second === 'payments' ? (payments.get(Number(third)) ?? notFound()) : notFound()
    if (!fourth && method === 'GET') return { status: 200, body: payment }
    if (fourth !== 'refunds') return notFound()
    if (method === 'POST') return once(request, () => createRefund(request, payment))
    if (!fifth) return { status: 200, body: payment.refunds }
    return { status: 200, body: payment.refunds.find(({ id }) => id === Number(fifth)) ?? notFound() }
  }

  async function handlePage(request: SimulatedRequest, preference: Preference): Promise<SimulatedAnswer> {
    const { back_urls = {}, expiration_date_to: until, items } = preference
    if (until && Date.parse(until) < Date.now()) return { status: 410, body: 'This page has expired.' }
    const choice = request.method === 'POST' ? new URLSearchParams(request.raw.toString()).get('choice') : undefined
    if (choice === 'close') return { status: 303, headers: { location: backTo(back_urls.failure, preference) } }
    if (choice === 'pay') {
      const paid = await payPreference(preference, cardholders.APRO!, {})
      return { status: 303, headers: { location: backTo(back_urls.success, preference, paid) } }
    }
    if (choice === 'decline') await actions.decline!({ preference: preference.id })
    const note = choice === 'decline' ? 'The card was declined. You may try again.' : ''
    const sum = `${keys.currency} ${items[0]!.unit_price}`
    return { status: 200, body: payPage({ provider: 'Mercado Pago', sum, action: '', note }) }
  }

  async function handle(request: SimulatedRequest): Promise<SimulatedAnswer> {
    try {
      const page = /^\/checkout\/start\/(.+)$/.exec(request.path)?.[1]
      if (page) return await handlePage(request, preferences.get(page) ?? notFound())
      if (request.headers.authorization !== `Bearer ${keys.accessToken}`)
        throw new Refused(401, 'unauthorized', 'invalid access token')
      return await handleCall(request)
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  return { name: 'mercado-pago', stepOf, handle, actions }
}

/**
 * Returns the URL to which Mercado Pago sends the payer back; without a payment the values in it are the string `null`.
 */
function backTo(
  url = '',
  { id, external_reference, merchant_order }: Preference,
  paid?: { payment: string; status: string },
) {
  const back = new URL(url)
  const fields = {
    collection_id: paid?.payment,
    collection_status: paid?.status,
    payment_id: paid?.payment,
    status: paid?.status,
    external_reference,
    merchant_order_id: merchant_order,
    preference_id: id,
  }
  for (const [name, value] of Object.entries(fields)) back.searchParams.set(name, String(value ?? null))
  return back.href
}

function stepOf({ method, path }: SimulatedRequest): string | undefined {
  if (method === 'POST' && /^\/checkout\/preferences\/?$/.test(path)) return 'open'
  if (path.endsWith('/refunds') && method === 'POST') return 'refund'
  if (path.includes('/refunds/')) return 'findRefund'
  return method === 'GET' && /^\/(v1\/payments|merchant_orders)\//.test(path) ? 'find' : undefined
}

/** Returns whether a URL is on this machine, because the simulator sends requests of a test to no other machine. */
function isHere(url: string): boolean {
  return url !== '' && ['127.0.0.1', 'localhost'].includes(new URL(url).hostname)
}

function notFound(): never {
  throw new Refused(404, 'not_found', 'resource not found')
}

/** Throws an error, because the object that an action names is unknown. */
function missing(what: string): never {
  throw new Error(`there is no such ${what}`)
}

const inCents = (sum: number) => Math.round(sum * 100)
const now = () => new Date().toISOString().replace('Z', '+00:00')

const simulatedKeys = { accessToken: 'TEST-a-token-of-the-simulator', webhookSecret, currency: 'BRL' }

export const mercadoPago = {
  create: () => simulateMercadoPago(simulatedKeys),
  settings: {
    mercadopagoAccessToken: simulatedKeys.accessToken,
    mercadopagoWebhookSecret: webhookSecret,
    mercadopagoCurrency: simulatedKeys.currency,
  },
  addresses: (url) => ({ MERCADOPAGO_BASE_URL: url }),
  currency: 'BRL',
  target: 'preference',
  events: 'each-payment',
} as const satisfies Simulation
