import { describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { useTestApp } from '#test/harness.ts'
import { simulatedProviders, useTill } from '#test/payments.ts'

const test = useTestApp()
const till = useTill(test)
type News = { status?: string; kind?: string; change?: object }

/** The messages in which each provider announces a dispute and its end. */
const tellers = {
  razorpay: {
    open: (payment: string) => act('razorpay', 'dispute', { payment }),
    lost: (payment: string) => act('razorpay', 'dispute', { payment, status: 'lost' }),
    won: (payment: string) => act('razorpay', 'dispute', { payment, status: 'won' }),
    kinds: ['payment.dispute.created', 'payment.dispute.lost', 'payment.dispute.won'],
    takesAtOnce: false,
  },
  paytm: {
    open: (order: string) => act('paytm', 'dispute', { order }),
    lost: (order: string) => act('paytm', 'dispute', { order, status: 'LOST' }),
    won: (order: string) => act('paytm', 'dispute', { order, status: 'WON' }),
    kinds: ['dispute.NEW', 'dispute.LOST', 'dispute.WON'],
    takesAtOnce: false,
  },
  stripe: {
    open: (attempt: string) => act('stripe', 'dispute', { attempt }),
    lost: (attempt: string) => act('stripe', 'dispute', { attempt, status: 'lost' }),
    won: (attempt: string) => act('stripe', 'dispute', { attempt, status: 'won' }),
    kinds: ['charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.closed'],
    takesAtOnce: true,
  },
  paymongo: {
    open: (payment: string) => act('paymongo', 'dispute', { payment }),
    lost: (payment: string) => act('paymongo', 'dispute', { payment, kind: 'lost', status: 'lost' }),
    won: (payment: string) => act('paymongo', 'dispute', { payment, kind: 'won', status: 'won' }),
    kinds: ['dispute.created', 'dispute.lost', 'dispute.won'],
    takesAtOnce: false,
  },
  'mercado-pago': {
    open: (payment: string) => act('mercado-pago', 'charge-back', { payment }),
    lost: (payment: string) => act('mercado-pago', 'charge-back', { payment, detail: 'settled' }),
    won: (payment: string) => act('mercado-pago', 'charge-back', { payment, detail: 'reimbursed' }),
    kinds: ['chargeback', 'chargeback', 'chargeback'],
    takesAtOnce: true,
  },
} as const
const disputing = simulatedProviders.flatMap((provider) =>
  provider.name in tellers ? [{ ...provider, name: provider.name as keyof typeof tellers }] : [],
)

/** Returns the amounts that disputes have moved so far: held by banks, lost, and out of the provider's account. */
async function taken(provider: string, currency: string) {
  const rows = await test.db
    .selectFrom('ledger_accounts as a')
    .innerJoin('postings as p', 'p.account_id', 'a.id')
    .innerJoin('transfers as t', 't.id', 'p.transfer_id')
    .select((eb) => ['a.kind', eb.fn.sum<string>('p.amount_minor').as('total')])
    .where('t.source_type', '=', 'dispute')
    .where('a.currency', '=', currency)
    .where((eb) => eb.or([eb('a.provider', '=', provider), eb('a.provider', 'is', null)]))
    .groupBy('a.kind')
    .execute()
  const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.total ?? 0)
  return { held: -of('disputes_held'), lost: -of('dispute_loss'), provider: of('provider_clearing') }
}

const act = (provider: string, action: string, args: object = {}) => till.simulator.act(provider, action, { ...args })
const notify = (provider: string, news: News = {}) =>
  act(provider, 'deliver', { to: `${till.url}/public/api/payment/${provider}/webhook`, ...news }) as Promise<number[]>

async function paid({ name, method, currency, target }: (typeof disputing)[number]) {
  const order = await till.order({ method, storeRow: { currency } })
  const { body } = await test.call('payment/start', { order_id: order.id, gateway: method }, { token: order.token })
  const { reference } = body as { reference: string }
  const { payment } = (await act(name, 'pay', { [target]: reference })) as { payment: string }
  await fetch(`${till.url}/public/api/payment/${name}/return?a=${reference}`, { redirect: 'manual' })
  expect(await till.statusOf(order.id)).toBe(1)
  return { order, subject: name === 'stripe' || name === 'paytm' ? reference : String(payment) }
}

async function clerk() {
  const { id } = await test.build.user({}, 'staff')
  await test.db.insertInto('staff_permissions').values({ user_id: id, permission: 'order_view' }).execute()
  return { token: await test.build.token(id, 'staff') }
}

describe.each(disputing)('$name', (provider) => {
  const { name, currency } = provider
  const teller = tellers[name]

  it('a dispute is stored with its order and customer, listed for staff, and ends once', async () => {
    const { order, subject } = await paid(provider)
    const staff = await clerk()
    await teller.open(subject)
    expect(await notify(name, { kind: teller.kinds[0] })).toEqual([200])
    expect(await notify(name, { kind: teller.kinds[0] })).toEqual([200])
    const listed = async () => {
      const { body } = await test.call('dashboard/payment-disputes', {}, staff)
      return body.data.filter(({ order_id }) => order_id === order.id)
    }
    expect(await listed()).toMatchObject([
      {
        provider: name,
        status: 'open',
        currency,
        unique_order_id: order.number,
        customer: { id: order.userId },
        amount: expect.stringMatching(/^\d+\.\d\d$/),
      },
    ])
    await teller.lost(subject)
    await notify(name, { kind: teller.kinds[1] })
    expect((await listed()).map(({ status }) => status)).toEqual(['lost'])
  })

  it("the bank's money is held, then lost, once for any number of parallel webhook events; a won dispute returns it", async () => {
    const before = await taken(name, currency)
    const since = async () => {
      const { held, lost, provider: at } = await taken(name, currency)
      return { held: held - before.held, lost: lost - before.lost, provider: at - before.provider }
    }
    const { order, subject } = await paid(provider)
    const sum = order.payableMinor
    const fiveTimes = (kind: string) => Promise.all(Array.from({ length: 5 }, () => notify(name, { kind })))
    await teller.open(subject)
    await fiveTimes(teller.kinds[0])
    const atFirst = teller.takesAtOnce ? sum : 0n
    expect(await since()).toEqual({ held: atFirst, lost: 0n, provider: atFirst })
    await teller.lost(subject)
    await fiveTimes(teller.kinds[1])
    expect(await since()).toEqual({ held: 0n, lost: sum, provider: sum })
    expect(await checkLedger(test.db)).toEqual([])
    await teller.won(subject)
    await fiveTimes(teller.kinds[2])
    expect(await since()).toEqual({ held: 0n, lost: 0n, provider: 0n })
    expect(await checkLedger(test.db)).toEqual([])
    expect(await till.statusOf(order.id)).toBe(1)
  })

  it('[GAP-16] an order that is cancelled in the meantime refunds no money that the bank may take', async () => {
    const { order, subject } = await paid(provider)
    await teller.open(subject)
    await notify(name, { kind: teller.kinds[0] })
    const { body } = await test.call('cancel-order', { order_id: order.id }, { token: order.token })
    expect(body).toMatchObject({ success: true })
    const { status, kept_own_minor: kept } = await test.db
      .selectFrom('orders')
      .select(['status', 'kept_own_minor'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect({ status, kept }).toEqual({ status: 6, kept: order.payableMinor })
    const gone = await test.db
      .selectFrom('transfers')
      .select('id')
      .where('source_type', '=', 'order')
      .where('source_id', '=', String(order.id))
      .where('kind', 'in', ['order_refund', 'order_refund_sent'])
      .execute()
    expect(gone).toEqual([])
    await teller.lost(subject)
    await notify(name, { kind: teller.kinds[1] })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('a late event does not reopen a closed dispute', async () => {
    const { order, subject } = await paid(provider)
    await teller.open(subject)
    const early = await sealed(name, teller.kinds[0])
    await teller.lost(subject)
    await notify(name, { kind: teller.kinds[1] })
    // Only the events of Mercado Pago carry no status, so the server reads the current status even when such an event
    // comes late.
    if (name !== 'mercado-pago') {
      const answer = await fetch(`${till.url}/public/api/payment/${name}/webhook`, { method: 'POST', ...early })
      expect(answer.status).toBe(200)
    }
    const { status } = await test.db
      .selectFrom('payment_disputes')
      .innerJoin('payments', 'payments.id', 'payment_disputes.payment_row_id')
      .select('payment_disputes.status')
      .where('payments.order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('lost')
  })
})

async function sealed(provider: string, kind: string): Promise<{ headers: Record<string, string>; body: string }> {
  return (await act(provider, 'seal', { kind })) as { headers: Record<string, string>; body: string }
}

it('a dispute over an unknown payment is stored too, and needs review', async () => {
  const { subject } = await paid(disputing[0]!)
  await act('razorpay', 'dispute', { payment: subject })
  const change = {
    dispute: { entity: { id: 'disp_elsewhere', payment_id: 'pay_elsewhere' } },
    payment: { entity: { id: 'pay_elsewhere' } },
  }
  expect(await notify('razorpay', { kind: 'payment.dispute.created', change })).toEqual([200])
  const { body } = await test.call('dashboard/payment-disputes', { status: 'open' }, await clerk())
  expect(body.data[0]).toMatchObject({ dispute_id: 'disp_elsewhere', order_id: null, customer: null, payment_id: null })
  const toReview = await test.db
    .selectFrom('provider_events')
    .select(['kind', 'note'])
    .where('outcome', '=', 'parked')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(toReview).toEqual({ kind: 'payment.dispute.created', note: 'a dispute over no payment of ours' })
})

it('the alarm is one line at error level under a stable code, once for each dispute', async () => {
  const { subject } = await paid(disputing[0]!)
  const lines: unknown[] = []
  const { log } = test.services
  const error = log.error.bind(log)
  log.error = ((facts: unknown, text?: string) => {
    lines.push(facts)
    error(facts as object, text)
  }) as typeof log.error
  try {
    await act('razorpay', 'dispute', { payment: subject })
    await notify('razorpay', { kind: 'payment.dispute.created' })
    await act('razorpay', 'dispute', { payment: subject, status: 'under_review' })
    await notify('razorpay', { kind: 'payment.dispute.under_review' })
  } finally {
    log.error = error
  }
  expect(lines).toMatchObject([{ code: 'PAYMENT_DISPUTE', provider: 'razorpay', status: 'open' }])
})

it('the metrics show operators how much needs manual action', async () => {
  const figures = async () => {
    const answer = await fetch(`${till.url}/metrics`)
    const line = (await answer.text()).match(/^nukkad_waiting_for_person\{what="disputes"\} (\d+)$/m)
    return Number(line![1])
  }
  const before = await figures()
  const { subject } = await paid(disputing[0]!)
  await act('razorpay', 'dispute', { payment: subject })
  await notify('razorpay', { kind: 'payment.dispute.created' })
  expect(await figures()).toBe(before + 1)
})
