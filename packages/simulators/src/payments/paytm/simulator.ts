import { randomInt } from 'node:crypto'
import { document, payPage, postingPage } from '../page.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from '../server.ts'
import { isPaytmChecksum, paytmChecksum, paytmFormText } from '../signing.ts'
import type { Simulation } from '../simulation.ts'
import { createWebhookEvents, type Payload } from '../webhook-events.ts'

type Keys = { merchantId: string; merchantKey: string; websiteName: string }
type Result = [status: string, code: string, message: string]
type Order = {
  orderId: string
  callbackUrl: string
  amount: string
  /**
   * The body of the request that opened the order. By this body, the simulator distinguishes a repeated request from
   * another order with the same id.
   */
  sent: string
  token: string
  txnId: string
  /** The result of the order; undefined until a payer has tried to pay it. */
  result?: Result
  /**
   * The amount that the order's status states. Tests set another amount here, as a provider with an error or under
   * attack would state.
   */
  reportedAmount: string
  refunded: number
}
type Refund = { refId: string; refundId: string; order: Order; amount: string; result: Result }
type Args = Record<string, unknown>

const results = {
  paid: ['TXN_SUCCESS', '01', 'Txn Success'],
  pending: ['PENDING', '402', 'Looks like the payment is not complete'],
  closed: ['TXN_FAILURE', '141', 'User has not completed transaction.'],
  declined: ['TXN_FAILURE', '227', 'Your payment has been declined by your bank.'],
} satisfies Record<string, Result>

/**
 * Simulates Paytm over HTTP (docs/reference/providers.md#paytm). Actions in addition to those of {@link
 * createWebhookEvents}, each for an `order` named by the shop's reference: `pay`, `decline`, `close` and `pend` give it
 * a result, send the event and answer the fields that the browser would post back; `callback {order, as}` answers those
 * fields again; `tell-amount {order, amount}` makes the status name another amount; `dispute {order, status?}` opens or
 * ends a dispute of the payer's bank; `refund-outcome {refund, status}` ends a refund, and `refundsStay {stay}` leaves
 * new ones pending until then. Webhook events and callbacks are signed in one of these ways: `signed`, `forged`
 * (another key), `truncated` or `unsigned`; an event also `json`, `json-forged` or `json-unsigned`. Webhook events of
 * refunds and disputes are always JSON.
 */
export function simulatePaytm(keys: Keys): SimulatedProvider {
  const mid = keys.merchantId
  const orders = new Map<string, Order>()
  const refunds = new Map<string, Refund>()
  let refundsStay = false

  const webhookEvents = createWebhookEvents(({ kind, payload }, as) => {
    const isJsonAlways = /^(refund|dispute)/.test(kind)
    if (isJsonAlways || as.startsWith('json'))
      return sealJson(isJsonAlways ? payload : lowerCased(payload), as, keys.merchantKey)
    const body = new URLSearchParams(sealForm(payload as Record<string, string>, as, keys.merchantKey)).toString()
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  })

  const orderOf = (args: Args): Order => {
    const order = orders.get(String(args.order))
    if (!order) throw new Error(`no order ${String(args.order)}`)
    return order
  }
  const fieldsOf = ({ orderId, txnId, amount, result = results.pending }: Order): Record<string, string> => ({
    MID: mid,
    ORDERID: orderId,
    TXNID: txnId,
    TXNAMOUNT: amount,
    PAYMENTMODE: 'UPI',
    CURRENCY: 'INR',
    STATUS: result[0],
    RESPCODE: result[1],
    RESPMSG: result[2],
    GATEWAYNAME: 'PPBLC',
    BANKTXNID: '',
  })
  /**
   * Sets the result of an order. Sends a webhook event only for a finished order; sends the payer's browser back in any
   * case.
   */
  async function end(order: Order, result: Result) {
    order.result = result
    if (result !== results.pending)
      await webhookEvents.add({ kind: `payment.${result[0]}`, id: '', payload: fieldsOf(order) })
    return { back: sealForm(fieldsOf(order), 'signed', keys.merchantKey) }
  }

  const actions: SimulatedProvider['actions'] = {
    ...webhookEvents.actions,
    pay: (args) => end(orderOf(args), results.paid),
    decline: (args) => end(orderOf(args), results.declined),
    close: (args) => end(orderOf(args), results.closed),
    pend: (args) => end(orderOf(args), results.pending),
    callback: (args) => {
      const fields = { ...fieldsOf(orderOf(args)), ...(args.change as object) }
      return sealForm(fields, String(args.as ?? 'signed'), keys.merchantKey)
    },
    'tell-amount': (args) => {
      orderOf(args).reportedAmount = String(args.amount)
    },
    dispute: async (args) => {
      const { orderId, txnId, amount } = orderOf(args)
      const { status = 'NEW' } = args
      const disputeId = `2026${txnId}`
      const sum = { transactionAmount: amount, disputeAmount: amount, disputeDueDate: '2026-12-24 23:59:59' }
      const payload = { orderId, transactionId: txnId, mid, disputeId, disputeStatus: status, ...sum }
      await webhookEvents.add({
        kind: `dispute.${String(status)}`,
        id: '',
        payload: { ...payload, disputeType: 'Order Failure' },
      })
      return { dispute: disputeId, payment: txnId }
    },
    refundsStay: ({ stay }) => {
      refundsStay = stay === true
    },
    'refund-outcome': async ({ refund: refId, status }) => {
      const refund = refunds.get(String(refId))!
      const isDone = status === 'TXN_SUCCESS'
      refund.result = isDone ? ['TXN_SUCCESS', '10', 'Refund Successfull'] : ['TXN_FAILURE', '600', 'Refund failed']
      if (!isDone) refund.order.refunded -= Number(refund.amount.replace('.', ''))
      await webhookEvents.add({ kind: 'refund', id: '', payload: refundBody(refund) })
    },
  }

  const refundBody = ({ refId, refundId, order, amount }: Refund): Payload => ({
    source: 'MERCHANT',
    txnId: order.txnId,
    orderId: order.orderId,
    txnAmount: order.amount,
    mid,
    refundAmount: amount,
    totalRefundAmount: amount,
    refId,
    refundId,
  })

  function initiate({ query }: SimulatedRequest, body: Payload, sent: string): SimulatedAnswer {
    const { orderId, txnAmount, userInfo, callbackUrl } = body as {
      orderId?: string
      txnAmount?: { value?: unknown; currency?: string }
      userInfo?: { custId?: string }
      callbackUrl?: string
    }
    const no = (code: string, message: string) => answer(['F', code, message])
    if (body.mid !== mid) return no('2006', 'MID is invalid')
    if (query.get('mid') !== mid) return no('2013', 'MID in the query param does not match with the request')
    if (query.get('orderId') !== orderId) return no('2014', 'OrderId in the query param does not match')
    if (sent.includes('|')) return no('1008', 'Pipe character is not allowed')
    if (!/^[\w@-]{1,50}$/.test(orderId ?? '')) return no('1001', 'Order id is invalid')
    if (body.requestType !== 'Payment' || body.websiteName !== keys.websiteName || !callbackUrl || !userInfo?.custId)
      return no('1007', 'Missing mandatory element')
    const { value, currency } = txnAmount ?? {}
    if (typeof value !== 'string' || !/^\d{1,10}\.\d{2}$/.test(value) || Number(value) < 1 || currency !== 'INR')
      return no('2007', 'Txn amount is invalid')
    const before = orders.get(orderId!)
    if (before && before.sent !== sent) return no('2023', 'Repeat Request Inconsistent')
    const order = before ?? { ...newOrder(orderId!, sent), callbackUrl, amount: value, reportedAmount: value }
    orders.set(order.orderId, order)
    const done: Result = before ? ['S', '0002', 'Success Idempotent'] : ['S', '0000', 'Success']
    return answer(done, { txnToken: order.token, isPromoCodeValid: false, authenticated: false })
  }

  function orderStatus({ orderId }: Payload): SimulatedAnswer {
    const order = orders.get(String(orderId))
    if (!order?.result) return answer(['NO_RECORD_FOUND', '331', 'No Record Found'])
    const refundAmt = (order.refunded / 100).toFixed(2)
    return answer(order.result, {
      txnId: order.txnId,
      orderId: order.orderId,
      txnAmount: order.reportedAmount,
      txnType: 'SALE',
      mid,
      paymentMode: 'UPI',
      refundAmt,
    })
  }

  function applyRefund({ orderId, txnId, refId, refundAmount, txnType }: Payload): SimulatedAnswer {
    const order = orders.get(String(orderId))
    const no = (code: string, message: string) => answer(['TXN_FAILURE', code, message])
    if (txnType !== 'REFUND' || !/^[\w@.-]{1,50}$/.test(String(refId))) return no('600', 'Invalid refund request')
    if (order?.result?.[0] !== 'TXN_SUCCESS') return no('631', 'Record not found')
    if (order.txnId !== txnId) return no('627', 'Order id does not match with the transaction')
    if (refunds.has(String(refId))) return no('617', 'Refund already raised for this request')
    if (!/^\d{1,10}\.\d{2}$/.test(String(refundAmount))) return no('619', 'Invalid refund amount')
    const paise = Number(String(refundAmount).replace('.', ''))
    if (paise < 100) return no('635', 'Partial refund under Rs. 1 is not allowed')
    if (order.refunded + paise > Number(order.amount.replace('.', ''))) return no('619', 'Invalid refund amount')
    order.refunded += paise
    const result: Result = refundsStay ? ['PENDING', '601', 'Refund pending'] : ['TXN_SUCCESS', '10', 'Success']
    const refund = { refId: String(refId), refundId: newTxnId(), order, amount: String(refundAmount), result }
    refunds.set(refund.refId, refund)
    return answer(['PENDING', '601', 'Refund request was raised for this transaction.'], refundBody(refund))
  }

  function refundStatus({ orderId, refId }: Payload): SimulatedAnswer {
    const refund = refunds.get(String(refId))
    if (refund?.order.orderId !== orderId) return answer(['TXN_FAILURE', '631', 'Record not found'])
    return answer(refund!.result, refundBody(refund!))
  }

  /** Shows the pay page of Paytm, and returns from it with a form that the browser posts to the callback. */
  async function showPage({ method, query, raw }: SimulatedRequest): Promise<SimulatedAnswer> {
    const form = Object.fromEntries(new URLSearchParams(raw.toString()))
    const order = orders.get(form.orderId ?? '')
    const isKnown = method === 'POST' && query.get('orderId') === form.orderId && form.mid === mid
    if (!order || !isKnown || form.txnToken !== order.token)
      return { status: 200, body: document('Paytm (simulated)', '<p>Session expired.</p>') }
    if (!form.choice) {
      const fields = { mid, orderId: order.orderId, txnToken: order.token }
      return { status: 200, body: payPage({ provider: 'Paytm', sum: `INR ${order.amount}`, action: '', fields }) }
    }
    const result = { pay: results.paid, decline: results.declined }[form.choice] ?? results.closed
    const { back } = await end(order, result)
    return { status: 200, body: postingPage(order.callbackUrl, back) }
  }

  const calls: Record<string, (request: SimulatedRequest, body: Payload, sent: string) => SimulatedAnswer> = {
    '/theia/api/v1/initiateTransaction': initiate,
    '/v3/order/status': (_request, body) => orderStatus(body),
    '/refund/apply': (_request, body) => applyRefund(body),
    '/v2/refund/status': (_request, body) => refundStatus(body),
  }

  function handle(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer> {
    if (request.path === '/theia/api/v1/showPaymentPage') return showPage(request)
    const call = calls[request.path]
    if (!call || request.method !== 'POST') return { status: 404, body: {} }
    const json = request.raw.toString()
    const { head, body } = JSON.parse(json) as { head?: { signature?: string }; body?: Payload }
    const sent = JSON.stringify(body) ?? ''
    // The request must contain exactly the text that the shop signed, because Paytm signs the body as text.
    if (!json.includes(sent) || !isPaytmChecksum(sent, keys.merchantKey, head?.signature ?? ''))
      return answer(
        request.path.startsWith('/theia')
          ? ['F', '2005', 'Checksum provided is invalid']
          : ['TXN_FAILURE', '330', 'Checksum is invalid'],
      )
    return call(request, body ?? {}, sent)
  }

  return { name: 'paytm', stepOf: ({ path }) => steps[path], handle, actions }
}

const steps: Record<string, string> = {
  '/theia/api/v1/initiateTransaction': 'open',
  '/v3/order/status': 'find',
  '/refund/apply': 'refund',
  '/v2/refund/status': 'findRefund',
}

/**
 * Builds an answer of Paytm, whose result is in the field `resultInfo`, because Paytm answers nearly everything with
 * the status 200.
 */
function answer([resultStatus, resultCode, resultMsg]: Result, more: Payload = {}): SimulatedAnswer {
  const head = { responseTimestamp: String(Date.now()), version: 'v1' }
  return { status: 200, body: { head, body: { resultInfo: { resultStatus, resultCode, resultMsg }, ...more } } }
}

function sealForm(fields: Record<string, string>, as: string, key: string): Record<string, string> {
  const { CHECKSUMHASH: _before, ...bare } = fields
  if (as === 'unsigned') return bare
  const checksum = paytmChecksum(paytmFormText(bare), as === 'forged' ? 'another#16bytes!' : key)
  return { ...bare, CHECKSUMHASH: as === 'truncated' ? checksum.slice(0, 90) : checksum }
}

function sealJson(body: Payload, as: string, key: string) {
  const sent = JSON.stringify(body)
  const signature = paytmChecksum(sent, as.endsWith('forged') ? 'another#16bytes!' : key)
  const head = JSON.stringify(as.endsWith('unsigned') ? { version: 'v1' } : { signature, version: 'v1' })
  return { body: `{"head": ${head}, "body": ${sent} }`, headers: { 'content-type': 'application/json' } }
}

/** Returns the content of a webhook event with the names that the JSON form has. */
function lowerCased({ MID, ORDERID, TXNID, TXNAMOUNT, STATUS, RESPCODE }: Payload): Payload {
  return {
    mid: MID,
    orderId: ORDERID,
    txnId: TXNID,
    txnAmount: TXNAMOUNT,
    status: STATUS,
    respCode: RESPCODE,
    txnType: 'SALE',
  }
}

function newOrder(orderId: string, sent: string) {
  return { orderId, sent, token: `token${newTxnId()}`, txnId: newTxnId(), refunded: 0 }
}

function newTxnId(): string {
  return `20260101${Array.from({ length: 27 }, () => randomInt(10)).join('')}`
}

const simulatedKeys = { merchantId: 'DEMOMID00000000001', merchantKey: 'DEMOkey#16bytes!', websiteName: 'WEBSTAGING' }

export const paytm = {
  create: () => simulatePaytm(simulatedKeys),
  settings: {
    paytm_merchant_id: simulatedKeys.merchantId,
    paytm_merchant_key: simulatedKeys.merchantKey,
    paytm_merchant_website: simulatedKeys.websiteName,
  },
  addresses: (url) => ({ PAYTM_BASE_URL: url }),
  currency: 'INR',
  target: 'order',
  events: 'registered',
} as const satisfies Simulation
