import { randomBytes } from 'node:crypto'
import { payPage, sumOf } from '../page.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from '../server.ts'
import { basicAuth, hmacSha256 } from '../signing.ts'
import { type Simulation, webhookSecret } from '../simulation.ts'
import { createWebhookEvents } from '../webhook-events.ts'
import {
  addRefunded,
  type Dispute,
  list,
  type Order,
  openDispute,
  type Payment,
  type Refund,
  refuse,
  refusedOrder,
  refusedRefund,
} from './account.ts'
import { checkoutScript, news } from './checkout.ts'

type Keys = {
  keyId: string
  keySecret: string
  webhookSecret: string
  previousWebhookSecret?: string
  accountId?: string
}
type Args = Record<string, unknown>

/**
 * Simulates Razorpay over HTTP (docs/reference/providers.md#razorpay). Actions in addition to those of {@link
 * createWebhookEvents}, each for an `order` named by its id or receipt: `pay`, `authorise` and `decline` make a
 * payment, and the first two answer the fields (`back`) that the payer's browser posts back; `capture {payment}` is a
 * late success; `dispute {payment, status?, deducted?}` opens or ends a dispute of the payer's bank; `refund-outcome
 * {refund, status}` ends a refund, and `refundsStay {stay}` leaves new ones pending. Webhook events are signed in one
 * of these ways: `signed`, `forged`, `by-key-secret`, `by-previous-secret` or `unsigned`.
 */
export function simulateRazorpay(keys: Keys): SimulatedProvider {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const refundsByKey = new Map<string, { body: string; refund: Refund }>()
  let refundsStay = false

  const webhookEvents = createWebhookEvents(({ id, kind, payload }, as) => {
    const { contains, ...entities } = payload
    const { accountId: account_id = 'acc_SIMULATED00001' } = keys
    const said = { entity: 'event', account_id, event: kind, contains, payload: entities, created_at: now() }
    const body = JSON.stringify(said)
    const secrets: Record<string, string | undefined> = {
      signed: keys.webhookSecret,
      forged: 'somebody else',
      'by-key-secret': keys.keySecret,
      'by-previous-secret': keys.previousWebhookSecret,
    }
    const secret = secrets[as]
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        ...(secret && { 'x-razorpay-signature': hmacSha256(secret, body) }),
      },
    }
  })
  const tell = (kind: string, entities: Record<string, object>) => {
    const wrapped = Object.entries(entities).map(([name, entity]) => [name, { entity: { ...entity } }])
    const payload = { contains: Object.keys(entities), ...Object.fromEntries(wrapped) }
    return webhookEvents.add({ kind, id: newId('evt'), payload })
  }

  const orderOf = (args: Args): Order => {
    const name = String(args.order)
    const found = orders.get(name) ?? [...orders.values()].find(({ receipt }) => receipt === name)
    if (!found) throw new Error(`no order ${name}`)
    return found
  }

  function addPayment(order: Order, status: Payment['status'], args: Args = {}): Payment {
    if (order.status === 'paid') throw new Error('the order is paid')
    const payment: Payment = {
      id: newId('pay'),
      entity: 'payment',
      amount: order.amount,
      currency: order.currency,
      status,
      order_id: order.id,
      method: 'upi',
      captured: false,
      amount_refunded: 0,
      refund_status: null,
      error_code: status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
      error_reason: status === 'failed' ? 'payment_failed' : null,
      notes: (args.notes ?? {}) as Record<string, string>,
      created_at: now(),
    }
    payments.set(payment.id, payment)
    order.status = 'attempted'
    order.attempts += 1
    return payment
  }

  /**
   * Captures a payment. Sends the two webhook events of a captured payment in the order in which Razorpay sends them;
   * both name the payment.
   */
  async function captureNow(payment: Payment): Promise<void> {
    const order = orders.get(payment.order_id)!
    Object.assign(payment, { status: 'captured', captured: true, error_code: null, error_reason: null })
    Object.assign(order, { status: 'paid', amount_paid: payment.amount, amount_due: order.amount - payment.amount })
    await tell('payment.captured', { payment })
    await tell('order.paid', { payment, order })
  }

  const backFields = ({ id, order_id }: Payment) => ({
    razorpay_payment_id: id,
    razorpay_order_id: order_id,
    razorpay_signature: hmacSha256(keys.keySecret, `${order_id}|${id}`),
  })

  const actions: SimulatedProvider['actions'] = {
    ...webhookEvents.actions,
    pay: async (args) => {
      const payment = addPayment(orderOf(args), 'authorized', args)
      await captureNow(payment)
      return { payment: payment.id, back: backFields(payment) }
    },
    authorise: async (args) => {
      const payment = addPayment(orderOf(args), 'authorized', args)
      await tell('payment.authorized', { payment })
      return { payment: payment.id, back: backFields(payment) }
    },
    decline: async (args) => {
      const payment = addPayment(orderOf(args), 'failed', args)
      await tell('payment.failed', { payment })
      return { payment: payment.id }
    },
    capture: async (args) => captureNow(payments.get(String(args.payment))!),
    'late-authorise': async (args) => {
      const payment = payments.get(String(args.payment))!
      Object.assign(payment, { status: 'authorized', error_code: null, error_reason: null })
      await tell('payment.authorized', { payment })
    },
    dispute: async ({ payment: id, status = 'open', deducted = 0 }) => {
      const payment = payments.get(String(id))!
      const before = disputes.get(payment.id)
      const dispute: Dispute = {
        ...(before ?? openDispute(payment)),
        status: String(status),
        amount_deducted: Number(deducted),
      }
      disputes.set(payment.id, dispute)
      await tell(`payment.dispute.${status === 'open' ? 'created' : String(status)}`, { payment, dispute })
      return { dispute: dispute.id }
    },
    refundsStay: ({ stay }) => {
      refundsStay = stay === true
    },
    'refund-outcome': async ({ refund: id, status }) => {
      const refund = refunds.get(String(id))!
      const payment = payments.get(refund.payment_id)!
      refund.status = status as Refund['status']
      if (refund.status === 'failed') addRefunded(payment, -refund.amount)
      await tell(`refund.${refund.status}`, { refund, payment })
    },
  }

  function createOrder(body: Args): SimulatedAnswer {
    const refused = refusedOrder(body)
    if (refused) return refused
    const { amount, currency, receipt = null, notes = [] } = body
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount: Number(amount),
      amount_paid: 0,
      amount_due: Number(amount),
      currency: String(currency),
      receipt: receipt as string | null,
      status: 'created',
      attempts: 0,
      notes,
      created_at: now(),
    }
    orders.set(order.id, order)
    return { status: 200, body: order }
  }

  async function capture(payment: Payment, { amount, currency }: Args): Promise<SimulatedAnswer> {
    if (payment.captured) return refuse('This payment has already been captured')
    if (payment.status !== 'authorized') return refuse('Only payments which have been authorized can be captured')
    if (amount !== payment.amount || currency !== payment.currency)
      return refuse('Capture amount must be equal to the amount authorized', 'amount')
    await captureNow(payment)
    return { status: 200, body: payment }
  }

  async function refundPayment(payment: Payment, request: SimulatedRequest): Promise<SimulatedAnswer> {
    const key = request.headers['x-refund-idempotency']
    if (key !== undefined && !/^[\w-]{10,}$/.test(key)) return refuse('The idempotency key is invalid')
    const body = request.raw.toString()
    const before = key === undefined ? undefined : refundsByKey.get(key)
    if (before && before.body !== body)
      return refuse('Different request with the same idempotency key has already been processed.', null, 409)
    if (before) return { status: 200, body: before.refund }
    const { amount = payment.amount, receipt = null, speed = 'normal' } = JSON.parse(body || '{}') as Args
    const over = refusedRefund(payment, amount)
    if (over) return over
    const refund: Refund = {
      id: newId('rfnd'),
      entity: 'refund',
      amount: Number(amount),
      currency: payment.currency,
      payment_id: payment.id,
      receipt: receipt as string | null,
      status: refundsStay ? 'pending' : 'processed',
      speed_requested: String(speed),
      created_at: now(),
    }
    refunds.set(refund.id, refund)
    if (key) refundsByKey.set(key, { body, refund })
    addRefunded(payment, refund.amount)
    await tell('refund.created', { refund, payment })
    if (!refundsStay) await tell('refund.processed', { refund, payment })
    return { status: 200, body: refund }
  }

  const byReceipt = (receipt: string) => [...orders.values()].filter((order) => order.receipt?.includes(receipt))
  const paymentsOf = (orderId: string) => [...payments.values()].filter((payment) => payment.order_id === orderId)
  const refundsOf = (paymentId: string) => [...refunds.values()].filter((refund) => refund.payment_id === paymentId)

  function handleOrders(request: SimulatedRequest, [id, part]: string[]): SimulatedAnswer {
    if (!id && request.method === 'POST') return createOrder(JSON.parse(request.raw.toString()) as Args)
    if (!id) return list(byReceipt(request.query.get('receipt') ?? ''))
    const order = orders.get(id)
    if (!order) return refuse('The id provided does not exist')
    return part === 'payments' ? list(paymentsOf(id)) : { status: 200, body: order }
  }

  function handlePayments(request: SimulatedRequest, [id = '', part, sub]: string[]) {
    const payment = payments.get(id)
    if (!payment) return refuse('The id provided does not exist')
    if (part === 'capture') return capture(payment, JSON.parse(request.raw.toString()) as Args)
    if (part === 'refund') return refundPayment(payment, request)
    if (part !== 'refunds') return { status: 200, body: payment }
    if (!sub) return list(refundsOf(id))
    const refund = refunds.get(sub)
    return refund?.payment_id === id ? { status: 200, body: refund } : refuse('The id provided does not exist')
  }

  /**
   * Shows the frame of the pay page: first the payer's choice, and after it the message to the page around the frame.
   */
  async function handleCheckout(request: SimulatedRequest): Promise<SimulatedAnswer> {
    const order = orders.get(request.query.get('order_id') ?? '')
    if (!order || request.query.get('key') !== keys.keyId) return { status: 400, body: 'This order cannot be paid.' }
    const choice = request.method === 'POST' ? new URLSearchParams(request.raw.toString()).get('choice') : undefined
    const first = request.query.get('method')
    const page = { provider: 'Razorpay', sum: sumOf(order.currency, order.amount), action: '', first }
    if (choice === 'close') return { status: 200, body: news({ dismissed: true }) }
    if (choice === 'pay') {
      const paid = (await actions.pay!({ order: order.id })) as { back: object }
      return { status: 200, body: news({ paid: paid.back }) }
    }
    if (choice === 'decline') await actions.decline!({ order: order.id })
    const note = choice === 'decline' ? 'The payment was declined. You may try again.' : ''
    return { status: 200, body: payPage({ ...page, note }) }
  }

  function handle(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer> {
    if (request.path === '/checkout.js')
      return { status: 200, body: checkoutScript, headers: { 'content-type': 'text/javascript' } }
    if (request.path === '/checkout') return handleCheckout(request)
    if (request.headers.authorization !== basicAuth(keys.keyId, keys.keySecret))
      return refuse('Authentication failed', null, 401)
    const [version, kind, ...rest] = request.path.slice(1).split('/')
    if (version === 'v1' && kind === 'orders') return handleOrders(request, rest)
    if (version === 'v1' && kind === 'payments') return handlePayments(request, rest)
    const refund = version === 'v1' && kind === 'refunds' ? refunds.get(rest[0] ?? '') : undefined
    return refund ? { status: 200, body: refund } : refuse('The requested URL was not found on the server.', null, 404)
  }

  return { name: 'razorpay', stepOf, handle, actions }
}

function stepOf({ method, path }: SimulatedRequest): string | undefined {
  if (path === '/v1/orders') return method === 'POST' ? 'open' : 'find'
  if (/^\/v1\/orders\/[^/]+(\/payments)?$/.test(path)) return 'find'
  if (path.endsWith('/capture')) return 'capture'
  if (path.endsWith('/refund')) return 'refund'
  return /\/refunds/.test(path) ? 'findRefund' : undefined
}

const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString('hex')}`
const now = () => Math.floor(Date.now() / 1000)

const simulatedKeys = { keyId: 'rzp_test_a1B2c3D4e5F6g7', keySecret: 'rzp_demo_secret_9f3a', webhookSecret }

export const razorpay = {
  create: () => simulateRazorpay(simulatedKeys),
  settings: {
    razorpayKeyId: simulatedKeys.keyId,
    razorpayKeySecret: simulatedKeys.keySecret,
    razorpayWebhookSecret: webhookSecret,
  },
  addresses: (url) => ({ RAZORPAY_BASE_URL: url, RAZORPAY_CHECKOUT_JS_URL: `${url}/checkout.js` }),
  currency: 'INR',
  target: 'order',
  events: 'registered',
} as const satisfies Simulation
