import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { document, payPage, sumOf } from '../page.ts'
import type { SimulatedAnswer, SimulatedProvider, SimulatedRequest } from '../server.ts'
import type { Simulation } from '../simulation.ts'

type Args = Record<string, unknown>
type Status = 'Initiated' | 'Pending' | 'Completed' | 'Expired' | 'User canceled' | 'Refunded' | 'Partially Refunded'
type Checkout = {
  pidx: string
  reference: string
  name: string
  asked: number
  amount: number
  status: Status
  transactionId: string | null
  given: number
  isFromBank: boolean
  returnUrl: string
}

const MOBILE = '9800000001'
const text = z.string('This field is required.').min(1, 'This field may not be blank.')
const address = z.url('Enter a valid URL.')
const sum = z.int('A valid integer is required.').min(1000, 'Amount should be greater than Rs. 10, that is 1000 paisa.')

const initiateForm = z
  .object({
    return_url: address,
    website_url: address,
    amount: sum,
    purchase_order_id: text,
    purchase_order_name: text,
    customer_info: z.object({ name: text, email: z.email().optional(), phone: z.string().optional() }).optional(),
    amount_breakdown: z.array(z.object({ label: text, amount: z.int() })).optional(),
  })
  .refine(
    ({ amount, amount_breakdown: parts }) => !parts || parts.reduce((total, part) => total + part.amount, 0) === amount,
    { path: ['amount'], message: 'Amount Breakdown mismatch.' },
  )
const refundForm = z.object({
  amount: z.int('A valid integer is required.').positive().optional(),
  mobile: z
    .string()
    .regex(/^9[678]\d{8}$/, 'Enter a valid mobile number.')
    .optional(),
})

/**
 * Simulates Khalti over HTTP (docs/reference/providers.md#khalti). Actions, each for a `checkout` named by its pidx or
 * the shop's reference: `pay {amount?, bank?}`, `decline` (the payer cancels), `pend`, `expire`, and `give-back
 * {amount?}` on the merchant's dashboard. Each action answers `back`, the URL to which Khalti sends the payer. Khalti
 * sends no webhook events, so the simulator sends none.
 */
export function simulateKhalti(keys: { secretKey: string }): SimulatedProvider {
  const checkouts = new Map<string, Checkout>()
  const checkoutOf = ({ checkout }: Args): Checkout => {
    const found = [...checkouts.values()].find(({ pidx, reference }) => checkout === pidx || checkout === reference)
    if (!found) throw new Error('there is no such checkout')
    return found
  }
  const move = (status: Status) => (args: Args) => {
    const checkout = checkoutOf(args)
    checkout.status = status
    if (status === 'Completed' || status === 'Pending') {
      checkout.transactionId ??= newId()
      checkout.amount = Number(args.amount ?? checkout.amount)
      checkout.isFromBank = args.bank === true
    }
    return { back: backTo(checkout), transaction: checkout.transactionId }
  }
  const actions: SimulatedProvider['actions'] = {
    pay: move('Completed'),
    decline: move('User canceled'),
    pend: move('Pending'),
    expire: move('Expired'),
    'give-back': (args) => giveBack(checkoutOf(args), Number(args.amount ?? checkoutOf(args).amount)),
  }

  function initiate({ raw, headers }: SimulatedRequest): object {
    const form = readForm(initiateForm, raw)
    const pidx = newId()
    checkouts.set(pidx, {
      pidx,
      reference: form.purchase_order_id,
      name: form.purchase_order_name,
      asked: form.amount,
      amount: form.amount,
      status: 'Initiated',
      transactionId: null,
      given: 0,
      isFromBank: false,
      returnUrl: form.return_url,
    })
    const expires_at = new Date(Date.now() + 1800_000 + 20_700_000).toISOString().replace('Z', '+05:45')
    return { pidx, payment_url: `http://${headers.host}/khalti/pay/?pidx=${pidx}`, expires_at, expires_in: 1800 }
  }

  function lookUp({ raw }: SimulatedRequest): SimulatedAnswer {
    const { pidx } = readForm(z.object({ pidx: text }), raw)
    const checkout = checkouts.get(pidx) ?? notFound()
    const { amount: total_amount, status, transactionId: transaction_id, given } = checkout
    const isOver = status === 'Expired' || status === 'User canceled'
    const body = { pidx, total_amount, status, transaction_id, fee: 0, refunded: given > 0 }
    return { status: isOver ? 400 : 200, body }
  }

  function refund({ raw }: SimulatedRequest, transactionId: string): object {
    const checkout = [...checkouts.values()].find((one) => one.transactionId === transactionId) ?? notFound()
    const { amount = checkout.amount - checkout.given, mobile } = readForm(refundForm, raw)
    if (checkout.isFromBank && !mobile) throw invalid('mobile', 'This field is required.')
    giveBack(checkout, amount)
    return { detail: 'Transaction refund successful.' }
  }

  function handleCall(request: SimulatedRequest): SimulatedAnswer {
    if (request.method !== 'POST') throw new Refused(405, { detail: `Method "${request.method}" not allowed.` })
    if (request.path === '/api/v2/epayment/initiate/') return { status: 200, body: initiate(request) }
    if (request.path === '/api/v2/epayment/lookup/') return lookUp(request)
    const transaction = /^\/api\/merchant-transaction\/([^/]+)\/refund\/$/.exec(request.path)?.[1]
    return { status: 200, body: refund(request, transaction ?? notFound()) }
  }

  function handlePage(request: SimulatedRequest): SimulatedAnswer {
    const checkout = checkouts.get(request.query.get('pidx') ?? '') ?? notFound()
    const { pidx, asked } = checkout
    const choice = request.method === 'POST' ? new URLSearchParams(request.raw.toString()).get('choice') : undefined
    if (choice === 'close')
      return { status: 200, body: document('Khalti (simulated)', '<p>You may close this page.</p>') }
    if (checkout.status !== 'Initiated') return { status: 410, body: 'This page has been used, or has expired.' }
    if (choice === 'pay') actions.pay!({ checkout: pidx })
    if (choice === 'decline') actions.decline!({ checkout: pidx })
    if (choice) return { status: 302, headers: { location: backTo(checkout) } }
    return { status: 200, body: payPage({ provider: 'Khalti', sum: sumOf('NPR', asked), action: '' }) }
  }

  function handle(request: SimulatedRequest): SimulatedAnswer {
    try {
      if (request.path === '/pay/') return handlePage(request)
      const [word = '', key] = (request.headers.authorization ?? '').split(' ')
      if (word.toLowerCase() !== 'key')
        throw new Refused(401, { detail: 'Authentication credentials were not provided.', status_code: 401 })
      if (key !== keys.secretKey) throw new Refused(401, { detail: 'Invalid token.', status_code: 401 })
      return handleCall(request)
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  return { name: 'khalti', stepOf, handle, actions }
}

function giveBack(checkout: Checkout, amount: number): void {
  if (!['Completed', 'Partially Refunded'].includes(checkout.status)) throw invalid('detail', 'Nothing to refund.')
  if (amount > checkout.amount - checkout.given) throw invalid('amount', 'Amount exceeds the transaction.')
  checkout.given += amount
  checkout.status = checkout.given === checkout.amount ? 'Refunded' : 'Partially Refunded'
}

/** Returns the URL to which Khalti sends the payer back; Khalti signs nothing in it. */
function backTo({ returnUrl, pidx, status, transactionId, amount, asked, reference, name }: Checkout): string {
  const back = new URL(returnUrl)
  const fields = {
    pidx,
    status,
    ...(transactionId && { transaction_id: transactionId, tidx: transactionId }),
    amount: asked,
    total_amount: amount,
    mobile: `${MOBILE.slice(0, 2)}XXXXX${MOBILE.slice(-3)}`,
    purchase_order_id: reference,
    purchase_order_name: name,
  }
  for (const [field, value] of Object.entries(fields)) back.searchParams.set(field, String(value))
  return back.href
}

/** The error for a request that Khalti refuses, in the form of Khalti's errors. */
class Refused extends Error {
  readonly answer: SimulatedAnswer

  constructor(status: number, body: object) {
    super('refused')
    this.answer = { status, body }
  }
}

function invalid(field: string, words: string): Refused {
  return new Refused(400, { [field]: [words], error_key: 'validation_error' })
}

function readForm<T>(form: z.ZodType<T>, raw: Buffer): T {
  const read = form.safeParse(JSON.parse(raw.toString() || '{}'))
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw invalid(path.join('.'), message)
}

function stepOf({ path }: SimulatedRequest): string | undefined {
  if (path.endsWith('/initiate/')) return 'open'
  if (path.endsWith('/lookup/')) return 'find'
  return path.endsWith('/refund/') ? 'refund' : undefined
}

function notFound(): never {
  throw new Refused(404, { detail: 'Not found.', error_key: 'validation_error' })
}

const newId = () => randomBytes(11).toString('base64url')

const simulatedKeys = { secretKey: 'a_key_of_the_simulator' }

export const khalti = {
  create: () => simulateKhalti(simulatedKeys),
  settings: { khaltiSecretKey: simulatedKeys.secretKey },
  addresses: (url) => ({ KHALTI_BASE_URL: `${url}/api/v2` }),
  currency: 'NPR',
  target: 'checkout',
  events: 'none',
} as const satisfies Simulation
