import { beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { fundWallet } from '#test/wallet.ts'

const harness = useTestApp()
const dashboard = createDashboard(harness)
const PROPOSE = 'dashboard/wallet-adjustments/propose'
const APPROVE = 'dashboard/wallet-adjustments/approve'
const REFUSE = 'dashboard/wallet-adjustments/refuse'

type Clerk = Awaited<ReturnType<typeof dashboard.clerk>>
let farah: Clerk
let gopal: Clerk
beforeAll(async () => {
  // The daily amount of staff is raised so high that no test in this file reaches it; `day-of-a-clerk.test.ts` tests
  // this limit.
  await dashboard.set({ staffDailyAmount: '100000000' })
  farah = await dashboard.clerk('all_users_wallet')
  gopal = await dashboard.clerk('all_users_wallet')
})

const credit = (customer: { id: number }, amount: string, more: object = {}) => ({
  customer_id: customer.id,
  direction: 'credit',
  amount,
  reason: 'late order',
  ...more,
})
const debit = (customer: { id: number }, amount: string, more: object = {}) =>
  credit(customer, amount, { direction: 'debit', ...more })

/** Requests a correction that needs an approver. */
async function waiting(customer: { id: number }, more: object = {}): Promise<number> {
  const { body } = await dashboard.ask(PROPOSE, credit(customer, '6000', more), farah)
  expect(body.data.state).toBe('waiting')
  return body.data.id
}

describe('a correction by one person', () => {
  test('up to the limit is booked immediately, notified, described and recorded', async () => {
    const customer = await harness.build.customer()
    const { body } = await dashboard.ask(PROPOSE, credit(customer, '250.50', { note: 'cold soup' }), farah)
    expect(body).toMatchObject({
      success: true,
      data: {
        state: 'booked',
        direction: 'credit',
        amount: '250.50',
        pocket: 'own',
        needs_approval: false,
        customer: { id: customer.id, name: 'Asha Menon' },
        proposed_by: { id: farah.id },
        decided_by: null,
      },
    })
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 25_050n, promotion: 0n })
    const described = async (language: string) => {
      const answer = await harness.call('get-wallet-transactions', {}, { token: customer.token, language })
      return answer.body.transactions.map(({ type, amount, meta }) => [type, amount, meta.description])
    }
    expect(await described('en')).toEqual([['deposit', 25_050, 'Correction by our team: cold soup']])
    expect(await dashboard.messages(customer.token)).toEqual([
      'Our team added ₹250.50 to your wallet. See your transactions for the reason.',
    ])
    expect((await dashboard.audit(farah.id)).at(-1)).toEqual({
      action: 'adjustment.booked',
      acting_for_id: customer.id,
      object_id: String(body.data.id),
      before: { wallet_own: '0.00' },
      after: { wallet_own: '250.50', state: 'booked', proposed_by: farah.id },
      reason: 'late order',
    })
    const [transfer] = await harness.db
      .selectFrom('transfers')
      .select(['kind', 'source_type', 'acting_staff_id'])
      .where('source_id', '=', String(body.data.id))
      .where('source_type', '=', 'proposal')
      .execute()
    expect(transfer).toEqual({ kind: 'adjustment', source_type: 'proposal', acting_staff_id: farah.id })
  })

  test.each([
    ['hi', 'हमारी टीम का सुधार'],
    ['kn', 'ನಮ್ಮ ತಂಡದ ತಿದ್ದುಪಡಿ'],
    ['ur', 'ہماری ٹیم کی درستی'],
  ])('the customer reads it in %s', async (language, text) => {
    await harness.db
      .insertInto('languages')
      .values({ code: language, language_name: language, is_default: false })
      .execute()
    await harness.services.settings.reload()
    const customer = await harness.build.customer()
    await dashboard.ask(PROPOSE, credit(customer, '10'), farah)
    const { body } = await harness.call('get-wallet-transactions', {}, { token: customer.token, language })
    expect(body.transactions[0]!.meta.description).toBe(text)
  })

  test('can take from own money or promotion credit, and never more than the wallet has', async () => {
    const customer = await harness.build.customer()
    await fundWallet(harness.db, customer.id, { ownMinor: 10_000n, promotionMinor: 20_000n })
    await dashboard.ask(PROPOSE, debit(customer, '150', { pocket: 'promotion' }), farah)
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 10_000n, promotion: 5_000n })
    const refused = await dashboard.ask(PROPOSE, debit(customer, '100.01'), farah)
    expect(codeOf(refused)).toBe('WALLET_TOO_LOW')
    await dashboard.ask(PROPOSE, debit(customer, '100'), farah)
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 0n, promotion: 5_000n })
    const listed = await dashboard.ask('dashboard/wallet-adjustments', { customer_id: customer.id }, farah)
    expect(listed.body.data.map(({ amount, pocket }) => [amount, pocket])).toEqual([
      ['100.00', 'own'],
      ['150.00', 'promotion'],
    ])
    expect(await dashboard.messages(customer.token)).toContain(
      'Our team deducted ₹100.00 from your wallet. See your transactions for the reason.',
    )
  })

  test('with the same key twice is booked once; a double tap without a key too', async () => {
    const customer = await harness.build.customer()
    const key = 'one-and-the-same-key'
    const [first, second] = [
      await dashboard.ask(PROPOSE, credit(customer, '100'), { ...farah, key }),
      await dashboard.ask(PROPOSE, credit(customer, '100'), { ...farah, key }),
    ]
    expect(second.body).toEqual(first.body)
    expect(codeOf(await dashboard.ask(PROPOSE, credit(customer, '101'), { ...farah, key }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    for (let tap = 0; tap < 2; tap++)
      await harness.call(PROPOSE, credit(customer, '7') as never, { token: farah.token })
    expect((await dashboard.wallet(customer.id)).own).toBe(10_700n)
  })

  test.each(['0', '-5', '1.001', 'ten', '1000000.01'])('%s is not a valid amount', async (amount) => {
    const customer = await harness.build.customer()
    expect(codeOf(await dashboard.ask(PROPOSE, credit(customer, amount), farah))).toBe('AMOUNT_INVALID')
  })

  test('requires a reason of at most 300 characters', async () => {
    const customer = await harness.build.customer()
    for (const reason of [undefined, '', '  ', 'x'.repeat(301)])
      expect(codeOf(await dashboard.ask(PROPOSE, credit(customer, '1', { reason }), farah))).toBe('INVALID_INPUT')
  })

  test('is possible only for customers who exist', async () => {
    const rider = await harness.build.rider()
    const gone = await harness.build.customer({ deleted_at: new Date() })
    for (const id of [rider.id, gone.id, 2_000_000_000])
      expect(codeOf(await dashboard.ask(PROPOSE, credit({ id }, '1'), farah))).toBe('NOT_FOUND')
  })

  test('a correction of one’s own wallet is refused to staff, even for a small amount', async () => {
    const clerk = await dashboard.clerk('all_users_wallet')
    await harness.build.alsoCustomer(clerk.id)
    const answer = await dashboard.ask(PROPOSE, credit(clerk, '1'), clerk)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SECOND_PERSON_NEEDED'])
    const waits = await waiting(clerk)
    for (const [name, more] of [
      [APPROVE, {}],
      [REFUSE, { reason: 'no' }],
    ] as const)
      expect(codeOf(await dashboard.ask(name, { id: waits, ...more }, clerk))).toBe('SECOND_PERSON_NEEDED')
    expect(await dashboard.wallet(clerk.id)).toEqual({ own: 0n, promotion: 0n })
  })
})

describe('a correction by two people', () => {
  test('the limit itself is booked immediately; a paisa more waits, and moves nothing until an approver approves', async () => {
    const [at, above] = [await harness.build.customer(), await harness.build.customer()]
    expect((await dashboard.ask(PROPOSE, credit(at, '5000.00'), farah)).body.data.state).toBe('booked')
    const { body } = await dashboard.ask(PROPOSE, credit(above, '5000.01'), farah)
    expect(body.data).toMatchObject({ state: 'waiting', needs_approval: true })
    expect((await dashboard.audit(farah.id)).at(-1)).toMatchObject({
      action: 'adjustment.requested',
      acting_for_id: above.id,
      object_id: String(body.data.id),
    })
    expect(await dashboard.wallet(above.id)).toEqual({ own: 0n, promotion: 0n })
    expect(await dashboard.messages(above.token)).toEqual([])
    const own = await dashboard.ask(APPROVE, { id: body.data.id }, farah)
    expect([own.status, codeOf(own)]).toEqual([403, 'SECOND_PERSON_NEEDED'])
    const approved = await dashboard.ask(APPROVE, { id: body.data.id }, gopal)
    expect(approved.body.data).toMatchObject({ state: 'booked', decided_by: { id: gopal.id } })
    expect((await dashboard.wallet(above.id)).own).toBe(500_001n)
    expect(await dashboard.messages(above.token)).toHaveLength(1)
    expect((await dashboard.audit(gopal.id)).at(-1)).toMatchObject({
      action: 'adjustment.booked',
      before: { wallet_own: '0.00', state: 'waiting' },
      after: { wallet_own: '5000.01', state: 'booked', proposed_by: farah.id },
    })
  })

  test('amounts split into parts count together', async () => {
    const customer = await harness.build.customer()
    const states = []
    for (const amount of ['3000', '2000', '0.01'])
      states.push((await dashboard.ask(PROPOSE, credit(customer, amount), farah)).body.data.state)
    expect(states).toEqual(['booked', 'booked', 'waiting'])
  })

  test('of parallel parts, no more than the limit is booked without an approver', async () => {
    const customer = await harness.build.customer()
    await Promise.all(Array.from({ length: 10 }, () => dashboard.ask(PROPOSE, credit(customer, '1000'), farah)))
    expect((await dashboard.wallet(customer.id)).own).toBe(500_000n)
  })

  test('an approver refuses with a reason, and nothing moves', async () => {
    const customer = await harness.build.customer()
    const id = await waiting(customer)
    expect(codeOf(await dashboard.ask(REFUSE, { id }, gopal))).toBe('INVALID_INPUT')
    const { body } = await dashboard.ask(REFUSE, { id, reason: 'wrong customer' }, gopal)
    expect(body.data).toMatchObject({
      state: 'refused',
      decision_reason: 'wrong customer',
      decided_by: { id: gopal.id },
    })
    expect(await dashboard.wallet(customer.id)).toEqual({ own: 0n, promotion: 0n })
    const late = await dashboard.ask(APPROVE, { id }, gopal)
    expect([late.status, codeOf(late)]).toEqual([409, 'ALREADY_DECIDED'])
    expect(late.body).toMatchObject({ state: 'refused' })
    expect((await dashboard.audit(gopal.id)).at(-1)).toMatchObject({
      action: 'adjustment.refused',
      reason: 'wrong customer',
    })
  })

  test('the person who requested it may withdraw it', async () => {
    const id = await waiting(await harness.build.customer())
    expect((await dashboard.ask(REFUSE, { id, reason: 'mistyped' }, farah)).body.data.state).toBe('refused')
    expect(codeOf(await dashboard.ask(REFUSE, { id, reason: 'mistyped' }, gopal))).toBe('ALREADY_DECIDED')
  })

  test('repeating one’s own decision changes nothing and gets the same answer', async () => {
    const customer = await harness.build.customer()
    const id = await waiting(customer)
    const first = await dashboard.ask(APPROVE, { id }, gopal)
    const second = await dashboard.ask(APPROVE, { id }, gopal)
    expect(second.body).toEqual(first.body)
    expect((await dashboard.wallet(customer.id)).own).toBe(600_000n)
  })

  test('a debit that exceeds the wallet by now keeps waiting', async () => {
    const customer = await harness.build.customer()
    const id = await waiting(customer, { direction: 'debit' })
    expect(codeOf(await dashboard.ask(APPROVE, { id }, gopal))).toBe('WALLET_TOO_LOW')
    const { body } = await dashboard.ask(
      'dashboard/wallet-adjustments',
      { customer_id: customer.id, state: 'waiting' },
      gopal,
    )
    expect(body.data).toMatchObject([{ id, direction: 'debit', amount: '6000.00' }])
  })

  test('an unknown correction is not found, nor is a refund as a correction', async () => {
    for (const name of [APPROVE, REFUSE] as const)
      expect(codeOf(await dashboard.ask(name, { id: 2_000_000_000, reason: 'x' }, gopal))).toBe('NOT_FOUND')
  })

  test('lists have twenty rows a page, filtered by state', async () => {
    const customer = await harness.build.customer()
    for (let i = 0; i < 21; i++) await waiting(customer)
    const asked = { customer_id: customer.id, state: 'waiting' }
    const first = await dashboard.ask('dashboard/wallet-adjustments', asked, farah)
    expect(first.body).toMatchObject({ total: 21, per_page: 20, last_page: 2 })
    const second = await dashboard.ask('dashboard/wallet-adjustments', { ...asked, page: 2 }, farah)
    expect(second.body.data).toHaveLength(1)
    const booked = await dashboard.ask('dashboard/wallet-adjustments', { ...asked, state: 'booked' }, farah)
    expect(booked.body.data).toEqual([])
  })
})

describe('at the same moment', () => {
  test('of many parallel approvals, one books the correction', async () => {
    const customer = await harness.build.customer()
    const id = await waiting(customer)
    const clerks = await Promise.all(Array.from({ length: 8 }, () => dashboard.clerk('all_users_wallet')))
    const answers = await Promise.all(clerks.map((clerk) => dashboard.ask(APPROVE, { id }, clerk)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    expect((await dashboard.wallet(customer.id)).own).toBe(600_000n)
    expect(await dashboard.messages(customer.token)).toHaveLength(1)
  })

  test('parallel approvals and refusals have one result', async () => {
    const ends = []
    for (let round = 0; round < 10; round++) {
      const customer = await harness.build.customer()
      const id = await waiting(customer)
      const [approved, refused] = await Promise.all([
        dashboard.ask(APPROVE, { id }, gopal),
        dashboard.ask(REFUSE, { id, reason: 'no' }, farah),
      ])
      expect([approved.status, refused.status].toSorted()).toEqual([200, 409])
      const { body } = await dashboard.ask('dashboard/wallet-adjustments', { customer_id: customer.id }, farah)
      const state = approved.status === 200 ? 'booked' : 'refused'
      expect(body.data[0]!.state).toBe(state)
      expect((await dashboard.wallet(customer.id)).own).toBe(state === 'booked' ? 600_000n : 0n)
      ends.push(state)
    }
    expect(ends).toHaveLength(10)
  })

  test('parallel debits never take more than the wallet has', async () => {
    const customer = await harness.build.customer()
    await fundWallet(harness.db, customer.id, { ownMinor: 50_000n })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => dashboard.ask(PROPOSE, debit(customer, '100'), farah)),
    )
    expect(answers.filter((answer) => codeOf(answer) === 'WALLET_TOO_LOW')).toHaveLength(5)
    expect((await dashboard.wallet(customer.id)).own).toBe(0n)
  })
})

describe('the database itself', () => {
  const change = (id: number, values: object) =>
    harness.db.updateTable('money_proposals').set(values).where('id', '=', id).execute()

  test('no member of staff can approve their own request, book above the limit alone, or book their own money', async () => {
    const customer = await harness.build.customer()
    const id = await waiting(customer)
    const booked = { state: 'booked', decided_at: new Date() }
    await expect(change(id, { ...booked, decided_by: farah.id })).rejects.toThrow('money_proposals__second_person')
    await expect(change(id, booked)).rejects.toThrow('money_proposals__second_person')
    await expect(change(id, { ...booked, decided_by: customer.id })).rejects.toThrow('money_proposals__not_own_money')
    await expect(change(id, { ...booked, state: 'refused', decided_by: gopal.id })).rejects.toThrow(
      'money_proposals__refused',
    )
  })

  test('a request and a decision cannot be changed', async () => {
    const customer = await harness.build.customer()
    const id = await waiting(customer)
    for (const values of [
      { amount_minor: 1n },
      { user_id: gopal.id },
      { reason: 'other' },
      { needs_approval: false },
      { note: 'x' },
    ])
      await expect(change(id, values)).rejects.toThrow('stays as it is')
    await dashboard.ask(APPROVE, { id }, gopal)
    await expect(change(id, { state: 'waiting', decided_at: null, decided_by: null })).rejects.toThrow('stays as it is')
    await expect(harness.db.deleteFrom('money_proposals').where('id', '=', id).execute()).rejects.toThrow(
      'stays as it is',
    )
  })

  test('the ledger is correct after all these changes', async () => {
    expect(await checkLedger(harness.db)).toEqual([])
  })
})
