import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard } from '#test/adjustments.ts'
import { fingerprint } from '#test/fingerprint.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createCard } from '#test/payments.ts'

const test = useTestApp()
const dashboard = createDashboard(test)
const card = createCard(test)
const REFUND = 'dashboard/cases/refund'
const CREDIT = 'dashboard/cases/credit'
const REFUSE = 'dashboard/cases/refuse'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const daysAgo = (days: number) => minutesAgo(days * 24 * 60)
const delivered = { status: 5, promised_at: minutesAgo(60), delivered_at: minutesAgo(70) }
const running = { status: 2, promised_at: minutesAgo(5) }

type Person = { id: number; token: string }
let farah: Person
let gopal: Person
beforeAll(async () => {
  await dashboard.set({ staffDailyAmount: '100000000' })
  farah = await dashboard.clerk('order_view', 'order_actions', 'all_users_wallet')
  gopal = await dashboard.clerk('order_view', 'order_actions', 'all_users_wallet')
})

/** Places an order of two dosas at 100.00 and one chai at 50.00, for a new customer unless the test gives one. */
async function place(row: object = delivered, person?: Person) {
  const customer = person ?? (await test.build.customer())
  const store = await test.build.store()
  const order = await test.build.order({
    user_id: customer.id,
    store_id: store.id,
    lines: [
      { name: 'Masala Dosa', quantity: 2, unit_price_minor: 10_000n },
      { name: 'Chai', quantity: 1, unit_price_minor: 5_000n },
    ],
    ...row,
  })
  const lines = await test.db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  return { order, customer, store, dosa: lines[0]!.id, chai: lines[1]!.id }
}
type Placed = Awaited<ReturnType<typeof place>>

const open = (customer: Person, input: object) => dashboard.ask('open-case', input, customer)

/** Opens a case that says that the chai of an order is missing. */
async function missing(placed: Placed): Promise<number> {
  const { order, customer, chai } = placed
  const input = {
    order_id: order.id,
    problem: 'missing',
    items: [{ id: chai, quantity: 1 }],
    words: 'No chai in the bag',
  }
  return (await open(customer, input)).body.case.id
}

const words = { reason: 'Item missing', answer: 'Sorry. Your chai is refunded.' }
const refund = (id: number, input: object = {}, clerk = farah) =>
  dashboard.ask(REFUND, { id, to: 'wallet', ...words, ...input }, clerk)
const credit = (id: number, input: object = {}, clerk = farah) =>
  dashboard.ask(CREDIT, { id, amount: '20', ...words, ...input }, clerk)
const refuse = (id: number, clerk = farah) => dashboard.ask(REFUSE, { id, answer: 'The photo shows the chai.' }, clerk)
const helpOf = async ({ order, customer }: Placed) =>
  (await dashboard.ask('get-order-help', { order_id: order.id }, customer)).body
const casesOf = async ({ order }: Placed, reader = farah) =>
  (await dashboard.ask('dashboard/cases', { order_id: order.id }, reader)).body.cases

describe('a customer', () => {
  it('reports a missing item, and sees the case in the help of the order and in the list', async () => {
    const placed = await place()
    expect((await helpOf(placed)).problems).toEqual(['missing', 'wrong'])
    const id = await missing(placed)
    const help = await helpOf(placed)
    expect(help.problems).toEqual(['wrong'])
    expect(help.cases).toMatchObject([
      {
        id,
        order_id: placed.order.id,
        problem: 'missing',
        state: 'open',
        words: 'No chai in the bag',
        items: [{ id: placed.chai, name: 'Chai', quantity: 1 }],
        amount: null,
        answer: null,
      },
    ])
    expect((await dashboard.ask('get-cases', {}, placed.customer)).body.cases).toEqual(help.cases)
    expect(await dashboard.wallet(placed.customer.id)).toEqual({ own: 0n, promotion: 0n })
  })

  it('reports a late order in progress, and sees whom to call', async () => {
    const rider = await test.build.rider()
    const placed = await place({ ...running, status: 4, rider_id: rider.id })
    await test.db.updateTable('stores').set({ phone: '+918041234567' }).where('id', '=', placed.store.id).execute()
    const help = await helpOf(placed)
    expect(help).toMatchObject({
      problems: ['late'],
      contacts: [
        { role: 'rider', phone: rider.phone },
        { role: 'store', phone: '+918041234567' },
      ],
    })
    const { body } = await open(placed.customer, { order_id: placed.order.id, problem: 'late' })
    expect(body.case).toMatchObject({ problem: 'late', state: 'open', words: null, items: [] })
  })

  it('does not see the rider’s phone after the delivery', async () => {
    const rider = await test.build.rider()
    const { contacts } = await helpOf(await place({ ...delivered, rider_id: rider.id }))
    expect(contacts.map(({ role }) => role)).not.toContain('rider')
  })

  it('repeats the same call without a second case', async () => {
    const placed = await place(running)
    const input = { order_id: placed.order.id, problem: 'late' }
    const key = 'open-case-repeated-0001'
    const [first, second] = [
      await dashboard.ask('open-case', input, { ...placed.customer, key }),
      await dashboard.ask('open-case', input, { ...placed.customer, key }),
    ]
    expect(second.body).toEqual(first.body)
    expect((await helpOf(placed)).cases).toHaveLength(1)
  })

  it('opens one case with many parallel reports of one problem', async () => {
    const placed = await place()
    const input = { order_id: placed.order.id, problem: 'wrong', items: [{ id: placed.dosa, quantity: 2 }] }
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(placed.customer, input)))
    const codes = answers.map((answer) => (answer.body.success ? 'opened' : codeOf(answer)))
    expect(codes.toSorted()).toEqual([...Array<string>(7).fill('CASE_EXISTS'), 'opened'])
    expect((await helpOf(placed)).cases).toHaveLength(1)
  })

  it('opens five cases in 24 hours and not a sixth, even in parallel', async () => {
    const customer = await test.build.customer()
    const orders = []
    for (let count = 0; count < 8; count++) orders.push((await place(running, customer)).order)
    const answers = await Promise.all(orders.map(({ id }) => open(customer, { order_id: id, problem: 'late' })))
    expect(answers.filter((answer) => codeOf(answer) === 'CASE_LIMIT')).toHaveLength(3)
    await test.db
      .updateTable('order_cases')
      .set({ opened_at: daysAgo(1) })
      .where('user_id', '=', customer.id)
      .execute()
    const refused = orders[answers.findIndex((answer) => codeOf(answer) === 'CASE_LIMIT')]!
    expect((await open(customer, { order_id: refused.id, problem: 'late' })).body.success).toBe(true)
  })

  it('can report a problem again after a refusal, but not after a settlement', async () => {
    const placed = await place()
    await refuse(await missing(placed))
    expect((await helpOf(placed)).problems).toContain('missing')
    await refund(await missing(placed), { items: [{ id: placed.chai, quantity: 1 }] })
    const again = { order_id: placed.order.id, problem: 'missing', items: [{ id: placed.chai, quantity: 1 }] }
    expect(codeOf(await open(placed.customer, again))).toBe('CASE_EXISTS')
    expect((await helpOf(placed)).problems).toEqual(['wrong'])
  })
})

describe('refused, and nothing changes', () => {
  const chosen = ({ chai }: Placed, quantity = 1) => [{ id: chai, quantity }]
  it.each<[string, object, (placed: Placed) => object, string]>([
    [
      'late before the promise',
      { status: 2, promised_at: minutesAgo(-5) },
      () => ({ problem: 'late' }),
      'CASE_NOT_LATE',
    ],
    ['late without a promise', { status: 1 }, () => ({ problem: 'late' }), 'CASE_NOT_LATE'],
    ['late when cancelled', { ...running, status: 6 }, () => ({ problem: 'late' }), 'CASE_NOT_LATE'],
    [
      'missing while running',
      running,
      (placed) => ({ problem: 'missing', items: chosen(placed) }),
      'CASE_NOT_DELIVERED',
    ],
    [
      'wrong after eight days',
      { ...delivered, delivered_at: daysAgo(8) },
      (placed) => ({ problem: 'wrong', items: chosen(placed) }),
      'CASE_TOO_OLD',
    ],
    ['missing without items', delivered, () => ({ problem: 'missing' }), 'CASE_ITEMS_INVALID'],
    ['late with items', running, (placed) => ({ problem: 'late', items: chosen(placed) }), 'CASE_ITEMS_INVALID'],
    [
      'more than was ordered',
      delivered,
      (placed) => ({ problem: 'wrong', items: chosen(placed, 2) }),
      'CASE_ITEMS_INVALID',
    ],
    [
      'an item twice',
      delivered,
      (placed) => ({ problem: 'wrong', items: [...chosen(placed), ...chosen(placed)] }),
      'CASE_ITEMS_INVALID',
    ],
    ['no piece of an item', delivered, (placed) => ({ problem: 'wrong', items: chosen(placed, 0) }), 'INVALID_INPUT'],
    ['an unknown problem', delivered, () => ({ problem: 'cold' }), 'INVALID_INPUT'],
    ['501 characters', running, () => ({ problem: 'late', words: 'x'.repeat(501) }), 'INVALID_INPUT'],
  ])('%s', async (_what, row, input, code) => {
    const placed = await place(row)
    const before = await fingerprint(test.db)
    const answer = await open(placed.customer, { order_id: placed.order.id, ...input(placed) })
    expect(codeOf(answer)).toBe(code)
    expect(await fingerprint(test.db)).toBe(before)
  })

  it('an item of another order', async () => {
    const [placed, other] = [await place(), await place()]
    const input = { order_id: placed.order.id, problem: 'wrong', items: chosen(other) }
    expect(codeOf(await open(placed.customer, input))).toBe('CASE_ITEMS_INVALID')
  })

  it('an order of another customer, which counts as unknown', async () => {
    const [placed, stranger] = [await place(running), await test.build.customer()]
    const before = await fingerprint(test.db)
    const answer = await open(stranger, { order_id: placed.order.id, problem: 'late' })
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await dashboard.ask('get-order-help', { order_id: placed.order.id }, stranger))).toBe('NOT_FOUND')
    expect((await dashboard.ask('get-cases', {}, stranger)).body.cases).toEqual([])
    expect(await fingerprint(test.db)).toBe(before)
  })

  it('the same problem twice, even with another text', async () => {
    const placed = await place(running)
    const input = { order_id: placed.order.id, problem: 'late' }
    await open(placed.customer, input)
    const answer = await open(placed.customer, input)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'CASE_EXISTS'])
    expect(answer.body).toMatchObject({ message: expect.stringContaining('already reported this') })
  })
})

describe('staff', () => {
  it('settle with a refund of the items: the customer gets the money, the reply and a message', async () => {
    const placed = await place()
    const id = await missing(placed)
    const { body } = await refund(id, { items: [{ id: placed.chai, quantity: 1 }] })
    expect(body.case).toMatchObject({
      id,
      state: 'settled',
      settled_by: 'refund',
      amount: '50.00',
      to: 'wallet',
      decided_by: 'Farah Khan',
    })
    expect((await dashboard.wallet(placed.customer.id)).own).toBe(5_000n)
    expect((await helpOf(placed)).cases).toMatchObject([
      { id, state: 'settled', amount: '50.00', currency: 'INR', to: 'wallet', answer: words.answer },
    ])
    expect(await dashboard.messages(placed.customer.token)).toEqual(
      expect.arrayContaining([words.answer, '₹50.00 was refunded to your wallet.']),
    )
    expect((await dashboard.audit(farah.id)).at(-1)).toMatchObject({
      action: 'case.settled',
      acting_for_id: placed.customer.id,
      object_id: String(placed.order.id),
      after: { case: id, state: 'settled', approval: body.case.approval_id },
      reason: words.answer,
    })
  })

  it('settle with a credit in the wallet', async () => {
    const placed = await place(running)
    const { body: opened } = await open(placed.customer, { order_id: placed.order.id, problem: 'late' })
    const { body } = await credit(opened.case.id, { pocket: 'promotion' })
    expect(body.case).toMatchObject({ state: 'settled', settled_by: 'credit', amount: '20.00', to: 'wallet' })
    expect((await dashboard.wallet(placed.customer.id)).promotion).toBe(2_000n)
    expect(await dashboard.messages(placed.customer.token)).toContain(words.answer)
  })

  it('refuse with a text, and no money moves', async () => {
    const placed = await place()
    const { body } = await refuse(await missing(placed))
    expect(body.case).toMatchObject({ state: 'refused', amount: null, settled_by: null })
    expect((await helpOf(placed)).cases).toMatchObject([{ state: 'refused', answer: 'The photo shows the chai.' }])
    expect(await dashboard.messages(placed.customer.token)).toEqual(['The photo shows the chai.'])
    expect((await dashboard.wallet(placed.customer.id)).own).toBe(0n)
    expect((await dashboard.audit(farah.id)).at(-1)).toMatchObject({ action: 'case.refused' })
  })

  it('settle in parallel: one of them succeeds, in any way', async () => {
    const placed = await place()
    const id = await missing(placed)
    const answers = await Promise.all([
      refund(id, { items: [{ id: placed.chai, quantity: 1 }] }, farah),
      credit(id, {}, gopal),
      refuse(id, gopal),
      refund(id, { amount: '10' }, gopal),
      credit(id, {}, farah),
    ])
    const codes = answers.map((answer) => (answer.status === 200 ? 'decided' : codeOf(answer)))
    expect(codes.toSorted()).toEqual([...Array<string>(4).fill('ALREADY_DECIDED'), 'decided'])
    const moved = await test.db
      .selectFrom('money_proposals')
      .select('id')
      .where('user_id', '=', placed.customer.id)
      .execute()
    const [decided] = await casesOf(placed)
    expect(moved.map(({ id }) => id)).toEqual(decided!.approval_id === null ? [] : [decided!.approval_id])
  })

  it('wait with the case while the money waits for an approver; the customer gets the answer with the money', async () => {
    const placed = await place()
    const id = await missing(placed)
    const { body } = await credit(id, { amount: '5000.01' })
    expect(body.case).toMatchObject({ state: 'waiting', amount: '5000.01' })
    expect((await helpOf(placed)).cases).toMatchObject([
      { state: 'open', answer: null, amount: null, decided_at: null },
    ])
    expect(await dashboard.messages(placed.customer.token)).toEqual([])
    for (const answer of [await credit(id, {}, gopal), await refund(id, {}, gopal), await refuse(id, gopal)])
      expect([answer.status, codeOf(answer)]).toEqual([409, 'CASE_WAITS'])
    const approval = { id: body.case.approval_id }
    await dashboard.ask('dashboard/wallet-adjustments/approve', approval, gopal)
    await dashboard.ask('dashboard/wallet-adjustments/approve', approval, gopal)
    expect((await helpOf(placed)).cases).toMatchObject([{ state: 'settled', answer: words.answer, amount: '5000.01' }])
    expect((await dashboard.messages(placed.customer.token)).filter((text) => text === words.answer)).toHaveLength(1)
  })

  it('decide again after an approver has refused the money', async () => {
    const placed = await place()
    const id = await missing(placed)
    const { body } = await credit(id, { amount: '6000' })
    await dashboard.ask('dashboard/wallet-adjustments/refuse', { id: body.case.approval_id, reason: 'too much' }, gopal)
    expect(await casesOf(placed)).toMatchObject([{ id, state: 'open', answer: null, approval_id: null }])
    expect((await credit(id)).body.case).toMatchObject({ state: 'settled', amount: '20.00' })
  })

  it('repeat a settlement without moving the money twice', async () => {
    const placed = await place()
    const id = await missing(placed)
    const input = { id, amount: '20', ...words }
    const key = 'credit-case-repeated-01'
    const first = await dashboard.ask(CREDIT, input, { ...farah, key })
    expect((await dashboard.ask(CREDIT, input, { ...farah, key })).body).toEqual(first.body)
    expect((await dashboard.wallet(placed.customer.id)).own).toBe(2_000n)
  })

  it('cannot settle a case whose refund is refused, and the case stays open', async () => {
    const late = await place(running)
    const { body } = await open(late.customer, { order_id: late.order.id, problem: 'late' })
    expect(codeOf(await refund(body.case.id))).toBe('REFUND_IMPOSSIBLE')
    const placed = await place()
    const id = await missing(placed)
    const before = await fingerprint(test.db)
    for (const [input, code] of [
      [{ amount: '250.01' }, 'REFUND_TOO_HIGH'],
      [{ amount: '0' }, 'AMOUNT_INVALID'],
      [{ to: 'provider' }, 'REFUND_IMPOSSIBLE'],
      [{ items: [{ id: placed.chai, quantity: 2 }] }, 'REFUND_ITEMS_INVALID'],
      [{ items: [], amount: '1' }, 'INVALID_INPUT'],
      [{ items: [{ id: placed.chai, quantity: 1 }], amount: '1' }, 'INVALID_INPUT'],
      [{ answer: ' ' }, 'INVALID_INPUT'],
      [{ id: 2_000_000_000 }, 'NOT_FOUND'],
    ] as const)
      expect([input, codeOf(await refund(id, input))]).toEqual([input, code])
    expect(codeOf(await credit(id, { amount: '-1' }))).toBe('AMOUNT_INVALID')
    for (const answer of [await credit(2_000_000_000), await refuse(2_000_000_000)])
      expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
    expect(await fingerprint(test.db)).toBe(before)
    expect(await casesOf(placed)).toMatchObject([{ id, state: 'open' }])
  })

  it('cannot refund a cancelled order to the provider after its customer has spent the money', async () => {
    const placed = await place({ status: 8, payment_mode: 'RAZORPAY' })
    const { order, customer } = placed
    await card.pay({ userId: customer.id, orderId: order.id, amountMinor: 25_000n })
    await test.db.updateTable('orders').set(running).where('id', '=', order.id).execute()
    const { body } = await open(customer, { order_id: order.id, problem: 'late' })
    const cancelled = { order_id: order.id, reason: 'late', refund: 'full' }
    expect((await dashboard.ask('dashboard/orders/cancel', cancelled, farah)).status).toBe(200)
    const spent = { customer_id: customer.id, direction: 'debit', amount: '1', reason: 'spent' }
    await dashboard.ask('dashboard/wallet-adjustments/propose', spent, farah)
    const answer = await refund(body.case.id, { to: 'provider' })
    expect(codeOf(answer)).toBe('WALLET_TOO_LOW')
    expect(await casesOf(placed)).toMatchObject([{ state: 'open' }])
  })

  it('staff never decide their own cases', async () => {
    const clerk = await dashboard.clerk('order_view', 'order_actions', 'all_users_wallet')
    await test.build.alsoCustomer(clerk.id)
    const customer = { id: clerk.id, token: await test.build.token(clerk.id, 'customer') }
    const id = await missing(await place(delivered, customer))
    for (const answer of [await refund(id, {}, clerk), await credit(id, {}, clerk), await refuse(id, clerk)])
      expect([answer.status, codeOf(answer)]).toEqual([403, 'SECOND_PERSON_NEEDED'])
  })

  it('need the permission for the settlement that they choose', async () => {
    const id = await missing(await place())
    const [viewer, refunder, payer] = [
      await dashboard.clerk('order_view'),
      await dashboard.clerk('order_actions'),
      await dashboard.clerk('all_users_wallet'),
    ]
    for (const answer of [
      await refund(id, {}, viewer),
      await refund(id, {}, payer),
      await credit(id, {}, viewer),
      await credit(id, {}, refunder),
      await refuse(id, payer),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([403, 'PERMISSION_MISSING'])
  })
})

describe('store owners', () => {
  it('see the cases of their own stores without amounts, and settle none', async () => {
    const placed = await place()
    const id = await missing(placed)
    await refund(id, { items: [{ id: placed.chai, quantity: 1 }] })
    const [owner, other] = [await test.build.owner({ stores: [placed.store] }), await test.build.owner()]
    expect(await casesOf(placed, owner)).toMatchObject([
      { id, state: 'settled', words: 'No chai in the bag', amount: null, settled_by: null, approval_id: null },
    ])
    const foreign = await dashboard.ask('dashboard/cases', { order_id: placed.order.id }, other)
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND'])
    expect((await refund(id, {}, owner)).status).toBeGreaterThanOrEqual(400)
  })

  it('store owners find the cases in the table', async () => {
    const placed = await place()
    const id = await missing(placed)
    await place()
    const owner = await test.build.owner({ stores: [placed.store] })
    const { body } = await dashboard.ask('dashboard/table', { table: 'cases', filters: { state: 'open' } }, owner)
    expect(body).toMatchObject({ rows: [{ id, problem: 'missing', state: 'open', customer: 'Asha Menon' }] })
  })
})

it('the texts that a customer wrote are deleted with their account', async () => {
  const placed = await place()
  const id = await missing(placed)
  await dashboard.ask('delete-my-account', {}, placed.customer)
  const { words } = await test.db
    .selectFrom('order_cases')
    .select('words')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(words).toBeNull()
})
